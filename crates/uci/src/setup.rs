//! From the text of a `position` command to a position.

use crate::command::Start;
use crate::error::{CommandError, MoveError};
use crate::notation::{Dropped, Setup, parse_fen, read_move, show_board};
use argali_search::Position;

/// Sets up a position and plays moves on it, as a whole or not at all. Also returns what of a FEN was not
/// taken as it was written.
///
/// ```
/// use argali_uci::{Start, set_up};
///
/// let moves = ["e2e4", "e7e5"].map(String::from);
/// let (position, dropped) = set_up(&Start::Startpos, &moves, false)?;
/// assert_eq!(position.board().fullmove_number(), 2);
/// assert!(dropped.is_empty());
/// # Ok::<(), argali_uci::CommandError>(())
/// ```
///
/// # Errors
/// [`CommandError::Fen`] and [`CommandError::Move`] name what is wrong.
pub fn set_up(
    start: &Start,
    moves: &[impl AsRef<str>],
    chess960: bool,
) -> Result<(Position, Vec<Dropped>), CommandError> {
    let (mut position, dropped) = match start {
        Start::Startpos => (Position::startpos(), Vec::new()),
        Start::Fen(text) => {
            let Setup { board, dropped } = parse_fen(text, chess960)?;
            (Position::new(board), dropped)
        }
    };
    for text in moves {
        let text = text.as_ref();
        let mv = read_move(position.board(), text, chess960)?;
        position.play(mv).map_err(|_| {
            let fen = show_board(position.board(), chess960);
            MoveError::Illegal { text: text.to_owned(), fen }
        })?;
    }
    Ok((position, dropped))
}
