//! The context of a quiet move: what its history depends on besides the move itself.

use crate::learned::history::{Continuations, pawn_key};
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// Rows of the history by pawn structure; many structures share a row.
pub(crate) const PAWN_ROWS: usize = 1024;
/// Rows of the butterfly history.
pub(crate) const BUTTERFLY_ROWS: usize = 8 * Square::NUM;

/// The context of a node's quiet moves, computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietContext {
    pub color: Color,
    /// The moves that led here.
    pub before: Continuations,
    /// Squares that the opponent attacks.
    pub threats: Threats,
    /// The row of the pawn structure in the pawn history (Stockfish, 2023).
    pub pawn_row: usize,
}

impl QuietContext {
    pub(crate) fn new(board: &Board, before: Continuations) -> QuietContext {
        let color = board.side_to_move();
        let pawn_row = (pawn_key(board) >> (u64::BITS - PAWN_ROWS.ilog2())) as usize;
        QuietContext { color, before, threats: Threats::by(board, !color), pawn_row }
    }

    /// The row of a move in the butterfly history. Moves that leave or enter an attacked square have separate entries (Koivisto and
    /// Berserk, 2021).
    #[inline]
    pub(crate) fn butterfly_row(&self, from: Square, enters: bool) -> usize {
        let leaves = usize::from(self.threats.all.has(from));
        ((self.color as usize * 2 + leaves) * 2 + usize::from(enters)) * Square::NUM + from as usize
    }

    /// Whether the opponent cannot capture the moved piece, so that no exchange needs to be calculated. The origin must not be attacked
    /// either, because a slider might reach the target through it.
    #[inline]
    pub(crate) fn is_safe(&self, mv: Move) -> bool {
        !self.threats.all.has(mv.from) && !self.threats.all.has(mv.to)
    }
}

/// Squares that a side attacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats {
    /// With anything.
    pub all: BitBoard,
    /// With pawns.
    by_pawns: BitBoard,
    /// With pawns, knights and bishops.
    by_minors: BitBoard,
    /// With pawns, knights, bishops and rooks.
    by_rooks: BitBoard,
}

impl Threats {
    fn by(board: &Board, color: Color) -> Threats {
        let own = board.colors(color);
        let occupied = board.occupied();
        let mut attacked = BitBoard::EMPTY;
        for pawn in own & board.pieces(Piece::Pawn) {
            attacked |= get_pawn_attacks(pawn, color);
        }
        let by_pawns = attacked;
        for knight in own & board.pieces(Piece::Knight) {
            attacked |= get_knight_moves(knight);
        }
        for bishop in own & board.pieces(Piece::Bishop) {
            attacked |= get_bishop_moves(bishop, occupied);
        }
        let by_minors = attacked;
        for rook in own & board.pieces(Piece::Rook) {
            attacked |= get_rook_moves(rook, occupied);
        }
        let by_rooks = attacked;
        for queen in own & board.pieces(Piece::Queen) {
            attacked |= get_bishop_moves(queen, occupied) | get_rook_moves(queen, occupied);
        }
        Threats { all: attacked | get_king_moves(board.king(color)), by_pawns, by_minors, by_rooks }
    }

    /// Squares that are attacked with pieces worth less than this one.
    #[inline]
    pub(crate) fn by_lesser(&self, piece: Piece) -> BitBoard {
        match piece {
            Piece::Knight | Piece::Bishop => self.by_pawns,
            Piece::Rook => self.by_minors,
            Piece::Queen => self.by_rooks,
            Piece::Pawn | Piece::King => BitBoard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::history::PieceTo;
    use crate::tree::picker::is_noisy;
    use crate::tree::see::see_at_least;
    use argali_suite::legal_moves;

    #[test]
    fn moves_from_and_to_attacked_squares_have_their_own_rows() {
        // The rook on a8 attacks the a file down to a1 and the eighth rank.
        let board: Board = "r3k3/8/8/8/8/8/1N6/4K2R w - - 0 1".parse().unwrap();
        let context = QuietContext::new(&board, [PieceTo::NONE; 4]);
        assert!(!context.threats.all.has(Square::D3) && context.threats.all.has(Square::A4));
        let kind = |from, enters| context.butterfly_row(from, enters) / Square::NUM;
        assert_eq!([kind(Square::B2, false), kind(Square::B2, true)], [0, 1]);
        assert_eq!([kind(Square::A4, false), kind(Square::A4, true)], [2, 3]);
        let threats = Threats { all: BitBoard::FULL, ..context.threats };
        let black = QuietContext { color: Color::Black, threats, ..context };
        assert!((4 * Square::NUM..BUTTERFLY_ROWS).contains(&black.butterfly_row(Square::H8, true)));
    }

    /// For quiet moves that are safe, `see_at_least` says so as well.
    #[test]
    fn safe_moves_lose_nothing() {
        let mut safe = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p2B1/2PP4/1PN2N2/P1Q2PPP/R3KB1R w KQ - 1 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "3q2k1/5ppp/8/2b1n3/3r4/8/5PPP/4R1K1 b - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let context = QuietContext::new(&board, [PieceTo::NONE; 4]);
            for mv in legal_moves(&board) {
                if !is_noisy(&board, mv) && context.is_safe(mv) {
                    assert!(see_at_least(&board, mv, 0), "{fen} {mv}");
                    safe += 1;
                }
            }
        }
        assert!(safe > 50, "{safe}");
        // The rook on e8 sees through to e3 once the rook on e2 has gone there.
        let board: Board = "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1".parse().unwrap();
        let context = QuietContext::new(&board, [PieceTo::NONE; 4]);
        assert!(!context.is_safe("e2e3".parse().unwrap()));
    }

    #[test]
    fn squares_are_attacked_as_the_rules_say() {
        let board = Board::startpos();
        let third = cozy_chess::Rank::Third.bitboard();
        let threats = Threats::by(&board, Color::White).all;
        assert_eq!(threats & third, third);
        assert!((threats & cozy_chess::Rank::Fourth.bitboard()).is_empty());
    }

    #[test]
    fn lesser_pieces_threaten_greater_ones() {
        // The pawn attacks d4 and f4, the knight c6 among others, the rook the d file.
        let board: Board = "3r3k/8/8/4p3/1n6/8/8/4K3 w - - 0 1".parse().unwrap();
        let threats = Threats::by(&board, Color::Black);
        let lesser = |piece, square| threats.by_lesser(piece).has(square);
        assert!(lesser(Piece::Knight, Square::D4) && !lesser(Piece::Knight, Square::C6));
        assert!(lesser(Piece::Rook, Square::C6) && !lesser(Piece::Rook, Square::D1));
        assert!(lesser(Piece::Queen, Square::D1) && !lesser(Piece::Queen, Square::H1));
        assert!(threats.by_lesser(Piece::Pawn).is_empty() && threats.by_lesser(Piece::King).is_empty());
    }
}
