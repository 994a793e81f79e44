//! `argali bench`.

use crate::failure::Failure;
use argali_search::{Engine, Evaluator, StopHandle};
use argali_uci::{Bench, DEFAULT_BENCH_DEPTH};
use clap::Args;
use std::io::{self, Write};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Depth in plies, 12 unless given
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: Option<u32>,
    /// The same as DEPTH
    #[arg(long, short, conflicts_with = "plies", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Size of the hash table in MiB; the number of nodes depends on it
    #[arg(long, default_value_t = argali_uci::BENCH_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
    /// Search threads; with more than one the number of nodes varies from run to run
    #[arg(long, short, default_value_t = 1)]
    pub threads: usize,
    /// Instruction set of the network instead of the fastest one; the number of nodes is the same on all
    #[cfg(feature = "nnue")]
    #[arg(long, env = "ARGALI_KERNEL", value_name = "NAME")]
    pub kernel: Option<argali_eval::Kernel>,
}

/// The standard positions, searched to `depth` plies.
pub fn standard_bench(depth: u32) -> Bench {
    // The list has tests of its own, so no position is invalid.
    let boards = argali_suite::BENCH.iter().filter_map(|fen| fen.parse().ok()).collect();
    Bench::new(boards, depth)
}

/// Runs the benchmark; the last line of output is `N nodes M nps`.
pub fn run(arguments: &BenchArguments) -> Result<(), Failure> {
    let mut engine = Engine::builder()
        .hash_mib(arguments.hash)
        .threads(arguments.threads)
        .evaluator(evaluator(arguments)?)
        .build()?;
    let bench = standard_bench(arguments.plies.or(arguments.depth).unwrap_or(DEFAULT_BENCH_DEPTH));
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let stop = StopHandle::new();
    let result = bench.run(&mut engine, &stop, |index, outcome| {
        let line = format!("{:>3}/{} {:>10} nodes", index + 1, bench.boards.len(), outcome.nodes);
        if let Err(error) = writeln!(out, "{line}") {
            written = Err(error);
            stop.stop();
        }
    });
    let out_failed = || Failure::io("standard output");
    written.map_err(out_failed())?;
    match result {
        Some(result) => writeln!(out, "{result}").map_err(out_failed()),
        None => Ok(()),
    }
}

/// The default evaluator, on the requested instruction set.
#[cfg(feature = "nnue")]
fn evaluator(arguments: &BenchArguments) -> Result<impl Evaluator + 'static, Failure> {
    let network = argali_eval::Network::embedded();
    Ok(match arguments.kernel {
        Some(kernel) => network.with_kernel(kernel).map_err(Failure::other)?,
        None => network,
    })
}

#[cfg(not(feature = "nnue"))]
fn evaluator(_: &BenchArguments) -> Result<impl Evaluator + 'static, Failure> {
    Ok(argali_search::DefaultEvaluator::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bench_position_is_lost() {
        assert_eq!(standard_bench(1).boards.len(), argali_suite::BENCH.len());
    }
}
