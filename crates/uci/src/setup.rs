//! Turns the arguments of a `position` command into a position.

use crate::command::Start;
use crate::error::CommandError;
use argali_search::{Castling, Dropped, FenError, MoveError, Position};

/// The protocol's notation of a null move.
const NULL_MOVE: &str = "0000";

/// The start position of a `position` command, and the parts of its FEN that were ignored or changed.
///
/// # Errors
/// [`FenError`] if the board cannot be searched.
pub fn start_from(start: &Start, castling: Castling) -> Result<(Position, Vec<Dropped>), FenError> {
    match start {
        Start::Startpos => Ok((Position::startpos(), Vec::new())),
        Start::Fen(text) => castling.read_fen(text).map(|read| (read.position, read.dropped)),
    }
}

/// Plays moves given as text. The null move `0000` passes the turn, unless the side to move is in check.
///
/// ```
/// use argali_uci::{Castling, Start, play_on, start_from};
///
/// let (mut position, dropped) = start_from(&Start::Startpos, Castling::Standard)?;
/// assert!(dropped.is_empty());
/// let error = play_on(&mut position, &["e2e4", "0000", "e4e5", "e5e6"]).unwrap_err();
/// assert!(error.to_string().starts_with("illegal move 'e5e6'"));
/// assert_eq!(position.board().to_string(), "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
/// # Ok::<(), argali_uci::FenError>(())
/// ```
///
/// # Errors
/// [`MoveError`] names the first illegal move. The moves before it have been played.
pub fn play_on(position: &mut Position, moves: &[impl AsRef<str>]) -> Result<(), MoveError> {
    for text in moves.iter().map(AsRef::as_ref) {
        if text == NULL_MOVE {
            let illegal = || MoveError::Illegal { text: text.to_owned(), fen: position.to_fen() };
            // A position from before a null move cannot be repeated after it.
            *position = position.board().null_move().map(Position::new).ok_or_else(illegal)?;
        } else {
            position.play_uci(text)?;
        }
    }
    Ok(())
}

/// The position of a `position` command, and the parts of its FEN that were ignored or changed.
///
/// # Errors
/// [`CommandError::Fen`] and [`CommandError::Move`] name what is wrong.
pub fn set_up(
    start: &Start,
    moves: &[impl AsRef<str>],
    castling: Castling,
) -> Result<(Position, Vec<Dropped>), CommandError> {
    let (mut position, dropped) = start_from(start, castling)?;
    play_on(&mut position, moves)?;
    Ok((position, dropped))
}
