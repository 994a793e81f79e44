//! The key of the position after a move, computed before the move is made. The table's entry is prefetched with it while the search
//! decides whether to search the move.
//!
//! Source: Stockfish's `key_after`.

use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Square};
use std::sync::LazyLock;

static NEXT_KEYS: LazyLock<NextKeys> = LazyLock::new(NextKeys::measure);

/// The Zobrist numbers of each piece on each square, and of the side to move.
///
/// The board library does not publish them, but the hashes of two boards that differ in one piece reveal them.
#[derive(Debug)]
pub(crate) struct NextKeys {
    pieces: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    side: u64,
}

impl NextKeys {
    /// The shared instance.
    pub(crate) fn get() -> &'static NextKeys {
        &NEXT_KEYS
    }

    /// The key after `mv`. It is wrong for promotions, castling, and moves that change castling rights or the en passant square. These
    /// are few, and the only cost is a useless prefetch.
    #[inline(always)]
    pub(crate) fn key_after(&self, board: &Board, mv: Move) -> u64 {
        let us = board.side_to_move();
        let of = |color: Color, piece: Piece, square: Square| {
            self.pieces[color as usize][piece as usize][square as usize]
        };
        let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let key = board.hash_without_ep() ^ self.side ^ of(us, piece, mv.from) ^ of(us, piece, mv.to);
        match board.piece_on(mv.to) {
            Some(victim) => key ^ of(!us, victim, mv.to),
            None => key,
        }
    }

    fn measure() -> NextKeys {
        let of = |color, piece, square| contribution(color, piece, square).unwrap_or_default();
        let pieces = Color::ALL
            .map(|color| Piece::ALL.map(|piece| Square::ALL.map(|square| of(color, piece, square))));
        let board = Board::default();
        let side = board.null_move().map_or(0, |passed| passed.hash() ^ board.hash());
        NextKeys { pieces, side }
    }
}

/// The Zobrist number of a piece on a square; `None` if it cannot stand there. Every board has kings, so a king's numbers are relative
/// to its number on [`KINGS_BASE`].
fn contribution(color: Color, piece: Piece, square: Square) -> Option<u64> {
    KINGS.iter().find_map(|&[own, foe]| {
        let foe = (foe, Piece::King, !color);
        let king = |square| (square, Piece::King, color);
        let (with, without) = match piece {
            Piece::King => (hash(&[king(square), foe], !color), hash(&[king(KINGS_BASE), foe], !color)),
            _ if square == own || square == foe.0 => return None,
            // The side whose king may be attacked is to move.
            _ => (hash(&[king(own), foe, (square, piece, color)], !color), hash(&[king(own), foe], !color)),
        };
        Some(with? ^ without?)
    })
}

/// Squares of a king and of the other king: enough for each piece to find a pair that is not in its way.
const KINGS: [[Square; 2]; 3] =
    [[Square::A1, Square::H8], [Square::H8, Square::A1], [Square::A8, Square::H1]];
const KINGS_BASE: Square = Square::D5;

/// The hash of a board with these pieces, if it is legal.
fn hash(pieces: &[(Square, Piece, Color)], side_to_move: Color) -> Option<u64> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = side_to_move;
    for &(square, piece, color) in pieces {
        *builder.square_mut(square) = Some((piece, color));
    }
    Some(builder.build().ok()?.hash())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::position_key;
    use argali_suite::legal_moves;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_key_after_a_move_is_known_before_it(choices in prop::collection::vec(0usize..218, 1..120)) {
            let mut board = Board::default();
            for choice in choices {
                let moves = legal_moves(&board);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[choice % moves.len()];
                let mut after = board.clone();
                after.play(mv);
                let ordinary = mv.promotion.is_none()
                    && after.en_passant().is_none()
                    && Color::ALL.iter().all(|&color| after.castle_rights(color) == board.castle_rights(color))
                    && after.occupied().len() + u32::from(board.colors(!board.side_to_move()).has(mv.to))
                        == board.occupied().len();
                if ordinary {
                    let key = NextKeys::get().key_after(&board, mv);
                    prop_assert_eq!(key, position_key(&after), "{} {}", board, mv);
                }
                board = after;
            }
        }
    }

    #[test]
    fn each_piece_that_can_stand_on_a_square_is_known_there() {
        for (color, piece) in Color::ALL.into_iter().flat_map(|color| Piece::ALL.map(|piece| (color, piece)))
        {
            let known = Square::ALL.iter().filter(|&&square| contribution(color, piece, square).is_some());
            assert_eq!(known.count(), if piece == Piece::Pawn { 48 } else { 64 }, "{color:?} {piece:?}");
        }
    }
}
