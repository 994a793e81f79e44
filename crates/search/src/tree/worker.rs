//! The state of one search thread: making and unmaking moves, draws, evaluation.

use crate::control::polling::Polling;
use crate::learned::correction::CorrectionPlaces;
use crate::learned::history::{Histories, PieceTo};
use crate::params::Params;
use crate::position::position_key;
use crate::score::Score;
use crate::tree::deepen::Reporter;
use crate::tree::next_key::NextKeys;
use crate::tree::picker::{ScoredMove, is_noisy};
use crate::tree::pv::{PvTable, has_legal_move, insufficient_material};
use crate::tree::root_move::RootMove;
use crate::tree::search::{Search, Settings};
use crate::tree::stack::Stack;
use argali_eval::Evaluator;
use argali_tt::Table;
use cozy_chess::{Board, Move};

/// The memory that a worker keeps between searches.
#[derive(Debug)]
pub(crate) struct Memory<S> {
    pub histories: Histories,
    stack: Stack,
    pv: PvTable,
    moves: Vec<ScoredMove>,
    keys: Vec<u64>,
    eval_state: S,
}

impl<S: Default> Memory<S> {
    pub(crate) fn new() -> Memory<S> {
        Memory {
            histories: Histories::new(),
            stack: Stack::new(),
            pv: PvTable::new(),
            moves: Vec::with_capacity(1024),
            keys: Vec::with_capacity(512),
            eval_state: S::default(),
        }
    }
}

