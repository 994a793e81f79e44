//! Moves as text in coordinates, as in UCI.

use super::{Fen, Position, fen, san};
use crate::error::{FenError, MoveError};
use cozy_chess::{Board, File, Move, Piece, Rank, Square};

/// How castling is read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Castling {
    /// Ordinary chess: the king moves two squares (`e1g1`), and rights are `KQkq`.
    #[default]
    Standard,
    /// Chess960: the king takes its rook (`e1h1`), and rights may name the rook's file.
    Chess960,
}

impl Castling {
    /// Whether this is [`Castling::Chess960`].
    #[must_use]
    pub fn is_chess960(self) -> bool {
        self == Castling::Chess960
    }

    /// Reads a FEN as [`Position::from_fen`] or [`Position::from_standard_fen`].
    ///
    /// # Errors
    /// [`FenError`] says why the position cannot be played.
    pub fn read_fen(self, text: &str) -> Result<Fen, FenError> {
        fen::read(text, self)
    }

    /// The board as FEN; in Chess960 as Shredder-FEN.
    #[must_use]
    pub fn fen(self, board: &Board) -> String {
        fen::Written { board, files: self.is_chess960() }.to_string()
    }

    /// A move in coordinates. [`Castling::Standard`] writes castling by the king's target square if king and rook stand as in
    /// ordinary chess. On other squares the same text could be an ordinary king move, so king takes rook is written.
    #[must_use]
    pub fn uci(self, board: &Board, mv: Move) -> String {
        match self {
            Castling::Standard => uci(board, mv),
            Castling::Chess960 => mv.to_string(),
        }
    }

    /// A line of moves from `board` in coordinates. A move that is not legal ends the line.
    #[must_use]
    pub fn uci_line(self, board: &Board, moves: &[Move]) -> Vec<String> {
        line(board, moves, |board, mv| self.uci(board, mv))
    }
}

impl From<bool> for Castling {
    /// From the value of the option `UCI_Chess960`.
    fn from(chess960: bool) -> Castling {
        if chess960 { Castling::Chess960 } else { Castling::Standard }
    }
}

impl Position {
    /// Reads a legal move in coordinates: `e2e4`, `e7e8q`. Castling may be written by the king's target square (`e1g1`), as in
    /// ordinary chess, or as king takes rook (`e1h1`), as in Chess960. Case does not matter.
    ///
    /// ```
    /// use argali_search::Position;
    ///
    /// let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
    /// let castling = position.parse_uci("e1g1")?;
    /// assert_eq!(castling, position.parse_uci("e1h1")?);
    /// assert_eq!(position.uci(castling), "e1g1");
    /// assert_eq!(position.san(castling)?, "O-O");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move, or the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let board = self.board();
        let mv = coordinates(text).ok_or_else(|| MoveError::Syntax(text.to_owned()))?;
        let legal = Some(mv).filter(|&mv| board.is_legal(mv));
        legal
            .or_else(|| castling(board, mv))
            .ok_or_else(|| MoveError::Illegal { text: text.to_owned(), fen: self.to_fen() })
    }

    /// Reads a legal move in standard algebraic notation: `Nf3`, `exd5`, `e8=Q+`, `O-O`, or close to it ([`san`](crate::san)).
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move, or if no legal move or more than one matches it.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        san::parse(&self.board, text)
    }

    /// Plays a move that is written as [`Position::parse_uci`] reads it, and returns it.
    ///
    /// # Errors
    /// [`MoveError`] leaves the position unchanged.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse_uci(text)?;
        self.play(mv).map(|()| mv)
    }

    /// Plays a move that is written as [`Position::parse_san`] reads it, and returns it.
    ///
    /// # Errors
    /// [`MoveError`] leaves the position unchanged.
    pub fn play_san(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse_san(text)?;
        self.play(mv).map(|()| mv)
    }

    /// A move in coordinates. The castling of ordinary chess is written by the king's target square (`e1g1`). Castling that exists in
    /// Chess960 alone is written as king takes rook (`f1h1`). A program that always uses the Chess960 notation can use [`Move`]'s
    /// `Display`, which always writes king takes rook.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        uci(self.board(), mv)
    }

    /// A move in standard algebraic notation.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] if the move is not legal.
    pub fn san(&self, mv: Move) -> Result<String, MoveError> {
        self.check_legal(mv)?;
        Ok(san::show(&self.board, mv))
    }
}

/// A move in coordinates, as [`Position::uci`].
pub(crate) fn uci(board: &Board, mv: Move) -> String {
    let us = board.side_to_move();
    let castles = mv.from == board.king(us)
        && mv.from.file() == File::E
        && board.colored_pieces(us, Piece::Rook).has(mv.to);
    let file = match mv.to.file() {
        File::H if castles => File::G,
        File::A if castles => File::C,
        _ => return mv.to_string(),
    };
    Move { to: Square::new(file, mv.to.rank()), ..mv }.to_string()
}

/// A line of moves from `board`, each written by `write`. A move that is not legal ends the line.
pub(crate) fn line(
    board: &Board,
    moves: &[Move],
    mut write: impl FnMut(&Board, Move) -> String,
) -> Vec<String> {
    let mut board = board.clone();
    let legal = moves.iter().map_while(|&mv| {
        let text = board.is_legal(mv).then(|| write(&board, mv))?;
        board.play_unchecked(mv);
        Some(text)
    });
    legal.collect()
}

