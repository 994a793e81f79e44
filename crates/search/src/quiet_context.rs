//! What the worth of a quiet move depends on besides the move itself.

use crate::history::{Continuations, PieceTo, mix};
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// Pawn structures that are told apart; others share a place.
pub(crate) const STRUCTURES: usize = 1024;
/// Places in the butterfly boards.
pub(crate) const BUTTERFLIES: usize = 8 * Square::NUM * Square::NUM;

/// Gathered once for a node, before its quiet moves are scored or rewarded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietContext {
    pub color: Color,
    /// The moves that led here.
    pub before: Continuations,
    /// Squares that the opponent attacks.
    threats: BitBoard,
    /// The place of the pawn structure.
    structure: usize,
}

impl QuietContext {
    pub(crate) fn new(board: &Board, before: Continuations) -> QuietContext {
        let color = board.side_to_move();
        QuietContext { color, before, threats: attacks(board, !color), structure: structure(board) }
    }

    /// The place of a move in the butterfly boards. Whether it leaves an attacked square, and whether it enters one, makes
    /// different moves of it (Koivisto and Berserk, 2021).
    #[inline]
    pub(crate) fn butterfly(&self, mv: Move) -> usize {
        let place = |index: usize, square: Square| index * Square::NUM + square as usize;
        let leaves = usize::from(self.threats.has(mv.from));
        let enters = usize::from(self.threats.has(mv.to));
        place(place((self.color as usize * 2 + leaves) * 2 + enters, mv.from), mv.to)
    }

    /// The place of a move in the table by pawn structure (Stockfish, 2023).
    #[inline]
    pub(crate) fn by_structure(&self, piece: Piece, mv: Move) -> usize {
        self.structure * PieceTo::COUNT + PieceTo::new(self.color, piece, mv.to).index()
    }
}

fn structure(board: &Board) -> usize {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
    let key = mix(mix(pawns(Color::White)) ^ pawns(Color::Black));
    (key >> (u64::BITS - STRUCTURES.ilog2())) as usize
}

/// Squares that `color` attacks.
fn attacks(board: &Board, color: Color) -> BitBoard {
    let own = board.colors(color);
    let occupied = board.occupied();
    let queens = board.pieces(Piece::Queen);
    let mut attacked = get_king_moves(board.king(color));
    for pawn in own & board.pieces(Piece::Pawn) {
        attacked |= get_pawn_attacks(pawn, color);
    }
    for knight in own & board.pieces(Piece::Knight) {
        attacked |= get_knight_moves(knight);
    }
    for slider in own & (board.pieces(Piece::Bishop) | queens) {
        attacked |= get_bishop_moves(slider, occupied);
    }
    for slider in own & (board.pieces(Piece::Rook) | queens) {
        attacked |= get_rook_moves(slider, occupied);
    }
    attacked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacked_squares_make_other_moves() {
        // The rook on a8 attacks the a file down to a1 and the eighth rank.
        let board: Board = "r3k3/8/8/8/8/8/1N6/4K2R w - - 0 1".parse().unwrap();
        let context = QuietContext::new(&board, [PieceTo::NONE; 4]);
        let place = |mv: &str| context.butterfly(mv.parse().unwrap()) / (Square::NUM * Square::NUM);
        assert_eq!(place("b2d3"), 0);
        assert_eq!(place("b2a4"), 1, "enters");
        assert!(context.butterfly("h1h8".parse().unwrap()) < BUTTERFLIES);
    }

    #[test]
    fn squares_are_attacked_as_the_rules_say() {
        let board = Board::startpos();
        let third = cozy_chess::Rank::Third.bitboard();
        assert_eq!(attacks(&board, Color::White) & third, third);
        assert!((attacks(&board, Color::White) & cozy_chess::Rank::Fourth.bitboard()).is_empty());
    }
}
