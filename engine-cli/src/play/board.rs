//! The board in a terminal.

use cozy_chess::{Board, Color, File, Piece, Rank, Square};
use std::fmt::Write;

/// How the board is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Colours, by xterm's codes for 256 colours.
    pub colors: bool,
    /// Letters instead of Unicode pieces.
    pub ascii: bool,
    /// Black at the bottom.
    pub flipped: bool,
}

/// Colours of squares: light and dark, and the same where the last move was made.
const SQUARES: [[u8; 2]; 2] = [[180, 137], [186, 143]];

/// The board, with a line for each rank and one for the files; `last` are the squares of the last move.
pub fn draw(board: &Board, last: Option<(Square, Square)>, style: Style) -> String {
    let mut text = String::new();
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    if style.flipped {
        files.reverse();
    } else {
        ranks.reverse();
    }
    for rank in ranks {
        let _ = write!(text, " {rank} ");
        for file in files {
            let square = Square::new(file, rank);
            let marked = last.is_some_and(|(from, to)| square == from || square == to);
            cell(&mut text, board, square, marked, style);
        }
        text.push_str(if style.colors { "\x1b[0m\n" } else { "\n" });
    }
    text.push_str("   ");
    for file in files {
        let _ = write!(text, " {file} ");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn cell(text: &mut String, board: &Board, square: Square, marked: bool, style: Style) {
    let man = board.piece_on(square).zip(board.color_on(square));
    let sign = man.map(|(piece, color)| sign(piece, color, style));
    if !style.colors {
        // The last move is in brackets.
        let [left, right] = if marked { ['[', ']'] } else { [' ', ' '] };
        let empty = if style.ascii { '.' } else { '·' };
        let _ = write!(text, "{left}{}{right}", sign.unwrap_or(empty));
        return;
    }
    let dark = (square.file() as usize + square.rank() as usize).is_multiple_of(2);
    let ground = SQUARES[usize::from(marked)][usize::from(dark)];
    let ink = if man.is_some_and(|(_, color)| color == Color::White) { 231 } else { 16 };
    let _ = write!(text, "\x1b[48;5;{ground}m\x1b[1;38;5;{ink}m {} ", sign.unwrap_or(' '));
}

fn sign(piece: Piece, color: Color, style: Style) -> char {
    if style.ascii {
        let letter = char::from(piece);
        return if color == Color::White { letter.to_ascii_uppercase() } else { letter };
    }
    // With colours, both sides use the filled pieces, because outlined ones look empty on a coloured background.
    let filled = style.colors || color == Color::Black;
    let signs = if filled {
        ['♟', '♞', '♝', '♜', '♛', '♚']
    } else {
        ['♙', '♘', '♗', '♖', '♕', '♔']
    };
    signs[piece as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style { colors: false, ascii: true, flipped: false };

    #[test]
    fn letters_show_both_sides_and_the_last_move() {
        let mut board = Board::startpos();
        board.play("e2e4".parse().unwrap());
        let text = draw(&board, Some((Square::E2, Square::E4)), PLAIN);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 8  r  n  b  q  k  b  n  r ");
        assert_eq!(lines[4], " 4  .  .  .  . [P] .  .  . ");
        assert_eq!(lines[6], " 2  P  P  P  P [.] P  P  P ");
        assert_eq!(lines[8], "    a  b  c  d  e  f  g  h");
    }

    #[test]
    fn black_sees_it_from_the_other_side() {
        let text = draw(&Board::startpos(), None, Style { flipped: true, ascii: false, ..PLAIN });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖ ");
        assert_eq!(lines[8], "    h  g  f  e  d  c  b  a");
    }

    #[test]
    fn colours_end_with_each_line() {
        let text = draw(&Board::startpos(), None, Style { colors: true, ascii: false, flipped: false });
        assert_eq!(text.matches("\x1b[0m\n").count(), 8);
        assert!(!text.contains('♔') && text.contains('♚'));
    }
}
