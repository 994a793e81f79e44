//! `rescale`: gives a network's evaluations another mean size.

use super::Outcome;
use super::filter::FilterOptions;
use argali_eval::Network;
use argali_trainer::checkpoint::Checkpoint;
use argali_trainer::progress::note;
use argali_trainer::quantise::quantise;
use argali_trainer::reader::Reader;
use argali_trainer::rescale::{mean_size, rescale_model, rescale_network};
use clap::{ArgGroup, Args};
use cozy_chess::Board;
use std::error::Error;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("target").required(true))]
pub(crate) struct Options {
    /// A network file, or (more exact) the checkpoint that it was made from, named *.checkpoint
    input: PathBuf,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Mean absolute evaluation that it shall have
    #[arg(long, value_name = "CENTIPAWNS", group = "target")]
    mean: Option<f64>,
    /// Another network, whose mean absolute evaluation it shall have
    #[arg(long, value_name = "FILE", group = "target")]
    like: Option<PathBuf>,
    /// Files of games whose positions are evaluated
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Positions to evaluate at most, the first ones of each file
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
        let factor = target / before;
        if !(factor.is_finite() && factor > 0.0) {
            return Err(format!("a mean of {before:.1} cp cannot become one of {target:.1} cp").into());
        }
        let rescaled = match checkpoint {
            Some(mut model) => {
                rescale_model(&mut model, factor);
                quantise(&model)
            }
            None => rescale_network(&network, factor),
        };
        let rescaled: Network = rescaled.map_err(|error| {
            let path: &Path = &self.input;
            format!("{} cannot be multiplied by {factor:.4}: {error}", path.display())
        })?;
        super::write_network(&self.out, &rescaled)?;
        note(&format!(
            "{} positions: mean {before:.2} cp before, times {factor:.4}, {:.2} cp now, {target:.2} cp asked for",
            boards.len(),
            mean_size(&rescaled, &boards)
        ));
        note(&format!("{}: {}", self.out.display(), super::describe(&rescaled)));
        Ok(())
    }

    /// Positions, as many of each file.
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
