//! The state that all workers of a search share.

use crate::control::ending::Control;
use crate::control::stopwatch::TimeSource;
use crate::params::Params;
use crate::position::{Position, position_key};
use crate::tablebase::{Tablebase, TablebaseRules};
use crate::tree::formulas::Reductions;
use crate::tree::packed::unpack;
use crate::tree::root_move::RootMove;
use argali_eval::Evaluator;
use argali_tt::Table;
use cozy_chess::{Board, Move};
use std::sync::Arc;

/// The choices for a search that do not depend on the evaluator.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    pub params: Params,
    pub tablebase: Option<Arc<dyn Tablebase>>,
    pub tablebase_rules: TablebaseRules,
    /// The clock, if not the system's.
    pub time_source: Option<TimeSource>,
    /// A test mode: search without the transposition table.
    pub without_table: bool,
    /// A test mode: neither prune nor reduce nor extend.
    pub full_width: bool,
}

/// Without the feature `test-modes` these are constants, and the search is compiled without its checks of them.
impl Settings {
    #[inline]
    pub(crate) fn without_table(&self) -> bool {
        cfg!(feature = "test-modes") && self.without_table
    }

    #[inline]
    pub(crate) fn is_full_width(&self) -> bool {
        cfg!(feature = "test-modes") && self.full_width
    }
}

/// The parts of an engine that each of its searches uses.
pub(crate) struct Resources<E> {
    pub evaluator: Arc<E>,
    pub table: Table,
    pub settings: Settings,
    /// Made from the parameters of the settings.
    pub reductions: Reductions,
}

/// One search.
pub(crate) struct Search<E> {
    pub resources: Arc<Resources<E>>,
    pub control: Control,
    pub root: Position,
    /// The root moves to search, with their tablebase ranks, best rank first.
    pub root_moves: Vec<RootMove>,
    /// Tablebase hits of the ranking.
    pub root_tablebase_hits: u64,
}

impl<E: Evaluator> Search<E> {
    /// A search from `root`.
    pub(crate) fn new(resources: &Arc<Resources<E>>, control: Control, root: &Position) -> Search<E> {
        let root = root.without_unclaimed_draw();
        let mut root_moves = RootMove::all(root.board(), &control.limits);
        RootMove::order(&mut root_moves, root.board(), table_move(resources, root.board()));
        let mut search =
            Search { resources: Arc::clone(resources), control, root, root_moves, root_tablebase_hits: 0 };
        search.rank_root_moves();
        search
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.resources.settings
    }
}

/// The best move of an earlier search.
fn table_move<E>(resources: &Resources<E>, board: &Board) -> Option<Move> {
    let entry =
        if resources.settings.without_table() { None } else { resources.table.probe(position_key(board)) };
    unpack(entry?.mv)
}
