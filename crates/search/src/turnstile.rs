//! A deterministic schedule for Lazy SMP: exactly one worker runs at a time, and hands over in fixed order after a fixed
//! number of nodes.
//!
//! Under the turnstile any number of workers search the same nodes and find the same line on every run, because all that
//! they share (the table, the stop signal) is touched in a fixed order. Counting time as the nodes of the busiest
//! worker, a machine with two processors can measure how 256 workers would scale.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lets one worker through at a time, in a ring.
#[derive(Debug)]
pub(crate) struct Turnstile {
    state: Mutex<State>,
    /// One for each worker, so that a hand-over wakes only the next one.
    turn_comes: Vec<Condvar>,
}

#[derive(Debug)]
struct State {
    turn: usize,
    running: Vec<bool>,
}

impl Turnstile {
    /// A turnstile for this many workers; worker 0 has the first turn.
    pub(crate) fn new(workers: usize) -> Turnstile {
        Turnstile {
            state: Mutex::new(State { turn: 0, running: vec![true; workers] }),
            turn_comes: (0..workers).map(|_| Condvar::new()).collect(),
        }
    }

    /// Waits for the first turn of a worker.
    #[cfg(any(feature = "threads", test))]
    pub(crate) fn enter(&self, worker: usize) {
        self.await_turn(self.lock(), worker);
    }

    /// Hands over to the next worker and waits for the own turn to come again.
    pub(crate) fn pass(&self, worker: usize) {
        let mut state = self.lock();
        if self.hand_over(&mut state, worker) {
            self.await_turn(state, worker);
        }
    }

    /// Leaves the ring for good.
    #[cfg(any(feature = "threads", test))]
    pub(crate) fn leave(&self, worker: usize) {
        let mut state = self.lock();
        state.running[worker] = false;
        if state.turn == worker {
            self.hand_over(&mut state, worker);
        }
    }

    /// Gives the turn to the next running worker; false if that is the same one, or none.
    fn hand_over(&self, state: &mut State, worker: usize) -> bool {
        let workers = state.running.len();
        let next = (1..workers).map(|step| (worker + step) % workers).find(|&other| state.running[other]);
        if let Some(next) = next {
            state.turn = next;
            self.turn_comes[next].notify_one();
        }
        next.is_some()
    }

    fn await_turn(&self, state: MutexGuard<'_, State>, worker: usize) {
        drop(
            self.turn_comes[worker]
                .wait_while(state, |state| state.turn != worker)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_take_turns_in_order_and_may_leave() {
        let turnstile = Turnstile::new(3);
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for worker in (0..3).rev() {
                let (turnstile, order) = (&turnstile, &order);
                scope.spawn(move || {
                    turnstile.enter(worker);
                    for _ in 0..=worker {
                        order.lock().unwrap().push(worker);
                        turnstile.pass(worker);
                    }
                    turnstile.leave(worker);
                });
            }
        });
        assert_eq!(order.into_inner().unwrap(), [0, 1, 2, 1, 2, 2]);
    }
}
