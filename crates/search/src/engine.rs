//! The engine: owns the table, the threads and what the workers have learned, and runs searches.

use crate::deepen::Reporter;
use crate::error::{EngineError, ParamError};
use crate::formulas::Reductions;
use crate::game::{Position, kings_touch};
use crate::limits::Limits;
use crate::observer::{IterationReport, Observer};
use crate::outcome::{Line, Outcome, StopReason};
use crate::params::Params;
use crate::score::Score;
use crate::smp::{self, Ballot, Pool, Stagger};
use crate::stop::StopHandle;
use crate::tablebase::{RootRank, Tablebase, TablebaseRules, TablebaseValue};
use crate::turnstile::Turnstile;
use crate::wdl::Wdl;
use crate::worker::{Counter, EngineParts, Memory, Mode, RootMove, Shared};
use crate::{Bound, DefaultEvaluator};
use argali_eval::Evaluator;
use argali_tt::Table;
use cozy_chess::Board;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

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
    evaluator: E,
    table: Table,
    pool: Option<Pool>,
    memories: Vec<Memory<E::State>>,
    counters: Vec<Counter>,
    params: Params,
    reductions: Reductions,
    tablebase: Option<Arc<dyn Tablebase>>,
    tablebase_rules: TablebaseRules,
    mode: Mode,
}

impl Engine {
    /// A builder with the default evaluator, 16 MiB of hash and one thread.
    pub fn builder() -> EngineBuilder {
        EngineBuilder {
            evaluator: DefaultEvaluator::default(),
            hash_mib: 16,
            threads: 1,
            params: Params::default(),
            tablebase: None,
            tablebase_rules: TablebaseRules::default(),
            mode: Mode::default(),
        }
    }
}

/// Makes an [`Engine`].
#[must_use = "a builder does nothing until it builds"]
pub struct EngineBuilder<E: Evaluator = DefaultEvaluator> {
    evaluator: E,
    hash_mib: usize,
    threads: usize,
    params: Params,
    tablebase: Option<Arc<dyn Tablebase>>,
    tablebase_rules: TablebaseRules,
    mode: Mode,
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
        EngineBuilder {
            evaluator,
            hash_mib: self.hash_mib,
            threads: self.threads,
            params: self.params,
            tablebase: self.tablebase,
            tablebase_rules: self.tablebase_rules,
            mode: self.mode,
        }
    }

    /// Endgame tablebases.
    pub fn tablebase(mut self, tablebase: Option<Arc<dyn Tablebase>>) -> Self {
        self.tablebase = tablebase;
        self
    }

    /// How tablebases are used.
    pub fn tablebase_rules(mut self, rules: TablebaseRules) -> Self {
        self.tablebase_rules = rules;
        self
    }

    /// Other search parameters.
    pub fn params(mut self, params: Params) -> Self {
        self.params = params;
        self
    }

    /// How the depths of several workers are staggered.
    pub fn stagger(mut self, stagger: Stagger) -> Self {
        self.mode.stagger = stagger;
        self
    }

    /// Runs the workers one at a time in a fixed schedule: slower, but the same nodes, score and line on every run for
    /// any number of threads. For tests and measurements.
    pub fn turnstile(mut self, on: bool) -> Self {
        self.mode.turnstile = on;
        self
    }

    /// Searches without the transposition table. For tests and measurements.
    pub fn without_table(mut self) -> Self {
        self.mode.table = false;
        self
    }

    /// Searches the full width: no pruning, no reductions, no extensions, and all captures in the quiescence search. The
    /// score is that of plain minimax. For tests and measurements.
    pub fn full_width(mut self) -> Self {
        self.mode.selective = false;
        self
    }

    /// Makes the engine.
    ///
    /// # Errors
    /// [`EngineError`] when the table does not fit into memory, or the number of threads is out of range or more than the
    /// system starts.
    pub fn build(self) -> Result<Engine<E>, EngineError> {
        check_threads(self.threads)?;
        Ok(Engine {
            table: Table::new(self.hash_mib)?,
            pool: smp::start_pool(self.threads)?,
            memories: (0..self.threads).map(|_| Memory::new()).collect(),
            counters: (0..self.threads).map(|_| Counter::default()).collect(),
            reductions: Reductions::new(&self.params),
            evaluator: self.evaluator,
            params: self.params,
            tablebase: self.tablebase,
            tablebase_rules: self.tablebase_rules,
            mode: self.mode,
        })
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
        self.table.new_generation();
        for counter in &self.counters {
            counter.nodes.store(0, Relaxed);
            counter.tablebase_hits.store(0, Relaxed);
        }
        let parts = EngineParts {
            table: &self.table,
            evaluator: &self.evaluator,
            params: &self.params,
            reductions: &self.reductions,
            tablebase: self.tablebase.as_deref(),
            tablebase_rules: self.tablebase_rules,
            counters: &self.counters,
            mode: self.mode,
        };
        let mut shared = Shared::new(parts, position, limits, stop);
        shared.root_moves = root_moves(position.board(), limits);
        if shared.root_moves.is_empty() {
            return finished_game(&shared, observer);
        }
        rank_by_tablebase(&mut shared);
        if self.mode.turnstile && self.pool.is_some() {
            shared.turnstile = Some(Turnstile::new(self.memories.len()));
        }

        let mut last_report = None;
        let mut memo = Memo { inner: observer, last: &mut last_report };
        let found =
            smp::run(&shared, &mut self.memories, Reporter { observer: &mut memo }, self.pool.as_ref());

        let chosen = if limits.lines > 1 { 0 } else { choose(&found) };
        let depth = found[chosen].depth;
        let lines = found[chosen].lines.clone();
        let best = &lines[0];
        let outcome = Outcome {
            best: best.moves.first().copied(),
            ponder: best.moves.get(1).copied(),
            score: best.score,
            depth,
            nodes: shared.nodes(),
            busiest_worker_nodes: self
                .counters
                .iter()
                .map(|counter| counter.nodes.load(Relaxed))
                .max()
                .unwrap_or(0),
            elapsed: shared.start.elapsed(),
            tablebase_hits: shared.tablebase_hits(),
            hashfull: self.table.hashfull(),
            stop_reason: shared.reason(),
            lines,
        };
        // The answer was found after the last report, or by another worker: say so.
        let reported =
            last_report.is_some_and(|report: IterationReport| report.moves.first() == outcome.best.as_ref());
        if !reported {
            let line = &outcome.lines[0];
            let _ = observer.iteration(&final_report(&shared, &outcome, line));
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
        self.table.clear(self.memories.len());
    }

    /// Changes the size of the transposition table; its contents are lost.
    ///
    /// # Errors
    /// [`EngineError::Table`] when the size is out of range or cannot be had; the old table stays in use.
    pub fn set_hash_mib(&mut self, mib: usize) -> Result<(), EngineError> {
        let threads = self.memories.len();
        Ok(self.table.resize(mib, threads)?)
    }

    /// Changes the number of threads. What the kept workers have learned stays.
    ///
    /// # Errors
    /// [`EngineError`] when the number is out of range or more than the system starts; nothing changes then.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        check_threads(threads)?;
        if threads == self.memories.len() {
            return Ok(());
        }
        self.pool = smp::start_pool(threads)?;
        self.memories.resize_with(threads, Memory::new);
        self.counters.resize_with(threads, Counter::default);
        Ok(())
    }

    /// Changes the tablebases.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// Changes how tablebases are used.
    pub fn set_tablebase_rules(&mut self, rules: TablebaseRules) {
        self.tablebase_rules = rules;
    }

    /// Changes one search parameter by name.
    ///
    /// # Errors
    /// [`ParamError`] when there is no such parameter or the value is out of range.
    pub fn set_param(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        self.params.set(name, value)?;
        self.reductions = Reductions::new(&self.params);
        Ok(())
    }

    /// Size of the transposition table in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Number of search threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// The static evaluation.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The search parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
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

