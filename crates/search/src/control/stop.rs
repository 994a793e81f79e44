//! Stops a search from outside: an atomic that every node reads, and a condition variable for threads that wait.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Stops a search, or turns pondering into searching, from any thread.
///
/// Clones control the same search. A handle stays stopped, so use a new one for each search. A search with a handle that has stopped
/// an earlier search fails with [`AlreadyStopped`]. One handle for a series of searches therefore cancels the rest of the series.
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

/// The stop handle has stopped an earlier search, so this search did not start. Use a new [`StopHandle`] for each search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlreadyStopped;

impl fmt::Display for AlreadyStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the stop handle has stopped an earlier search; each search needs a new one")
    }
}

impl std::error::Error for AlreadyStopped {}

/// Stops a search when it is dropped. Made by [`StopHandle::stop_on_drop`].
#[derive(Debug)]
#[must_use = "dropped at once, it stops at once"]
pub struct StopOnDrop(StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[derive(Debug, Default)]
struct Signal {
    /// Whether a search has started with this handle.
    used: AtomicBool,
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

    /// Ends the search: each worker stops within its next node. The search still returns its best move.
    pub fn stop(&self) {
        self.signal.stopped.store(true, Relaxed);
        self.wake();
    }

    /// A guard that stops the search when it is dropped, for example together with a task, a connection or a window.
    ///
    /// ```
    /// use argali_search::StopHandle;
    ///
    /// let stop = StopHandle::new();
    /// let guard = stop.stop_on_drop();
    /// assert!(!stop.is_stopped());
    /// drop(guard);
    /// assert!(stop.is_stopped());
    /// ```
    pub fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(self.clone())
    }

    /// Starts a search with this handle. A handle that was stopped before its first search ends that search at once. A stopped handle
    /// that has been used before is an error.
    pub(crate) fn begin(&self) -> Result<(), AlreadyStopped> {
        if self.signal.used.swap(true, Relaxed) {
            self.signal.ponder_hit.store(false, Relaxed);
            if self.is_stopped() {
                return Err(AlreadyStopped);
            }
        }
        Ok(())
    }

    /// The opponent played the expected move: from now on the limits apply. The time since the search began counts as used.
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

    /// Wakes all waiting threads. The lock prevents that a wake-up falls between a thread's check and its sleep.
    pub(crate) fn wake(&self) {
        drop(self.signal.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.signal.changed.notify_all();
    }
}
