//! The board from one side's point of view: its own pawns move up.
//!
//! Black's view is the board turned upside down, so that every term is written once, for white, and the evaluation is
//! colour-symmetric by construction.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use super::spans::{beside, south};

/// Piece sets of one side and its opponent, from that side's point of view.
pub(super) struct View {
    /// Own pieces by kind.
    pub own: [BitBoard; 6],
    /// The opponent's pieces by kind.
    pub foe: [BitBoard; 6],
    pub foe_all: BitBoard,
    pub occupied: BitBoard,
    pub king: Square,
    pub foe_king: Square,
    /// Squares that the opponent's pawns attack.
    pub foe_pawn_attacks: BitBoard,
}

impl View {
    #[inline(always)]
    pub(super) fn new(board: &Board, side: Color) -> Self {
        let upright = |set: BitBoard| if side == Color::White { set } else { set.flip_ranks() };
        let pieces = Piece::ALL.map(|piece| upright(board.pieces(piece)));
        let own_all = upright(board.colors(side));
        let foe_all = upright(board.colors(!side));
        let own = pieces.map(|set| set & own_all);
        let foe = pieces.map(|set| set & foe_all);
        Self {
            foe_pawn_attacks: beside(south(foe[Piece::Pawn as usize])),
            own,
            foe,
            foe_all,
            occupied: own_all | foe_all,
            king: only(own[Piece::King as usize]),
            foe_king: only(foe[Piece::King as usize]),
        }
    }

    #[inline(always)]
    pub(super) fn own(&self, piece: Piece) -> BitBoard {
        self.own[piece as usize]
    }

    #[inline(always)]
    pub(super) fn foe(&self, piece: Piece) -> BitBoard {
        self.foe[piece as usize]
    }
}

/// The square of a set that has one; a legal board has each king.
#[inline(always)]
fn only(set: BitBoard) -> Square {
    set.next_square().unwrap_or(Square::A1)
}

/// Rank from 0. Arithmetic on the number is cheaper than `Square::rank`, which matches on every rank.
#[inline(always)]
pub(super) fn rank(square: Square) -> usize {
    square as usize / 8
}
