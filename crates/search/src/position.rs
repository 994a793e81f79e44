//! A position with the history that rules of repetition need.

use crate::error::{FenError, IllegalMove};
use cozy_chess::{Board, Color, Move, Rank, Square, get_king_moves};
use std::str::FromStr;

/// A board and the positions before it, back to the last capture or pawn move.
///
/// ```
/// use argali_search::Position;
///
/// let endgame: Position = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(endgame.repetitions(), 0);
/// # Ok::<(), argali_search::FenError>(())
/// ```
///
/// ```
/// use argali_search::Position;
///
/// let mut position = Position::startpos();
/// for mv in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     position.play(mv.parse().unwrap())?;
/// }
/// assert_eq!(position.repetitions(), 1);
/// # Ok::<(), argali_search::IllegalMove>(())
/// ```
///
/// With the feature `serde` it is written as a FEN and the keys of the positions before it.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "crate::serial::Game", try_from = "crate::serial::Game")
)]
pub struct Position {
    board: Board,
    /// Keys of the earlier positions since the last irreversible move, oldest first, without the current one.
    earlier: Vec<u64>,
}

impl Position {
    /// A position without known history.
    #[must_use]
    pub fn new(board: Board) -> Position {
        Position { board, earlier: Vec::new() }
    }

    /// The ordinary start of a game.
    #[must_use]
    pub fn startpos() -> Position {
        Position::new(Board::startpos())
    }

    /// The current board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a move; castling is written as king takes rook.
    ///
    /// # Errors
    /// [`IllegalMove`] leaves the position unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.is_legal(mv) {
            return Err(IllegalMove { mv, fen: self.board.to_string() });
        }
        self.earlier.push(position_key(&self.board));
        self.board.play_unchecked(mv);
        if self.board.halfmove_clock() == 0 {
            self.earlier.clear();
        }
        Ok(())
    }

    /// How often the current position occurred before.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let key = position_key(&self.board);
        self.earlier.iter().filter(|&&earlier| earlier == key).count()
    }

    /// Whether any position since the last irreversible move has occurred twice.
    pub(crate) fn has_repeated(&self) -> bool {
        let mut keys = self.earlier.clone();
        keys.push(position_key(&self.board));
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether the legal move `mv` draws by making a position of the game occur for the third time.
    pub(crate) fn repeats_thrice(&self, mv: Move) -> bool {
        let mut next = self.clone();
        next.play(mv).is_ok() && next.repetitions() >= 2
    }

    /// A position with a history.
    #[cfg(feature = "serde")]
    pub(crate) fn with_earlier_keys(board: Board, earlier: Vec<u64>) -> Position {
        Position { board, earlier }
    }

    /// Keys of the earlier positions since the last irreversible move, oldest first.
    pub(crate) fn earlier_keys(&self) -> &[u64] {
        &self.earlier
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Position {
        Position::new(board)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN; castling rights may be given as `KQkq` or as rook files (Shredder-FEN).
    fn from_str(fen: &str) -> Result<Position, FenError> {
        Board::from_fen(fen, false)
            .or_else(|error| Board::from_fen(fen, true).map_err(|_| error))
            .map_err(|error| error.to_string())
            .and_then(|board| if kings_touch(&board) { Err("the kings touch".to_owned()) } else { Ok(board) })
            .map(Position::new)
            .map_err(|reason| FenError { fen: fen.to_owned(), reason })
    }
}

/// Whether the kings stand side by side, which no legal game reaches though a [`Board`] allows it.
pub(crate) fn kings_touch(board: &Board) -> bool {
    get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

/// The key by which positions repeat and by which the table knows them. The board's own hash contains the file of
/// every double pawn step; by the rules (FIDE 9.2.3) positions differ only if the capture is really possible.
#[inline]
pub(crate) fn position_key(board: &Board) -> u64 {
    match board.en_passant() {
        None => board.hash(),
        Some(file) => {
            let us = board.side_to_move();
            let target = Square::new(file, Rank::Sixth.relative_to(us));
            let pawns = board.colored_pieces(us, cozy_chess::Piece::Pawn);
            let mut capturers = cozy_chess::get_pawn_attacks(target, !us) & pawns;
            capturers &= capturing_rank(us);
            let possible =
                capturers.into_iter().any(|from| board.is_legal(Move { from, to: target, promotion: None }));
            if possible { board.hash() } else { board.hash_without_ep() }
        }
    }
}

fn capturing_rank(us: Color) -> cozy_chess::BitBoard {
    Rank::Fifth.relative_to(us).bitboard()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str) -> Position {
        let mut position = Position::startpos();
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn an_impossible_en_passant_capture_does_not_make_positions_differ() {
        // After 1 e4 no black pawn can take on e3: the later position without the en-passant file is the same one.
        let position = played("e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(position.repetitions(), 1);
    }

    #[test]
    fn a_possible_en_passant_capture_makes_positions_differ() {
        let position = played("e2e4 a7a6 e4e5 d7d5 g1f3 g8f6 f3g1 f6g8");
        assert_eq!(position.repetitions(), 0);
    }

    #[test]
    fn an_irreversible_move_forgets_the_past() {
        let position = played("g1f3 g8f6 f3g1 f6g8 e2e4");
        assert!(position.earlier_keys().is_empty());
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut position = Position::startpos();
        let error = position.play("e2e5".parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("e2e5"));
        assert_eq!(position.board(), &Board::startpos());
    }
}
