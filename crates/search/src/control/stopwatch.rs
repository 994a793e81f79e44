//! The time since a search began, by the system's clock or by one that the caller provides. On `wasm32-unknown-unknown` the standard
//! library has no clock, so the caller must provide one.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// Tells the time since some fixed moment.
pub(crate) type TimeSource = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Whether the standard library has a clock on this target.
pub(crate) const SYSTEM_HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Measures the time since it was made.
pub(crate) enum Stopwatch {
    System(Instant),
    Provided { source: TimeSource, start: Duration },
}

impl Stopwatch {
    /// Starts with `source`, or with the system's clock if there is none. The system's clock may count from an earlier moment.
    pub(crate) fn start(source: Option<&TimeSource>, since: Option<Instant>) -> Stopwatch {
        match source {
            Some(source) => Stopwatch::Provided { source: Arc::clone(source), start: source() },
            None => Stopwatch::System(since.unwrap_or_else(Instant::now)),
        }
    }

    /// The time since the start. If the source goes backwards, the time stands still.
    pub(crate) fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::System(start) => start.elapsed(),
            Stopwatch::Provided { source, start } => source().saturating_sub(*start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn a_provided_source_is_counted_from_the_start() {
        let now = Arc::new(AtomicU64::new(1_000));
        let source: TimeSource = Arc::new({
            let now = Arc::clone(&now);
            move || Duration::from_millis(now.load(Relaxed))
        });
        let stopwatch = Stopwatch::start(Some(&source), None);
        now.store(1_250, Relaxed);
        assert_eq!(stopwatch.elapsed(), Duration::from_millis(250));
        now.store(900, Relaxed);
        assert_eq!(stopwatch.elapsed(), Duration::ZERO);
    }
}
