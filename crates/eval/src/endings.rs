//! Endings that are won by technique, and pieces that cannot mate.
//!
//! A network that learnt from adjudicated games has never seen the end of a won game. It gives all positions with a queen against a
//! bare king the same value, so a search that does not see the mate yet makes no progress. The terms are the common ones
//! (chessprogramming.org, "Mop-up Evaluation"): drive the king to the edge (with bishop and knight to a corner of the
//! bishop's colour), and bring the own king near.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

/// Centipawns for any won ending, added to the value of the pieces: more than the network gives to any ending with pawns.
const WON: i32 = 1_000;
/// Centipawns for each step of the weak king away from the centre.
const EDGE: i32 = 30;
/// The same in the ending queen against rook.
const EDGE_AGAINST_ROOK: i32 = 45;
/// Centipawns for a defender whose king has no move, because stalemate is then near: the defender can sacrifice its other piece.
const TRAPPED: i32 = 400;
/// Centipawns for each step of the bare king towards a corner of the bishop's colour: large enough that a step is not lost in the
/// margins and corrections of a search.
const CORNER: i32 = 400;
/// Centipawns for each king step that the kings are nearer to each other.
const KINGS: i32 = 30;

/// Centipawns from the side to move's point of view in an ending that is won by technique; `None` everywhere else.
#[inline]
pub(crate) fn evaluate(board: &Board) -> Option<i32> {
    let is_small = board.occupied().len() <= 4;
    if !is_small && !is_bare(board, Color::White) && !is_bare(board, Color::Black) {
        return None;
    }
    let us = board.side_to_move();
    let mut trapped = 0;
    if board.checkers().is_empty() && !board.generate_moves_for(board.king(us).bitboard(), |_| true) {
        // A search that stops at captures does not see stalemate. While the king cannot move, the defender may sacrifice its
        // other pieces to reach it.
        if !board.generate_moves(|_| true) {
            return Some(0);
        }
        trapped = TRAPPED;
    }
    let value = |strong| Some(WON + pieces(board, strong) - pieces(board, !strong) + mop_up(board, strong)?);
    value(us).or_else(|| value(!us).map(|value| trapped - value))
}

/// Centipawns for the places of the kings, from the point of view of `strong`, if it can force mate against a bare king or has a
/// queen against a rook; `None` in all other endings.
#[cold]
pub(crate) fn mop_up(board: &Board, strong: Color) -> Option<i32> {
    let has = |color, piece| !board.colored_pieces(color, piece).is_empty();
    let weak_king = board.king(!strong);
    let edge = from_centre(weak_king.file() as i32) + from_centre(weak_king.rank() as i32);
    let bishops = board.colored_pieces(strong, Piece::Bishop);
    let on_light = !(bishops & BitBoard::LIGHT_SQUARES).is_empty();
    let on_dark = !(bishops & BitBoard::DARK_SQUARES).is_empty();
    let place = if !is_bare(board, !strong) {
        let is_queen_against_rook = board.occupied().len() == 4
            && board.colors(strong).len() == 2
            && has(strong, Piece::Queen)
            && has(!strong, Piece::Rook);
        is_queen_against_rook.then_some(EDGE_AGAINST_ROOK * edge)?
    } else if has(strong, Piece::Queen) || has(strong, Piece::Rook) || on_light && on_dark {
        EDGE * edge
    } else if !bishops.is_empty() && has(strong, Piece::Knight) {
        let corners = if on_light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let [one, other] = corners.map(|corner| ranks_and_files(weak_king, corner));
        CORNER * (7 - one.min(other))
    } else {
        return None;
    };
    Some(place + KINGS * (7 - steps(board.king(strong), weak_king)))
}

#[inline]
fn is_bare(board: &Board, color: Color) -> bool {
    board.colors(color) == board.king(color).bitboard()
}

/// Centipawns for the pieces of a side.
fn pieces(board: &Board, color: Color) -> i32 {
    let count = |piece| board.colored_pieces(color, piece).len() as i32;
    900 * count(Piece::Queen)
        + 500 * count(Piece::Rook)
        + 300 * (count(Piece::Bishop) + count(Piece::Knight))
        + 100 * count(Piece::Pawn)
}

/// Steps from the two middle files or ranks, 0 to 3.
fn from_centre(index: i32) -> i32 {
    (3 - index).max(index - 4)
}

