//! Lazy SMP: the same search on every thread, with one shared table (chessprogramming.org, "Lazy SMP").
//!
//! Worker 0 runs on the caller's thread, enforces the limits, and builds the outcome as soon as the search is over, from the results
//! that all workers have by then. The helpers run on threads of the engine. The search returns before they have ended; the next
//! search waits for them.

use crate::StopReason;
use crate::observer::Observer;
use crate::outcome::Outcome;
use crate::threads::answer::answer;
use crate::threads::stagger::Stagger;
use crate::threads::turnstile::Turnstile;
use crate::threads::vote::Voting;
use crate::tree::deepen::{Candidate, Reporter};
use crate::tree::search::Search;
use crate::tree::worker::{Memory, Worker};
use argali_eval::Evaluator;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How several workers share a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Teamwork {
    pub stagger: Stagger,
    pub voting: Voting,
    /// Run the workers one at a time, reproducibly.
    pub turnstile: bool,
}

/// The workers of one search.
pub(crate) struct Team<E> {
    pub search: Search<E>,
    teamwork: Teamwork,
    turnstile: Option<Turnstile>,
    /// The newest result of each worker.
    candidates: Vec<Mutex<Option<Candidate>>>,
    /// The first panic of an evaluator or observer.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl<E: Evaluator> Team<E> {
    /// The workers of a search, of which `processors` run at a time.
    pub(crate) fn new(search: Search<E>, teamwork: Teamwork, processors: usize) -> Team<E> {
        let workers = search.control.counters.workers();
        let turnstile = if workers > 1 && teamwork.turnstile {
            Some(Turnstile::one_by_one(workers))
        } else if workers > processors {
            Some(Turnstile::for_crowd(workers, processors))
        } else {
            None
        };
        let candidates = (0..workers).map(|_| Mutex::new(None)).collect();
        Team { search, teamwork, turnstile, candidates, panic: Mutex::new(None) }
    }

    /// Runs worker 0, and returns the outcome. Resumes a panic of any worker.
    pub(crate) fn lead(&self, memory: &mut Memory<E::State>, observer: &mut dyn Observer) -> Outcome {
        let outcome = self.take_part(0, |give_way| {
            let mut worker = Worker::new(&self.search, 0, memory);
            worker.give_way = Some(give_way);
            worker.reporter = Some(Reporter { observer, last: None });
            worker.deepen(|_| false, |candidate| self.note(0, candidate));
            let mut reporter = worker.reporter.take().expect("given above");
            let candidates = self.candidates.iter().filter_map(|found| lock(found).clone()).collect();
            answer(&self.search, candidates, self.teamwork.voting, &mut reporter)
        });
        match (outcome, lock(&self.panic).take()) {
            (Some(outcome), None) => outcome,
            (_, Some(panic)) => resume_unwind(panic),
            (None, None) => unreachable!("who gives no answer has left a panic"),
        }
    }

    /// Runs a helper, unless the search is over before its turn.
    pub(crate) fn help(&self, worker: usize, memory: &mut Memory<E::State>) {
        let _ = self.take_part(worker, |give_way| {
            if !self.search.control.is_over() {
                let skips = |depth| self.teamwork.stagger.skips(worker, depth);
                let mut helper = Worker::new(&self.search, worker, memory);
                helper.give_way = Some(give_way);
                helper.deepen(skips, |candidate| self.note(worker, candidate));
            }
        });
    }

    /// Runs a worker when its turn comes. A panic in it ends the search for all workers.
    fn take_part<T>(&self, worker: usize, work: impl FnOnce(&mut dyn FnMut()) -> T) -> Option<T> {
        let mut polls = 0;
        let mut give_way = || {
            if let Some(turnstile) = &self.turnstile {
                polls += 1;
                turnstile.pass(worker, polls);
            }
        };
        if let Some(turnstile) = &self.turnstile {
            turnstile.enter(worker);
        }
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut give_way)));
        let done = done.map_err(|panic| {
            lock(&self.panic).get_or_insert(panic);
            self.search.control.finish(StopReason::Stopped);
        });
        if let Some(turnstile) = &self.turnstile {
            turnstile.leave(worker);
        }
        done.ok()
    }

    fn note(&self, worker: usize, candidate: &Candidate) {
        *lock(&self.candidates[worker]) = Some(candidate.clone());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
