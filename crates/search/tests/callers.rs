//! Mistakes of callers, and unusual requests.

use argali_search::{Clock, Engine, Evaluator, IterationReport, Limits, Position, Score, StopHandle};
use cozy_chess::Board;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// An evaluator that panics at a certain call.
struct Fragile {
    calls: AtomicU64,
    last: u64,
}

impl Evaluator for Fragile {
    type State = ();

    fn evaluate(&self, _: &Board, (): &mut ()) -> i32 {
        assert!(self.calls.fetch_add(1, Ordering::Relaxed) < self.last, "the evaluator breaks");
        7
    }
}

#[test]
fn a_panic_of_an_evaluator_reaches_the_caller_from_any_thread() {
    for (threads, turnstile) in [(1, false), (2, false), (5, false), (2, true), (5, true)] {
        for limits in [Limits::new().infinite(), Limits::new().depth(20)] {
            let evaluator = Fragile { calls: AtomicU64::new(0), last: 5_000 };
            let builder = Engine::builder().hash_mib(1).threads(threads).turnstile(turnstile);
            let mut engine = builder.evaluator(evaluator).build().unwrap();
            let search = || engine.search(&Position::startpos(), &limits).nodes;
            assert!(
                catch_unwind(AssertUnwindSafe(search)).is_err(),
                "{threads} threads, turnstile {turnstile}"
            );
        }
    }
}

#[test]
fn a_panic_of_an_observer_reaches_the_caller() {
    for threads in [1, 2, 5] {
        let mut engine = Engine::builder().hash_mib(1).threads(threads).build().unwrap();
        let mut observer = |report: &IterationReport| assert!(report.depth < 4, "the observer breaks");
        let limits = Limits::new().infinite();
        let search = || {
            engine
                .search_observed(&Position::startpos(), &limits, &StopHandle::new(), &mut observer)
                .unwrap()
                .nodes
        };
        assert!(catch_unwind(AssertUnwindSafe(search)).is_err(), "{threads} threads");
        let after = engine.search(&Position::startpos(), &Limits::new().depth(4));
        assert!(after.best.is_some());
    }
}

#[test]
fn endless_clocks_are_no_trouble() {
    let (long, minute) = (Duration::MAX, Duration::from_secs(60));
    let clocks = [(minute, long), (long, long), (long, Duration::ZERO), (Duration::ZERO, long)];
    for (remaining, increment) in clocks {
        for overhead in [Duration::ZERO, long] {
            let limits = Limits::new().clock(Clock::new(remaining, increment)).overhead(overhead).depth(2);
            let mut engine = Engine::builder().hash_mib(1).build().unwrap();
            let outcome = engine.search(&Position::startpos(), &limits);
            assert!(outcome.best.is_some(), "{limits:?}");
        }
    }
}

#[test]
fn depths_of_nothing_and_one_are_searched_by_several_threads_exactly() {
    for threads in [1, 2, 4] {
        let mut engine = Engine::builder().hash_mib(1).threads(threads).build().unwrap();
        for depth in [0, 1, 2, 3].repeat(10) {
            engine.new_game();
            let limits = Limits::new().depth(depth);
            let outcome = engine.search(&Position::startpos(), &limits);
            assert_eq!(outcome.depth, depth.max(1), "{threads} threads");
        }
    }
}

#[test]
fn no_nodes_are_none() {
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    let limits = Limits::new().nodes(0);
    let outcome = engine.search(&Position::startpos(), &limits);
    assert_eq!((outcome.nodes, outcome.best.is_some()), (0, true));
}

#[test]
fn lines_of_an_interrupted_search_are_in_order() {
    let fens = [
        "3qk3/1q1q1q1q/q3q3/2q2q2/2Q2Q2/Q3Q3/1Q1Q1Q1Q/3QK3 w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ];
    let mut engine = Engine::builder().hash_mib(4).build().unwrap();
    for nodes in [300, 1_000, 3_000, 7_000, 20_000] {
        for fen in fens {
            let limits = Limits::new().nodes(nodes).multi_pv(500);
            let outcome = engine.search(&fen.parse().unwrap(), &limits);
            let scores: Vec<Score> = outcome.lines.iter().map(|line| line.score).collect();
            assert!(scores.is_sorted_by(|one, other| one >= other), "{fen}, {nodes} nodes: {scores:?}");
        }
    }
}

/// A slow evaluator.
struct Slow;

impl Evaluator for Slow {
    type State = ();

    fn evaluate(&self, _: &Board, (): &mut ()) -> i32 {
        std::thread::sleep(Duration::from_millis(2));
        0
    }
}

#[test]
fn a_slow_evaluator_does_not_overstep_the_time() {
    let mut engine = Engine::builder().hash_mib(1).evaluator(Slow).build().unwrap();
    let limits = Limits::new().move_time(Duration::from_millis(100));
    let outcome = engine.search(&Position::startpos(), &limits);
    // One poll in 512 nodes would be a second late.
    assert!(outcome.elapsed < Duration::from_millis(500), "{:?}", outcome.elapsed);
}
