//! The engine: owns the transposition table, the threads and the histories, and runs searches.

use crate::DefaultEvaluator;
use crate::control::ending::Control;
use crate::control::stop::{AlreadyStopped, StopHandle};
use crate::control::stopwatch::{SYSTEM_HAS_CLOCK, Stopwatch};
use crate::error::{EngineError, ParamError};
use crate::limits::Limits;
use crate::observer::{Flow, IterationReport, Observer, Silent};
use crate::outcome::Outcome;
use crate::params::Params;
use crate::position::Position;
use crate::tablebase::{Tablebase, TablebaseRules};
use crate::threads::answer::answer_finished_game;
use crate::threads::helpers::Helpers;
use crate::threads::team::{Team, Teamwork};
use crate::tree::formulas::Reductions;
use crate::tree::search::{Resources, Search, Settings};
use crate::tree::worker::Memory;
use argali_eval::Evaluator;
use argali_tt::Table;
use std::sync::Arc;
use std::time::Duration;

/// A chess search with its memory: transposition table, histories, threads.
///
/// Several engines in one process do not affect each other. Use one engine for all searches of a game, so that each search
/// profits from the earlier ones. [`Engine::new_game`] clears what they have learned.
///
/// ```
/// use argali_search::{Engine, Limits, Position};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let position = Position::startpos();
/// let outcome = engine.search(&position, &Limits::new().depth(6));
/// assert!(outcome.best.is_some());
/// # Ok::<(), argali_search::EngineError>(())
/// ```
pub struct Engine<E: Evaluator = DefaultEvaluator> {
    /// The workers except the first, which runs on the caller's thread.
    helpers: Helpers<E>,
    teamwork: Teamwork,
    /// What the first worker has learned.
    memory: Memory<E::State>,
    /// Shared with the helpers while they search.
    resources: Arc<Resources<E>>,
}

impl Engine {
    /// A builder with the default evaluator, 16 MiB of hash and one thread.
    pub fn builder() -> EngineBuilder {
        EngineBuilder::new()
    }
}

/// The most threads that an engine may have.
const MAX_THREADS: usize = if cfg!(feature = "threads") { 1024 } else { 1 };

fn check_threads(asked: usize) -> Result<(), EngineError> {
    let allowed = 1..=MAX_THREADS;
    if allowed.contains(&asked) { Ok(()) } else { Err(EngineError::Threads { asked, max: MAX_THREADS }) }
}

impl<E: Evaluator> Engine<E> {
    /// The most threads that an engine may have.
    pub const MAX_THREADS: usize = MAX_THREADS;

    /// Searches `position` until the first of the limits is reached. Runs on the caller's thread and the threads of the engine.
    ///
    /// The call blocks and cannot be stopped from outside; for [`Limits::infinite`] and [`Limits::ponder`] use one of the other search
    /// methods. If the position has no legal move, the outcome has no move and the score of the finished game.
    ///
    /// At a halfmove clock of 100 or more a draw can be claimed. A caller that asks for a move has not claimed it, so the search
    /// ranks and scores the moves as if the clock began to count at `position`.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> Outcome {
        self.run(position, limits, &StopHandle::new(), &mut Silent)
    }

    /// As [`Engine::search`], but `stop` can stop the search, and `report` is called for each completed line. The closure returns
    /// nothing, or a [`ControlFlow`](std::ops::ControlFlow), where `Break` ends the search.
    ///
    /// ```
    /// use argali_search::{Engine, Limits, Position, StopHandle, StopReason};
    /// use std::ops::ControlFlow;
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let (position, limits) = (Position::startpos(), Limits::new().depth(9));
    ///
    /// let mut depths = Vec::new();
    /// engine.search_with(&position, &limits, &StopHandle::new(), |report| depths.push(report.depth))?;
    /// assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    ///
    /// let outcome = engine.search_with(&position, &limits, &StopHandle::new(), |report| match report.depth {
    ///     3.. => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!((outcome.stop_reason, outcome.depth), (StopReason::Observer, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AlreadyStopped`] if `stop` has stopped an earlier search. A new handle never fails.
    pub fn search_with<R: Flow>(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopHandle,
        mut report: impl FnMut(&IterationReport) -> R + Send,
    ) -> Result<Outcome, AlreadyStopped> {
        self.search_observed(position, limits, stop, &mut report)
    }

    /// Searches as [`Engine::search_with`], with an [`Observer`], which sees the root moves too.
    ///
    /// # Errors
    /// [`AlreadyStopped`] if `stop` has stopped an earlier search. A new handle never fails.
    pub fn search_observed(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopHandle,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, AlreadyStopped> {
        stop.begin()?;
        Ok(self.run(position, limits, stop, observer))
    }

    /// Searches with a handle that was started by [`StopHandle::begin`].
    pub(crate) fn run(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopHandle,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let stopwatch = Stopwatch::start(self.resources.settings.time_source.as_ref(), limits.start);
        self.resources().table.new_generation();
        let control = Control::new(limits, self.params(), stopwatch, stop, self.threads());
        let search = Search::new(&self.resources, control, position);
        if search.root_moves.is_empty() {
            return answer_finished_game(&search, observer);
        }
        let team = Arc::new(Team::new(search, self.teamwork, self.helpers.processors()));
        self.helpers.search(&team);
        team.lead(&mut self.memory, observer)
    }

    /// Exclusive access to the shared state. Waits until the helpers have ended the last search.
    fn resources(&mut self) -> &mut Resources<E> {
        self.helpers.wait();
        Arc::get_mut(&mut self.resources).expect("idle helpers have no part in them")
    }

    /// Clears the table and the histories. Call it before a new game.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.memory.histories.clear();
        self.helpers.new_game();
    }

    /// Empties the transposition table. This takes no time, whatever its size.
    pub fn clear_hash(&mut self) {
        let threads = self.threads();
        self.resources().table.clear(threads);
    }

    /// Changes the size of the transposition table; its contents are lost.
    ///
    /// # Errors
    /// [`EngineError::Table`] if the size is out of range or cannot be allocated; the old table stays in use.
    pub fn set_hash_mib(&mut self, mib: usize) -> Result<(), EngineError> {
        let threads = self.threads();
        Ok(self.resources().table.resize(mib, threads)?)
    }

    /// Changes the number of threads. Workers that are kept keep their histories.
    ///
    /// # Errors
    /// [`EngineError`] if the number is out of range, or if the system cannot provide the threads or their memory. Nothing changes
    /// then.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        check_threads(threads)?;
        self.helpers.resize(threads - 1)
    }

    /// Changes the tablebases.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.resources().settings.tablebase = tablebase;
    }

    /// Changes how tablebases are used.
    pub fn set_tablebase_rules(&mut self, rules: TablebaseRules) {
        self.resources().settings.tablebase_rules = rules;
    }

    /// Changes one search parameter by name.
    ///
    /// # Errors
    /// [`ParamError`] when there is no such parameter or the value is out of range.
    pub fn set_param(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let resources = self.resources();
        resources.settings.params.set(name, value)?;
        resources.reductions = Reductions::new(&resources.settings.params);
        Ok(())
    }

    /// Size of the transposition table in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.resources.table.mib()
    }

    /// Number of search threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// The static evaluation. A clone of the `Arc` can be given to another engine.
    #[must_use]
    pub fn evaluator(&self) -> &Arc<E> {
        &self.resources.evaluator
    }

    /// The search parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.resources.settings.params
    }
}

