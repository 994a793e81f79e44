//! Background searches: the engine moves into a thread and is returned with the outcome.
//!
//! The handle *owns* the engine during the search and does not borrow it, because handles are stored where borrows are
//! impractical: in the state of a window, in an actor, in a map of searches. Moving the engine moves a few pointers. A
//! caller that can borrow needs no handle: it can use [`std::thread::scope`] with [`Engine::search`].

use crate::control::stop::StopHandle;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::observer::{Flow, IterationReport, Observer};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::threads::helpers::STACK_SIZE;
use crate::{DefaultEvaluator, Evaluator};
use std::fmt;
use std::iter::FusedIterator;
use std::sync::mpsc::{self, Receiver};
use std::thread::{Builder, JoinHandle};

impl<E: Evaluator> Engine<E> {
    /// Starts a background search. It owns the engine until [`SearchHandle::join`] returns it.
    ///
    /// Available with the feature `threads`.
    ///
    /// ```
    /// use argali_search::{Engine, Limits, Position};
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let mut search = engine.spawn(Position::startpos(), Limits::new().infinite())?;
    /// for report in &mut search {
    ///     if report.depth >= 4 {
    ///         break;
    ///     }
    /// }
    /// search.stop();
    /// let (engine, outcome) = search.join();
    /// assert!(outcome.best.is_some());
    /// # drop(engine);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SpawnError`], which contains the engine, if the system refuses to start a thread.
    pub fn spawn(self, position: Position, limits: Limits) -> Result<SearchHandle<E>, SpawnError<E>> {
        let (sender, reports) = mpsc::channel();
        // The receiver may be gone.
        let send = move |report: &IterationReport| drop(sender.send(report.clone()));
        self.start(position, limits, send, reports)
    }

    /// As [`Engine::spawn`], but a closure receives the reports on the thread of the search, for example to forward them to an event
    /// loop or an asynchronous channel. The handle then yields no reports.
    ///
    /// # Errors
    /// As [`Engine::spawn`].
    pub fn spawn_with<R: Flow>(
        self,
        position: Position,
        limits: Limits,
        report: impl FnMut(&IterationReport) -> R + Send + 'static,
    ) -> Result<SearchHandle<E>, SpawnError<E>> {
        self.spawn_observed(position, limits, report)
    }

    /// As [`Engine::spawn_with`], with an [`Observer`].
    ///
    /// # Errors
    /// As [`Engine::spawn`].
    pub fn spawn_observed(
        self,
        position: Position,
        limits: Limits,
        observer: impl Observer + 'static,
    ) -> Result<SearchHandle<E>, SpawnError<E>> {
        self.start(position, limits, observer, mpsc::channel().1)
    }

    fn start(
        self,
        position: Position,
        limits: Limits,
        mut observer: impl Observer + 'static,
        reports: Receiver<IterationReport>,
    ) -> Result<SearchHandle<E>, SpawnError<E>> {
        let stop = StopHandle::new();
        // The engine is sent once the thread exists. If it were captured by the closure, a failed start would drop it.
        let (hand_over, handed_over) = mpsc::channel::<Engine<E>>();
        let thread = Builder::new().name("argali-search".to_owned()).stack_size(STACK_SIZE).spawn({
            let stop = stop.clone();
            move || {
                let mut engine = handed_over.recv().expect("the engine follows its thread");
                let outcome = engine.run(&position, &limits, &stop, &mut observer);
                (engine, outcome)
            }
        });
        match thread {
            Ok(thread) => {
                // The thread waits for this message. If the thread were gone, `join` would report that.
                drop(hand_over.send(self));
                Ok(SearchHandle { reports, stop, thread: Some(thread) })
            }
            Err(reason) => Err(SpawnError { engine: Box::new(self), reason }),
        }
    }
}

/// A search that runs in the background, made by [`Engine::spawn`].
///
/// It is an iterator over the search's reports, which ends with the search. Iterate over `&mut search` to keep the handle.
/// Reports are queued until they are taken; there are a few for each depth.
///
/// Dropping the handle stops the search, waits for the thread to end (a few milliseconds) and drops the engine.
#[must_use = "dropping the handle stops the search"]
pub struct SearchHandle<E: Evaluator = DefaultEvaluator> {
    reports: Receiver<IterationReport>,
    stop: StopHandle,
    /// `None` only after `join`.
    thread: Option<JoinHandle<(Engine<E>, Outcome)>>,
}

impl<E: Evaluator> SearchHandle<E> {
    /// Stops the search. [`SearchHandle::join`] returns its outcome.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Tells a search with [`Limits::ponder`] that the opponent played the expected move.
    pub fn ponder_hit(&self) {
        self.stop.ponder_hit();
    }

    /// A handle that stops this search from another place.
    #[must_use]
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// The next report, if one is available. Never blocks; for event loops.
    #[must_use]
    pub fn try_next(&mut self) -> Option<IterationReport> {
        self.reports.try_recv().ok()
    }

