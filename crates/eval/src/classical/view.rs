//! The board as one side sees it: its own pawns move up.
//!
//! Black's view is the board turned upside down, so that every term is written once, for white, and the evaluation is
//! colour-symmetric by construction.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use super::spans::{beside, north, south};

/// Piece sets of one side and its opponent, from that side's point of view.
pub(super) struct View {
    /// Own pieces by kind.
    pub own: [BitBoard; 6],
    /// The opponent's pieces by kind.
    pub foe: [BitBoard; 6],
    pub own_all: BitBoard,
    pub foe_all: BitBoard,
    pub occupied: BitBoard,
    pub king: Square,
    pub foe_king: Square,
    /// Squares that own pawns attack.
    pub own_pawn_attacks: BitBoard,
    /// Squares that the opponent's pawns attack.
    pub foe_pawn_attacks: BitBoard,
}

impl View {
    pub(super) fn new(board: &Board, side: Color) -> Self {
        let upright = |set: BitBoard| if side == Color::White { set } else { set.flip_ranks() };
        let pieces = Piece::ALL.map(|piece| upright(board.pieces(piece)));
        let own_all = upright(board.colors(side));
        let foe_all = upright(board.colors(!side));
        let own = pieces.map(|set| set & own_all);
        let foe = pieces.map(|set| set & foe_all);
        Self {
            own_pawn_attacks: beside(north(own[Piece::Pawn as usize])),
            foe_pawn_attacks: beside(south(foe[Piece::Pawn as usize])),
            own,
            foe,
            own_all,
            foe_all,
            occupied: own_all | foe_all,
            king: board.king(side).relative_to(side),
            foe_king: board.king(!side).relative_to(side),
        }
    }

    pub(super) fn own(&self, piece: Piece) -> BitBoard {
        self.own[piece as usize]
    }

    pub(super) fn foe(&self, piece: Piece) -> BitBoard {
        self.foe[piece as usize]
    }
}

/// What one side attacks, in its own view.
#[derive(Default)]
pub(super) struct Attacks {
    /// By kind of attacker. Bishops see through own queens, rooks through own rooks and queens.
    pub by: [BitBoard; 6],
}

impl Attacks {
    pub(super) fn all(&self) -> BitBoard {
        self.by.iter().fold(BitBoard::EMPTY, |union, &set| union | set)
    }

    /// Attacked by something other than queen and king.
    pub(super) fn by_pawn_minor_or_rook(&self) -> BitBoard {
        self.by[..4].iter().fold(BitBoard::EMPTY, |union, &set| union | set)
    }
}
