//! A board with its pieces, the last move, and arrows.

use super::escape;
use super::pieces::{SQUARE, definitions, style};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use std::fmt::Write;

/// The contents of a picture.
pub struct Picture<'a> {
    /// The position.
    pub board: &'a Board,
    /// The squares of the move that led to it.
    pub last: Option<(Square, Square)>,
    /// Arrows, the first one on top.
    pub arrows: &'a [Arrow],
    /// Seen from Black's side.
    pub flipped: bool,
    /// The alternative text.
    pub title: &'a str,
}

/// An arrow from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Its start.
    pub from: Square,
    /// Its target.
    pub to: Square,
    /// Its colour.
    pub tint: Tint,
}

/// The colour of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// The best move: green.
    Best,
    /// Other good moves: blue, the fainter the larger the number.
    Other(u8),
    /// A played move that is not the best: red.
    Played,
}

/// The squares of the board.
const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";
/// The squares of the last move.
const LAST: &str = "#ffe95a";
/// The side of the board (units).
const SIDE: usize = 8 * SQUARE;

impl Arrow {
    /// The arrow of a move on `board`; castling points to where the king goes.
    pub fn new(board: &Board, mv: Move, tint: Tint) -> Arrow {
        Arrow { from: mv.from, to: king_target(board, mv), tint }
    }
}

/// The target square of the moving piece; castling is encoded as king takes rook.
pub fn king_target(board: &Board, mv: Move) -> Square {
    let us = board.side_to_move();
    if !board.colored_pieces(us, Piece::Rook).has(mv.to) {
        return mv.to;
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    Square::new(file, mv.to.rank())
}

impl Picture<'_> {
    /// The picture as a separate file.
    pub fn standalone(&self) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{0}" height="{0}" role="img">{1}{2}</svg>
"#,
            2 * SIDE,
            definitions(),
            self.contents()
        )
    }

    /// The picture within a page that has the [`definitions`].
    pub fn embedded(&self) -> String {
        format!(r#"<svg class="board" viewBox="0 0 {SIDE} {SIDE}" role="img">{}</svg>"#, self.contents())
    }

    fn contents(&self) -> String {
        let mut svg = format!("<title>{}</title>", escape(self.title));
        let _ =
            write!(svg, r#"<rect width="{SIDE}" height="{SIDE}" fill="{LIGHT}"/><path fill="{DARK}" d=""#);
        for square in Square::ALL {
            if (square.file() as usize + square.rank() as usize).is_multiple_of(2) {
                let (x, y) = self.corner(square);
                let _ = write!(svg, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
            }
        }
        svg.push_str("\"/>");
        for square in self.last.into_iter().flat_map(|(from, to)| [from, to]) {
            let (x, y) = self.corner(square);
            let _ = write!(
                svg,
                r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{LAST}" fill-opacity=".55"/>"#
            );
        }
        self.coordinates(&mut svg);
        svg.push_str(r#"<g stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">"#);
        for color in Color::ALL {
            let _ = write!(svg, "<g {}>", style(color));
            for square in self.board.colors(color) {
                let Some(piece) = self.board.piece_on(square) else { continue };
                let (x, y) = self.corner(square);
                let _ = write!(svg, r##"<use href="#piece-{}" x="{x}" y="{y}"/>"##, char::from(piece));
            }
            svg.push_str("</g>");
        }
        svg.push_str("</g>");
        self.arrows.iter().rev().for_each(|&arrow| svg.push_str(&self.arrow(arrow)));
        svg
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (column, row) = if self.flipped { (7 - file, rank) } else { (file, 7 - rank) };
        (column * SQUARE, row * SQUARE)
    }

    fn coordinates(&self, svg: &mut String) {
        svg.push_str(r#"<g font-family="sans-serif" font-size="9" font-weight="600">"#);
        let (first_file, first_rank) =
            if self.flipped { (File::H, Rank::Eighth) } else { (File::A, Rank::First) };
        let tint = |square: Square| {
            if (square.file() as usize + square.rank() as usize).is_multiple_of(2) { LIGHT } else { DARK }
        };
        for file in File::ALL {
            let square = Square::new(file, first_rank);
            let (x, y) = self.corner(square);
            let (x, y) = (x + SQUARE - 7, y + SQUARE - 3);
            let _ = write!(svg, r#"<text x="{x}" y="{y}" fill="{}">{file}</text>"#, tint(square));
        }
        for rank in Rank::ALL {
            let square = Square::new(first_file, rank);
            let (x, y) = self.corner(square);
            let _ = write!(svg, r#"<text x="{}" y="{}" fill="{}">{rank}</text>"#, x + 2, y + 9, tint(square));
        }
        svg.push_str("</g>");
    }

    /// An arrow from the middle of a square to that of another.
    fn arrow(&self, arrow: Arrow) -> String {
        let half = SQUARE as f64 / 2.0;
        let middle = |square| {
            let (x, y) = self.corner(square);
            (x as f64 + half, y as f64 + half)
        };
        let ((x1, y1), (x2, y2)) = (middle(arrow.from), middle(arrow.to));
        let length = (x2 - x1).hypot(y2 - y1);
        if length == 0.0 {
            return String::new();
        }
        // Along the arrow, and across it.
        let (ax, ay) = ((x2 - x1) / length, (y2 - y1) / length);
        let at = |along: f64, across: f64| {
            format!("{:.1} {:.1}", x1 + ax * along - ay * across, y1 + ay * along + ax * across)
        };
        let (begin, neck, head, tip, shaft) = (10.0, length - 18.0, 11.0, length - 1.0, 4.2);
        let points = [
            at(begin, shaft),
            at(neck, shaft),
            at(neck, head),
            at(tip, 0.0),
            at(neck, -head),
            at(neck, -shaft),
            at(begin, -shaft),
        ];
        let (color, opacity) = match arrow.tint {
            Tint::Best => ("#15781b", 0.8),
            Tint::Played => ("#b3261e", 0.8),
            Tint::Other(number) => ("#0b5a9d", (0.75 - 0.12 * f64::from(number)).max(0.3)),
        };
        format!(r#"<path fill="{color}" fill-opacity="{opacity:.2}" d="M{}z"/>"#, points.join("L"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(fen: &str, flipped: bool) -> String {
        let board: Board = fen.parse().unwrap();
        let arrow = Arrow::new(&board, "e2e4".parse().unwrap(), Tint::Best);
        let last = Some((Square::A7, Square::A5));
        Picture { board: &board, last, arrows: &[arrow], flipped, title: "A & B" }.standalone()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn every_piece_stands_on_its_square() {
        let svg = picture(START, false);
        assert_eq!(svg.matches("<use ").count(), 32);
        assert!(svg.contains(r##"<use href="#piece-k" x="180" y="315"/>"##), "the white king on e1");
        assert!(picture(START, true).contains(r##"<use href="#piece-k" x="135" y="0"/>"##));
        assert!(svg.contains("<title>A &amp; B</title>"));
    }

    #[test]
    fn the_last_move_and_arrows_are_drawn() {
        let svg = picture(START, false);
        assert_eq!(svg.matches(LAST).count(), 2);
        assert_eq!(svg.matches("#15781b").count(), 1);
    }

    #[test]
    fn castling_points_to_where_the_king_goes() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (mv, target) in
            [("e1h1", Square::G1), ("e1a1", Square::C1), ("a1b1", Square::B1), ("h1h8", Square::H8)]
        {
            assert_eq!(king_target(&board, mv.parse().unwrap()), target, "{mv}");
        }
    }
}
