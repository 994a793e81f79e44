//! Parses a line of text into a [`Command`]. No input makes it panic.
//!
//! Tokens are separated by any white space. As the protocol requires, unknown words before a command are skipped ("joho debug on"
//! is "debug on"). Commands outside the protocol, such as `bench`, are recognised only as the first word, so that arbitrary text
//! does not start a benchmark.

use crate::error::CommandError;
use crate::go::Go;

/// A command of the protocol or of this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Command {
    /// An empty line.
    Nothing,
    /// `uci`
    Uci,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name N [value V]`
    SetOption {
        /// The option's name, single blanks between its words.
        name: String,
        /// The value as written, without leading and trailing blanks.
        value: Option<String>,
    },
    /// `register ...`; ignored
    Register,
    /// `ucinewgame`
    NewGame,
    /// `position ...`
    Position {
        /// The position before the moves.
        start: Start,
        /// The moves as they were written.
        moves: Vec<String>,
    },
    /// `go ...`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `bench [depth]`
    Bench {
        /// Depth in plies, if given.
        depth: Option<u32>,
    },
    /// `perft N` or `go perft N`
    Perft {
        /// Depth in plies.
        depth: u32,
    },
    /// `d`: show the board
    Display,
    /// `eval`: explain the static evaluation
    Eval,
    /// `help`
    Help,
}

/// The position before the moves of `position`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Start {
    /// The initial position.
    Startpos,
    /// A FEN or EPD, single blanks between its fields.
    Fen(String),
}

/// The largest depth of `perft`, in plies.
const PERFT_MAX: u32 = 20;

impl Command {
    /// Reads a line.
    ///
    /// ```
    /// use argali_uci::Command;
    ///
    /// assert_eq!(Command::parse("joho \t isready\r\n"), Ok(Command::IsReady));
    /// assert!(Command::parse("castle now").is_err());
    /// ```
    ///
    /// # Errors
    /// [`CommandError`] if the line as a whole is invalid. An invalid parameter of `go` does not make the line invalid: see
    /// [`Go::problem`].
    pub fn parse(line: &str) -> Result<Command, CommandError> {
        let words = || line.split_whitespace();
        let Some(first) = words().next() else { return Ok(Command::Nothing) };
        match first {
            "bench" => return number("bench", words().nth(1)).map(|depth| Command::Bench { depth }),
            "perft" => return perft("perft", words().nth(1)),
            "d" => return Ok(Command::Display),
            "eval" => return Ok(Command::Eval),
            "help" => return Ok(Command::Help),
            _ => {}
        }
        let mut rest = words();
        for word in rest.by_ref() {
            return match word {
                "uci" => Ok(Command::Uci),
                "debug" => debug(rest.next()),
                "isready" => Ok(Command::IsReady),
                "setoption" => set_option(line),
                "register" => Ok(Command::Register),
                "ucinewgame" => Ok(Command::NewGame),
                "position" => position(&rest.collect::<Vec<_>>()),
                "go" => go(&rest.collect::<Vec<_>>()),
                "stop" => Ok(Command::Stop),
                "ponderhit" => Ok(Command::PonderHit),
                "quit" => Ok(Command::Quit),
                _ => continue,
            };
        }
        Err(CommandError::Unknown(line.trim().to_owned()))
    }
}

fn debug(word: Option<&str>) -> Result<Command, CommandError> {
    match word {
        None | Some("on") => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        Some(text) => {
            Err(CommandError::Argument { command: "debug", text: text.to_owned(), allowed: "on or off" })
        }
    }
}

/// Splits the raw line of `setoption name N value V`, because blanks inside a value (a folder's name) are significant.
fn set_option(line: &str) -> Result<Command, CommandError> {
    let missing = |what| CommandError::Missing { command: "setoption", what };
    let tokens = Token::all(line);
    let command = tokens.iter().position(|token| token.text == "setoption").unwrap_or(0);
    let tokens = &tokens[command + 1..];
    if !tokens.first().is_some_and(|token| token.text.eq_ignore_ascii_case("name")) {
        return Err(missing("'name' and an option's name"));
    }
    let value_at = tokens.iter().position(|token| token.text.eq_ignore_ascii_case("value"));
    let name_end = value_at.unwrap_or(tokens.len());
    let name = join(tokens[1..name_end].iter().map(|token| token.text));
    if name.is_empty() {
        return Err(missing("an option's name"));
    }
    let value = value_at.map(|at| line[tokens[at].end..].trim().to_owned());
    Ok(Command::SetOption { name, value })
}

/// A word and the offset of its end in the line (bytes).
struct Token<'a> {
    text: &'a str,
    end: usize,
}

impl Token<'_> {
    fn all(line: &str) -> Vec<Token<'_>> {
        let start = line.as_ptr().addr();
        line.split_whitespace()
            .map(|text| Token { text, end: text.as_ptr().addr() - start + text.len() })
            .collect()
    }
}

fn position(words: &[&str]) -> Result<Command, CommandError> {
    let missing = || CommandError::Missing { command: "position", what: "startpos or fen" };
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves = words.iter().skip(moves_at + 1).map(|&word| word.to_owned()).collect();
    let fen = |fields: &[&str]| Start::Fen(join(fields.iter().copied()).replace('"', ""));
    let start = match words[..moves_at] {
        [] => return Err(missing()),
        ["startpos"] => Start::Startpos,
        ["startpos", text, ..] => {
            let text = text.to_owned();
            return Err(CommandError::Argument { command: "position startpos", text, allowed: "moves" });
        }
        ["fen"] => return Err(CommandError::Missing { command: "position fen", what: "a FEN" }),
        ["fen", ref fields @ ..] => fen(fields),
        // Short form: a board is recognised as a FEN without the word `fen`.
        [board, ..] if board.contains('/') => fen(&words[..moves_at]),
        [text, ..] => {
            let text = text.to_owned();
            return Err(CommandError::Argument { command: "position", text, allowed: "startpos or fen" });
        }
    };
    Ok(Command::Position { start, moves })
}

