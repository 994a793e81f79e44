//! Limits of a search. All limits can be combined; the first one reached ends the search.

use cozy_chess::Move;
use std::time::{Duration, Instant};

/// The limits of one search. Every field is optional. Without any limit the search runs until it is stopped or has reached
/// the maximum depth.
///
/// ```
/// use argali_search::{Clock, Limits};
/// use std::time::{Duration, Instant};
///
/// let quick = Limits::new().depth(12).move_time(Duration::from_millis(500));
/// let game = Limits::new().clock(Clock::new(Duration::from_secs(60), Duration::from_secs(1)));
/// assert_eq!(quick.depth, Some(12));
/// assert!(game.clock.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Limits {
    /// Stop after this iteration (plies).
    pub depth: Option<u32>,
    /// Stop at this many nodes over all workers. The limit is exact with one worker. Each of several workers checks it every 512 nodes,
    /// so they may search that many more.
    ///
    /// With a limit of 0 nothing is searched, and a plausible legal move is returned.
    pub nodes: Option<u64>,
    /// Start no new iteration once this many nodes have been searched. For self-play at a constant strength.
    pub soft_nodes: Option<u64>,
    /// Search for this long.
    #[cfg_attr(feature = "serde", serde(rename = "move_time_ms", with = "crate::serial::optional_millis"))]
    pub move_time: Option<Duration>,
    /// The clock of the side to move, from which the search allots its time.
    pub clock: Option<Clock>,
    /// Stop once a mate in at most this many moves is proven for the side to move.
    pub mate: Option<u32>,
    /// Return only when stopped, even if everything is searched or another limit is reached.
    pub infinite: bool,
    /// As `infinite`, until [`StopHandle::ponder_hit`](crate::StopHandle::ponder_hit) activates the other limits.
    pub ponder: bool,
    /// Consider only these root moves. Illegal ones are skipped; if none is left, all legal moves are searched.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::list"))]
    pub search_moves: Vec<Move>,
    /// How many best lines to report (MultiPV); at least 1.
    pub multi_pv: usize,
    /// Time that each move costs outside the search: transport, GUI, scheduling. It is subtracted from the clock.
    #[cfg_attr(feature = "serde", serde(rename = "overhead_ms", with = "crate::serial::millis"))]
    pub overhead: Duration,
    /// The moment from which times count, for example when the request was read. Without it, or with a
    /// [`time_source`](crate::EngineBuilder::time_source), times count from the call of the search.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub start: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            multi_pv: 1,
            overhead: Duration::ZERO,
            start: None,
        }
    }
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Sets [`Limits::depth`].
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Limits {
        self.depth = Some(plies);
        self
    }

    /// Sets [`Limits::nodes`].
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// Sets [`Limits::soft_nodes`].
    #[must_use]
    pub fn soft_nodes(mut self, nodes: u64) -> Limits {
        self.soft_nodes = Some(nodes);
        self
    }

    /// Sets [`Limits::move_time`].
    #[must_use]
    pub fn move_time(mut self, time: Duration) -> Limits {
        self.move_time = Some(time);
        self
    }

    /// Sets [`Limits::clock`].
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Limits {
        self.clock = Some(clock);
        self
    }

    /// Sets [`Limits::mate`].
    #[must_use]
    pub fn mate(mut self, moves: u32) -> Limits {
        self.mate = Some(moves);
        self
    }

    /// Sets [`Limits::infinite`].
    #[must_use]
    pub fn infinite(mut self) -> Limits {
        self.infinite = true;
        self
    }

    /// Sets [`Limits::ponder`].
    #[must_use]
    pub fn ponder(mut self) -> Limits {
        self.ponder = true;
        self
    }

    /// Sets [`Limits::search_moves`].
    #[must_use]
    pub fn search_moves(mut self, moves: impl IntoIterator<Item = Move>) -> Limits {
        self.search_moves = moves.into_iter().collect();
        self
    }

    /// Sets [`Limits::multi_pv`]; 0 counts as 1.
    #[must_use]
    pub fn multi_pv(mut self, lines: usize) -> Limits {
        self.multi_pv = lines.max(1);
        self
    }

    /// Sets [`Limits::overhead`].
    #[must_use]
    pub fn overhead(mut self, overhead: Duration) -> Limits {
        self.overhead = overhead;
        self
    }

    /// Sets [`Limits::start`].
    #[must_use]
    pub fn start(mut self, start: Instant) -> Limits {
        self.start = Some(start);
        self
    }
}

/// The chess clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Clock {
    /// Time left on the clock.
    #[cfg_attr(feature = "serde", serde(rename = "remaining_ms", with = "crate::serial::millis"))]
    pub remaining: Duration,
    /// Time added after each move.
    #[cfg_attr(feature = "serde", serde(rename = "increment_ms", with = "crate::serial::millis"))]
    pub increment: Duration,
    /// Moves until the next time control; `None` when the rest of the game must be played in `remaining`.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock for the rest of the game.
    #[must_use]
    pub const fn new(remaining: Duration, increment: Duration) -> Clock {
        Clock { remaining, increment, moves_to_go: None }
    }

    /// Sets [`Clock::moves_to_go`].
    #[must_use]
    pub const fn moves_to_go(mut self, moves: u32) -> Clock {
        self.moves_to_go = Some(moves);
        self
    }
}
