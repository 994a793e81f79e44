//! The command line: the list of commands. The arguments of each are in its file.

use crate::analyse::AnalyseArguments;
use crate::annotate::AnnotateArguments;
use crate::bench::BenchArguments;
use crate::generate::GenerateArguments;
use crate::perft::PerftArguments;
use crate::play::PlayArguments;
use crate::smp::SmpArguments;
use clap::{Parser, Subcommand};

/// A chess engine. Without a command it speaks UCI on standard input and output, as graphical chess programs expect.
#[derive(Debug, Parser)]
#[command(name = "argali", version = env!("ARGALI_VERSION"), about, max_term_width = 100)]
pub struct Arguments {
    /// The command; without one, the program speaks UCI.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// The commands besides UCI.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Search a fixed set of positions; the number of nodes identifies this version, the speed this machine
    Bench(BenchArguments),
    /// Count the sequences of legal moves
    Perft(PerftArguments),
    /// Analyse a position and print text, or many positions and write data
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArguments),
    /// Annotate games in PGN: evaluations, errors, better lines, accuracy; also as a report for a browser
    Annotate(AnnotateArguments),
    /// Play a game in the terminal
    Play(PlayArguments),
    /// Measure how the search scales with workers, in simulated time that is the same on every machine
    Smp(SmpArguments),
    /// Write shell completions and manual pages, for packages of the program
    #[command(hide = true)]
    Generate(GenerateArguments),
}
