//! Moves as people write them.
//!
//! What is written is Standard Algebraic Notation. What is read is that, and what is close to it: castling with zeros (`0-0`),
//! promotion without the sign (`e8Q`), more of the origin than is needed (`Ng1f3`), signs for captures left out or put
//! in, `e.p.`, and coordinates (`e2e4`, `e7-e8=Q`, `e1g1`).

use crate::start;
use cozy_chess::util::display_san_move;
use cozy_chess::{Board, File, Move, Piece, Rank, Square};
use thiserror::Error;

/// A word that is no move to be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SanError {
    /// The word has not the form of a move.
    #[error("{0:?} is no move")]
    Syntax(String),
    /// No piece can move so.
    #[error("{text:?} is not legal in {fen}")]
    Illegal {
        /// The word.
        text: String,
        /// The position.
        fen: String,
    },
    /// More than one piece can move so.
    #[error("{text:?} could be {first} or {second} in {fen}")]
    Ambiguous {
        /// The word.
        text: String,
        /// One of the moves, in coordinates.
        first: Move,
        /// Another.
        second: Move,
        /// The position.
        fen: String,
    },
}

/// Reads a move that is legal on `board`.
///
/// ```
/// use argali_pgn::san;
/// use cozy_chess::Board;
///
/// let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
/// let castling = san::parse(&board, "O-O")?;
/// assert_eq!(castling.to_string(), "e1h1");
/// assert_eq!(san::show(&board, castling), "O-O");
/// assert_eq!(san::parse(&board, "0-0")?, castling);
/// # Ok::<(), argali_pgn::SanError>(())
/// ```
///
/// # Errors
/// [`SanError`] if the word is no move, no legal one, or could be several.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    let syntax = syntax(text).ok_or_else(|| SanError::Syntax(text.to_owned()))?;
    let mut found = [None; 2];
    board.generate_moves_for(syntax.candidates(board), |mut moves| {
        moves.to &= syntax.targets(board).map_or(cozy_chess::BitBoard::EMPTY, Square::bitboard);
        for mv in moves {
            if mv.promotion == syntax.promotion && syntax.castles == is_castling(board, mv) {
                if found[0].is_some() {
                    found[1] = Some(mv);
                    return true;
                }
                found[0] = Some(mv);
            }
        }
        false
    });
    let fen = || start::fen(board);
    match found {
        [Some(mv), None] => Ok(mv),
        [Some(first), Some(second)] => {
            Err(SanError::Ambiguous { text: text.to_owned(), first, second, fen: fen() })
        }
        _ => castling_by_coordinates(board, &syntax)
            .ok_or_else(|| SanError::Illegal { text: text.to_owned(), fen: fen() }),
    }
}

/// A legal move in Standard Algebraic Notation; in coordinates should it not be legal.
#[must_use]
pub fn show(board: &Board, mv: Move) -> String {
    if board.is_legal(mv) { display_san_move(board, mv).to_string() } else { mv.to_string() }
}

/// What a word says of a move.
struct Syntax {
    piece: Option<Piece>,
    file: Option<File>,
    rank: Option<Rank>,
    /// The target, but for castling.
    to: Option<Square>,
    promotion: Option<Piece>,
    castles: bool,
    /// Castling on the side of the h-file.
    short: bool,
}

impl Syntax {
    /// The pieces that can be meant.
    fn candidates(&self, board: &Board) -> cozy_chess::BitBoard {
        let mut pieces = board.colors(board.side_to_move());
        if let Some(piece) = self.piece {
            pieces &= board.pieces(piece);
        }
        if let Some(file) = self.file {
            pieces &= file.bitboard();
        }
        if let Some(rank) = self.rank {
            pieces &= rank.bitboard();
        }
        pieces
    }

