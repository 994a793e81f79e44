//! The benchmark: a search of fixed positions to a fixed depth. Its node count identifies a version.

use argali_eval::Evaluator;
use argali_search::{Engine, Limits, Observer, Outcome, Position, Silent, StopHandle};
use cozy_chess::Board;
use std::fmt;
use std::time::{Duration, Instant};

/// The default depth (plies).
pub const DEFAULT_BENCH_DEPTH: u32 = 12;

/// Table size for the benchmark (MiB). The node count depends on it, so the option `Hash` does not change it.
pub const BENCH_HASH_MIB: usize = 16;

/// Positions to search, each to the same depth and from a cleared engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Bench {
    /// The positions.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::boards"))]
    pub boards: Vec<Board>,
    /// Depth (plies).
    pub depth: u32,
}

/// The result of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BenchResult {
    /// Nodes over all positions; with one thread the same on every run and machine.
    pub nodes: u64,
    /// Time over all positions.
    pub elapsed: Duration,
}

impl Bench {
    /// Searches of `boards` to `depth` (plies).
    #[must_use]
    pub fn new(boards: Vec<Board>, depth: u32) -> Bench {
        Bench { boards, depth }
    }

    /// Runs the benchmark on `engine`, which is cleared first. `tell` is called with the index of each position when it is done. A
    /// stopped benchmark has no result.
    pub fn run<E: Evaluator>(
        &self,
        engine: &mut Engine<E>,
        stop: &StopHandle,
        tell: impl FnMut(usize, &Outcome),
    ) -> Option<BenchResult> {
        self.run_observed(engine, stop, &mut Silent, tell)
    }

    /// As above, with an `observer` that can end single searches. There is no result only if `stop` was used as well.
    pub(crate) fn run_observed<E: Evaluator>(
        &self,
        engine: &mut Engine<E>,
        stop: &StopHandle,
        observer: &mut dyn Observer,
        mut tell: impl FnMut(usize, &Outcome),
    ) -> Option<BenchResult> {
        let start = Instant::now();
        let limits = Limits::new().depth(self.depth.max(1));
        let mut nodes = 0;
        for (index, board) in self.boards.iter().enumerate() {
            engine.new_game();
            let outcome =
                engine.search_observed(&Position::new(board.clone()), &limits, stop, observer).ok()?;
            if stop.is_stopped() {
                return None;
            }
            nodes += outcome.nodes;
            tell(index, &outcome);
        }
        Some(BenchResult { nodes, elapsed: start.elapsed() })
    }
}

impl fmt::Display for BenchResult {
    /// `N nodes M nps`, as test frameworks read it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.elapsed.as_micros().max(1_000);
        write!(f, "{} nodes {} nps", self.nodes, u128::from(self.nodes) * 1_000_000 / micros)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bench() -> Bench {
        let boards = argali_suite::BENCH.iter().step_by(8).map(|fen| fen.parse().unwrap()).collect();
        Bench { boards, depth: 4 }
    }

    #[test]
    fn the_count_is_that_of_the_signature_and_repeats() {
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let bench = bench();
        let expected = argali_search::signature(&mut engine, &bench.boards, bench.depth);
        let mut told = 0;
        for _ in 0..2 {
            let result =
                bench.run(&mut engine, &StopHandle::new(), |_, outcome| told += outcome.nodes).unwrap();
            assert_eq!(result.nodes, expected);
        }
        assert_eq!(told, 2 * expected);
    }

    #[test]
    fn a_stopped_benchmark_has_no_result() {
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let stop = StopHandle::new();
        stop.stop();
        assert_eq!(bench().run(&mut engine, &stop, |_, _| {}), None);
    }

    #[test]
    fn the_result_is_written_for_test_frameworks() {
        let result = BenchResult { nodes: 3_000_000, elapsed: Duration::from_millis(1_500) };
        assert_eq!(result.to_string(), "3000000 nodes 2000000 nps");
    }
}
