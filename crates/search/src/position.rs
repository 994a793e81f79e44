//! A position with the history that the repetition rule needs.

mod fen;
mod moves;
pub mod san;

use crate::error::{FenError, MoveError};
use crate::tree::pv::{has_legal_move, insufficient_material};
use cozy_chess::{Board, Color, Move, Piece, Rank, Square, get_king_moves, get_pawn_attacks};
use std::fmt;
use std::str::FromStr;

pub use fen::{Dropped, Fen};
pub use moves::Castling;
use moves::castling;
pub(crate) use moves::{line, uci};

/// A board and the positions before it, back to the last capture or pawn move.
///
/// ```
/// use argali_search::{GameOver, Position};
///
/// let mut position = Position::startpos();
/// for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"] {
///     position.play_san(san)?;
/// }
/// assert_eq!(position.to_fen(), "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
/// assert_eq!(position.game_over(), None);
/// position.play_uci("h5f7")?;
/// assert_eq!(position.game_over(), Some(GameOver::Checkmate));
/// # Ok::<(), argali_search::MoveError>(())
/// ```
///
/// `{}` formats it as an X-FEN (with `KQkq` in Chess960 too), which [`Position::from_fen`] reads. `{:#}` formats it as a
/// Shredder-FEN (`HAha`).
///
/// With the feature `serde` it is serialised as a FEN and the moves played from there: `{"fen":"…","moves":["g1f3"]}`. A FEN alone
/// can be deserialised too.
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
    /// The oldest of these positions, and the moves from there to the current one.
    #[cfg_attr(not(feature = "serde"), allow(dead_code))]
    line: (Board, Vec<Move>),
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum GameOver {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move, and is not in check.
    Stalemate,
    /// Neither side can mate by any series of legal moves.
    InsufficientMaterial,
    /// Fifty moves by each side without a capture or a pawn move. The search scores this as a draw without a claim.
    FiftyMoves,
    /// The position occurred for the third time. The search scores this as a draw without a claim.
    Threefold,
}

impl Position {
    /// A position without known history.
    #[must_use]
    pub fn new(board: Board) -> Position {
        Position { line: (board.clone(), Vec::new()), board, earlier: Vec::new() }
    }

    /// The initial position.
    #[must_use]
    pub fn startpos() -> Position {
        Position::new(Board::startpos())
    }

    /// Reads a FEN, X-FEN, Shredder-FEN or EPD, and reports the parts of it that were dropped.
    ///
    /// Missing fields get their usual values (`w - - 0 1`). Any white space separates fields. Counters out of range are clamped.
    /// Castling rights or an en passant square that do not fit the board are dropped, and so are words after the last field. The
    /// operations of an EPD are skipped. `KQkq` mean the outermost rooks, and `A` to `H` the rook on that file.
    ///
    /// ```
    /// use argali_search::Position;
    ///
    /// let read = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w KQ - 143")?;
    /// assert_eq!(read.position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 100 1");
    /// let dropped: Vec<String> = read.dropped.iter().map(|part| part.to_string()).collect();
    /// assert_eq!(dropped, ["castling right Q", "halfmove clock '143' counts as 100"]);
    ///
    /// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K2P w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "a pawn stands on h1; pawns stand on ranks 2 to 7");
    /// # Ok::<(), argali_search::FenError>(())
    /// ```
    ///
    /// # Errors
    /// [`FenError`] says why the position cannot be played.
    pub fn from_fen(text: &str) -> Result<Fen, FenError> {
        Castling::Chess960.read_fen(text)
    }

    /// As [`Position::from_fen`], for programs without Chess960: castling rights other than those of a king on the e file with rooks
    /// on the a and h files are dropped.
    ///
    /// # Errors
    /// [`FenError`] says why the position cannot be played.
    pub fn from_standard_fen(text: &str) -> Result<Fen, FenError> {
        Castling::Standard.read_fen(text)
    }

