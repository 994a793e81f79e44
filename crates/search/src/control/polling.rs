//! How often a worker checks the limits.

use crate::control::ending::Control;
use std::time::Duration;

/// Nodes between two checks.
const INTERVAL: u64 = 512;
/// Nodes between two checks of a time limit, until the speed of the search is known.
const FIRST_INTERVAL: u64 = 16;

/// When a worker checks the limits next.
#[derive(Debug)]
pub(crate) struct Polling {
    next: u64,
    interval: u64,
    /// The time of the last check, counted from the start of the search.
    last: Duration,
}

impl Polling {
    /// The state of a worker that has not searched yet.
    pub(crate) fn new(control: &Control) -> Polling {
        let interval = if control.has_hard_limit() { FIRST_INTERVAL } else { INTERVAL };
        let mut polling = Polling { next: 0, interval, last: Duration::ZERO };
        polling.schedule(control, 0);
        polling
    }

    /// Whether a worker that has searched so many nodes must check the limits now.
    #[inline]
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Checks the limits, and schedules the next check.
    pub(crate) fn poll(&mut self, control: &Control, nodes: u64) {
        control.check();
        self.adapt(control);
        self.schedule(control, nodes);
    }

    /// Checks are milliseconds apart, so that a time limit is kept even with a slow evaluator.
    fn adapt(&mut self, control: &Control) {
        if control.has_hard_limit() {
            let elapsed = control.elapsed();
            self.interval = match elapsed.saturating_sub(self.last).as_micros() {
                ..500 => (2 * self.interval).min(INTERVAL),
                500..4_000 => self.interval,
                _ => (self.interval / 8).max(1),
            };
            self.last = elapsed;
        }
    }

    /// With one worker a node limit is exact: the last interval is shortened.
    fn schedule(&mut self, control: &Control, nodes: u64) {
        self.next = nodes + self.interval;
        if let Some(limit) = control.limits.nodes
            && control.counters.workers() == 1
            && (limit > nodes || nodes == 0)
        {
            self.next = self.next.min(limit);
        }
    }
}
