//! What the workers of one search share: the limits, how far they are reached, and the signal that ends it.

use crate::StopReason;
use crate::control::clock::Budget;
use crate::control::stop::StopHandle;
use crate::control::stopwatch::Stopwatch;
use crate::limits::Limits;
use crate::position::{Position, position_key};
use crate::threads::findings::Findings;
use crate::threads::kit::Kit;
use crate::threads::setup::Setup;
use crate::threads::turnstile::Turnstile;
use crate::tree::packed::unpack;
use crate::tree::root_move::RootMove;
use cozy_chess::{Board, Move};
use std::sync::atomic::{
    AtomicBool, AtomicU8,
    Ordering::{Acquire, Relaxed, Release},
};

/// What all workers of one search see.
pub(crate) struct Shared<'a, E> {
    pub kit: &'a Kit<E>,
    pub root: &'a Position,
    /// The root moves to search, with their tablebase ranks, best rank first.
    pub root_moves: Vec<RootMove>,
    pub limits: &'a Limits,
    pub budget: Budget,
    pub start: Stopwatch,
    pub stop: &'a StopHandle,
    /// Set once, by whoever sees first that the search is over.
    pub abort: AtomicBool,
    /// Why the search ended.
    reason: AtomicU8,
    /// The limit that was reached first while no answer was allowed.
    due: AtomicU8,
    pub turnstile: Option<Turnstile>,
    pub findings: Findings,
}

impl<'a, E> Shared<'a, E> {
    pub(crate) fn new(
        kit: &'a Kit<E>,
        root: &'a Position,
        limits: &'a Limits,
        stop: &'a StopHandle,
    ) -> Shared<'a, E> {
        let mut root_moves = RootMove::all(root.board(), limits);
        RootMove::order(&mut root_moves, root.board(), table_move(kit, root.board()));
        Shared {
            kit,
            root,
            root_moves,
            limits,
            budget: Budget::new(limits, &kit.setup.params),
            start: Stopwatch::start(kit.setup.time_source.as_ref()),
            stop,
            abort: AtomicBool::new(false),
            reason: AtomicU8::new(0),
            due: AtomicU8::new(0),
            turnstile: None,
            findings: Findings::new(kit.counters.len()),
        }
    }

    /// The engine's choices.
    #[inline]
    pub(crate) fn setup(&self) -> &'a Setup {
        &self.kit.setup
    }

    /// Ends the search for all workers. The first reason given is kept.
    pub(crate) fn finish(&self, reason: StopReason) {
        note_first(&self.reason, reason);
        // What was found before is to be seen by whoever sees this.
        self.abort.store(true, Release);
    }

    pub(crate) fn reason(&self) -> StopReason {
        decode(self.reason.load(Relaxed)).unwrap_or(StopReason::Stopped)
    }

    /// Whether a limit may end the search now: an infinite search answers when it is stopped and not before, a pondering
    /// one not before the ponder hit.
    #[inline]
    pub(crate) fn may_answer(&self) -> bool {
        !self.limits.infinite && (!self.limits.ponder || self.stop.is_ponder_hit())
    }

    /// A limit is reached: ends the search, or has it end as soon as it may answer.
    pub(crate) fn reach(&self, reason: StopReason) {
        if self.may_answer() {
            self.finish(reason);
        } else {
            note_first(&self.due, reason);
        }
    }

    /// Whether the polls alone see to it that the search ends in time: of several workers, a sleeper does
    /// (`keep_time`).
    pub(crate) fn keeps_time_by_polls(&self) -> bool {
        self.budget.hard.is_some() && self.kit.counters.len() == 1
    }

    /// Looks for a stop from outside, a limit that is due, and the limits of nodes and time.
    pub(crate) fn check_limits(&self) {
        if self.stop.is_stopped() {
            self.finish(StopReason::Stopped);
        }
        if let Some(reason) = self.due() {
            self.reach(reason);
        }
        if self.limits.nodes.is_some_and(|limit| self.kit.nodes() >= limit) {
            self.reach(StopReason::Nodes);
        }
        if self.budget.hard.is_some_and(|hard| self.start.elapsed() >= hard) {
            self.reach(StopReason::Time);
        }
    }

    /// Everything is searched: waits while no answer is allowed, then ends the search.
    pub(crate) fn finish_when_allowed(&self) {
        self.await_answer();
        let stopped = self.stop.is_stopped();
        self.finish(if stopped { StopReason::Stopped } else { self.due().unwrap_or(StopReason::Depth) });
        self.stop.wake();
    }

    /// Sleeps until the search may answer, or is stopped.
    pub(crate) fn await_answer(&self) {
        self.stop.wait(None, |_| self.is_over() || self.may_answer());
    }

    /// Sleeps until the workers are done or the hard time limit is over. The calling thread does this while the pool
    /// works: a sleeper is woken in time even where the workers outnumber the processors.
    #[cfg(feature = "threads")]
    pub(crate) fn keep_time(&self) {
        let hard = self.budget.hard;
        // Without a limit, or before it counts, there is no time to wake up at.
        self.stop.wait(None, |_| self.is_over() || hard.is_some() && self.may_answer());
        if let Some(hard) = hard {
            let left = hard.saturating_sub(self.start.elapsed());
            if !self.stop.wait(Some(left), |_| self.is_over()) {
                self.finish(StopReason::Time);
            }
        }
    }

    /// Whether the search is over, for whatever reason.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.abort.load(Acquire)
    }

    fn due(&self) -> Option<StopReason> {
        decode(self.due.load(Relaxed))
    }
}

/// What an earlier search thought best.
fn table_move<E>(kit: &Kit<E>, board: &Board) -> Option<Move> {
    let entry = if kit.setup.mode.table { kit.table.probe(position_key(board)) } else { None };
    unpack(entry?.mv)
}

/// Sets `cell` unless it is set already.
fn note_first(cell: &AtomicU8, reason: StopReason) {
    let _ = cell.compare_exchange(0, encode(reason), Relaxed, Relaxed);
}

const REASONS: [StopReason; 8] = [
    StopReason::NoLegalMove,
    StopReason::Depth,
    StopReason::Nodes,
    StopReason::Time,
    StopReason::Mate,
    StopReason::OnlyMove,
    StopReason::Stopped,
    StopReason::Observer,
];

fn encode(reason: StopReason) -> u8 {
    REASONS.iter().position(|&other| other == reason).map_or(0, |index| index as u8 + 1)
}

fn decode(code: u8) -> Option<StopReason> {
    REASONS.get(usize::from(code).checked_sub(1)?).copied()
}
