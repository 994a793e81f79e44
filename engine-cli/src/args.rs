//! The command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// A chess engine. Without a command it speaks UCI on standard input and output, as graphical chess programs expect.
#[derive(Debug, Parser)]
#[command(name = "argali", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do; UCI if nothing is said.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// What the program does besides speaking UCI.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Search a fixed set of positions; the number of nodes identifies this version, the speed this machine
    Bench(BenchArguments),
    /// Count the sequences of legal moves
    Perft(PerftArguments),
    /// Analyse a position for people to read, or many positions for programs to read
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArguments),
    /// Measure how the search scales over workers, in simulated time: the same on every machine
    Smp(SmpArguments),
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Depth in plies
    #[arg(long, short, default_value_t = argali_uci::DEFAULT_BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Size of the hash table in MiB; the number of nodes depends on it
    #[arg(long, default_value_t = argali_uci::BENCH_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
    /// Search threads; with more than one the number of nodes varies from run to run
    #[arg(long, short, default_value_t = 1)]
    pub threads: usize,
    /// Instruction set of the network instead of the fastest one; the number of nodes is the same on all
    #[cfg(feature = "nnue")]
    #[arg(long, env = "ARGALI_KERNEL", value_name = "NAME")]
    pub kernel: Option<argali_eval::Kernel>,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct PerftArguments {
    /// Depth in plies, 20 at most: the largest for which the count can be written down
    #[arg(value_parser = clap::value_parser!(u32).range(..=20))]
    pub depth: u32,
    /// The position as FEN, quoted or not (Shredder-FEN for Chess960), or `startpos moves e2e4 ...`. The start of a game if it
    /// is left out
    pub fen: Vec<String>,
}

/// Arguments of `smp`.
#[derive(Debug, Args)]
pub struct SmpArguments {
    /// Numbers of workers to compare
    #[arg(long, short, value_delimiter = ',', default_values_t = [1, 2, 4, 8, 16], value_name = "N,N,...", value_parser = worker_count())]
    pub workers: Vec<usize>,
    /// Depth in plies
    #[arg(long, short, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Schemes of staggering the workers' depths; all of them if none is given
    #[arg(long, short, value_delimiter = ',', value_name = "SCHEME,...")]
    pub stagger: Vec<crate::smp::Scheme>,
    /// Rules by which one of the workers answers
    #[arg(long, value_delimiter = ',', default_value = "majority", value_name = "RULE,...")]
    pub vote: Vec<crate::smp::Rule>,
    /// How many positions of the bench to search
    #[arg(long, short, default_value_t = 8, value_name = "N")]
    pub positions: usize,
    /// Size of the hash table in MiB, shared by all workers
    #[arg(long, default_value_t = argali_uci::BENCH_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
}

/// Arguments of `analyse`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AnalyseArguments {
    /// A FEN or EPD, quoted or not, `startpos`, or `startpos moves e2e4 ...`; or for bulk work a file of such lines,
    /// or - for standard input
    #[arg(required = true, value_name = "POSITION")]
    pub position: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// How many lines of play to show
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub multipv: u32,
    /// Search threads for each position
    #[arg(long, short, default_value_t = 1)]
    pub threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, default_value_t = argali_uci::DEFAULT_HASH_MIB, value_name = "MIB")]
    pub hash: usize,
    /// Read and write castling as Chess960 does (king takes rook); a position that makes sense in no other way is read so anyway
    #[arg(long)]
    pub chess960: bool,
    /// Folders with Syzygy tablebases, separated as the platform separates paths
    #[cfg(feature = "syzygy")]
    #[arg(long, value_name = "FOLDERS", env = "ARGALI_SYZYGY")]
    pub syzygy: Option<String>,
    /// Write one JSON object rather than text; bulk work always does
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub bulk: BulkArguments,
}

/// Arguments that matter for bulk work.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bulk work")]
pub struct BulkArguments {
    /// Write to this file rather than standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on where the output file ends: as many lines of input are skipped as it has whole lines. Input, limits and other
    /// options have to be the same as before
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// Positions to analyse at the same time, each with its own threads and hash table
    #[arg(long, short, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: u32,
    /// Tell the time of each search, which makes results differ from run to run
    #[arg(long)]
    pub timing: bool,
    /// Show no progress on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// What ends the search of a position: the first of these; 3 seconds if none is given.
#[derive(Debug, Args)]
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
    /// Until a mate in so many moves is proven
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: Option<u32>,
}

/// A number of workers; the engine knows how many it can have.
fn worker_count() -> clap::builder::RangedU64ValueParser<usize> {
    clap::builder::RangedU64ValueParser::new().range(1..)
}

const EXAMPLES: &str = "\
Examples:
  argali analyse startpos moves e2e4 e7e5 --depth 20
  argali analyse 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -' --movetime 3000 --multipv 3
  argali analyse positions.epd --nodes 1000000 --jobs 8 --output results.jsonl --resume";
