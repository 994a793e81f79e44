//! The Polyglot key of a position.

use crate::numbers::NUMBERS;
use cozy_chess::{BitBoard, Board, Color, Piece, Rank};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The Polyglot key of a position.
///
/// A double pawn step counts only if an enemy pawn stands next to the pawn, whether or not it can legally capture. In Chess960
/// castling rights count by wing alone, because the format has no rook files.
///
/// ```
/// assert_eq!(argali_book::key(&cozy_chess::Board::startpos()), 0x463b_9618_1691_fc9c);
/// ```
#[must_use]
pub fn key(board: &Board) -> u64 {
    let mut key = 0;
    for (kind, piece) in Piece::ALL.into_iter().enumerate() {
        for color in Color::ALL {
            // Black comes before white; the pieces are in the usual order from pawn to king.
            let row = 2 * kind + usize::from(color == Color::White);
            for square in board.colored_pieces(color, piece) {
                key ^= NUMBERS[64 * row + square as usize];
            }
        }
    }
    for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let rights = board.castle_rights(color);
        for (side, right) in [rights.short, rights.long].into_iter().enumerate() {
            if right.is_some() {
                key ^= NUMBERS[CASTLING + 2 * index + side];
            }
        }
    }
    let us = board.side_to_move();
    if let Some(file) = board.en_passant() {
        let rank = Rank::Fifth.relative_to(us).bitboard();
        let beside: BitBoard = file.adjacent() & rank;
        if !(beside & board.colored_pieces(us, Piece::Pawn)).is_empty() {
            key ^= NUMBERS[EN_PASSANT + file as usize];
        }
    }
    if us == Color::White {
        key ^= NUMBERS[WHITE_TO_MOVE];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> u64 {
        let mut board = Board::startpos();
        for mv in moves.split_whitespace() {
            board.play(mv.parse().unwrap());
        }
        key(&board)
    }

    /// The keys from the description of the format.
    #[test]
    fn the_published_keys() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(after(moves), expected, "{moves}");
        }
    }

    /// The published keys use few of the random numbers. The sum and the XOR of all numbers check the rest.
    #[test]
    fn no_number_is_mistyped() {
        let sum = NUMBERS.iter().fold(0_u64, |sum, &number| sum.wrapping_add(number));
        let xor = NUMBERS.iter().fold(0_u64, |xor, &number| xor ^ number);
        assert_eq!((xor, sum), (0xeaa4_dc0d_d065_42b6, 0xb875_3761_5dbe_2812));
    }
}
