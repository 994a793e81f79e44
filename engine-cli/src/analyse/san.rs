//! Moves as people write them.

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color, Move};

/// A move in standard algebraic notation; in coordinates should it not be legal.
pub fn san(board: &Board, mv: Move) -> String {
    if board.is_legal(mv) { display_san_move(board, mv).to_string() } else { mv.to_string() }
}

/// The moves of a line in standard algebraic notation, cut at one that is not legal.
pub fn san_words(board: &Board, moves: &[Move]) -> Vec<String> {
    let mut board = board.clone();
    let legal = moves.iter().map_while(|&mv| {
        let word = san(&board, mv);
        board.try_play(mv).is_ok().then_some(word)
    });
    legal.collect()
}

/// A line of moves in standard algebraic notation with move numbers, cut at a move that is not legal.
pub fn san_line(board: &Board, moves: &[Move]) -> String {
    let (mut number, mut side) = (board.fullmove_number(), board.side_to_move());
    let words = san_words(board, moves).into_iter().enumerate().map(|(index, word)| {
        let numbered = match side {
            Color::White => format!("{number}. {word}"),
            Color::Black if index == 0 => format!("{number}... {word}"),
            Color::Black => word,
        };
        number += u16::from(side == Color::Black);
        side = !side;
        numbered
    });
    words.collect::<Vec<_>>().join(" ")
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
