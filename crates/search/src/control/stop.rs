//! Stopping a search from outside: one atomic that every node reads, and a condition variable for those who wait.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Stops a search, or turns pondering into searching, from any thread.
///
/// Make a fresh handle for each search; a handle stays stopped. Clones control the same search.
///
/// ```
/// use argali_search::StopHandle;
///
/// let stop = StopHandle::new();
/// let elsewhere = stop.clone();
/// std::thread::spawn(move || elsewhere.stop()).join().unwrap();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    signal: Arc<Signal>,
}

#[derive(Debug, Default)]
struct Signal {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopHandle {
    /// A handle that is not stopped.
    #[must_use]
    pub fn new() -> StopHandle {
        StopHandle::default()
    }

    /// Ends the search as soon as the workers see it, each within its next node. The search still answers its best move.
    pub fn stop(&self) {
        self.signal.stopped.store(true, Relaxed);
        self.wake();
    }

    /// The opponent played the move that was pondered on: the clock of the limits counts from now on, with the time
    /// since the search began as used.
    pub fn ponder_hit(&self) {
        self.signal.ponder_hit.store(true, Relaxed);
        self.wake();
    }

    /// Whether [`StopHandle::stop`] was called.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.signal.stopped.load(Relaxed)
    }

    /// Whether [`StopHandle::ponder_hit`] was called.
    #[inline]
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.signal.ponder_hit.load(Relaxed)
    }

    /// Sleeps until `until` holds.
    pub(crate) fn wait(&self, until: impl Fn() -> bool) {
        let guard = self.signal.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.signal.changed.wait_while(guard, |()| !until());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Wakes those who wait. The lock is taken so that no wake-up falls between a waiter's check and its sleep.
    pub(crate) fn wake(&self) {
        drop(self.signal.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.signal.changed.notify_all();
    }
}