fn go(words: &[&str]) -> Result<Command, CommandError> {
    match words.iter().position(|&word| word == "perft") {
        Some(at) => perft("go perft", words.get(at + 1).copied()),
        None => Ok(Command::Go(Go::parse(words))),
    }
}

fn perft(command: &'static str, word: Option<&str>) -> Result<Command, CommandError> {
    let allowed = "a depth from 0 to 20";
    let depth = number(command, word)?.ok_or(CommandError::Missing { command, what: allowed })?;
    if depth > PERFT_MAX {
        return Err(CommandError::Argument { command, text: depth.to_string(), allowed });
    }
    Ok(Command::Perft { depth })
}

fn number(command: &'static str, word: Option<&str>) -> Result<Option<u32>, CommandError> {
    let wrong =
        |text: &str| CommandError::Argument { command, text: text.to_owned(), allowed: "a depth in plies" };
    word.map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap()
    }

    fn option(line: &str) -> (String, Option<String>) {
        match parse(line) {
            Command::SetOption { name, value } => (name, value),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn white_space_of_any_kind_separates_words() {
        assert_eq!(parse("  \t isready \r\n"), Command::IsReady);
        assert_eq!(parse(" \t\r\n"), Command::Nothing);
        let moves = ["e2e4", "e7e5"].map(String::from).to_vec();
        assert_eq!(
            parse("   position \t startpos   moves  e2e4 \te7e5  \r"),
            Command::Position { start: Start::Startpos, moves }
        );
    }

    #[test]
    fn unknown_words_in_front_are_skipped() {
        assert_eq!(parse("joho debug on"), Command::Debug(true));
        assert!(matches!(Command::parse("joho"), Err(CommandError::Unknown(text)) if text == "joho"));
        assert!(
            matches!(Command::parse("a bench"), Err(CommandError::Unknown(_))),
            "own commands come first"
        );
    }

    #[test]
    fn option_names_and_values_keep_their_blanks() {
        assert_eq!(option("setoption name Clear Hash"), ("Clear Hash".into(), None));
        assert_eq!(
            option("setoption name Move  Overhead value 50"),
            ("Move Overhead".into(), Some("50".into()))
        );
        assert_eq!(
            option("setoption name SyzygyPath value  /a  b/value c \r"),
            ("SyzygyPath".into(), Some("/a  b/value c".into()))
        );
        assert_eq!(option("setoption name Hash value"), ("Hash".into(), Some(String::new())));
        assert_eq!(option("setoption name Hash value "), ("Hash".into(), Some(String::new())));
        for broken in
            ["setoption", "setoption name", "setoption name value 3", "setoption value 3", "setoption Hash"]
        {
            assert!(matches!(Command::parse(broken), Err(CommandError::Missing { .. })), "{broken}");
        }
    }

    #[test]
    fn positions_come_with_and_without_their_keyword() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - -";
        for line in
            [format!("position fen {fen}"), format!("position \"{fen}\""), format!("position fen \"{fen}\"")]
        {
            assert_eq!(parse(&line), Command::Position { start: Start::Fen(fen.into()), moves: vec![] });
        }
        assert_eq!(
            parse("position startpos moves"),
            Command::Position { start: Start::Startpos, moves: vec![] }
        );
        let moves = vec!["e8d8".to_owned()];
        assert_eq!(
            parse(&format!("position fen {fen} moves e8d8")),
            Command::Position { start: Start::Fen(fen.into()), moves }
        );
        for broken in
            ["position", "position moves e2e4", "position fen", "position middle", "position startpos e2e4"]
        {
            assert!(Command::parse(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn perft_wants_a_sane_depth() {
        assert_eq!(parse("perft 3"), Command::Perft { depth: 3 });
        assert_eq!(parse("go perft 4"), Command::Perft { depth: 4 });
        for broken in
            ["perft", "perft x", "go perft", "perft -1", "perft 21", "go perft 99999999999999999999"]
        {
            assert!(Command::parse(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn bench_takes_an_optional_depth() {
        assert_eq!(parse("bench"), Command::Bench { depth: None });
        assert_eq!(parse("bench 9"), Command::Bench { depth: Some(9) });
        assert!(Command::parse("bench deep").is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics(line in any::<String>()) {
            let _ = Command::parse(&line);
        }

        #[test]
        fn no_mixture_of_known_words_panics(words in prop::collection::vec(prop::sample::select(WORDS), 0..12)) {
            let _ = Command::parse(&words.join(" "));
        }
    }

    const WORDS: &[&str] = &[
        "go",
        "position",
        "setoption",
        "name",
        "value",
        "fen",
        "startpos",
        "moves",
        "e2e4",
        "searchmoves",
        "depth",
        "-1",
        "999999999999999999999",
        "wtime",
        "ponder",
        "infinite",
        "mate",
        "perft",
        "\u{a0}",
        "é",
        "debug",
        "on",
        "\"",
        "4k3/8/8/8/8/8/8/4K3",
        "w",
        "stop",
        "bench",
        "",
        "\t",
        "\r",
    ];
}
