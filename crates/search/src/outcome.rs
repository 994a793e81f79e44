//! What a search found.

use crate::observer::nodes_per_second;
use crate::{Bound, Score};
use cozy_chess::Move;
use std::time::Duration;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Outcome {
    /// The best move; `None` only where the root has no legal move (then `score` says mate or draw).
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::option"))]
    pub best: Option<Move>,
    /// The answer expected to it.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::option"))]
    pub ponder: Option<Move>,
    /// Score of the best line for the side to move at the root.
    pub score: Score,
    /// The deepest completed iteration of the answering worker (plies).
    pub depth: u32,
    /// The best lines, best first; one unless [`Limits::lines`](crate::Limits::lines) asked for more.
    pub lines: Vec<Line>,
    /// Nodes over all workers.
    pub nodes: u64,
    /// Nodes of the busiest worker. Under the turnstile this is the simulated time.
    pub busiest_worker_nodes: u64,
    /// Wall-clock time of the search.
    pub elapsed: Duration,
    /// Tablebase positions found, over all workers.
    pub tablebase_hits: u64,
    /// How full the table is, in permille of this search's generation.
    pub hashfull: u32,
    /// Why the search ended.
    pub stop_reason: StopReason,
}

impl Outcome {
    /// Nodes per second; counts at least a millisecond.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// A line of play from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Line {
    /// Score for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Depth at which the score was found (plies).
    pub depth: u32,
    /// The moves, legal from the root.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::list"))]
    pub moves: Vec<Move>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The root has no legal move.
    NoLegalMove,
    /// The depth limit, or the deepest depth there is, was completed.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// Clock or move time were used up.
    Time,
    /// The mate that was asked for is proven.
    Mate,
    /// Only one move is legal, and a game's clock is running.
    OnlyMove,
    /// [`StopHandle::stop`](crate::StopHandle::stop) was called.
    Stopped,
    /// The observer ended it.
    Observer,
}
