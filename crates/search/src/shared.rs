//! What the workers of one search share: the limits, how far they are reached, and the signal that ends it.

use crate::StopReason;
use crate::clock::Budget;
use crate::game::Position;
use crate::kit::Kit;
use crate::limits::Limits;
use crate::root_move::RootMove;
use crate::setup::Setup;
use crate::stop::StopHandle;
use crate::turnstile::Turnstile;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::time::Instant;

/// What all workers of one search see.
pub(crate) struct Shared<'a, E> {
    pub kit: &'a Kit<E>,
    pub root: &'a Position,
    /// The root moves to search, with their tablebase ranks, best rank first.
    pub root_moves: Vec<RootMove>,
    pub limits: &'a Limits,
    pub budget: Budget,
    pub start: Instant,
    pub stop: &'a StopHandle,
    /// Set once, by whoever sees first that the search is over.
    pub abort: AtomicBool,
    /// The time for the move was used up while pondering.
    pub stop_on_ponder_hit: AtomicBool,
    reason: AtomicU8,
    pub turnstile: Option<Turnstile>,
}

impl<'a, E> Shared<'a, E> {
    pub(crate) fn new(
        kit: &'a Kit<E>,
        root: &'a Position,
        limits: &'a Limits,
        stop: &'a StopHandle,
    ) -> Shared<'a, E> {
        Shared {
            kit,
            root,
            root_moves: RootMove::all(root.board(), limits),
            limits,
            budget: Budget::new(limits, &kit.setup.params),
            start: Instant::now(),
            stop,
            abort: AtomicBool::new(false),
            stop_on_ponder_hit: AtomicBool::new(false),
            reason: AtomicU8::new(0),
            turnstile: None,
        }
    }

    /// The engine's choices.
    #[inline]
    pub(crate) fn setup(&self) -> &'a Setup {
        &self.kit.setup
    }

    /// Ends the search for all workers. The first reason given is kept.
    pub(crate) fn finish(&self, reason: StopReason) {
        let _ = self.reason.compare_exchange(0, encode(reason), Relaxed, Relaxed);
        self.abort.store(true, Relaxed);
    }

    pub(crate) fn reason(&self) -> StopReason {
        decode(self.reason.load(Relaxed)).unwrap_or(StopReason::Stopped)
    }

    /// Whether the limits other than depth wait for a ponder hit.
    #[inline]
    pub(crate) fn pondering(&self) -> bool {
        self.limits.ponder && !self.stop.is_ponder_hit()
    }

    /// Checks node limit and hard time limit.
    pub(crate) fn check_limits(&self) {
        if self.stop.is_stopped() {
            self.finish(StopReason::Stopped);
        }
        if self.pondering() {
            return;
        }
        if self.stop_on_ponder_hit.load(Relaxed) {
            self.finish(StopReason::Time);
        }
        if self.limits.nodes.is_some_and(|limit| self.kit.nodes() >= limit) {
            self.finish(StopReason::Nodes);
        }
        if self.budget.hard.is_some_and(|hard| self.start.elapsed() >= hard) {
            self.finish(StopReason::Time);
        }
    }

    /// Sleeps until the workers are done or the hard time limit is over. The calling thread does this while the pool
    /// works: a sleeper is woken in time even where the workers outnumber the processors.
    #[cfg(feature = "threads")]
    pub(crate) fn keep_time(&self) {
        let over = |stop: &StopHandle| stop.is_stopped() || self.abort.load(Relaxed);
        loop {
            let hard = if self.pondering() { None } else { self.budget.hard };
            let Some(hard) = hard else {
                let ponder = self.limits.ponder;
                if self.stop.wait(None, |stop| over(stop) || ponder && stop.is_ponder_hit())
                    && over(self.stop)
                {
                    return;
                }
                if self.budget.hard.is_none() {
                    self.stop.wait(None, over);
                    return;
                }
                continue;
            };
            let left = hard.saturating_sub(self.start.elapsed());
            if self.stop.wait(Some(left), over) {
                return;
            }
            self.check_limits();
        }
    }
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
