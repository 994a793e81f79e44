//! Progress reports of a running search.

use crate::position;
use crate::{Bound, Score};
use cozy_chess::{Board, Move};
use std::ops::ControlFlow;
use std::time::Duration;

/// Receives the progress of a search on the thread of the reporting worker.
///
/// [`iteration`](Observer::iteration) and [`root_move`](Observer::root_move) may end the search by returning
/// [`ControlFlow::Break`]. A closure that takes an [`IterationReport`] and returns nothing or a `ControlFlow` is an observer, and can
/// be passed to [`Engine::search_with`](crate::Engine::search_with) directly. [`Silent`] ignores everything.
pub trait Observer: Send {
    /// A line is complete, or a bound of its score is known ([`IterationReport::bound`]).
    fn iteration(&mut self, report: &IterationReport) -> ControlFlow<()> {
        let _ = report;
        ControlFlow::Continue(())
    }

    /// Whether [`Observer::iteration`] is to be called. A report costs a few microseconds, which matters in very short searches.
    fn wants_iterations(&self) -> bool {
        true
    }

    /// The search of a root move begins. This is called often in the first milliseconds; filter by [`RootMoveReport::elapsed`].
    fn root_move(&mut self, report: &RootMoveReport) -> ControlFlow<()> {
        let _ = report;
        ControlFlow::Continue(())
    }

    /// Whether [`Observer::root_move`] is to be called. Each call costs a reading of the clock.
    fn wants_root_moves(&self) -> bool {
        false
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn wants_iterations(&self) -> bool {
        false
    }
}

impl<F: FnMut(&IterationReport) -> R + Send, R: Flow> Observer for F {
    fn iteration(&mut self, report: &IterationReport) -> ControlFlow<()> {
        self(report).flow()
    }
}

/// The return type of a closure that receives reports: nothing, or a [`ControlFlow`], where `Break` ends the search.
pub trait Flow: sealed::Sealed {
    /// Converts to a `ControlFlow`; `()` is `Continue`.
    fn flow(self) -> ControlFlow<()>;
}

impl Flow for () {
    fn flow(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Flow for ControlFlow<()> {
    fn flow(self) -> ControlFlow<()> {
        self
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl Sealed for std::ops::ControlFlow<()> {}
}

/// One line of one iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IterationReport {
    /// Nominal depth (plies).
    pub depth: u32,
    /// The deepest ply that was reached (plies).
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1 (MultiPV).
    pub line: usize,
    /// Score for the side to move at the root, on the scale that people see: 100 is an even chance to win.
    pub score: Score,
    /// The same in the evaluator's own centipawns, as the search calculates with.
    pub raw_score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Chances of the side to move at the root.
    pub wdl: crate::Wdl,
    /// Nodes so far, over all workers.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Fill level of the table with entries of this search, in permille.
    pub hashfull: u32,
    /// Tablebase hits so far, over all workers.
    pub tablebase_hits: u64,
    /// The line, legal from the root; castling is written as king takes rook.
    pub moves: Vec<Move>,
    /// The first position of the line.
    pub(crate) root: Board,
}

impl IterationReport {
    /// The moves of the line as in UCI: see [`Line::uci`](crate::Line::uci).
    #[must_use]
    pub fn uci(&self) -> Vec<String> {
        position::line(&self.root, &self.moves, position::uci)
    }

    /// The moves of the line in standard algebraic notation.
    #[must_use]
    pub fn san(&self) -> Vec<String> {
        position::line(&self.root, &self.moves, position::san::show)
    }

    /// Nodes per second so far. The time counts as at least one millisecond, so that tiny searches do not show huge speeds.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// Nodes per second over `elapsed`, which counts as at least one millisecond.
pub(crate) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1_000);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// A root move that is about to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RootMoveReport {
    /// Nominal depth (plies).
    pub depth: u32,
    /// The move; castling is written as king takes rook.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::one"))]
    pub mv: Move,
    /// Its number in this iteration, from 1.
    pub number: usize,
    /// Time since the search began.
    #[cfg_attr(feature = "serde", serde(rename = "elapsed_ms", with = "crate::serial::millis"))]
    pub elapsed: Duration,
}