/// The legal root moves, restricted to those asked for if any of these is legal.
fn root_moves(board: &Board, limits: &Limits) -> Vec<RootMove> {
    let mut moves = Vec::new();
    // A board may be built on which the kings touch; from there a king could be taken. No rule covers it: no move is legal.
    if kings_touch(board) {
        return moves;
    }
    board.generate_moves(|batch| {
        moves.extend(batch.into_iter().map(RootMove::new));
        false
    });
    if moves.iter().any(|root_move| limits.search_moves.contains(&root_move.mv)) {
        moves.retain(|root_move| limits.search_moves.contains(&root_move.mv));
    }
    moves
}

/// Ranks the root moves if tablebases know them all.
fn rank_by_tablebase<E: Evaluator>(shared: &mut Shared<'_, E>) {
    let Some(tablebase) = shared.tablebase else { return };
    let rules = shared.tablebase_rules;
    let board = shared.root.board();
    let limit = rules.probe_limit.min(tablebase.max_pieces());
    if board.occupied().len() > limit || crate::node::has_castle_rights(board) {
        return;
    }
    let repeated = shared.root.has_repeated();
    let Some(ranks) = tablebase.rank_root(board, rules.fifty_move_rule, repeated) else { return };
    for root_move in &mut shared.root_moves {
        if let Some(rank) = ranks.iter().find(|rank| rank.mv == root_move.mv) {
            root_move.rank = rank.rank;
            root_move.tablebase_score = Some(match rank.value {
                TablebaseValue::Win => Score::tablebase_win(0),
                TablebaseValue::Loss => Score::tablebase_loss(0),
                _ => Score::DRAW,
            });
        }
        // Tables do not know the game: a third repetition is a draw whatever they say.
        if root_move.tablebase_score.is_some() && shared.root.repeats_thrice(root_move.mv) {
            root_move.rank = RootRank::DRAW;
            root_move.tablebase_score = Some(Score::DRAW);
        }
    }
    shared.root_moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.rank));
    let hits = &shared.counters[0].tablebase_hits;
    hits.store(ranks.len() as u64, Relaxed);
}

/// The worker whose result is the answer.
fn choose(found: &[crate::deepen::Found]) -> usize {
    let ballots: Option<Vec<Ballot>> = found
        .iter()
        .map(|found| {
            let line = &found.lines[0];
            line.moves.first().map(|&mv| Ballot { mv, score: line.score, depth: found.depth })
        })
        .collect();
    ballots.map_or(0, |ballots| smp::vote(&ballots))
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
        hashfull: shared.table.hashfull(),
        stop_reason: StopReason::NoLegalMove,
    };
    let _ = observer.iteration(&final_report(shared, &outcome, &line));
    // Whoever asked for an infinite search expects no answer before the stop.
    if shared.limits.infinite || shared.limits.ponder {
        let infinite = shared.limits.infinite;
        shared.stop.wait(None, |stop| stop.is_stopped() || !infinite && stop.is_ponder_hit());
    }
    outcome
}

fn final_report<E: Evaluator>(shared: &Shared<'_, E>, outcome: &Outcome, line: &Line) -> IterationReport {
    IterationReport {
        depth: line.depth,
        selective_depth: line.depth,
        line: 1,
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
