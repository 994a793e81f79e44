//! The user's commands.

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A word that should be a move.
    Move(String),
    /// Take the last move of either side back.
    TakeBack,
    /// Show a good move.
    Hint,
    /// Offer a draw.
    Draw,
    /// Resign.
    Resign,
    /// Show the board.
    Board,
    /// Turn the board.
    Flip,
    /// Show the moves so far.
    Moves,
    /// Show the position as FEN.
    Fen,
    /// Change sides.
    Switch,
    /// Write the game to a file.
    Save(String),
    /// Show the commands.
    Help,
    /// End without a result.
    Quit,
    /// A blank line.
    Nothing,
}

impl Command {
    /// Reads a line. A word that is not a command is a move.
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Command::Nothing,
            "takeback" | "undo" | "back" | "u" => Command::TakeBack,
            "hint" => Command::Hint,
            "draw" | "=" => Command::Draw,
            "resign" => Command::Resign,
            "board" | "d" => Command::Board,
            "flip" => Command::Flip,
            "moves" => Command::Moves,
            "fen" => Command::Fen,
            "switch" | "go" => Command::Switch,
            "save" => Command::Save(rest.trim().to_owned()),
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ => Command::Move(line.to_owned()),
        }
    }
}

/// The text of `help`.
pub const HELP: &str = "\
a move     e4, Nf3, exd5, O-O, e8=Q, or e2e4
takeback   take your last move back, and the answer
hint       a good move
draw       offer a draw
resign     give up
board      show the board; flip turns it
moves      the moves so far; fen the position
switch     change sides: Argali plays your move
save FILE  write the game in PGN
quit       end; --resume goes on with a saved game
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        for (line, command) in [
            ("e4", Command::Move("e4".into())),
            ("  Nf3 ", Command::Move("Nf3".into())),
            ("TakeBack", Command::TakeBack),
            ("undo", Command::TakeBack),
            ("save my game.pgn", Command::Save("my game.pgn".into())),
            ("", Command::Nothing),
            ("q", Command::Quit),
            ("b4", Command::Move("b4".into())),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }

    #[test]
    fn help_names_commands_that_exist() {
        for line in HELP.lines().skip(1) {
            let word = line.split_whitespace().next().unwrap();
            assert!(!matches!(Command::parse(word), Command::Move(_)), "{word}");
        }
    }
}
