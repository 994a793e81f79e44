//! The command line. Each subcommand has a file with its options and what it does with them.

mod selfplay;

use argali_eval::Network;
use clap::{Parser, Subcommand};
use std::error::Error;
use std::path::Path;

/// Makes a network for Argali from nothing but games that Argali plays against itself.
#[derive(Debug, Parser)]
#[command(name = "argali-train", version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play games and record them
    Selfplay(selfplay::Options),
}

type Outcome = Result<(), Box<dyn Error>>;

/// Does what the command line asks for.
pub(crate) fn run(arguments: Arguments) -> Outcome {
    match arguments.command {
        Command::Selfplay(options) => options.run(),
    }
}

/// Reads a network file.
fn read_network(path: &Path) -> Result<Network, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Network::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()).into())
}
