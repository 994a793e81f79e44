//! The legal moves of a board as a list, for tests and benchmarks.

use cozy_chess::{Board, Move};

/// The legal moves of `board` in the order of their generation; castling as king takes rook.
///
/// ```
/// let board = argali_suite::BENCH[0].parse().unwrap();
/// assert_eq!(argali_suite::legal_moves(&board).len(), 20);
/// ```
#[must_use]
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|batch| {
        moves.extend(batch);
        false
    });
    moves
}
