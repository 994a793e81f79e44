//! The engine: owns the table, the threads and what the workers have learned, and runs searches.

use crate::builder::EngineBuilder;
use crate::deepen::{Found, Reporter};
use crate::error::{EngineError, ParamError};
use crate::formulas::Reductions;
use crate::game::Position;
use crate::kit::{Counter, Kit};
use crate::limits::Limits;
use crate::observer::{IterationReport, Observer};
use crate::outcome::{Line, Outcome, StopReason};
use crate::params::Params;
use crate::pool::{self, Pool};
use crate::probing::rank_root;
use crate::score::Score;
use crate::setup::Setup;
use crate::shared::Shared;
use crate::smp::{self, Ballot, Voting};
use crate::stop::StopHandle;
use crate::tablebase::{Tablebase, TablebaseRules};
use crate::turnstile::Turnstile;
use crate::wdl::Wdl;
use crate::worker::Memory;
use crate::{Bound, DefaultEvaluator};
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
        if shared.root_moves.is_empty() {
            return finished_game(&shared, observer);
        }
        rank_root(&mut shared);
        if self.kit.setup.mode.turnstile && self.pool.is_some() {
            shared.turnstile = Some(Turnstile::new(self.memories.len()));
        }

        let mut last_report = None;
        let mut memo = Memo { inner: observer, last: &mut last_report };
        let found =
            smp::run(&shared, &mut self.memories, Reporter { observer: &mut memo }, self.pool.as_ref());

        let chosen =
            if limits.lines > 1 { 0 } else { choose(&found, limits.depth, self.kit.setup.mode.voting) };
        let depth = found[chosen].depth;
        let lines = found[chosen].lines.clone();
        let best = &lines[0];
        let outcome = Outcome {
            best: best.moves.first().copied(),
            ponder: best.moves.get(1).copied(),
            score: best.score,
            depth,
            nodes: self.kit.nodes(),
            busiest_worker_nodes: self.kit.busiest_worker_nodes(),
            elapsed: shared.start.elapsed(),
            tablebase_hits: self.kit.tablebase_hits(),
            hashfull: self.kit.table.hashfull(),
            stop_reason: shared.reason(),
            lines,
        };
        // The answer was found after the last report, or by another worker: say so.
        let reported = last_report.is_some_and(|report: IterationReport| {
            report.moves.first() == outcome.best.as_ref() && report.depth >= outcome.depth
        });
        if !reported {
            for (index, line) in outcome.lines.iter().enumerate() {
                if observer.iteration(&final_report(&shared, &outcome, index + 1, line)).is_break() {
                    break;
                }
            }
        }
        outcome
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

/// The worker whose result is the answer: the one that is chosen by `voting` of those who completed the iteration that was asked
/// for, or of all if none did.
fn choose(found: &[Found], wanted: Option<u32>, voting: Voting) -> usize {
    let is_through = |found: &Found| wanted.is_some_and(|depth| found.depth >= depth.max(1));
    let nobody = !found.iter().any(is_through);
    let candidates: Vec<usize> =
        (0..found.len()).filter(|&index| nobody || is_through(&found[index])).collect();
    let ballots: Option<Vec<Ballot>> = candidates
        .iter()
        .map(|&index| {
            let Found { depth, lines } = &found[index];
            lines[0].moves.first().map(|&mv| Ballot { mv, score: lines[0].score, depth: *depth })
        })
        .collect();
    candidates[ballots.map_or(0, |ballots| voting.choose(&ballots))]
}

/// The outcome where the root has no legal move.
fn finished_game<E: Evaluator>(shared: &Shared<'_, E>, observer: &mut dyn Observer) -> Outcome {
    let in_check = !shared.root.board().checkers().is_empty();
    let score = if in_check { Score::mated_in_plies(0) } else { Score::DRAW };
    let line = Line { score, bound: Bound::Exact, depth: 0, moves: Vec::new() };
    let outcome = Outcome {
        best: None,
        ponder: None,
        score,
        depth: 0,
        lines: vec![line.clone()],
        nodes: 0,
        busiest_worker_nodes: 0,
        elapsed: shared.start.elapsed(),
        tablebase_hits: 0,
        hashfull: shared.kit.table.hashfull(),
        stop_reason: StopReason::NoLegalMove,
    };
    let _ = observer.iteration(&final_report(shared, &outcome, 1, &line));
    // Whoever asked for an infinite search expects no answer before the stop; likewise with pondering and the hit.
    shared.await_answer();
    outcome
}

fn final_report<E: Evaluator>(
    shared: &Shared<'_, E>,
    outcome: &Outcome,
    number: usize,
    line: &Line,
) -> IterationReport {
    IterationReport {
        depth: line.depth,
        selective_depth: line.depth,
        line: number,
        score: line.score,
        bound: line.bound,
        wdl: Wdl::of(line.score, shared.root.board()),
        nodes: outcome.nodes,
        elapsed: outcome.elapsed,
        hashfull: outcome.hashfull,
        tablebase_hits: outcome.tablebase_hits,
        moves: line.moves.clone(),
    }
}

/// Passes reports on and remembers the last one.
struct Memo<'a> {
    inner: &'a mut dyn Observer,
    last: &'a mut Option<IterationReport>,
}

impl Observer for Memo<'_> {
    fn iteration(&mut self, report: &IterationReport) -> std::ops::ControlFlow<()> {
        if report.line == 1 {
            *self.last = Some(report.clone());
        }
        self.inner.iteration(report)
    }

    fn root_move(&mut self, report: &crate::RootMoveReport) -> std::ops::ControlFlow<()> {
        self.inner.root_move(report)
    }

    fn wants_iterations(&self) -> bool {
        self.inner.wants_iterations()
    }

    fn wants_root_moves(&self) -> bool {
        self.inner.wants_root_moves()
    }
}
