//! Moves in coordinate notation.

use super::{Castling, show_fen};
use crate::error::MoveError;
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use std::fmt;

/// Whether a word has the form of a move (`e2e4`, `e7e8q`), legal or not. Case does not matter.
#[must_use]
pub fn looks_like_move(word: &str) -> bool {
    syntax(word).is_some()
}

/// Reads a move that is legal on `board`. Castling may be in either notation.
///
/// ```
/// use argali_uci::notation::{Castling, parse_move, show_move};
/// use cozy_chess::Board;
///
/// let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
/// let castling = parse_move(&board, "e1g1")?;
/// assert_eq!(castling, parse_move(&board, "e1h1")?);
/// assert_eq!(show_move(&board, castling, Castling::Standard).to_string(), "e1g1");
/// assert_eq!(show_move(&board, castling, Castling::Chess960).to_string(), "e1h1");
/// # Ok::<(), argali_uci::MoveError>(())
/// ```
///
/// # Errors
/// [`MoveError`] if the text is not a move, or not a legal one.
pub fn parse_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    read_move(board, text, Castling::Standard)
}

/// As [`parse_move`]; error messages show the board in the notation of `castling`.
pub(crate) fn read_move(board: &Board, text: &str, castling: Castling) -> Result<Move, MoveError> {
    let mv = syntax(text).ok_or_else(|| MoveError::Syntax(text.to_owned()))?;
    if board.is_legal(mv) {
        return Ok(mv);
    }
    castling_by_target(board, mv)
        .filter(|&king_takes_rook| board.is_legal(king_takes_rook))
        .ok_or_else(|| MoveError::Illegal { text: text.to_owned(), fen: show_fen(board, castling) })
}

fn syntax(word: &str) -> Option<Move> {
    // The longest move has five letters. The check also prevents copies of long input.
    (4..=5).contains(&word.len()).then(|| word.to_ascii_lowercase().parse().ok()).flatten()
}

/// The castling move in which the king moves between the squares of `mv`, as king takes rook.
fn castling_by_target(board: &Board, mv: Move) -> Option<Move> {
    let us = board.side_to_move();
    let back_rank = Rank::First.relative_to(us);
    if mv.from != board.king(us) || mv.to.rank() != back_rank || mv.promotion.is_some() {
        return None;
    }
    let rights = board.castle_rights(us);
    let rook = match mv.to.file() {
        File::G => rights.short?,
        File::C => rights.long?,
        _ => return None,
    };
    Some(Move { to: Square::new(rook, back_rank), ..mv })
}

/// A move as the protocol writes it.
///
/// [`Castling::Standard`] writes castling by the king's target square if king and rook stand as in ordinary chess. On other squares
/// the same text could be an ordinary king move, so king takes rook is written.
#[must_use]
pub fn show_move(board: &Board, mv: Move, castling: Castling) -> impl fmt::Display + use<> {
    if castling.is_chess960() { mv } else { by_king_target(board, mv) }
}

fn by_king_target(board: &Board, mv: Move) -> Move {
    let us: Color = board.side_to_move();
    let castles = mv.from == board.king(us)
        && board.colored_pieces(us, Piece::Rook).has(mv.to)
        && mv.from.file() == File::E;
    let file = match mv.to.file() {
        File::H if castles => File::G,
        File::A if castles => File::C,
        _ => return mv,
    };
    Move { to: Square::new(file, mv.to.rank()), ..mv }
}

