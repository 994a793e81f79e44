//! The threads of an engine, and which callers wait for them.

use argali_search::cozy_chess::Board;
use argali_search::eval::Classical;
use argali_search::{Engine, Evaluator, Limits, Position, Silent, StopHandle, StopReason};
use argali_suite::BENCH;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap()
}

/// A caller in rayon's pool waits for its search, and does not run other work meanwhile.
#[test]
fn searches_in_a_rayon_pool_are_not_nested() {
    thread_local! {
        static OPEN: Cell<usize> = const { Cell::new(0) };
    }
    pool().install(|| {
        BENCH.par_iter().for_each(|fen| {
            let mut engine = Engine::builder().hash_mib(1).threads(2).build().unwrap();
            assert_eq!(OPEN.replace(1), 0, "a search within a search");
            let outcome = engine.search(&position(fen), &Limits::new().depth(5));
            OPEN.set(0);
            assert!(outcome.best.is_some(), "{fen}");
        });
    });
}

#[test]
fn a_thread_local_engine_serves_a_rayon_pool() {
    thread_local! {
        static ENGINE: RefCell<Engine> =
            RefCell::new(Engine::builder().hash_mib(1).threads(2).build().unwrap());
    }
    let limits = Limits::new().depth(5);
    let nodes: u64 = pool().install(|| {
        let search =
            |fen: &&str| ENGINE.with_borrow_mut(|engine| engine.search(&position(fen), &limits).nodes);
        BENCH.par_iter().map(search).sum()
    });
    assert!(nodes > 0);
}

/// Whether this is a thread that an engine has started.
fn is_helper() -> bool {
    std::thread::current().name().is_some_and(|name| name.starts_with("argali-"))
}

/// Delays helpers by a second at each evaluation.
struct SlowForHelpers;

impl Evaluator for SlowForHelpers {
    type State = ();

    fn evaluate(&self, board: &Board, (): &mut ()) -> i32 {
        if is_helper() {
            std::thread::sleep(Duration::from_secs(1));
        }
        Classical.evaluate(board, &mut ())
    }
}

#[test]
fn the_answer_does_not_wait_for_the_helpers() {
    let mut engine = Engine::builder().hash_mib(1).threads(3).evaluator(SlowForHelpers).build().unwrap();
    let limits = Limits::new().move_time(Duration::from_millis(100));
    let start = Instant::now();
    let outcome = engine.search(&Position::startpos(), &limits);
    assert_eq!(outcome.stop_reason, StopReason::Time);
    assert!(start.elapsed() < Duration::from_millis(600), "{:?}", start.elapsed());
    // The next search gets the helpers again.
    engine.new_game();
    assert!(engine.search(&Position::startpos(), &limits).best.is_some());
}

/// Panics once, in a helper.
struct BreaksInAHelper(AtomicBool);

impl Evaluator for BreaksInAHelper {
    type State = ();

    fn evaluate(&self, board: &Board, (): &mut ()) -> i32 {
        assert!(!is_helper() || self.0.swap(true, Relaxed), "the evaluator breaks");
        Classical.evaluate(board, &mut ())
    }
}

#[test]
fn after_a_panic_in_a_helper_the_engine_is_whole() {
    let evaluator = BreaksInAHelper(AtomicBool::new(false));
    let mut engine = Engine::builder().hash_mib(1).threads(2).evaluator(evaluator).build().unwrap();
    let endless = Limits::new().infinite();
    let search = || engine.search(&Position::startpos(), &endless).nodes;
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    let limits = Limits::new().depth(6);
    let outcome = engine.search(&Position::startpos(), &limits);
    assert_eq!(outcome.stop_reason, StopReason::Depth);
    assert!(outcome.depth >= 6 && outcome.best.is_some());
}

#[test]
fn threads_end_with_their_engine() {
    let evaluator = Arc::new(Classical);
    let mut engine =
        Engine::builder().hash_mib(1).threads(8).evaluator(Arc::clone(&evaluator)).build().unwrap();
    for threads in [8, 2, 5] {
        engine.set_threads(threads).unwrap();
        let limits = Limits::new().nodes(3_000);
        let _ = engine.search(&Position::startpos(), &limits);
    }
    drop(engine);
    assert_eq!(Arc::strong_count(&evaluator), 1);
}

/// Tries several times, because the machine may be busy.
#[test]
fn hundreds_of_threads_stop_within_100_milliseconds() {
    let mut engine = Engine::builder().hash_mib(16).threads(300).build().unwrap();
    let mut late = Vec::new();
    for _ in 0..10 {
        let stop = StopHandle::new();
        let after = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let limits = Limits::new().infinite();
                let _ = engine.search_observed(&position(BENCH[1]), &limits, &stop, &mut Silent).unwrap();
                Instant::now()
            });
            std::thread::sleep(Duration::from_millis(200));
            let stopped = Instant::now();
            stop.stop();
            search.join().unwrap() - stopped
        });
        if after < Duration::from_millis(100) {
            return;
        }
        late.push(after);
    }
    panic!("{late:?}");
}
