//! Moves as people write them.

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color, Move};

/// A move in standard algebraic notation; in coordinates should it not be legal.
pub fn san(board: &Board, mv: Move) -> String {
    if board.is_legal(mv) { display_san_move(board, mv).to_string() } else { mv.to_string() }
}

/// A line of moves in standard algebraic notation with move numbers, cut at a move that is not legal.
pub fn san_line(board: &Board, moves: &[Move]) -> String {
    let mut board = board.clone();
    let mut words = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        if !board.is_legal(mv) {
            break;
        }
        let number = match board.side_to_move() {
            Color::White => format!("{}. ", board.fullmove_number()),
            Color::Black if index == 0 => format!("{}... ", board.fullmove_number()),
            Color::Black => String::new(),
        };
        words.push(number + &san(&board, mv));
        board.play(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered() {
        let moves = ["e2e4", "e7e5", "g1f3", "a1a8"].map(|text| text.parse().unwrap());
        assert_eq!(san_line(&Board::startpos(), &moves), "1. e4 e5 2. Nf3");
        let mut board = Board::startpos();
        board.play(moves[0]);
        assert_eq!(san_line(&board, &moves[1..]), "1... e5 2. Nf3");
        assert_eq!(san(&board, moves[3]), "a1a8");
    }
}
