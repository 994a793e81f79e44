//! Moves in standard algebraic notation (SAN), on a [`Board`].
//!
//! The reader also accepts castling with zeros (`0-0`), promotion without the sign (`e8Q`), a longer origin than is needed
//! (`Ng1f3`), captures with or without the sign, `e.p.`, signs such as `+` and `!?` after the move, and coordinates (`e2e4`,
//! `e7-e8=Q`, `e1g1`).

use super::Position;
use crate::error::MoveError;
use cozy_chess::util::display_san_move;
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

/// Reads a move that is legal on `board`.
///
/// ```
/// use argali_search::cozy_chess::Board;
/// use argali_search::san;
///
/// let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
/// let castling = san::parse(&board, "O-O")?;
/// assert_eq!(castling.to_string(), "e1h1");
/// assert_eq!(san::show(&board, castling), "O-O");
/// assert_eq!(san::parse(&board, "0-0")?, castling);
/// # Ok::<(), argali_search::MoveError>(())
/// ```
///
/// # Errors
/// [`MoveError`] if the text is not a move, is not legal, or could be several moves.
pub fn parse(board: &Board, text: &str) -> Result<Move, MoveError> {
    let syntax = syntax(text).ok_or_else(|| MoveError::Syntax(text.to_owned()))?;
    let mut found = [None; 2];
    board.generate_moves_for(syntax.candidates(board), |mut moves| {
        moves.to &= syntax.targets(board).map_or(BitBoard::EMPTY, Square::bitboard);
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
    let fen = || Position::new(board.clone()).to_fen();
    match found {
        [Some(mv), None] => Ok(mv),
        [Some(first), Some(second)] => {
            Err(MoveError::Ambiguous { text: text.to_owned(), first, second, fen: fen() })
        }
        _ => syntax
            .coordinates()
            .and_then(|mv| super::castling(board, mv))
            .ok_or_else(|| MoveError::Illegal { text: text.to_owned(), fen: fen() }),
    }
}

/// A move in standard algebraic notation. A move that is not legal is written in coordinates.
#[must_use]
pub fn show(board: &Board, mv: Move) -> String {
    if board.is_legal(mv) { display_san_move(board, mv).to_string() } else { mv.to_string() }
}

/// The number before a move in a line: `3. ` for White, `3... ` for Black at the `start` of a line, else nothing.
#[must_use]
pub fn number(board: &Board, start: bool) -> String {
    match board.side_to_move() {
        Color::White => format!("{}. ", board.fullmove_number()),
        Color::Black if start => format!("{}... ", board.fullmove_number()),
        Color::Black => String::new(),
    }
}

/// A line of moves with their numbers. A move that is not legal ends the line.
///
/// ```
/// use argali_search::{Position, san};
///
/// let moves = ["e2e4", "e7e5", "g1f3"].map(|text| text.parse().unwrap());
/// assert_eq!(san::line(Position::startpos().board(), &moves), "1. e4 e5 2. Nf3");
/// ```
#[must_use]
pub fn line(board: &Board, moves: &[Move]) -> String {
    let mut start = true;
    super::line(board, moves, |board, mv| number(board, std::mem::take(&mut start)) + &show(board, mv))
        .join(" ")
}

/// What a word says of a move.
struct Syntax {
    piece: Option<Piece>,
    file: Option<File>,
    rank: Option<Rank>,
    /// The target, except for castling.
    to: Option<Square>,
    promotion: Option<Piece>,
    castles: bool,
    /// Castling on the side of the h-file.
    short: bool,
}

impl Syntax {
    /// The pieces that can be meant.
    fn candidates(&self, board: &Board) -> BitBoard {
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

    /// The move, if both squares are given.
    fn coordinates(&self) -> Option<Move> {
        Some(Move { from: Square::new(self.file?, self.rank?), to: self.to?, promotion: self.promotion })
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

/// The longest word that is read (bytes).
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

/// Removes the promotion from the end of a move: `=Q`, `Q`, `(Q)`, `/Q`, and in coordinates `q`. `None` if it is not a piece.
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
        let position: Position = fen.parse().unwrap();
        position.parse_san(word).map_or_else(|error| error.to_string(), |mv| mv.to_string())
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
    fn a_bishop_is_not_a_pawn_of_the_b_file() {
        let fen = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
        assert_eq!([read(fen, "bxc3"), read(fen, "Bxc3")], ["b2c3", "d2c3"]);
    }

    #[test]
    fn what_is_not_a_move_is_told_from_what_is_illegal_and_what_is_unclear() {
        let board = Board::startpos();
        for word in ["", "e", "e9", "Zf3", "hello", "e4e", "e8=K", "é4", "--", "Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3"] {
            assert_eq!(parse(&board, word), Err(MoveError::Syntax(word.into())), "{word}");
        }
        for word in ["e5", "Nf4", "O-O", "Qd5", "e2e5", "e1g1", "e4=Q"] {
            assert!(matches!(parse(&board, word), Err(MoveError::Illegal { .. })), "{word}");
        }
        let two: Board = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1".parse().unwrap();
        let error = parse(&two, "Nb3").unwrap_err().to_string();
        assert_eq!(error, "'Nb3' could be a1b3 or c1b3 in 4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1");
        assert!(parse(&two, "Nab3").is_ok());
    }

    #[test]
    fn a_promotion_needs_its_piece() {
        assert!(read("8/4P3/8/8/8/5k2/8/K7 w - - 0 1", "e8").starts_with("illegal move 'e8'"));
    }

    #[test]
    fn a_king_step_in_chess960_is_not_castling() {
        // King f1, rook h1: Kg1 is a step, O-O castles.
        let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        assert_eq!([read(fen, "Kg1"), read(fen, "O-O"), read(fen, "f1h1")], ["f1g1", "f1h1", "f1h1"]);
    }

    #[test]
    fn lines_are_numbered_and_end_at_an_illegal_move() {
        let moves = ["e2e4", "e7e5", "g1f3", "a1a8"].map(|text| text.parse().unwrap());
        assert_eq!(line(&Board::startpos(), &moves), "1. e4 e5 2. Nf3");
        let mut board = Board::startpos();
        board.play(moves[0]);
        assert_eq!(line(&board, &moves[1..]), "1... e5 2. Nf3");
        assert_eq!(show(&board, moves[3]), "a1a8");
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
                let moves = argali_suite::legal_moves(&board);
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
