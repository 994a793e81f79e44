//! Parts of the search that benchmarks measure separately (feature `bench-internals`). They are not part of the stable interface.

use crate::learned::history::{Histories, PieceTo};
use crate::learned::quiet_context::QuietContext;
use crate::params::Params;
use crate::tree::checks::Checks;
use crate::tree::picker::{Picker, PickerContext, ScoredMove};
use cozy_chess::{Board, Move};

/// The move picker, with empty histories.
#[derive(Debug)]
pub struct MovePicking {
    params: Params,
    histories: Histories,
    moves: Vec<ScoredMove>,
}

impl MovePicking {
    /// Makes a picker whose memory is reused for all boards, as in a search.
    #[must_use]
    pub fn new() -> MovePicking {
        MovePicking { params: Params::default(), histories: Histories::new(), moves: Vec::new() }
    }

    /// Calls `visit` with all legal moves of `board`, in the order in which a search would try them.
    pub fn pick_all(&mut self, board: &Board, mut visit: impl FnMut(Move)) {
        let MovePicking { params, histories, moves } = self;
        moves.clear();
        let quiet = QuietContext::new(board, [PieceTo::NONE; 4]);
        let checks = Checks::new(board);
        let mut context =
            PickerContext { board, params, histories, quiet: Some(&&quiet), checks: Some(&checks), moves };
        let mut picker = Picker::all(None, [None; 2], 0);
        while let Some(mv) = picker.next(&mut context) {
            visit(mv);
        }
    }
}

impl Default for MovePicking {
    fn default() -> MovePicking {
        MovePicking::new()
    }
}