    fn targets(&self, board: &Board) -> Option<Square> {
        if !self.castles {
            return self.to;
        }
        let us = board.side_to_move();
        let rights = board.castle_rights(us);
        let rook = if self.short { rights.short } else { rights.long };
        Some(Square::new(rook?, Rank::First.relative_to(us)))
    }
}

fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// Castling in coordinates: the king's two squares (`e1g1`), or the king's and the rook's (`e1h1`).
fn castling_by_coordinates(board: &Board, syntax: &Syntax) -> Option<Move> {
    let us = board.side_to_move();
    let from = Square::new(syntax.file?, syntax.rank?);
    let to = syntax.to?;
    let rank = Rank::First.relative_to(us);
    if from != board.king(us) || to.rank() != rank || syntax.promotion.is_some() {
        return None;
    }
    let rights = board.castle_rights(us);
    let rook = match to.file() {
        file if rights.short == Some(file) || rights.long == Some(file) => file,
        File::G => rights.short?,
        File::C => rights.long?,
        _ => return None,
    };
    let mv = Move { from, to: Square::new(rook, rank), promotion: None };
    board.is_legal(mv).then_some(mv)
}

/// The longest word that is looked at (bytes): `Qa1-a2xb3=Q e.p.+!?` and some.
const LONGEST: usize = 24;

fn syntax(text: &str) -> Option<Syntax> {
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let word = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
    let word = word.strip_suffix("e.p.").or_else(|| word.strip_suffix("ep")).unwrap_or(word).trim_end();
    if let Some(short) = castling(word) {
        return Some(Syntax {
            piece: Some(Piece::King),
            file: None,
            rank: None,
            to: None,
            promotion: None,
            castles: true,
            short,
        });
    }
    let mut letters: Vec<char> = word.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-')).collect();
    let piece = match letters.first()? {
        letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P') => {
            let piece = Piece::try_from(letter.to_ascii_lowercase()).ok();
            letters.remove(0);
            piece
        }
        _ => None,
    };
    let promotion = promotion(&mut letters)?;
    let rank = Rank::try_from(letters.pop()?).ok()?;
    let file = File::try_from(letters.pop()?).ok()?;
    let from_rank = letters.pop_if(|letter| letter.is_ascii_digit());
    let from_rank = from_rank.map(Rank::try_from).transpose().ok()?;
    let from_file = letters.pop().map(File::try_from).transpose().ok()?;
    // Coordinates do not name the piece. Without a full origin and a letter it is a pawn.
    let by_coordinates = piece.is_none() && from_file.is_some() && from_rank.is_some();
    let piece = if by_coordinates { None } else { piece.or(Some(Piece::Pawn)) };
    letters.is_empty().then_some(Syntax {
        piece,
        file: from_file,
        rank: from_rank,
        to: Some(Square::new(file, rank)),
        promotion,
        castles: false,
        short: false,
    })
}

/// Whether a word is castling, and to which side.
fn castling(word: &str) -> Option<bool> {
    match word.replace(['0', 'o'], "O").as_str() {
        "O-O" | "OO" => Some(true),
        "O-O-O" | "OOO" => Some(false),
        _ => None,
    }
}

