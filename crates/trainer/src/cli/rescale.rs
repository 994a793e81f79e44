//! `rescale`: scales a network's evaluations to another mean size.

use super::Outcome;
use super::filter::FilterOptions;
use argali_trainer::checkpoint::Checkpoint;
use argali_trainer::progress::note;
use argali_trainer::quantise::quantise;
use argali_trainer::reader::Reader;
use argali_trainer::rescale::{mean_size, rescale_model, rescale_network};
use clap::{ArgGroup, Args};
use cozy_chess::Board;
use std::error::Error;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("target").required(true))]
pub(crate) struct Options {
    /// A network file, or (more exact) its checkpoint, named *.checkpoint
    input: PathBuf,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The mean absolute evaluation that it should have
    #[arg(long, value_name = "CENTIPAWNS", group = "target")]
    mean: Option<f64>,
    /// Another network, whose mean absolute evaluation it should have
    #[arg(long, value_name = "FILE", group = "target")]
    like: Option<PathBuf>,
    /// Files of games whose positions are evaluated
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Largest number of positions to evaluate, taken from the start of each file
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    limit: usize,
    #[command(flatten)]
    filter: FilterOptions,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let boards = self.boards()?;
        if boards.is_empty() {
            return Err("the files hold no position to evaluate".into());
        }
        let checkpoint = match self.input.extension() {
            Some(extension) if extension == "checkpoint" => Some(Checkpoint::read(&self.input)?.model),
            _ => None,
        };
        let network = match &checkpoint {
            Some(model) => quantise(model)?,
            None => super::read_network(&self.input)?,
        };
        let target = match (self.mean, &self.like) {
            (Some(mean), _) => mean,
            (None, Some(path)) => mean_size(&super::read_network(path)?, &boards),
            (None, None) => return Err("--mean or --like is needed".into()),
        };
        let before = mean_size(&network, &boards);
        if !(before > 0.0 && target > 0.0 && target.is_finite()) {
            return Err(format!("a mean of {before:.1} cp cannot become one of {target:.1} cp").into());
        }
        let rescale = |factor| match checkpoint.clone() {
            Some(mut model) => {
                let cut = rescale_model(&mut model, factor);
                quantise(&model).map(|network| (network, cut))
            }
            None => rescale_network(&network, factor),
        };
        // Rounding and cutting large weights change the mean a little, so the factor is found by bisection.
        let first = target / before;
        let (mut low, mut high, mut factor) = (first / SPREAD, first * SPREAD, first);
        let (mut rescaled, mut cut) = rescale(factor)?;
        let mut mean = mean_size(&rescaled, &boards);
        let (mut middle, mut found) = (factor, mean);
        for _ in 0..STEPS {
            if found < target {
                low = middle;
            } else {
                high = middle;
            }
            middle = (low + high) / 2.0;
            let (other, other_cut) = rescale(middle)?;
            found = mean_size(&other, &boards);
            if (found - target).abs() < (mean - target).abs() {
                (factor, rescaled, cut, mean) = (middle, other, other_cut, found);
            }
        }
        super::write_network(&self.out, &rescaled)?;
        note(&format!(
            "{} positions: mean {before:.2} cp before, times {factor:.4}, {mean:.2} cp now, {target:.2} cp asked for",
            boards.len()
        ));
        if cut > 0 {
            note(&format!("{cut} output weights were cut: the kernels do not compute with so large ones"));
        }
        note(&format!("{}: {}", self.out.display(), super::describe(&rescaled)));
        Ok(())
    }

    /// The first positions of each file, the same number from each.
    fn boards(&self) -> Result<Vec<Board>, Box<dyn Error>> {
        let filter = self.filter.filter();
        let mut boards = Vec::new();
        for (index, path) in self.data.iter().enumerate() {
            let enough = self.limit * (index + 1) / self.data.len();
            for game in Reader::open(path)? {
                game?.visit(|board, ply| {
                    if boards.len() < enough && filter.keeps(board, ply) {
                        boards.push(board.clone());
                    }
                });
                if boards.len() >= enough {
                    break;
                }
            }
        }
        Ok(boards)
    }
}

/// The largest ratio between the factor and its first estimate, either way.
const SPREAD: f64 = 1.2;
/// Steps of the bisection.
const STEPS: usize = 12;
