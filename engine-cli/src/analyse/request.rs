//! Reads a position from a line of text.

use super::epd;
use super::solution::Solution;
use crate::failure::Failure;
use argali_search::{Castling, Dropped, Position};
use argali_uci::{Command, CommandError, set_up};

/// A position to analyse.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its name, if the line has one (EPD's operation `id`).
    pub id: Option<String>,
    /// The position with its history.
    pub position: Position,
    /// How its castling is written: Chess960 if that was asked for, or if the line fits the board in no other way.
    pub castling: Castling,
    /// Parts of the line that do not fit the board and were ignored.
    pub ignored: Vec<Dropped>,
    /// The solution, if the line has one (EPD's operations `bm` and `am`).
    pub solution: Option<Solution>,
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Failure {
        Failure::usage(error)
    }
}

impl Request {
    /// Reads a FEN or EPD, `startpos`, or either followed by `moves ...`; the words `position` and `fen` may come first.
    pub fn parse(text: &str, castling: Castling) -> Result<Request, CommandError> {
        let text = text.trim();
        let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
        let text = text.strip_prefix("fen ").unwrap_or(text);
        let (position, operations) = epd::split(text);
        let keyword = if position.starts_with("startpos") { "" } else { "fen " };
        let Command::Position { start, moves } = Command::parse(&format!("position {keyword}{position}"))?
        else {
            return Err(CommandError::Unknown(text.to_owned()));
        };
        let mut castling = castling;
        let (mut position, mut ignored) = set_up(&start, &moves, castling)?;
        if !castling.is_chess960()
            && ignored.iter().any(|dropped| matches!(dropped, Dropped::CastlingRight(_)))
            && let Ok((fitting, fewer)) = set_up(&start, &moves, Castling::Chess960)
            && fewer.len() < ignored.len()
        {
            (castling, position, ignored) = (Castling::Chess960, fitting, fewer);
        }
        let id = operations.iter().find(|operation| operation.code == "id").map(epd::Operation::text);
        let solution = Solution::new(&operations, position.board());
        Ok(Request { id, position, castling, ignored, solution })
    }

    /// The position as FEN, with an en passant square only if a capture there is legal; in Chess960 as Shredder-FEN.
    pub fn fen(&self) -> String {
        self.castling.fen(self.position.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<String>, String) {
        let request = Request::parse(text, Castling::Standard).unwrap();
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
    fn an_epd_keeps_its_id_and_its_counters() {
        let board = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 7 30".to_owned();
        let text =
            "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3;hmvc 7;fmvn 30;id \"WAC 003\";";
        assert_eq!(read(text), (Some("WAC 003".to_owned()), board));
    }

    #[test]
    fn castling_that_only_chess960_has_is_kept() {
        let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        for text in [shredder, &shredder.replace("HFhf", "KQkq")] {
            let request = Request::parse(text, Castling::Standard).unwrap();
            assert!(request.castling.is_chess960() && request.ignored.is_empty(), "{text}");
            assert_eq!(format!("{:#}", request.position.board()), shredder);
        }
        assert!(
            !Request::parse("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Castling::Standard)
                .unwrap()
                .castling
                .is_chess960()
        );
    }

    #[test]
    fn what_does_not_fit_the_board_is_named() {
        let request = Request::parse("4k3/8/8/8/8/8/8/R3K3 w KQ e6 0 1", Castling::Standard).unwrap();
        let ignored: Vec<_> = request.ignored.iter().map(Dropped::to_string).collect();
        assert_eq!(ignored, ["castling right K", "en passant square e6"]);
        assert!(!request.castling.is_chess960());
    }

    #[test]
    fn an_en_passant_square_is_written_only_where_a_capture_is_legal() {
        for (text, square) in [
            ("startpos moves e2e4", "-"),
            ("startpos moves e2e4 a7a6 e4e5 d7d5", "d6"),
            // The pawn is pinned: to the king on its file, and along the rank that both pawns leave.
            ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"),
            ("6k1/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "-"),
            ("6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ] {
            let fen = Request::parse(text, Castling::Standard).unwrap().fen();
            assert_eq!(fen.split(' ').nth(3), Some(square), "{fen}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "hello", "startpos moves e2e5", "8/8/8/8/8/8/8/8 w - -", "position", "startpos e2e4"]
        {
            assert!(Request::parse(text, Castling::Standard).is_err(), "{text}");
        }
    }
}