fn coordinates(word: &str) -> Option<Move> {
    // The longest move has five letters. The check also prevents copies of long input.
    (4..=5).contains(&word.len()).then(|| word.to_ascii_lowercase().parse().ok()).flatten()
}

/// The legal castling that `mv` means: king takes rook, or the king's move to its target square.
pub(super) fn castling(board: &Board, mv: Move) -> Option<Move> {
    let us = board.side_to_move();
    let back_rank = Rank::First.relative_to(us);
    if mv.from != board.king(us) || mv.to.rank() != back_rank || mv.promotion.is_some() {
        return None;
    }
    let rights = board.castle_rights(us);
    let rook = match mv.to.file() {
        file if [rights.short, rights.long].contains(&Some(file)) => file,
        File::G => rights.short?,
        File::C => rights.long?,
        _ => return None,
    };
    Some(Move { to: Square::new(rook, back_rank), ..mv }).filter(|&castling| board.is_legal(castling))
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_suite::legal_moves;
    use proptest::prelude::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn promotion_letters_are_read_in_either_case_and_written_small() {
        let position = position("8/P7/8/8/8/5k2/8/K7 w - - 0 1");
        let mv = position.parse_uci("a7a8Q").unwrap();
        assert_eq!(mv, position.parse_uci("A7A8q").unwrap());
        assert_eq!(position.uci(mv), "a7a8q");
        assert!(position.parse_uci("a7a8").is_err(), "a promotion needs its letter");
        assert!(position.parse_uci("a7a8k").is_err());
    }

    #[test]
    fn what_is_not_a_move_is_told_from_what_is_illegal() {
        let position = Position::startpos();
        for text in ["", "0000", "e2", "e2e9", "e2e4qq", "O-O", "é2e4", "(none)"] {
            assert_eq!(position.parse_uci(text), Err(MoveError::Syntax(text.into())), "{text}");
        }
        for text in ["e2e5", "e7e5", "a1a2", "e1e1", "d1g1", "e2e4q"] {
            assert!(matches!(position.parse_uci(text), Err(MoveError::Illegal { .. })), "{text}");
        }
    }

    #[test]
    fn ordinary_castling_is_written_by_the_kings_target() {
        let position = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        for (text, rook, san) in [("e8g8", "e8h8", "O-O"), ("e8c8", "e8a8", "O-O-O")] {
            let mv = position.parse_uci(text).unwrap();
            assert_eq!((position.uci(mv).as_str(), mv.to_string().as_str()), (text, rook));
            assert_eq!(position.san(mv).as_deref(), Ok(san));
        }
    }

    #[test]
    fn a_king_step_is_not_castling() {
        // King f1, rook g1: f1g1 takes the own rook. King f1, rook h1: f1g1 is a step, f1h1 castles.
        let inner = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
        assert_eq!(inner.uci(inner.parse_uci("f1g1").unwrap()), "f1g1");
        let outer = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        assert_eq!(outer.parse_uci("f1g1").unwrap().to, Square::G1);
        assert_eq!(outer.uci(outer.parse_uci("f1h1").unwrap()), "f1h1");
        // King b1, rook a1: c1 is a step; castling long goes there too and is written b1a1.
        let long = position("4k3/8/8/8/8/8/8/RK6 w A - 0 1");
        assert_eq!(long.parse_uci("b1c1").unwrap().to, Square::C1);
        assert_eq!(long.uci(long.parse_uci("b1a1").unwrap()), "b1a1");
        // King f1, rook a1: c1 can only be castling.
        let far = position("4k3/8/8/8/8/8/8/R4K2 w A - 0 1");
        assert_eq!(far.parse_uci("f1c1").unwrap().to, Square::A1);
    }

    #[test]
    fn a_king_that_takes_an_enemy_rook_does_not_castle() {
        let position = position("4k3/8/8/8/8/8/8/4K2r w - - 0 1");
        assert!(position.parse_uci("e1g1").is_err());
        let taking = Move { from: Square::E1, to: Square::H1, promotion: None };
        assert_eq!(position.uci(taking), "e1h1");
    }

    #[test]
    fn lines_follow_the_board_and_end_at_an_illegal_move() {
        let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let moves = ["e1h1", "e8a8", "e2e4"].map(|text| text.parse().unwrap());
        let board = position.board();
        assert_eq!(Castling::Standard.uci_line(board, &moves), ["e1g1", "e8c8"]);
        assert_eq!(Castling::Chess960.uci_line(board, &moves), ["e1h1", "e8a8"]);
        assert_eq!(line(board, &moves, san::show), ["O-O", "O-O-O"]);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = Position::startpos().parse_uci(&text);
        }

        /// Every legal move of random games reads back, written by [`Position::uci`] and as king takes rook.
        #[test]
        fn every_move_reads_back(
            (white, black) in (0u32..960, 0u32..960),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
        ) {
            for mut board in [Board::double_chess960_startpos(white, black), Board::startpos()] {
                for choice in &choices {
                    let position = Position::new(board.clone());
                    let moves = legal_moves(&board);
                    for &mv in &moves {
                        prop_assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
                        prop_assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv));
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