/// Takes the promotion off the end of a move: `=Q`, `Q`, `(Q)`, `/Q`, and in coordinates `q`. `None` if it is no piece.
fn promotion(letters: &mut Vec<char>) -> Option<Option<Piece>> {
    letters.pop_if(|letter| *letter == ')');
    let Some(letter) = letters.pop_if(|letter| letter.is_ascii_alphabetic()) else { return Some(None) };
    letters.pop_if(|letter| matches!(*letter, '=' | '(' | '/'));
    match Piece::try_from(letter.to_ascii_lowercase()).ok()? {
        Piece::Pawn | Piece::King => None,
        piece => Some(Some(piece)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(fen: &str, word: &str) -> String {
        let board = Board::from_fen(fen, false).or_else(|_| Board::from_fen(fen, true)).unwrap();
        parse(&board, word).map_or_else(|error| error.to_string(), |mv| mv.to_string())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn moves_are_read_as_people_write_them() {
        for word in ["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4!?", "e4+"] {
            assert_eq!(read(START, word), "e2e4", "{word}");
        }
        for word in ["Nf3", "Ng1f3", "Ngf3", "N1f3", "Ng1-f3", "g1f3"] {
            assert_eq!(read(START, word), "g1f3", "{word}");
        }
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for word in ["O-O", "0-0", "o-o", "OO", "e1g1", "e1h1", "Ke1g1", "O-O+"] {
            assert_eq!(read(castling, word), "e1h1", "{word}");
        }
        for word in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
            assert_eq!(read(castling, word), "e1a1", "{word}");
        }
        let promotion = "3n4/4P3/8/8/8/5k2/8/K7 w - - 0 1";
        for word in ["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e7e8q", "e7-e8=Q+"] {
            assert_eq!(read(promotion, word), "e7e8q", "{word}");
        }
        for word in ["exd8=N", "ed8N", "e7xd8=N", "e7d8n", "e:d8N"] {
            assert_eq!(read(promotion, word), "e7d8n", "{word}");
        }
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for word in ["exd6", "exd6e.p.", "exd6 e.p.", "ed6", "e5xd6ep"] {
            assert_eq!(read(passing, word), "e5d6", "{word}");
        }
    }

    #[test]
    fn a_bishop_is_no_pawn_of_the_b_file() {
        let fen = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
        assert_eq!([read(fen, "bxc3"), read(fen, "Bxc3")], ["b2c3", "d2c3"]);
    }

    #[test]
    fn what_is_no_move_is_told_from_what_is_illegal_and_what_is_unclear() {
        let board = Board::startpos();
        for word in ["", "e", "e9", "Zf3", "hello", "e4e", "e8=K", "é4", "--", "Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3"] {
            assert_eq!(parse(&board, word), Err(SanError::Syntax(word.into())), "{word}");
        }
        for word in ["e5", "Nf4", "O-O", "Qd5", "e2e5", "e1g1", "e4=Q"] {
            assert!(matches!(parse(&board, word), Err(SanError::Illegal { .. })), "{word}");
        }
        let two: Board = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1".parse().unwrap();
        let error = parse(&two, "Nb3").unwrap_err().to_string();
        assert_eq!(error, "\"Nb3\" could be a1b3 or c1b3 in 4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1");
        assert!(parse(&two, "Nab3").is_ok());
    }

    #[test]
    fn a_promotion_needs_its_piece() {
        assert!(read("8/4P3/8/8/8/5k2/8/K7 w - - 0 1", "e8").contains("is not legal"));
    }

    #[test]
    fn a_king_step_in_chess960_is_no_castling() {
        // King f1, rook h1: Kg1 is a step, O-O castles.
        let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        assert_eq!([read(fen, "Kg1"), read(fen, "O-O"), read(fen, "f1h1")], ["f1g1", "f1h1", "f1h1"]);
    }

    proptest! {
        #[test]
        fn no_word_panics(word in any::<String>(), ascii in "[KQRBNPa-h1-8x=+#O0-]{0,10}") {
            for board in [Board::startpos(), Board::chess960_startpos(17)] {
                let _ = (parse(&board, &word), parse(&board, &ascii));
            }
        }

        #[test]
        fn every_move_that_is_written_reads_back(
            (white, black) in (0u32..960, 0u32..960),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..100),
        ) {
            let mut board = Board::double_chess960_startpos(white, black);
            for choice in choices {
                let mut moves = Vec::new();
                board.generate_moves(|some| { moves.extend(some); false });
                for &mv in &moves {
                    let text = show(&board, mv);
                    prop_assert_eq!(parse(&board, &text), Ok(mv), "{}", text);
                }
                if moves.is_empty() {
                    break;
                }
                board.play(*choice.get(&moves));
            }
        }
    }
}
