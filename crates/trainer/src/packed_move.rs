//! A move in 16 bits, as viriformat has it: from (6 bits), to (6), promotion (2: knight 0, …, queen 3), flags (2:
//! en passant 1, castling 2, promotion 3). Castling is king takes rook.

use cozy_chess::{Board, Move, Piece, Square};

const EN_PASSANT: u16 = 1 << 14;
const CASTLING: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// Packs a legal move of `board`. Never 0.
#[must_use]
pub fn pack(board: &Board, mv: Move) -> u16 {
    let squares = mv.from as u16 | (mv.to as u16) << 6;
    if let Some(piece) = mv.promotion {
        return squares | (piece as u16 - Piece::Knight as u16) << 12 | PROMOTION;
    }
    let us = board.side_to_move();
    let castles = board.color_on(mv.to) == Some(us);
    let diagonal_pawn = board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
    let en_passant = diagonal_pawn && board.piece_on(mv.to).is_none();
    squares | if castles { CASTLING } else { 0 } | if en_passant { EN_PASSANT } else { 0 }
}

/// The move in 16 bits. All bits decode to a move; the caller must check whether it is legal.
#[must_use]
pub fn unpack(packed: u16) -> Move {
    let square = |shift: u16| Square::index(usize::from(packed >> shift & 63));
    let promotion = (packed & PROMOTION == PROMOTION)
        .then(|| Piece::index(Piece::Knight as usize + usize::from(packed >> 12 & 3)));
    Move { from: square(0), to: square(6), promotion }
}
