//! Limits how many workers run at a time. The others wait in a queue.
//!
//! With one place and a hand-over at each poll, Lazy SMP is deterministic: any number of workers search the same nodes and find the
//! same line on every run, because they access all shared state (the table, the stop signal) in a fixed order. If time is counted
//! as the nodes of the busiest worker, a machine with two processors can measure how 256 workers would scale.
//!
//! With as many places as processors, a larger number of workers does not delay the threads that must react at once: worker 0 and the
//! thread that handles a stop. A fair scheduler would let each of the other workers run for some milliseconds first.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Polls of a helper before it gives up its place: a few milliseconds.
const POLLS_IN_A_CROWD: u32 = 8;

/// Lets a given number of workers run at a time.
#[derive(Debug)]
pub(crate) struct Turnstile {
    /// Whether worker 0 gives up its place like the others.
    main_waits: bool,
    /// Polls of a worker before it gives up its place.
    polls: u32,
    queue: Mutex<Queue>,
    /// One for each worker, so that a hand-over wakes only the next one.
    turn_comes: Vec<Condvar>,
}

#[derive(Debug)]
struct Queue {
    /// Whether a worker has a place. Places are assigned before the threads arrive, so that the order does not depend on their timing.
    has_place: Vec<bool>,
    /// The workers without a place, in the order in which they get one.
    waiting: VecDeque<usize>,
}

impl Turnstile {
    /// One place, which is handed over at each poll.
    pub(crate) fn one_by_one(workers: usize) -> Turnstile {
        Turnstile::new(workers, 1, 1, true)
    }

    /// For more workers than `places`: worker 0 keeps its place, and the others share the rest.
    pub(crate) fn for_crowd(workers: usize, places: usize) -> Turnstile {
        Turnstile::new(workers, places, POLLS_IN_A_CROWD, false)
    }

    fn new(workers: usize, places: usize, polls: u32, main_waits: bool) -> Turnstile {
        let has_place = (0..workers).map(|worker| worker < places).collect();
        let queue = Mutex::new(Queue { has_place, waiting: (places..workers).collect() });
        Turnstile { main_waits, polls, queue, turn_comes: (0..workers).map(|_| Condvar::new()).collect() }
    }

    /// Waits for the first turn of a worker.
    pub(crate) fn enter(&self, worker: usize) {
        self.await_turn(self.lock(), worker);
    }

    /// Called at the `poll`th poll of a worker, from 1. If its turn is over, hands its place to the worker that has waited longest, and
    /// waits for the next turn.
    pub(crate) fn pass(&self, worker: usize, poll: u32) {
        if (worker == 0 && !self.main_waits) || !poll.is_multiple_of(self.polls) {
            return;
        }
        let mut queue = self.lock();
        if !queue.waiting.is_empty() {
            queue.waiting.push_back(worker);
            self.hand_over(&mut queue, worker);
            self.await_turn(queue, worker);
        }
    }

    /// Releases the place of a worker that has finished.
    pub(crate) fn leave(&self, worker: usize) {
        self.hand_over(&mut self.lock(), worker);
    }

    fn hand_over(&self, queue: &mut Queue, worker: usize) {
        queue.has_place[worker] = false;
        if let Some(next) = queue.waiting.pop_front() {
            queue.has_place[next] = true;
            self.turn_comes[next].notify_one();
        }
    }

    fn await_turn(&self, queue: MutexGuard<'_, Queue>, worker: usize) {
        drop(
            self.turn_comes[worker]
                .wait_while(queue, |queue| !queue.has_place[worker])
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[test]
    fn workers_take_turns_in_order_and_may_leave() {
        let turnstile = Turnstile::one_by_one(3);
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for worker in (0..3).rev() {
                let (turnstile, order) = (&turnstile, &order);
                scope.spawn(move || {
                    turnstile.enter(worker);
                    for poll in 0..=worker {
                        order.lock().unwrap().push(worker);
                        turnstile.pass(worker, poll as u32 + 1);
                    }
                    turnstile.leave(worker);
                });
            }
        });
        assert_eq!(order.into_inner().unwrap(), [0, 1, 2, 1, 2, 2]);
    }

    #[test]
    fn the_first_of_a_crowd_keeps_its_place() {
        let turnstile = Turnstile::for_crowd(4, 2);
        let places = || turnstile.lock().has_place.clone();
        turnstile.enter(0);
        // A hand-over would block forever here, because there is no other worker.
        (1..=3 * POLLS_IN_A_CROWD).for_each(|poll| turnstile.pass(0, poll));
        assert_eq!(places(), [true, true, false, false]);
        turnstile.leave(1);
        assert_eq!(places(), [true, false, true, false]);
        turnstile.leave(0);
        assert_eq!(places(), [false, false, true, true]);
    }

    #[test]
    fn of_a_crowd_a_few_run_at_a_time() {
        let (workers, places) = (9, 3);
        let turnstile = Turnstile::for_crowd(workers, places);
        let (inside, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            // Worker 0 always has one of the places.
            for worker in 1..workers {
                let (turnstile, inside, turns) = (&turnstile, &inside, &turns);
                scope.spawn(move || {
                    turnstile.enter(worker);
                    for poll in 1..=10 * POLLS_IN_A_CROWD {
                        assert!(inside.fetch_add(1, SeqCst) < places - 1);
                        std::thread::yield_now();
                        inside.fetch_sub(1, SeqCst);
                        turnstile.pass(worker, poll);
                        turns.fetch_add(1, SeqCst);
                    }
                    turnstile.leave(worker);
                });
            }
        });
        assert_eq!(turns.into_inner(), (workers - 1) * 10 * POLLS_IN_A_CROWD as usize);
    }
}
