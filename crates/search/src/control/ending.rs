//! The end of a search: its conditions and its reason.

use crate::control::counters::Counters;
use crate::control::stop::StopHandle;
use crate::control::stopwatch::Stopwatch;
use crate::control::time::{Iteration, TimeManager};
use crate::limits::Limits;
use crate::outcome::StopReason;
use crate::params::Params;
use std::sync::OnceLock;
use std::time::Duration;

/// Decides when a search ends. All workers of the search share it.
pub(crate) struct Control {
    pub limits: Limits,
    pub counters: Counters,
    time: TimeManager,
    stop: StopHandle,
    /// Why the search is over. Only the first reason is kept.
    reason: OnceLock<StopReason>,
    /// The limit that was reached first while the search was not allowed to end (infinite, ponder).
    due: OnceLock<StopReason>,
}

impl Control {
    /// The state at the start of a search with so many workers.
    pub(crate) fn new(
        limits: &Limits,
        params: &Params,
        stopwatch: Stopwatch,
        stop: &StopHandle,
        workers: usize,
    ) -> Control {
        Control {
            limits: limits.clone(),
            counters: Counters::new(workers),
            time: TimeManager::new(limits, params, stopwatch),
            stop: stop.clone(),
            reason: OnceLock::new(),
            due: OnceLock::new(),
        }
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    /// Whether there is a time limit, now or after a ponder hit.
    pub(crate) fn has_hard_limit(&self) -> bool {
        self.time.has_hard_limit()
    }

    /// Whether the search is over. Every node checks this.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.reason.get().is_some()
    }

    /// Why the search is over.
    pub(crate) fn reason(&self) -> StopReason {
        self.reason.get().copied().unwrap_or(StopReason::Stopped)
    }

    /// Ends the search.
    pub(crate) fn finish(&self, reason: StopReason) {
        if self.reason.set(reason).is_ok() {
            self.stop.wake();
        }
    }

    /// A limit is reached: ends the search, now or as soon as it is allowed to end.
    pub(crate) fn reach(&self, reason: StopReason) {
        if self.may_answer() {
            self.finish(reason);
        } else {
            // If several limits are reached, the first is the reason.
            let _ = self.due.set(reason);
        }
    }

    /// Checks for a stop from outside, for a limit that was reached earlier, and the limits of nodes and time.
    pub(crate) fn check(&self) {
        if self.stop.is_stopped() {
            self.finish(StopReason::Stopped);
        }
        if let Some(&reason) = self.due.get() {
            self.reach(reason);
        }
        if self.limits.nodes.is_some_and(|limit| self.counters.nodes() >= limit) {
            self.reach(StopReason::Nodes);
        }
        if self.time.is_hard_limit_over() {
            self.reach(StopReason::Time);
        }
    }

    /// Checks the limits that end a search between two iterations.
    pub(crate) fn check_iteration(&self, iteration: &Iteration) {
        if let (Some(moves), Some(plies)) = (self.limits.mate, iteration.score.plies_to_mate())
            && iteration.score.is_win()
            && plies.div_ceil(2) <= moves as usize
        {
            self.reach(StopReason::Mate);
        }
        if self.limits.soft_nodes.is_some_and(|soft| self.counters.nodes() >= soft) {
            self.reach(StopReason::Nodes);
        }
        if let Some(reason) = self.time.is_enough(iteration) {
            self.reach(reason);
        }
    }

    /// Everything is searched: waits until the search may end, then ends it.
    pub(crate) fn finish_when_allowed(&self) {
        self.await_permission();
        let stopped = self.stop.is_stopped();
        let due = || self.due.get().copied().unwrap_or(StopReason::Depth);
        self.finish(if stopped { StopReason::Stopped } else { due() });
    }

    /// Sleeps until the search may end, or is over.
    pub(crate) fn await_permission(&self) {
        self.stop.wait(|| self.is_over() || self.may_answer());
    }

    /// Whether a limit may end the search now. An infinite search ends only when it is stopped, and a ponder search not before the
    /// ponder hit.
    fn may_answer(&self) -> bool {
        !self.limits.infinite && (!self.limits.ponder || self.stop.is_ponder_hit())
    }
}