    /// Whether the search is over, so that [`SearchHandle::join`] would not block.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end of the search, and returns the engine and the outcome. A search without a limit ends only when it is
    /// stopped.
    ///
    /// # Panics
    /// Resumes a panic of the caller's evaluator or tablebase, if there was one. The search itself does not panic.
    #[must_use]
    pub fn join(mut self) -> (Engine<E>, Outcome) {
        let thread = self.thread.take().expect("a handle is joined once, by value");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl<E: Evaluator> Iterator for SearchHandle<E> {
    type Item = IterationReport;

    /// Waits for the next report; `None` when the search is over.
    fn next(&mut self) -> Option<IterationReport> {
        self.reports.recv().ok()
    }
}

impl<E: Evaluator> FusedIterator for SearchHandle<E> {}

impl<E: Evaluator> Drop for SearchHandle<E> {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            // Only `join` reports a panic of the search.
            drop(thread.join());
        }
    }
}

impl<E: Evaluator> fmt::Debug for SearchHandle<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchHandle").field("finished", &self.is_finished()).finish_non_exhaustive()
    }
}

/// The system refused to start the thread of a background search. The engine is unchanged.
#[non_exhaustive]
pub struct SpawnError<E: Evaluator = DefaultEvaluator> {
    /// The engine.
    pub engine: Box<Engine<E>>,
    /// The system's error.
    pub reason: std::io::Error,
}

impl<E: Evaluator + 'static> fmt::Display for SpawnError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system refused to start a thread for the search: {}", self.reason)
    }
}

impl<E: Evaluator + 'static> std::error::Error for SpawnError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

// A derived implementation would require `E: Debug`.
impl<E: Evaluator> fmt::Debug for SpawnError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpawnError").field("engine", &self.engine).field("reason", &self.reason).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopReason;
    use cozy_chess::Board;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::{Duration, Instant};

    /// Shows by its counter whether it was used, and by the counter's owners whether its engine was dropped.
    struct Counted(Arc<AtomicUsize>);

    impl Evaluator for Counted {
        type State = ();

        fn evaluate(&self, board: &Board, _state: &mut ()) -> i32 {
            self.0.fetch_add(1, Relaxed);
            crate::eval::Classical.evaluate(board, &mut ())
        }
    }

    fn engine(threads: usize) -> Engine {
        Engine::builder().hash_mib(1).threads(threads).build().unwrap()
    }

    #[test]
    fn reports_come_while_the_search_runs_and_the_engine_comes_back() {
        for threads in [1, 2] {
            let mut search = engine(threads).spawn(Position::startpos(), Limits::new().infinite()).unwrap();
            let first = search.next().expect("an infinite search reports");
            assert_eq!(first.depth, 1);
            assert!(!search.is_finished());
            search.stop();
            let rest = search.by_ref().count();
            assert!(search.next().is_none(), "after {rest} reports more");
            let (engine, outcome) = search.join();
            assert_eq!(outcome.stop_reason, StopReason::Stopped);
            assert_eq!(engine.threads(), threads);
        }
    }

    #[test]
    fn the_background_finds_what_the_foreground_finds() {
        let limits = Limits::new().depth(6);
        let mut reports = Vec::new();
        let mut note = |report: &IterationReport| reports.push(report.moves.clone());
        let blocking =
            engine(1).search_observed(&Position::startpos(), &limits, &StopHandle::new(), &mut note).unwrap();
        let mut search = engine(1).spawn(Position::startpos(), limits).unwrap();
        let streamed: Vec<_> = search.by_ref().map(|report| report.moves).collect();
        let (_, outcome) = search.join();
        assert_eq!(
            (outcome.best, outcome.nodes, outcome.score),
            (blocking.best, blocking.nodes, blocking.score)
        );
        assert_eq!(streamed, reports);
    }

    #[test]
    fn a_closure_hears_of_a_search_in_the_background() {
        let (sender, depths) = mpsc::channel();
        let report = move |report: &IterationReport| sender.send(report.depth).unwrap();
        let mut search = engine(1).spawn_with(Position::startpos(), Limits::new().depth(4), report).unwrap();
        assert!(search.next().is_none(), "the closure has the reports");
        assert_eq!(search.join().1.depth, 4);
        assert_eq!(depths.iter().collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn a_dropped_handle_ends_the_search_and_frees_the_engine() {
        let counter = Arc::new(AtomicUsize::new(0));
        let engine = Engine::builder().hash_mib(1).evaluator(Counted(counter.clone())).build().unwrap();
        let mut search = engine.spawn(Position::startpos(), Limits::new().infinite()).unwrap();
        assert!(search.next().is_some());
        let start = Instant::now();
        drop(search);
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert_eq!(Arc::strong_count(&counter), 1, "thread and engine are gone");
        assert!(counter.load(Relaxed) > 0);
    }

    #[test]
    fn a_position_without_moves_is_answered_when_stopped() {
        let mated: Position =
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse().unwrap();
        let search = engine(1).spawn(mated, Limits::new().infinite()).unwrap();
        search.stop();
        assert_eq!(search.join().1.best, None);
    }

    #[test]
    fn a_panic_of_the_evaluator_reaches_whoever_joins() {
        struct Broken;
        impl Evaluator for Broken {
            type State = ();
            fn evaluate(&self, _board: &Board, _state: &mut ()) -> i32 {
                panic!("this evaluator is broken")
            }
        }
        let engine = Engine::builder().hash_mib(1).evaluator(Broken).build().unwrap();
        let search = engine.spawn(Position::startpos(), Limits::new().depth(2)).unwrap();
        let joined = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| search.join().1));
        assert!(joined.is_err());
    }

    #[test]
    fn a_handle_moves_between_threads() {
        fn is_send<T: Send>() {}
        is_send::<SearchHandle>();
        is_send::<SpawnError>();
    }
}