/// The sum of the differences of ranks and of files, 0 to 14.
fn ranks_and_files(one: Square, other: Square) -> i32 {
    let [files, ranks] = distances(one, other);
    files + ranks
}

/// King steps between two squares, 0 to 7.
fn steps(one: Square, other: Square) -> i32 {
    let [files, ranks] = distances(one, other);
    files.max(ranks)
}

fn distances(one: Square, other: Square) -> [i32; 2] {
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    [files, ranks]
}

/// `value`, from the side to move's point of view, limited to 0 for a side that cannot win: without pawns, and with one minor piece or
/// two knights at most.
#[inline]
pub(crate) fn without_false_hope(board: &Board, value: i32) -> i32 {
    let hopeful = if value > 0 { board.side_to_move() } else { !board.side_to_move() };
    if cannot_win(board, hopeful) { 0 } else { value }
}

#[inline]
fn cannot_win(board: &Board, color: Color) -> bool {
    let own = board.colors(color);
    // With the king, one piece or two.
    if own.len() > 3 {
        return false;
    }
    let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    (own & mating).is_empty() && (own.len() < 3 || (own & board.pieces(Piece::Knight)).len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_hopes_to_win_with_a_bishop_alone() {
        for (fen, value, expected) in [
            // White's bishop stops a pawn.
            ("8/8/7B/8/4k3/8/1p6/1K6 w - - 0 1", 40, 0),
            ("8/8/7B/8/4k3/8/1p6/1K6 b - - 0 1", -40, 0),
            ("8/8/7B/8/4k3/8/1p6/1K6 b - - 0 1", 40, 40),
            ("8/8/6NN/8/4k3/8/1p6/1K6 w - - 0 1", 40, 0),
            ("8/8/6NB/8/4k3/8/1p6/1K6 w - - 0 1", 40, 40),
            ("8/8/7R/8/4k3/8/1p6/1K6 w - - 0 1", 40, 40),
        ] {
            assert_eq!(without_false_hope(&fen.parse().expect("legal FEN"), value), expected, "{fen}");
        }
    }

    fn value(fen: &str) -> Option<i32> {
        evaluate(&fen.parse().expect("legal FEN"))
    }

    #[test]
    fn only_won_endings_are_known() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            // Two bishops of one colour.
            "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/4p3/8/8/8/8/8/Q3K3 w - - 0 1",
            "4k3/4n3/8/8/8/8/8/Q3K3 w - - 0 1",
            "4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1",
        ] {
            assert_eq!(value(fen), None, "{fen}");
        }
        for pieces in ["8/Q3K3", "8/R3K3", "8/2BBK3", "8/1NB1K3", "7r/Q3K3"] {
            let ours = value(&format!("4k3/8/8/8/8/8/{pieces} w - - 0 1"));
            let theirs = value(&format!("4k3/8/8/8/8/8/{pieces} b - - 0 1"));
            assert!(ours.is_some_and(|ours| ours > WON) && theirs == ours.map(|ours| -ours), "{pieces}");
        }
    }

    #[test]
    fn stalemate_is_no_win() {
        for fen in [
            // The first is stalemate after a rook sacrifice.
            "8/8/5K2/8/7k/5Q2/8/8 b - - 0 1",
            "k7/8/1K1B4/8/8/8/2N5/8 b - - 0 1",
            "7k/6R1/5K2/8/8/8/8/8 b - - 0 1",
        ] {
            assert_eq!(value(fen), Some(0), "{fen}");
        }
        // The rook can give check for ever, so Black is nearer to a draw than with a king that can move.
        assert!(value("k6r/8/1Q6/4K3/8/8/8/8 b - - 0 1") > value("k6r/8/2Q5/4K3/8/8/8/8 b - - 0 1"));
        assert_eq!(value("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").map(i32::signum), Some(-1), "mate is one");
    }

    #[test]
    fn the_edge_and_the_right_corner_are_worth_reaching() {
        let rook = |king: &str| value(&format!("{king}/8/8/8/8/8/8/R3K3 w - - 0 1"));
        assert!(rook("7k") > rook("4k3"));
        let queen = |king: &str| value(&format!("{king}/8/8/8/8/1Q6/r7/4K3 w - - 0 1"));
        assert!(queen("7k") > queen("4k3"));
        // The bishop on c1 is on dark squares, so the corners are a1 and h8.
        assert!(value("7k/8/8/8/8/8/8/1NB1K3 w - - 0 1") > value("k7/8/8/8/8/8/8/1NB1K3 w - - 0 1"));
    }
}
