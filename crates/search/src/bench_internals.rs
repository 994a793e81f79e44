//! Parts of the search that its benchmarks measure alone (feature `bench-internals`). No promise of this crate covers them.

use crate::learned::history::{Histories, PieceTo};
use crate::learned::quiet_context::QuietContext;
use crate::tree::picker::{Picker, PickerContext, ScoredMove};
use cozy_chess::{Board, Move};

/// The move picker, with histories that know nothing yet.
#[derive(Debug)]
pub struct MovePicking {
    histories: Histories,
    moves: Vec<ScoredMove>,
}

impl MovePicking {
    /// With memory of its own, which is kept from board to board as in a search.
    #[must_use]
    pub fn new() -> MovePicking {
        MovePicking { histories: Histories::new(), moves: Vec::new() }
    }

    /// Shows all legal moves of `board` to `visit`, in the order in which a search would try them.
    pub fn pick_all(&mut self, board: &Board, mut visit: impl FnMut(Move)) {
        let MovePicking { histories, moves } = self;
        moves.clear();
        let quiet = QuietContext::new(board, [PieceTo::NONE; 4]);
        let mut context = PickerContext { board, histories, quiet: Some(&&quiet), moves };
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
