//! The command line of `play`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArguments {
    /// The side that you play; the default is white, or your side in the resumed game
    #[arg(long, short, value_name = "SIDE")]
    pub side: Option<Side>,
    /// Argali's strength in Elo; the default is full strength, or that of the resumed game
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(i64::from(argali_search::Strength::MIN)..=i64::from(argali_search::Strength::MAX)))]
    pub elo: Option<u32>,
    /// A clock for both sides: minutes for the game, and increment in seconds
    #[arg(long, short, value_name = "MINUTES+SECONDS", value_parser = control)]
    pub clock: Option<TimeControl>,
    /// Milliseconds for each of Argali's moves; 1000 if there is no other limit
    #[arg(long, short, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Nodes for each of Argali's moves
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Start from this position, a FEN
    #[arg(long, value_name = "FEN", conflicts_with_all = ["resume", "chess960"])]
    pub fen: Option<String>,
    /// Play Chess960 from the start position of this number, or from a random one
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(..960))]
    pub chess960: Option<Option<u32>>,
    /// Save the game to this file in PGN after each move, after its other games
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Resume the last game of this file, and save it there
    #[arg(long, value_name = "FILE", conflicts_with = "save")]
    pub resume: Option<PathBuf>,
    /// Your name in the file
    #[arg(long, default_value = "Player")]
    pub name: String,
    /// Draw pieces as letters
    #[arg(long)]
    pub ascii: bool,
    /// Size of the hash table in MiB
    #[arg(long, default_value_t = argali_uci::DEFAULT_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
    /// Search threads
    #[arg(long, short, default_value_t = 1)]
    pub threads: usize,
}

/// The side that the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// White
    #[value(alias = "w")]
    White,
    /// Black
    #[value(alias = "b")]
    Black,
    /// Either, at random
    Random,
}

/// Time for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for all moves.
    pub time: Duration,
    /// Increment for each move.
    pub increment: Duration,
}

/// Reads `5+3`, or `5`.
fn control(text: &str) -> Result<TimeControl, String> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number =
        |word: &str| word.trim().parse::<f64>().ok().filter(|number| (0.0..=10_000.0).contains(number));
    let (Some(minutes), Some(seconds)) = (number(minutes), number(seconds)) else {
        return Err("a clock is MINUTES+SECONDS, as 5+3".to_owned());
    };
    if minutes == 0.0 && seconds == 0.0 {
        return Err("a clock without time is over before the game".to_owned());
    }
    let time = Duration::from_secs_f64(minutes * 60.0);
    let increment = Duration::from_secs_f64(seconds);
    // Without initial time, the first move has at least the increment.
    Ok(TimeControl { time: time.max(increment), increment })
}

const EXAMPLES: &str = "\
Moves are typed as e4, Nf3, O-O or e2e4; help lists what else can be said.

Examples:
  argali play --elo 1200
  argali play --side black --clock 10+5 --save games.pgn
  argali play --resume games.pgn";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_minutes_and_seconds() {
        let read = |text| control(text).map(|control| (control.time.as_secs(), control.increment.as_secs()));
        assert_eq!(
            [read("5+3"), read("10"), read("0.5+0"), read("0+2")],
            [Ok((300, 3)), Ok((600, 0)), Ok((30, 0)), Ok((2, 2))]
        );
        for text in ["", "0", "0+0", "x+1", "-1", "nan"] {
            assert!(control(text).is_err(), "{text}");
        }
    }
}
