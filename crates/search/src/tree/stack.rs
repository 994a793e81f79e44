//! The state of each ply of the current path.

use crate::learned::correction::CorrectionPlaces;
use crate::learned::history::{PieceTo, QuietRows};
use crate::score::{MAX_PLY, Score};
use cozy_chess::Move;

/// Frames before ply 0, so that "two, four, six plies ago" needs no case distinction at the root.
const MARGIN: usize = 6;

/// One ply of the path from the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Corrected static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// The entries with the corrections of the static evaluation.
    pub corrections: CorrectionPlaces,
    /// The move that was played at this ply; `None` for a null move.
    pub played: Option<Move>,
    /// The same move as an index into the continuation history.
    pub piece_to: PieceTo,
    /// Whether that move was neither a capture nor a queen promotion.
    pub was_quiet: bool,
    /// If it was quiet, the rows of its history.
    pub quiet_rows: QuietRows,
    /// Whether the node is or was on a principal variation.
    pub was_pv: bool,
    /// Which of the node's moves is searched at present, from 1.
    pub move_count: usize,
    /// The move that a singular search excludes.
    pub excluded: Option<Move>,
    /// Quiet moves that cut off at this ply, latest first (killer heuristic).
    pub killers: [Option<Move>; 2],
    /// The plies since the last capture, pawn move or null move. An earlier position cannot be repeated.
    pub reversible: usize,
    /// Cut-offs among the children of the node at the ply before.
    pub cutoffs: i32,
    /// How many double extensions the path holds.
    pub double_extensions: i32,
    /// The reduction with which the move is being searched, in 1/1024 ply; 0 outside a reduced search.
    pub reduction: i32,
    /// Whether the table did not have the position.
    pub is_new: bool,
}

impl Frame {
    const EMPTY: Frame = Frame {
        static_eval: None,
        corrections: CorrectionPlaces::NONE,
        played: None,
        piece_to: PieceTo::NONE,
        was_quiet: false,
        quiet_rows: QuietRows::FIRST,
        was_pv: false,
        move_count: 0,
        excluded: None,
        killers: [None; 2],
        reversible: 0,
        cutoffs: 0,
        double_extensions: 0,
        reduction: 0,
        is_new: false,
    };
}

/// The frames of a path; indexed by ply, with `at(ply - k)` valid for `k` up to six.
#[derive(Debug)]
pub(crate) struct Stack {
    frames: Box<[Frame]>,
}

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack { frames: vec![Frame::EMPTY; MAX_PLY + MARGIN + 4].into_boxed_slice() }
    }

    /// Resets all frames.
    pub(crate) fn clear(&mut self) {
        self.frames.fill(Frame::EMPTY);
    }

    /// The frame `back` plies before `ply`.
    #[inline]
    pub(crate) fn back(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + MARGIN - back]
    }

    /// The moves one, two, four and six plies before the node at `ply`.
    #[inline]
    pub(crate) fn continuations(&self, ply: usize) -> [PieceTo; 4] {
        let before = |back| self.back(ply, back).piece_to;
        [before(1), before(2), before(4), before(6)]
    }
}

impl std::ops::Index<usize> for Stack {
    type Output = Frame;
    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.frames[ply + MARGIN]
    }
}

impl std::ops::IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + MARGIN]
    }
}
