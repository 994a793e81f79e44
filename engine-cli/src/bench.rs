//! `argali bench`.

use crate::args::BenchArguments;
use crate::failure::Failure;
use argali_search::{DefaultEvaluator, Engine, StopHandle};
use argali_uci::Bench;
use std::io::{self, Write};

/// The standard positions, searched to `depth` plies.
pub fn standard_bench(depth: u32) -> Bench {
    // The list is checked by its own tests; a position that were wrong would not be missed at run time.
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
    let bench = standard_bench(arguments.depth);
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

/// The default evaluator, on the instruction set that the arguments ask for.
#[cfg(feature = "nnue")]
fn evaluator(arguments: &BenchArguments) -> Result<DefaultEvaluator, Failure> {
    let network = DefaultEvaluator::default();
    Ok(match arguments.kernel {
        Some(kernel) => network.with_kernel(kernel)?,
        None => network,
    })
}

#[cfg(not(feature = "nnue"))]
fn evaluator(_: &BenchArguments) -> Result<DefaultEvaluator, Failure> {
    Ok(DefaultEvaluator::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bench_position_is_lost() {
        assert_eq!(standard_bench(1).boards.len(), argali_suite::BENCH.len());
    }
}
