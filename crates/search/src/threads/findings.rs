//! What the workers of a search have found so far, for all to see.
//!
//! Worker 0 answers from this as soon as it is done itself. It does not wait for the others to end: with hundreds of workers on a few
//! processors that takes a while.

use crate::outcome::Line;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a worker has to show.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The deepest iteration that was completed (plies); 0 if none was.
    pub depth: u32,
    /// The best lines, best first; at least one.
    pub lines: Vec<Line>,
}

/// The newest finding of each worker.
#[derive(Debug)]
pub(crate) struct Findings {
    newest: Vec<Mutex<Option<Found>>>,
}

impl Findings {
    /// Nothing yet, of this many workers.
    pub(crate) fn new(workers: usize) -> Findings {
        Findings { newest: (0..workers).map(|_| Mutex::new(None)).collect() }
    }

    /// Replaces what a worker has found.
    pub(crate) fn note(&self, worker: usize, found: Found) {
        *lock(&self.newest[worker]) = Some(found);
    }

    /// What each worker that found anything has found, worker 0 first.
    pub(crate) fn all(&self) -> Vec<Found> {
        self.newest.iter().filter_map(|found| lock(found).clone()).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
