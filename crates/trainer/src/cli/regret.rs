//! `regret`: what the moves of short searches lose, judged by long searches.

use super::Outcome;
use super::engines::{parameters, read_evaluator, threads};
use argali_search::{Params, Position};
use argali_trainer::in_order::in_order;
use argali_trainer::judge::mean;
use argali_trainer::openings::read_book;
use argali_trainer::progress::Progress;
use argali_trainer::regret::Regret;
use clap::Args;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The network, or `classical`
    net: String,
    /// Positions, one FEN or EPD a line
    positions: PathBuf,
    /// Nodes of the short searches
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "1000,5000")]
    nodes: Vec<u64>,
    /// Nodes of the long searches, which run with the default parameters
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    reference: u64,
    /// Search parameters of the short searches that differ from their defaults
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "", value_parser = parameters)]
    params: Params,
    /// Use only this many positions, from the start
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Transposition table of each engine; it is cleared for each search
    #[arg(long, value_name = "MIB", default_value_t = 8)]
    hash: usize,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let evaluator = read_evaluator(&self.net)?;
        let mut positions = read_book(&self.positions)?;
        positions.truncate(self.limit.unwrap_or(usize::MAX));
        let workers = (0..threads(self.threads).max(1))
            .map(|_| Regret::new(&evaluator, &self.params, self.reference, self.hash))
            .collect::<Result<Vec<_>, _>>()?;
        let mut losses = vec![Vec::with_capacity(positions.len()); self.nodes.len()];
        let mut same = vec![0_u64; self.nodes.len()];
        let mut progress = Progress::new("positions", 0, positions.len() as u64);
        let _ = in_order(
            workers,
            0..positions.len() as u64,
            |regret, job| regret.losses(&Position::new(positions[job as usize].clone()), &self.nodes),
            |job, found| {
                for (index, loss) in found.iter().enumerate() {
                    losses[index].push(loss.expected_score);
                    same[index] += u64::from(loss.same);
                }
                progress.update(job + 1, || {
                    let means = losses.iter().map(|losses| format!("{:.4}", mean(losses).0));
                    means.collect::<Vec<_>>().join(", ")
                });
                ControlFlow::<()>::Continue(())
            },
        );
        progress.finish();
        let mut out = io::stdout();
        writeln!(out, "   nodes  positions  same move  blunders  loss in expected score")?;
        for ((nodes, losses), same) in self.nodes.iter().zip(&losses).zip(same) {
            let count = losses.len().max(1) as f64;
            let blunders = losses.iter().filter(|&&loss| loss >= BLUNDER).count();
            let (loss, error) = mean(losses);
            writeln!(
                out,
                "{nodes:>8}  {:>9}  {:>7.1} %  {:>6.1} %  {loss:.4} ± {error:.4}",
                losses.len(),
                100.0 * same as f64 / count,
                100.0 * blunders as f64 / count
            )?;
        }
        Ok(())
    }
}

/// A move that loses this much expected score is a blunder.
const BLUNDER: f64 = 0.1;
