//! Making an engine: sizes, evaluator and choices.

use crate::DefaultEvaluator;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::params::Params;
use crate::tablebase::{Tablebase, TablebaseRules};
use crate::threads::setup::Setup;
use crate::threads::smp::{Stagger, Voting};
use argali_eval::Evaluator;
use std::sync::Arc;
use std::time::Duration;

/// Makes an [`Engine`].
#[must_use = "a builder does nothing until it builds"]
pub struct EngineBuilder<E: Evaluator = DefaultEvaluator> {
    evaluator: Source<E>,
    hash_mib: usize,
    threads: usize,
    setup: Setup,
}

/// Where the evaluator comes from. The default one is made only when it is needed.
enum Source<E> {
    Given(E),
    Made(fn() -> E),
}

impl EngineBuilder {
    /// The default evaluator, 16 MiB of hash, one thread.
    pub(crate) fn new() -> EngineBuilder {
        EngineBuilder {
            evaluator: Source::Made(DefaultEvaluator::new),
            hash_mib: 16,
            threads: 1,
            setup: Setup::default(),
        }
    }
}

impl<E: Evaluator> EngineBuilder<E> {
    /// Size of the transposition table in MiB, `argali_tt::MIN_MIB..=argali_tt::MAX_MIB`; default 16.
    pub fn hash_mib(mut self, mib: usize) -> Self {
        self.hash_mib = mib;
        self
    }

    /// Number of search threads, 1 to [`Engine::MAX_THREADS`]; default 1, which runs on the caller's thread.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Another static evaluation.
    pub fn evaluator<F: Evaluator>(self, evaluator: F) -> EngineBuilder<F> {
        let EngineBuilder { hash_mib, threads, setup, .. } = self;
        EngineBuilder { evaluator: Source::Given(evaluator), hash_mib, threads, setup }
    }

    /// Endgame tablebases.
    pub fn tablebase(mut self, tablebase: Option<Arc<dyn Tablebase>>) -> Self {
        self.setup.tablebase = tablebase;
        self
    }

    /// How tablebases are used.
    pub fn tablebase_rules(mut self, rules: TablebaseRules) -> Self {
        self.setup.tablebase_rules = rules;
        self
    }

    /// A clock instead of the system's: `now` tells the time since some fixed moment. It is read every few hundred nodes.
    ///
    /// `wasm32-unknown-unknown` needs it, because the standard library has no clock there: in a browser,
    /// [`performance.now()`](https://developer.mozilla.org/docs/Web/API/Performance/now). Elsewhere it makes tests of time
    /// reproducible. An engine with several threads sleeps by the system's clock whatever is provided.
    ///
    /// ```
    /// use argali_search::{Engine, Limits, Position, Silent, StopHandle, StopReason};
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    /// use std::time::Duration;
    ///
    /// let ticks = AtomicU64::new(0); // a clock that goes on by a millisecond whenever it is read
    /// let now = move || Duration::from_millis(ticks.fetch_add(1, Relaxed));
    /// let mut engine = Engine::builder().hash_mib(1).time_source(now).build()?;
    /// let limits = Limits::new().move_time(Duration::from_millis(40));
    /// let outcome = engine.search(&Position::startpos(), &limits, &StopHandle::new(), &mut Silent);
    /// assert_eq!(outcome.stop_reason, StopReason::Time);
    /// # Ok::<(), argali_search::EngineError>(())
    /// ```
    pub fn time_source(mut self, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.setup.time_source = Some(Arc::new(now));
        self
    }

    /// Other search parameters.
    pub fn params(mut self, params: Params) -> Self {
        self.setup.params = params;
        self
    }

    /// How the depths of several workers are staggered.
    pub fn stagger(mut self, stagger: Stagger) -> Self {
        self.setup.mode.stagger = stagger;
        self
    }

    /// Which of several workers answers, unless several lines are wanted.
    pub fn voting(mut self, voting: Voting) -> Self {
        self.setup.mode.voting = voting;
        self
    }

    /// Runs the workers one at a time in a fixed schedule: slower, but the same nodes, score and line on every run for
    /// any number of threads. For tests and measurements.
    pub fn turnstile(mut self, on: bool) -> Self {
        self.setup.mode.turnstile = on;
        self
    }

    /// Searches without the transposition table. For tests and measurements.
    pub fn without_table(mut self) -> Self {
        self.setup.mode.table = false;
        self
    }

    /// Searches the full width: no pruning, no reductions, no extensions, and all captures in the quiescence search. The
    /// score is that of plain minimax. For tests and measurements.
    pub fn full_width(mut self) -> Self {
        self.setup.mode.selective = false;
        self
    }

    /// Makes the engine.
    ///
    /// # Errors
    /// [`EngineError`] when the table does not fit into memory, or the number of threads is out of range, or more than the
    /// system starts or has memory for, or the target has no clock and none was provided.
    pub fn build(self) -> Result<Engine<E>, EngineError> {
        let evaluator = match self.evaluator {
            Source::Given(evaluator) => evaluator,
            Source::Made(make) => make(),
        };
        Engine::new(evaluator, self.hash_mib, self.threads, self.setup)
    }
}