    /// The position as X-FEN. It differs from ordinary FEN only in castling rights that exist in Chess960 alone. The en passant square is
    /// written only if the capture is legal.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// The current board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All legal moves, with castling as king takes rook; none if the side to move is mated or stalemated.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        moves
    }

    /// Plays a move; castling is written as king takes rook. [`Position::play_uci`] and [`Position::play_san`] read text.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] leaves the position unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.check_legal(mv)?;
        self.earlier.push(position_key(&self.board));
        self.line.1.push(mv);
        self.board.play_unchecked(mv);
        if self.board.halfmove_clock() == 0 {
            *self = Position::new(self.board.clone());
        }
        Ok(())
    }

    fn check_legal(&self, mv: Move) -> Result<(), MoveError> {
        match self.board.is_legal(mv) {
            true => Ok(()),
            false => Err(MoveError::Illegal { text: mv.to_string(), fen: self.to_fen() }),
        }
    }

    /// Whether and how the game is over in this position.
    #[must_use]
    pub fn game_over(&self) -> Option<GameOver> {
        if !has_legal_move(&self.board) {
            let in_check = !self.board.checkers().is_empty();
            return Some(if in_check { GameOver::Checkmate } else { GameOver::Stalemate });
        }
        if insufficient_material(&self.board) {
            Some(GameOver::InsufficientMaterial)
        } else if self.board.halfmove_clock() >= 100 {
            Some(GameOver::FiftyMoves)
        } else if self.repetitions() >= 2 {
            Some(GameOver::Threefold)
        } else {
            None
        }
    }

    /// The position to search: this one, or the same with its halfmove clock at 0 if a draw by the fifty-move rule could be
    /// claimed. Else all quiet moves would score as draws, and the worst of them be as good as the best.
    pub(crate) fn without_unclaimed_draw(&self) -> Position {
        let mut position = self.clone();
        if position.board.halfmove_clock() >= 100 {
            position.board.set_halfmove_clock(0);
        }
        position
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

    /// Whether the legal move `mv` draws by threefold repetition.
    pub(crate) fn repeats_thrice(&self, mv: Move) -> bool {
        let mut next = self.clone();
        next.play(mv).is_ok() && next.repetitions() >= 2
    }

    /// The oldest known position since the last irreversible move, and the moves from there on.
    #[cfg(feature = "serde")]
    pub(crate) fn line(&self) -> (Position, &[Move]) {
        (Position::new(self.line.0.clone()), &self.line.1)
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

    /// As [`Position::from_fen`], without the dropped parts.
    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text).map(|read| read.position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::Written { board: &self.board, files: f.alternate() }.fmt(f)
    }
}

/// Whether the kings stand next to each other, which [`Board`] allows although no legal game reaches it.
pub(crate) fn kings_touch(board: &Board) -> bool {
    get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

/// The key of a position, for repetitions and for the table. The board's own hash contains the file of every double pawn
/// step, but by the rules (FIDE 9.2.3) positions differ only if the en passant capture is legal.
#[inline]
pub(crate) fn position_key(board: &Board) -> u64 {
    if board.en_passant().is_none() || can_capture_en_passant(board) {
        board.hash()
    } else {
        board.hash_without_ep()
    }
}

/// Whether an en passant capture is legal.
#[inline]
fn can_capture_en_passant(board: &Board) -> bool {
    let Some(file) = board.en_passant() else { return false };
    let us = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(us));
    let pawns = board.colored_pieces(us, Piece::Pawn) & Rank::Fifth.relative_to(us).bitboard();
    let mut capturers = (get_pawn_attacks(target, !us) & pawns).into_iter();
    capturers.any(|from| board.is_legal(Move { from, to: target, promotion: None }))
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
        // After 1 e4 no black pawn can take on e3, so the later position without the en passant file is the same position.
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
        assert!(error.to_string().starts_with("illegal move 'e2e5' in rnbqkbnr/"), "{error}");
        assert_eq!(position.board(), &Board::startpos());
    }

    fn over(fen: &str) -> Option<GameOver> {
        fen.parse::<Position>().unwrap().game_over()
    }

    #[test]
    fn the_end_of_a_game_has_a_reason() {
        assert_eq!(over("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(GameOver::Stalemate));
        assert_eq!(
            over("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80"),
            Some(GameOver::Checkmate),
            "mate comes first"
        );
        assert_eq!(over("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), Some(GameOver::InsufficientMaterial));
        assert_eq!(over("4k3/8/8/8/8/8/8/4KR2 w - - 100 80"), Some(GameOver::FiftyMoves));
        assert_eq!(over("4k3/8/8/8/8/8/8/4KR2 w - - 99 80"), None);
        let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
        assert_eq!(played(knights).game_over(), None);
        assert_eq!(played(&format!("{knights} f6g8")).game_over(), Some(GameOver::Threefold));
    }

    #[test]
    fn legal_moves_are_all_there() {
        assert_eq!(Position::startpos().legal_moves().len(), 20);
        assert!("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse::<Position>().unwrap().legal_moves().is_empty());
    }
}
