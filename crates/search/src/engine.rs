//! The engine: owns the table, the threads and what the workers have learned, and runs searches.

use crate::DefaultEvaluator;
use crate::builder::EngineBuilder;
use crate::control::stop::StopHandle;
use crate::control::stopwatch::SYSTEM_HAS_CLOCK;
use crate::error::{EngineError, ParamError};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::Outcome;
use crate::params::Params;
use crate::position::Position;
use crate::tablebase::{Tablebase, TablebaseRules};
use crate::threads::answer::answer_finished_game;
use crate::threads::kit::{Counter, Kit};
use crate::threads::pool::{self, Pool};
use crate::threads::setup::Setup;
use crate::threads::shared::Shared;
use crate::threads::smp;
use crate::tree::deepen::Reporter;
use crate::tree::formulas::Reductions;
use crate::tree::probing::rank_root;
use crate::tree::worker::Memory;
use argali_eval::Evaluator;
use argali_tt::Table;
use std::sync::Arc;

/// A chess search with its memory: transposition table, histories, threads.
///
/// Several engines in one process do not affect each other. Searches of one game go through one engine, so that each
/// profits from the last; [`Engine::new_game`] forgets.
///
/// ```
/// use argali_search::{Engine, Limits, Position, Silent, StopHandle};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let position = Position::startpos();
/// let outcome = engine.search(&position, &Limits::new().depth(6), &StopHandle::new(), &mut Silent);
/// assert!(outcome.best.is_some());
/// # Ok::<(), argali_search::EngineError>(())
/// ```
pub struct Engine<E: Evaluator = DefaultEvaluator> {
    kit: Kit<E>,
    pool: Option<Pool>,
    /// One for each worker.
    memories: Vec<Memory<E::State>>,
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

/// Starts `threads` threads, and makes the memories of `workers` new workers.
fn hire<S: Default>(threads: usize, workers: usize) -> Result<(Option<Pool>, Vec<Memory<S>>), EngineError> {
    let needed = pool::needed(threads, workers);
    let refused = || EngineError::Memory { asked: threads, mib: needed.div_ceil(1 << 20) };
    if !pool::has_room(needed) {
        return Err(refused());
    }
    let pool = pool::start(threads)?;
    // Once more for each worker, as the threads take some memory of their own while they start. The least that is weighed is more
    // than one needs.
    let memory = |_| pool::has_room(needed.min(1)).then(Memory::new).ok_or_else(refused);
    let memories = (0..workers).map(memory).collect::<Result<_, _>>()?;
    Ok((pool, memories))
}

impl<E: Evaluator> Engine<E> {
    /// The most threads that an engine may have.
    pub const MAX_THREADS: usize = MAX_THREADS;

    /// What [`EngineBuilder::build`] promises.
    pub(crate) fn new(
        evaluator: E,
        hash_mib: usize,
        threads: usize,
        setup: Setup,
    ) -> Result<Self, EngineError> {
        check_threads(threads)?;
        if !SYSTEM_HAS_CLOCK && setup.time_source.is_none() {
            return Err(EngineError::NoClock);
        }
        let counters = (0..threads).map(|_| Counter::default()).collect();
        let reductions = Reductions::new(&setup.params);
        let table = Table::new(hash_mib)?;
        let (pool, memories) = hire(threads, threads)?;
        Ok(Engine { kit: Kit { evaluator, table, setup, reductions, counters }, pool, memories })
    }

    /// Searches `position` until the first of the limits is reached, on the caller's thread and those of the engine, and
    /// returns what was found. Use a fresh [`StopHandle`] for each search.
    ///
    /// Blocks; with [`Limits::infinite`] or while pondering, until it is stopped. Progress goes to `observer`. A
    /// position without a legal move gives an outcome without a move and the score of the finished game.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopHandle,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.kit.table.new_generation();
        self.kit.reset_counters();
        let mut shared = Shared::new(&self.kit, position, limits, stop);
        let mut reporter = Reporter { observer, last: None };
        if shared.root_moves.is_empty() {
            return answer_finished_game(&shared, &mut reporter);
        }
        rank_root(&mut shared);
        shared.turnstile = smp::turnstile(&self.kit.setup.mode, self.pool.as_ref(), self.memories.len());
        let outcome = smp::run(&shared, &mut self.memories, reporter, self.pool.as_ref());
        Outcome {
            // The others may have counted on after the answer.
            nodes: self.kit.nodes(),
            busiest_worker_nodes: self.kit.busiest_worker_nodes(),
            tablebase_hits: self.kit.tablebase_hits(),
            ..outcome
        }
    }

    /// Forgets everything learned: table and histories. For the start of a new game.
    pub fn new_game(&mut self) {
        self.clear_hash();
        for memory in &mut self.memories {
            memory.histories.clear();
        }
    }

    /// Empties the transposition table, on all threads of the engine.
    pub fn clear_hash(&mut self) {
        self.kit.table.clear(self.memories.len());
    }

    /// Changes the size of the transposition table; its contents are lost.
    ///
    /// # Errors
    /// [`EngineError::Table`] when the size is out of range or cannot be had; the old table stays in use.
    pub fn set_hash_mib(&mut self, mib: usize) -> Result<(), EngineError> {
        let threads = self.memories.len();
        Ok(self.kit.table.resize(mib, threads)?)
    }

    /// Changes the number of threads. What the kept workers have learned stays.
    ///
    /// # Errors
    /// [`EngineError`] when the number is out of range, or more than the system starts or has memory for; nothing changes
    /// then.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        check_threads(threads)?;
        if threads == self.memories.len() {
            return Ok(());
        }
        let (pool, memories) = hire(threads, threads.saturating_sub(self.memories.len()))?;
        self.pool = pool;
        self.memories.truncate(threads);
        self.memories.extend(memories);
        self.kit.counters.resize_with(threads, Counter::default);
        Ok(())
    }

    /// Changes the tablebases.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.kit.setup.tablebase = tablebase;
    }

    /// Changes how tablebases are used.
    pub fn set_tablebase_rules(&mut self, rules: TablebaseRules) {
        self.kit.setup.tablebase_rules = rules;
    }

    /// Changes one search parameter by name.
    ///
    /// # Errors
    /// [`ParamError`] when there is no such parameter or the value is out of range.
    pub fn set_param(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        self.kit.setup.params.set(name, value)?;
        self.kit.reductions = Reductions::new(&self.kit.setup.params);
        Ok(())
    }

    /// Size of the transposition table in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.kit.table.mib()
    }

    /// Number of search threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// The static evaluation.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.kit.evaluator
    }

    /// The search parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.kit.setup.params
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
