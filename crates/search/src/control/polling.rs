//! How often a worker looks at the limits.

use crate::control::ending::Control;
use std::time::Duration;

/// Nodes from one look at the limits to the next.
const INTERVAL: u64 = 512;
/// The same while it is not known yet how long nodes take, where a time must be kept.
const FIRST_INTERVAL: u64 = 16;

/// When a worker looks at the limits next.
#[derive(Debug)]
pub(crate) struct Polling {
    next: u64,
    interval: u64,
    /// When the last look was, counted from the start of the search.
    last: Duration,
}

impl Polling {
    /// For a worker that has not searched yet.
    pub(crate) fn new(control: &Control) -> Polling {
        let interval = if control.has_hard_limit() { FIRST_INTERVAL } else { INTERVAL };
        let mut polling = Polling { next: 0, interval, last: Duration::ZERO };
        polling.schedule(control, 0);
        polling
    }

    /// Whether a worker that has searched so many nodes is to look at the limits now.
    #[inline]
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Looks at the limits, and says when to do so again.
    pub(crate) fn poll(&mut self, control: &Control, nodes: u64) {
        control.check();
        self.adapt(control);
        self.schedule(control, nodes);
    }

    /// A time limit is kept even if nodes take long, as with a slow evaluator: looks are to be milliseconds apart.
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

    /// With one worker a node limit is exact: the last interval is cut to fit.
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
