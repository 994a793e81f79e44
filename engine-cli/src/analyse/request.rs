//! A line of text that names a position.

use super::solution::Solution;
use argali_search::Position;
use argali_uci::{Command, CommandError, set_up};

/// A position to analyse.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its name, if the line has one (EPD's operation `id`).
    pub id: Option<String>,
    /// The position with what is known of its past.
    pub position: Position,
    /// The moves that solve it, if the line says so (EPD's operations `bm` and `am`).
    pub solution: Option<Solution>,
}

impl Request {
    /// Reads a FEN or EPD, `startpos`, or either followed by `moves ...`; the word `position` may stand in front.
    pub fn parse(text: &str, chess960: bool) -> Result<Request, CommandError> {
        let text = text.trim();
        let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
        let (epd, id) = split_id(text);
        let keyword = if ["startpos", "fen"].contains(&epd.split_whitespace().next().unwrap_or("")) {
            ""
        } else {
            "fen "
        };
        match Command::parse(&format!("position {keyword}{epd}"))? {
            Command::Position { start, moves } => {
                let (position, _) = set_up(&start, &moves, chess960)?;
                let solution = Solution::parse(&epd, position.board())?;
                Ok(Request { id, position, solution })
            }
            _ => Err(CommandError::Unknown(text.to_owned())),
        }
    }
}

/// Takes the operation `id "..."` out of an EPD.
fn split_id(text: &str) -> (String, Option<String>) {
    let quoted = || {
        let start = text.find(" id \"")?;
        let rest = &text[start + 5..];
        let end = rest.find('"')?;
        let after = rest[end + 1..].trim_start_matches(';');
        Some((format!("{}{after}", &text[..start]), rest[..end].to_owned()))
    };
    quoted().map_or_else(|| (text.to_owned(), None), |(epd, id)| (epd, Some(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<String>, String) {
        let request = Request::parse(text, false).unwrap();
        (request.id, request.position.board().to_string())
    }

    #[test]
    fn positions_are_read_in_every_form() {
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        for text in [
            "startpos moves e2e4",
            "position startpos moves e2e4\r\n",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4",
            "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4",
            after,
        ] {
            assert_eq!(read(text), (None, after.to_owned()), "{text}");
        }
    }

    #[test]
    fn an_epd_keeps_its_id() {
        let board = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1".to_owned();
        let text = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3; id \"WAC 003\";";
        assert_eq!(read(text), (Some("WAC 003".to_owned()), board));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "hello", "startpos moves e2e5", "8/8/8/8/8/8/8/8 w - -", "position", "startpos e2e4"]
        {
            assert!(Request::parse(text, false).is_err(), "{text}");
        }
    }
}
