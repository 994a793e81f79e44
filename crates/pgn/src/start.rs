//! The start position of a game, from its tag `FEN`.

use crate::error::Reason;
use argali_search::{Castling, Position};
use cozy_chess::{Board, Color, File};

/// Reads a FEN, X-FEN or Shredder-FEN. What does not fit the board is ignored.
pub fn board(fen: &str) -> Result<Board, Reason> {
    let read = Position::from_fen(fen).map_err(|reason| Reason::Fen { fen: fen.to_owned(), reason })?;
    Ok(read.position.board().clone())
}

/// A position as FEN; as Shredder-FEN if its castling exists only in Chess960.
pub fn fen(board: &Board) -> String {
    Castling::from(is_chess960(board)).fen(board)
}

/// Whether a castling right exists only in Chess960.
pub fn is_chess960(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        let some = rights.short.is_some() || rights.long.is_some();
        some && (board.king(color).file() != File::E
            || rights.short.is_some_and(|file| file != File::H)
            || rights.long.is_some_and(|file| file != File::A))
    })
}

#[cfg(test)]
mod tests {
    use super::board;

    #[test]
    fn chess960_is_read_in_both_ways_of_writing_it() {
        let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let expected = board(shredder).unwrap();
        assert_eq!(format!("{expected:#}"), shredder);
        assert_eq!(board(&shredder.replace("HFhf", "KQkq")).unwrap(), expected);
    }

    #[test]
    fn nonsense_is_refused_with_its_text() {
        for fen in ["", "hello", "8/8/8/8/8/8/8/8 w - - 0 1"] {
            let error = board(fen).unwrap_err().to_string();
            assert!(error.contains(&format!("{fen:?}")), "{error}");
        }
    }
}
