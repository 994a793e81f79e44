//! The result of a search.

use crate::observer::nodes_per_second;
use crate::position;
use crate::{Bound, Score, Wdl};
use cozy_chess::{Board, Move};
use std::time::Duration;

/// The result of a search. With the feature `serde` it is written for clients of any language: moves as in UCI, scores as
/// `{"cp":31}` or `{"mate":1}`, times in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The best move; `None` only if the root has no legal move (`score` is then a mate or a draw).
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// Score of the best line for the side to move at the root, on the scale that people see: 100 is an even chance to win.
    pub score: Score,
    /// Chances of the side to move at the root.
    pub wdl: Wdl,
    /// The deepest completed iteration of the answering worker (plies).
    pub depth: u32,
    /// The best lines, best first: at least one, and more if [`Limits::multi_pv`](crate::Limits::multi_pv) is set.
    pub lines: Vec<Line>,
    /// Nodes over all workers.
    pub nodes: u64,
    /// Nodes of the busiest worker. Under the turnstile this is the simulated time.
    pub busiest_worker_nodes: u64,
    /// Wall-clock time of the search.
    pub elapsed: Duration,
    /// Tablebase hits over all workers.
    pub tablebase_hits: u64,
    /// Fill level of the table with entries of this search, in permille.
    pub hashfull: u32,
    /// Why the search ended.
    pub stop_reason: StopReason,
}

impl Outcome {
    /// Nodes per second. The time counts as at least one millisecond.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// Score of the best line in the evaluator's own centipawns, for training and research.
    #[must_use]
    pub fn raw_score(&self) -> Score {
        self.lines.first().map_or(self.score, |line| line.raw_score)
    }
}

/// A line of play from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Score for the side to move at the root, on the scale that people see: 100 is an even chance to win.
    pub score: Score,
    /// The same in the evaluator's own centipawns, as the search calculates with.
    pub raw_score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Chances of the side to move at the root.
    pub wdl: Wdl,
    /// Depth at which the score was found (plies).
    pub depth: u32,
    /// The moves, legal from the root; castling is written as king takes rook.
    pub moves: Vec<Move>,
    /// The first position of the line.
    root: Board,
}

impl Line {
    /// The public form of a line that was found at `root`.
    pub(crate) fn new(found: RawLine, root: &Board) -> Line {
        let RawLine { score, bound, depth, moves } = found;
        let (wdl, root) = (Wdl::of_raw(score, root), root.clone());
        Line { score: score.normalised(&root), raw_score: score, bound, wdl, depth, moves, root }
    }

    /// The moves as in UCI (`e2e4`; castling as `e1g1`, but as king takes rook where it exists in Chess960 only).
    ///
    /// ```
    /// use argali_search::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
    /// let outcome = engine.search(&position, &Limits::new().depth(3));
    /// assert_eq!(outcome.lines[0].uci(), ["a1a8"]);
    /// assert_eq!(outcome.lines[0].san(), ["Ra8#"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn uci(&self) -> Vec<String> {
        position::line(&self.root, &self.moves, position::uci)
    }

    /// The moves in standard algebraic notation.
    #[must_use]
    pub fn san(&self) -> Vec<String> {
        position::line(&self.root, &self.moves, position::san::show)
    }
}

/// A line in the internal form of the search.
#[derive(Clone, Debug)]
pub(crate) struct RawLine {
    /// In the evaluator's own centipawns.
    pub score: Score,
    pub bound: Bound,
    pub depth: u32,
    /// Legal from the root.
    pub moves: Vec<Move>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum StopReason {
    /// The root has no legal move.
    NoLegalMove,
    /// The depth limit or the maximum depth was completed.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// Clock or move time were used up.
    Time,
    /// The requested mate is proven.
    Mate,
    /// Only one move is legal, and a game's clock is running.
    OnlyMove,
    /// [`StopHandle::stop`](crate::StopHandle::stop) was called.
    Stopped,
    /// The observer ended the search.
    Observer,
}
