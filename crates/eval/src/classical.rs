//! Tapered evaluation.

mod psqt;
mod taper;

use cozy_chess::{Board, Color, Piece};

use crate::Evaluator;
use psqt::PIECE_SQUARE;
use taper::Taper;

/// A classical evaluation: no data to load, no state to keep.
#[derive(Debug, Clone, Copy, Default)]
pub struct Classical;

impl Evaluator for Classical {
    type State = ();

    fn evaluate(&self, board: &Board, _state: &mut ()) -> i32 {
        let mut total = Taper::ZERO;
        let mut phase = 0;
        for piece in Piece::ALL {
            for square in board.colored_pieces(Color::White, piece) {
                total += PIECE_SQUARE[piece as usize][square as usize];
            }
            for square in board.colored_pieces(Color::Black, piece) {
                total -= PIECE_SQUARE[piece as usize][square as usize ^ 56];
            }
            phase += [0, 1, 1, 2, 4, 0][piece as usize] * board.pieces(piece).len() as i32;
        }
        let phase = phase.min(24);
        let white = (total.mg() * phase + total.eg() * (24 - phase)) / 24;
        if board.side_to_move() == Color::White { white } else { -white }
    }
}