/// A line of moves from `board`, as the protocol writes it. A move that is not legal ends the line.
#[must_use]
pub fn show_line(board: &Board, moves: &[Move], castling: Castling) -> impl fmt::Display + use<> {
    let mut board = board.clone();
    let mut text = String::with_capacity(moves.len() * 5);
    for &mv in moves {
        let shown = show_move(&board, mv, castling).to_string();
        if board.try_play(mv).is_err() {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&shown);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use argali_suite::legal_moves;
    use proptest::prelude::*;

    fn board(fen: &str) -> Board {
        parse_fen(fen, Castling::Chess960).unwrap().board
    }

    fn both(board: &Board, mv: Move) -> [String; 2] {
        [Castling::Standard, Castling::Chess960].map(|castling| show_move(board, mv, castling).to_string())
    }

    #[test]
    fn promotion_letters_are_read_in_either_case_and_written_small() {
        let board = board("8/P7/8/8/8/5k2/8/K7 w - - 0 1");
        let mv = parse_move(&board, "a7a8Q").unwrap();
        assert_eq!(mv, parse_move(&board, "A7A8q").unwrap());
        assert_eq!(both(&board, mv), ["a7a8q", "a7a8q"]);
        assert!(parse_move(&board, "a7a8").is_err(), "a promotion needs its letter");
        assert!(parse_move(&board, "a7a8k").is_err());
    }

    #[test]
    fn what_is_no_move_is_told_from_what_is_illegal() {
        let board = Board::startpos();
        for text in ["", "0000", "e2", "e2e9", "e2e4qq", "O-O", "é2e4", "(none)"] {
            assert_eq!(parse_move(&board, text), Err(MoveError::Syntax(text.into())), "{text}");
        }
        for text in ["e2e5", "e7e5", "a1a2", "e1e1", "d1g1", "e2e4q"] {
            assert!(matches!(parse_move(&board, text), Err(MoveError::Illegal { .. })), "{text}");
        }
    }

    #[test]
    fn ordinary_castling_is_written_by_the_option() {
        let board = board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        for (short, rook) in [("e8g8", "e8h8"), ("e8c8", "e8a8")] {
            let mv = parse_move(&board, short).unwrap();
            assert_eq!(both(&board, mv), [short, rook]);
        }
    }

    #[test]
    fn a_king_step_is_not_castling() {
        // King f1, rook g1: f1g1 takes the own rook; king f1, rook h1: f1g1 is a step, f1h1 castles.
        let inner = board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
        assert_eq!(both(&inner, parse_move(&inner, "f1g1").unwrap()), ["f1g1", "f1g1"]);
        let outer = board("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        let step = parse_move(&outer, "f1g1").unwrap();
        assert_eq!(step.to, Square::G1);
        assert_eq!(both(&outer, parse_move(&outer, "f1h1").unwrap()), ["f1h1", "f1h1"]);
        // King b1, rook a1: c1 is a step; castling long goes there too and is written b1a1.
        let long = board("4k3/8/8/8/8/8/8/RK6 w A - 0 1");
        assert_eq!(parse_move(&long, "b1c1").unwrap().to, Square::C1);
        assert_eq!(both(&long, parse_move(&long, "b1a1").unwrap()), ["b1a1", "b1a1"]);
        // King f1, rook a1: c1 can only be castling.
        let far = board("4k3/8/8/8/8/8/8/R4K2 w A - 0 1");
        assert_eq!(parse_move(&far, "f1c1").unwrap().to, Square::A1);
    }

    #[test]
    fn a_king_or_queen_that_moves_to_its_rooks_square_is_no_castling() {
        let board = board("4k3/8/8/8/8/8/8/4K2r w - - 0 1");
        assert!(parse_move(&board, "e1g1").is_err());
        let taking = Move { from: Square::E1, to: Square::H1, promotion: None };
        assert_eq!(show_move(&board, taking, Castling::Standard).to_string(), "e1h1", "an enemy rook");
    }

    #[test]
    fn lines_follow_the_board_and_end_at_an_illegal_move() {
        let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let moves = ["e1h1", "e8a8", "e2e4"].map(|text| text.parse().unwrap());
        assert_eq!(show_line(&board, &moves, Castling::Standard).to_string(), "e1g1 e8c8");
        assert_eq!(show_line(&board, &moves, Castling::Chess960).to_string(), "e1h1 e8a8");
        assert_eq!(show_line(&board, &[], Castling::Chess960).to_string(), "");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = parse_move(&Board::startpos(), &text);
        }

        /// Every legal move of random games from two Chess960 arrays is written so that it reads back, with the option
        /// on; and with it off in ordinary games. King takes rook is read always.
        #[test]
        fn every_move_reads_back(
            (white, black) in (0u32..960, 0u32..960),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
        ) {
            let double = Board::double_chess960_startpos(white, black);
            let (chess960, standard) = (Castling::Chess960, Castling::Standard);
            for (mut board, castling) in [(double, chess960), (Board::startpos(), standard)] {
                for choice in &choices {
                    let moves = legal_moves(&board);
                    for &mv in &moves {
                        let text = show_move(&board, mv, castling).to_string();
                        prop_assert_eq!(parse_move(&board, &text), Ok(mv));
                        prop_assert_eq!(parse_move(&board, &mv.to_string()), Ok(mv));
                    }
                    if moves.is_empty() {
                        break;
                    }
                    board.play(*choice.get(&moves));
                }
            }
        }
    }
}
