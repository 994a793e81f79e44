//! Serialisation of public data types for which a derived form is not suitable (feature `serde`).

use crate::go::KEYWORDS;
use argali_search::Params;
use cozy_chess::Board;
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::ser::Serializer;

/// The name of a parameter of `go`.
pub(crate) fn go_parameter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    known(KEYWORDS, "a parameter of go", deserializer)
}

/// The name of a search parameter.
pub(crate) fn search_parameter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    known(Params::TABLE.iter().map(|info| info.name), "a search parameter", deserializer)
}

/// Maps a name to the equal name of static lifetime.
fn known<'de, D: Deserializer<'de>>(
    names: impl IntoIterator<Item = &'static str>,
    expected: &'static str,
    deserializer: D,
) -> Result<&'static str, D::Error> {
    let text = String::deserialize(deserializer)?;
    let name = names.into_iter().find(|name| *name == text);
    name.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &expected))
}

fn read<E: Error>(fen: &str) -> Result<Board, E> {
    let board = Board::from_fen(fen, true).or_else(|_| Board::from_fen(fen, false));
    board.map_err(|_| E::invalid_value(Unexpected::Str(fen), &"a FEN"))
}

/// Boards as Shredder-FENs.
pub(crate) mod boards {
    use super::{Board, Deserialize, Deserializer, Serializer, read};

    pub(crate) fn serialize<S: Serializer>(boards: &[Board], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(boards.iter().map(|board| format!("{board:#}")))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Board>, D::Error> {
        Vec::<String>::deserialize(deserializer)?.iter().map(|fen| read(fen)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hooks::Identity;
    use crate::reply::Style;
    use crate::{Bench, BenchResult, Command, Go, OptionTable, Setting, Start};
    use argali_search::{Castling, Position};
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;
    use std::time::Duration;

    /// Writes a value, reads it back, and returns the text.
    fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
        let text = serde_json::to_string(value).unwrap();
        assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
        text
    }

    #[test]
    fn commands_survive() {
        for line in [
            "",
            "uci",
            "debug off",
            "isready",
            "setoption name Clear Hash",
            "setoption name SyzygyPath value /a b",
            "ucinewgame",
            "position startpos moves e2e4 e7e5",
            "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "go wtime 300000 btime -5 movestogo 40 searchmoves e2e4 ponder",
            "go depth x nodes joho",
            "go movetime",
            "stop",
            "bench 9",
            "perft 3",
            "help",
        ] {
            round_trip(&Command::parse(line).unwrap());
        }
        assert_eq!(round_trip(&Start::Startpos), r#""Startpos""#);
        let go: Go = serde_json::from_str(r#"{"depth":9}"#).unwrap();
        assert_eq!(go, Go::parse(&["depth", "9"]));
        let wrong = serde_json::from_str::<Go>(r#"{"problem":{"Missing":{"name":"dept"}}}"#).unwrap_err();
        assert!(wrong.to_string().contains("a parameter of go"), "{wrong}");
    }

    #[test]
    fn settings_survive() {
        let mut options = OptionTable::new(8);
        options.add_books();
        options.add_evaluation();
        options.add_tablebases();
        for info in Params::TABLE {
            options.add_parameter(info.name, info.default, info.min, info.max);
        }
        for option in options.iter() {
            round_trip(&options.default_of(option.name()).unwrap());
        }
        let wrong = serde_json::from_str::<Setting>(r#"{"Parameter":["no_such_thing",1]}"#).unwrap_err();
        assert!(wrong.to_string().contains("a search parameter"), "{wrong}");
    }

    #[test]
    fn boards_are_fens() {
        let read = Position::from_fen("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1").unwrap();
        let written = round_trip(&Bench::new(vec![Board::default(), read.position.board().clone()], 9));
        assert!(written.contains("1R2K1R1 w GBgb - 0 1"), "{written}");
        let by_hand = r#"{"boards":["4k2r/8/8/8/8/8/8/4K3 b k - 0 1"],"depth":2}"#;
        assert_eq!(serde_json::from_str::<Bench>(by_hand).unwrap().boards.len(), 1);
        assert!(serde_json::from_str::<Bench>(r#"{"boards":["8/8"],"depth":2}"#).is_err());
    }

    #[test]
    fn small_types_survive() {
        round_trip(&BenchResult { nodes: 3, elapsed: Duration::from_millis(2) });
        round_trip(&Identity::default());
        round_trip(&Style { castling: Castling::Chess960, wdl: false });
    }

    #[test]
    fn errors_are_written() {
        let text = |line: &str| serde_json::to_string(&Command::parse(line).unwrap_err()).unwrap();
        assert_eq!(text("joho"), r#"{"Unknown":"joho"}"#);
        assert!(text("perft x").contains(r#""command":"perft""#));
        let option = OptionTable::new(8).read("Threads", Some("9")).unwrap_err();
        assert!(serde_json::to_string(&option).unwrap().contains(r#""value":"9""#));
    }
}
