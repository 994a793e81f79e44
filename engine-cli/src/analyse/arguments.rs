//! The command line of `argali analyse`.

use super::format::Format;
use crate::asked::Asked;
use argali_search::{Castling, Strength};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `analyse`. Only those on which results depend are serialised.
#[derive(Debug, Args, Serialize)]
#[command(after_help = EXAMPLES)]
pub struct AnalyseArguments {
    /// A FEN or EPD, quoted or not, `startpos`, or `startpos moves e2e4 ...`; or for bulk analysis a file of such lines,
    /// or - for standard input
    #[arg(required = true, value_name = "POSITION")]
    #[serde(skip)]
    pub position: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: LimitArguments,
    /// How many lines of play to show
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub multipv: u32,
    /// Search only these moves, in any usual notation: --searchmoves e2e4 d2d4, or Nf3,c4
    #[arg(long, value_name = "MOVE", num_args = 1.., value_delimiter = ',')]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub searchmoves: Vec<String>,
    /// Choose the move like a player of this strength, on the scale of the option UCI_Elo. The same position gives the same move
    #[arg(long, conflicts_with = "mate", value_parser = clap::value_parser!(u32).range(i64::from(Strength::MIN)..=i64::from(Strength::MAX)))]
    pub elo: Option<u32>,
    /// Use the network in this file
    #[cfg(feature = "nnue")]
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Search threads for each position
    #[arg(long, short, default_value_t = 1)]
    pub threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, default_value_t = argali_uci::DEFAULT_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
    /// Read and write castling as in Chess960 (king takes rook). Positions that are valid only so are detected
    #[arg(long)]
    pub chess960: bool,
    /// Folders with Syzygy tablebases, separated as the platform separates paths
    #[cfg(feature = "syzygy")]
    #[arg(long, value_name = "FOLDERS", env = "ARGALI_SYZYGY")]
    pub syzygy: Option<String>,
    /// Format of results; the default is text for one position, and JSON for bulk analysis
    #[arg(long, value_name = "FORMAT")]
    #[serde(skip)]
    pub format: Option<Format>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    #[serde(skip)]
    pub json: bool,
    /// Draw the position with its best moves to this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    #[serde(flatten)]
    pub bulk: BulkArguments,
}

/// Arguments for bulk analysis.
#[derive(Debug, Args, Serialize)]
#[command(next_help_heading = "Bulk work")]
pub struct BulkArguments {
    /// Write to this file instead of standard output. FILE.asked next to it records limits and options
    #[arg(long, short, value_name = "FILE")]
    #[serde(skip)]
    pub output: Option<PathBuf>,
    /// Continue the output file: skip the lines of input whose results it has. Input, limits and other options
    /// must be the same as before
    #[arg(long, requires = "output")]
    #[serde(skip)]
    pub resume: bool,
    /// Replace the output file
    #[arg(long, requires = "output", conflicts_with = "resume")]
    #[serde(skip)]
    pub force: bool,
    /// The number of the first line, if the input is a part of a longer one
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub first_line: u64,
    /// Read input that is compressed with gzip or zstd
    #[arg(long, short = 'z')]
    #[serde(skip)]
    pub decompress: bool,
    /// If --depth is the only limit, end a search after this many nodes, with a note; 0 for no guard
    #[arg(long, default_value_t = 100_000_000, value_name = "NODES")]
    pub guard: u64,
    /// Number of positions to analyse at the same time, each with its own threads and hash table
    #[arg(long, short, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    #[serde(skip)]
    pub jobs: u32,
    /// Report the time of each search; then results differ from run to run
    #[arg(long)]
    pub timing: bool,
    /// Show no progress on standard error
    #[arg(long, short)]
    #[serde(skip)]
    pub quiet: bool,
}

/// Limits of a search: the first one reached ends it; 3 seconds if none is given.
#[derive(Debug, Args, Serialize)]
#[command(next_help_heading = "Limits (the first one reached ends the search; without any, 3 seconds)")]
pub struct LimitArguments {
    /// Depth in plies
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Nodes; with one thread the result is the same on every run and machine
    #[arg(long, short, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Milliseconds
    #[arg(long, short, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Stop when a mate in this many moves is proven
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: Option<u32>,
}

impl AnalyseArguments {
    /// How castling is read and written.
    pub fn castling(&self) -> Castling {
        self.chess960.into()
    }

    /// The format of bulk results.
    pub fn format(&self) -> Format {
        self.format.unwrap_or_default()
    }

    /// What results depend on. `--json` and `--format json` are the same.
    pub fn asked(&self) -> Asked {
        Asked::new(self).with("format", format!("{:?}", self.format()).to_lowercase())
    }
}

const EXAMPLES: &str = "\
Examples:
  argali analyse startpos moves e2e4 e7e5 --depth 20
  argali analyse 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -' --movetime 3000 --multipv 3
  argali analyse positions.epd --nodes 1000000 --jobs 8 --output results.jsonl --resume

Exit status of bulk work: 0 if every line has its result, 3 if some results are an error or have a note, 1 if no line is
understood or something fails, 2 if the command line makes no sense.";

/// Parses a command line.
#[cfg(test)]
pub fn parse(line: &str) -> AnalyseArguments {
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: AnalyseArguments,
    }
    Line::parse_from(["analyse"].into_iter().chain(line.split_whitespace())).arguments
}