impl<E: Evaluator> std::fmt::Debug for Engine<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("hash_mib", &self.hash_mib())
            .field("threads", &self.threads())
            .finish_non_exhaustive()
    }
}

/// Makes an [`Engine`].
#[must_use = "a builder does nothing until it builds"]
pub struct EngineBuilder<E: Evaluator = DefaultEvaluator> {
    evaluator: Source<E>,
    hash_mib: usize,
    threads: usize,
    pub(crate) settings: Settings,
    pub(crate) teamwork: Teamwork,
}

/// Makes the evaluator. The default one is loaded only if it is used.
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
            settings: Settings::default(),
            teamwork: Teamwork::default(),
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

    /// The static evaluation; default [`DefaultEvaluator`].
    pub fn evaluator<F: Evaluator>(self, evaluator: F) -> EngineBuilder<F> {
        let EngineBuilder { hash_mib, threads, settings, teamwork, .. } = self;
        let evaluator = Source::Given(evaluator);
        EngineBuilder { evaluator, hash_mib, threads, settings, teamwork }
    }

    /// Endgame tablebases.
    pub fn tablebase(mut self, tablebase: Option<Arc<dyn Tablebase>>) -> Self {
        self.settings.tablebase = tablebase;
        self
    }

    /// How tablebases are used.
    pub fn tablebase_rules(mut self, rules: TablebaseRules) -> Self {
        self.settings.tablebase_rules = rules;
        self
    }

    /// Replaces the system's clock: `now` returns the time since some fixed moment. It is called every few hundred nodes.
    ///
    /// `wasm32-unknown-unknown` needs it, because the standard library has no clock there: in a browser,
    /// [`performance.now()`](https://developer.mozilla.org/docs/Web/API/Performance/now). Elsewhere it makes tests of time
    /// reproducible.
    ///
    /// ```
    /// use argali_search::{Engine, Limits, Position, StopReason};
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    /// use std::time::Duration;
    ///
    /// let ticks = AtomicU64::new(0); // a clock that advances by a millisecond whenever it is read
    /// let now = move || Duration::from_millis(ticks.fetch_add(1, Relaxed));
    /// let mut engine = Engine::builder().hash_mib(1).time_source(now).build()?;
    /// let limits = Limits::new().move_time(Duration::from_millis(40));
    /// let outcome = engine.search(&Position::startpos(), &limits);
    /// assert_eq!(outcome.stop_reason, StopReason::Time);
    /// # Ok::<(), argali_search::EngineError>(())
    /// ```
    pub fn time_source(mut self, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.settings.time_source = Some(Arc::new(now));
        self
    }

    /// Other search parameters.
    pub fn params(mut self, params: Params) -> Self {
        self.settings.params = params;
        self
    }

    /// Makes the engine.
    ///
    /// # Errors
    /// [`EngineError`] if the table does not fit into memory, if the number of threads is out of range, if the system cannot
    /// provide the threads or their memory, or if the target has no clock and none was provided.
    pub fn build(self) -> Result<Engine<E>, EngineError> {
        let EngineBuilder { evaluator, hash_mib, threads, settings, teamwork } = self;
        check_threads(threads)?;
        if !SYSTEM_HAS_CLOCK && settings.time_source.is_none() {
            return Err(EngineError::NoClock);
        }
        let evaluator = match evaluator {
            Source::Given(evaluator) => evaluator,
            Source::Made(make) => make(),
        };
        let resources = Resources {
            evaluator: Arc::new(evaluator),
            table: Table::new(hash_mib)?,
            reductions: Reductions::new(&settings.params),
            settings,
        };
        let mut helpers = Helpers::none();
        helpers.resize(threads - 1)?;
        Ok(Engine { helpers, teamwork, memory: Memory::new(), resources: Arc::new(resources) })
    }
}
