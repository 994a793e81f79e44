//! The board as an ASCII diagram, for the command `d`.

use argali_search::Castling;
use cozy_chess::{Board, Color, File, Rank, Square};
use std::fmt::Write;

/// The board, its FEN (in Chess960 a Shredder-FEN), its key and the checking pieces.
pub(crate) fn picture(board: &Board, castling: Castling) -> String {
    const LINE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from(LINE);
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            text.push_str(" | ");
            text.push(letter(board, Square::new(file, rank)));
        }
        // Writing to a string does not fail.
        let _ = write!(text, " | {rank}\n{LINE}");
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let fen = castling.fen(board);
    let checkers =
        board.checkers().into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
    let _ = write!(text, "Fen: {fen}\nKey: {:016X}\nCheckers: {checkers}", board.hash());
    text.trim_end().to_owned()
}

fn letter(board: &Board, square: Square) -> char {
    let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) else { return ' ' };
    let letter = char::from(piece);
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_seen_from_whites_side() {
        let board: Board = "4k3/8/8/8/8/8/4q3/R3K3 w Q - 3 9".parse().unwrap();
        let text = picture(&board, Castling::Standard);
        assert!(text.contains("\n | R |   |   |   | K |   |   |   | 1\n"), "{text}");
        assert!(text.contains("\n |   |   |   |   | q |   |   |   | 2\n"), "{text}");
        assert!(text.contains("\nFen: 4k3/8/8/8/8/8/4q3/R3K3 w Q - 3 9\n"), "{text}");
        assert!(text.ends_with("\nCheckers: e2"), "{text}");
        assert!(picture(&board, Castling::Chess960).contains(" w A - 3 9\n"));
    }
}
