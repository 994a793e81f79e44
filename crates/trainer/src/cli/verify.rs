//! `verify`: compares a network file with the checkpoint that it was made from, and both with the games.

use super::Outcome;
use super::filter::FilterOptions;
use argali_trainer::checkpoint::Checkpoint;
use argali_trainer::gradient::Scratch;
use argali_trainer::quantise::Difference;
use argali_trainer::reader::Reader;
use argali_trainer::sample::sample;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Checkpoint of a training
    checkpoint: PathBuf,
    /// The network file that was made from it
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Files of games whose positions are compared
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Largest number of positions to compare
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    limit: u64,
    /// Fail if the mean difference is larger
    #[arg(long, value_name = "CENTIPAWNS")]
    max_mean: Option<f64>,
    /// Centipawns at which the expected points are 0.73, for the errors against scores and results; use the same value for all networks
    /// that are compared
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 400.0, value_parser = super::scale)]
    scale: f64,
    #[command(flatten)]
    filter: FilterOptions,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let model = Checkpoint::read(&self.checkpoint)?.model;
        let network = super::read_network(&self.net)?;
        if model.shape() != network.shape() {
            return Err(format!(
                "the checkpoint and the network have different shapes: {:?} and {:?}",
                model.shape(),
                network.shape()
            )
            .into());
        }
        let filter = self.filter.filter();
        let mut scratch = Scratch::new(model.shape());
        let mut difference = Difference::default();
        for path in &self.data {
            for game in Reader::open(path)? {
                let game = game?;
                game.visit(|board, ply| {
                    if difference.positions < self.limit && filter.keeps(board, ply) {
                        let sample = sample(board, ply, game.result);
                        difference.add(&model, &network, board, &sample, &mut scratch, self.scale as f32);
                    }
                });
                if difference.positions >= self.limit {
                    break;
                }
            }
        }
        let mut out = io::stdout();
        writeln!(
            out,
            "{} positions: mean difference {:.3} cp, root mean square {:.3} cp, bias {:+.3} cp, largest {:.1} cp",
            difference.positions,
            difference.mean(),
            difference.root_mean_square(),
            difference.bias(),
            difference.largest
        )?;
        if let Some((board, float, quantised)) = &difference.worst {
            writeln!(out, "largest at {board}: float {float:.1} cp, quantised {quantised} cp")?;
        }
        writeln!(
            out,
            "mean squared error of the quantised network: {:.6} against the scores, {:.6} against the results",
            difference.score_error(),
            difference.result_error()
        )?;
        match self.max_mean {
            Some(limit) if difference.mean() > limit => {
                Err(format!("the mean difference {:.3} is larger than {limit} cp", difference.mean()).into())
            }
            _ => Ok(()),
        }
    }
}