/// One search thread during a search.
pub(crate) struct Worker<'a, E: Evaluator> {
    pub search: &'a Search<E>,
    pub evaluator: &'a E,
    pub index: usize,
    pub histories: &'a mut Histories,
    pub stack: &'a mut Stack,
    pub pv: &'a mut PvTable,
    pub moves: &'a mut Vec<ScoredMove>,
    /// Keys of all positions of the game and the path, the current one last.
    pub keys: &'a mut Vec<u64>,
    pub eval_state: &'a mut E::State,
    pub root_moves: Vec<RootMove>,
    /// The root moves before this one belong to better lines (MultiPV).
    pub first_root_move: usize,
    /// The root moves from here on have a worse tablebase rank.
    pub last_root_move: usize,
    pub root_depth: i32,
    pub nodes: u64,
    pub tablebase_hits: u64,
    pub selective_depth: usize,
    /// No null moves before this ply, during a verification search.
    pub null_floor: usize,
    polling: Polling,
    root_key: usize,
    stopping: bool,
    pub next_keys: &'static NextKeys,
    /// Where reports go; only worker 0 has one.
    pub reporter: Option<Reporter<'a>>,
    /// Lets other workers run under the turnstile. Called at each poll of the limits.
    pub give_way: Option<&'a mut dyn FnMut()>,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(crate) fn new(search: &'a Search<E>, index: usize, memory: &'a mut Memory<E::State>) -> Self {
        let Memory { histories, stack, pv, moves, keys, eval_state } = memory;
        let evaluator = &*search.resources.evaluator;
        let board = search.root.board();
        stack.clear();
        moves.clear();
        keys.clear();
        keys.extend_from_slice(search.root.earlier_keys());
        keys.push(position_key(board));
        stack[0].reversible = keys.len() - 1;
        evaluator.reset(board, eval_state);
        let root_moves = search.root_moves.clone();
        let mut worker = Worker {
            search,
            evaluator,
            index,
            histories,
            stack,
            pv,
            moves,
            root_key: keys.len() - 1,
            keys,
            eval_state,
            last_root_move: root_moves.len(),
            root_moves,
            first_root_move: 0,
            root_depth: 0,
            nodes: 0,
            tablebase_hits: if index == 0 { search.root_tablebase_hits } else { 0 },
            selective_depth: 0,
            null_floor: 0,
            polling: Polling::new(&search.control),
            stopping: false,
            next_keys: NextKeys::get(),
            reporter: None,
            give_way: None,
        };
        worker.find_corrections(board, 0);
        worker
    }

    #[inline]
    pub(crate) fn settings(&self) -> &'a Settings {
        &self.search.resources.settings
    }

    #[inline]
    pub(crate) fn params(&self) -> &'a Params {
        &self.settings().params
    }

    #[inline]
    pub(crate) fn table(&self) -> &'a Table {
        &self.search.resources.table
    }

    /// The key of the current node.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Whether the search is over. Called at every node, which then returns at once.
    #[inline]
    pub(crate) fn is_stopping(&mut self) -> bool {
        if self.polling.is_due(self.nodes) {
            self.poll();
        }
        self.stopping |= self.search.control.is_over();
        self.stopping
    }

    /// Whether [`Worker::is_stopping`] has returned true in this search.
    #[inline]
    pub(crate) fn has_stopped(&self) -> bool {
        self.stopping
    }

    #[cold]
    fn poll(&mut self) {
        self.publish();
        if let Some(give_way) = &mut self.give_way {
            give_way();
        }
        self.polling.poll(&self.search.control, self.nodes);
    }

    /// Makes this worker's counts visible to the others.
    pub(crate) fn publish(&self) {
        self.search.control.counters.publish(self.index, self.nodes, self.tablebase_hits);
    }

    /// Plays `mv` at `ply`, for which [`Worker::prefetch`] was called.
    #[inline]
    pub(crate) fn make(&mut self, board: &Board, mv: Move, ply: usize) -> Board {
        let mut child = board.clone();
        child.play_unchecked(mv);
        self.keys.push(position_key(&child));
        let piece = board.piece_on(mv.from);
        let frame = &mut self.stack[ply];
        frame.played = Some(mv);
        frame.piece_to =
            piece.map_or(PieceTo::NONE, |piece| PieceTo::new(board.side_to_move(), piece, mv.to));
        frame.was_quiet = !is_noisy(board, mv);
        let reversible = if child.halfmove_clock() == 0 { 0 } else { frame.reversible + 1 };
        self.stack[ply + 1].reversible = reversible;
        self.find_corrections(&child, ply + 1);
        self.nodes += 1;
        self.evaluator.push(board, mv, &child, self.eval_state);
        child
    }

    /// Plays a null move at `ply`; `None` in check.
    #[inline]
    pub(crate) fn make_null(&mut self, board: &Board, ply: usize) -> Option<Board> {
        let child = board.null_move()?;
        let key = position_key(&child);
        self.table().prefetch(key);
        self.keys.push(key);
        let frame = &mut self.stack[ply];
        frame.played = None;
        frame.was_quiet = false;
        frame.piece_to = PieceTo::NONE;
        self.stack[ply + 1].reversible = 0;
        self.find_corrections(&child, ply + 1);
        self.evaluator.push_null(board, &child, self.eval_state);
        Some(child)
    }

    /// Finds the correction entries of the node at `ply`, and prefetches them.
    #[inline]
    fn find_corrections(&mut self, board: &Board, ply: usize) {
        let places = CorrectionPlaces::new(board, &self.stack.continuations(ply));
        self.histories.corrections.prefetch(&places);
        self.stack[ply].corrections = places;
    }

    /// Undoes [`Worker::make`] or [`Worker::make_null`].
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
        self.evaluator.pop(self.eval_state);
    }

    /// The static evaluation of `board`.
    #[inline]
    pub(crate) fn evaluate(&mut self, board: &Board) -> Score {
        let raw = self.evaluator.evaluate(board, self.eval_state);
        Score::cp(raw)
    }

    /// Whether this node is a draw by rule. One repetition of a position inside the tree counts as a draw, because who allows it once
    /// would allow it again. Positions of the game must occur for the third time.
    #[inline]
    pub(crate) fn is_draw(&self, board: &Board, ply: usize) -> bool {
        // Checkmate takes precedence over the fifty-move rule.
        if board.halfmove_clock() >= 100 && (board.checkers().is_empty() || has_legal_move(board)) {
            return true;
        }
        if insufficient_material(board) {
            return true;
        }
        let reversible = self.stack[ply].reversible;
        if reversible < 4 {
            return false;
        }
        let here = self.keys.len() - 1;
        let key = self.keys[here];
        let oldest = here.saturating_sub(reversible);
        let mut seen = 0;
        let mut index = here;
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == key {
                seen += 1;
                if index > self.root_key || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}
