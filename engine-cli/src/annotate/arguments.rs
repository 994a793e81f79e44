//! The command line of `annotate`.

use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `annotate`. Only those on which results depend are serialised.
#[derive(Debug, Args, Serialize)]
#[command(after_help = EXAMPLES)]
pub struct AnnotateArguments {
    /// A file of games in PGN, also compressed with gzip or Zstandard, or - for standard input
    #[arg(value_name = "GAMES")]
    #[serde(skip)]
    pub games: PathBuf,
    /// Write the annotated games to this file; the default is standard output (-), or none with --html or --svg.
    /// FILE.asked next to it records limits and options
    #[arg(long, short, value_name = "FILE")]
    #[serde(skip)]
    pub output: Option<PathBuf>,
    /// Write a report for a browser to this file: the evaluation curve, the board at each move, and the turning points
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub html: Option<PathBuf>,
    /// Draw the evaluation curve to this SVG file; the second game's to FILE-2, and so on
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub svg: Option<PathBuf>,
    /// Also write the chances to win, draw and lose, in permille from White's point of view
    #[arg(long)]
    pub wdl: bool,
    /// Plies of the better line that is shown for an error
    #[arg(long, default_value_t = 10, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub line: u32,
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: Limits,
    /// Number of games to annotate at the same time, each with its own threads and hash table
    #[arg(long, short, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    #[serde(skip)]
    pub jobs: u32,
    /// Search threads for each game; with more than one, results vary from run to run
    #[arg(long, short, default_value_t = 1)]
    pub threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, default_value_t = argali_uci::DEFAULT_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
    /// Folders with Syzygy tablebases, separated as the platform separates paths
    #[cfg(feature = "syzygy")]
    #[arg(long, value_name = "FOLDERS", env = "ARGALI_SYZYGY")]
    pub syzygy: Option<String>,
    /// Continue the output file: skip the games that it has. Input, limits and other options must be the same as before
    #[arg(long, requires = "output", conflicts_with_all = ["html", "svg"])]
    #[serde(skip)]
    pub resume: bool,
    /// Replace an output file that is not empty
    #[arg(long, conflicts_with = "resume")]
    #[serde(skip)]
    pub force: bool,
    /// Show no progress on standard error
    #[arg(long, short)]
    #[serde(skip)]
    pub quiet: bool,
}

/// Limits of a search.
#[derive(Debug, Args, Serialize)]
#[command(
    next_help_heading = "Limits for each position (the first one reached ends the search; without any, 1,000,000 nodes)"
)]
pub struct Limits {
    /// Nodes; with one thread the result is the same on every run and machine
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth in plies; as reproducible as nodes
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Milliseconds
    #[arg(long, short, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
}

/// Nodes for a position if no limit is given.
pub const DEFAULT_NODES: u64 = 1_000_000;

const EXAMPLES: &str = "\
Errors are moves that give away 5, 10 or 15 percent of the expected score (?!, ?, ??), and accuracy is that of
https://lichess.org/page/accuracy.

Examples:
  argali annotate game.pgn --html report.html
  argali annotate games.pgn.zst --nodes 300000 --jobs 8 --output annotated.pgn --resume";
