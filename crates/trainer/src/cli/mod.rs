//! The command line. Each subcommand has a file with its options and its code.

mod contest;
mod engines;
mod filter;
mod judge;
mod labelling;
mod merge;
mod quantise;
mod regret;
mod rescale;
mod rescore;
mod screen;
mod selfplay;
mod shuffle;
mod stats;
mod train;
mod tune;
mod verify;
mod wdl;

use argali_eval::Network;
use argali_trainer::dataset::{SAMPLE_EXTENSION, is_sample_file};
use argali_trainer::progress::note;
use clap::{Parser, Subcommand};
use std::error::Error;
use std::path::{Path, PathBuf};

/// Makes a network for Argali from games that Argali plays against itself.
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
    /// Print statistics of files of games
    Stats(stats::Options),
    /// Check files of games and join them
    Merge(merge::Options),
    /// Score the positions of games anew
    Rescore(rescore::Options),
    /// Convert games to a file of training positions, also for other trainers
    Filter(filter::Options),
    /// Shuffle files of training positions
    Shuffle(shuffle::Options),
    /// Train a network on games
    Train(train::Options),
    /// Turn a checkpoint into a network file
    Quantise(quantise::Options),
    /// Scale a network's evaluations to another mean size
    Rescale(rescale::Options),
    /// Compare a network file with its checkpoint, position by position
    Verify(verify::Options),
    /// Play a match between two networks or two sets of search parameters
    Match(Box<contest::Options>),
    /// Measure how well a network, or searches with it, agree with a stronger engine
    Judge(Box<judge::Options>),
    /// Measure what the moves of short searches lose
    Regret(Box<regret::Options>),
    /// Measure what changes of search parameters are worth, many at once
    Screen(Box<screen::Options>),
    /// Tune search parameters by self-play
    Tune(Box<tune::Options>),
    /// List the search parameters
    Params(tune::ListOptions),
    /// Fit the constants of the win, draw and loss model
    Wdl(wdl::Options),
}

type Outcome = Result<(), Box<dyn Error>>;

/// Runs the subcommand.
pub(crate) fn run(arguments: Arguments) -> Outcome {
    match arguments.command {
        Command::Selfplay(options) => options.run(),
        Command::Stats(options) => options.run(),
        Command::Merge(options) => options.run(),
        Command::Rescore(options) => options.run(),
        Command::Filter(options) => options.run(),
        Command::Shuffle(options) => options.run(),
        Command::Train(options) => options.run(),
        Command::Quantise(options) => options.run(),
        Command::Rescale(options) => options.run(),
        Command::Verify(options) => options.run(),
        Command::Match(options) => options.run(),
        Command::Judge(options) => options.run(),
        Command::Regret(options) => options.run(),
        Command::Screen(options) => options.run(),
        Command::Tune(options) => options.run(),
        Command::Params(options) => options.run(),
        Command::Wdl(options) => options.run(),
    }
}

/// Reads a network file.
fn read_network(path: &Path) -> Result<Network, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Network::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn write_network(path: &Path, network: &Network) -> Outcome {
    std::fs::write(path, network.to_bytes())
        .map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

/// A short description of a network.
fn describe(network: &Network) -> String {
    let shape = network.shape();
    format!("{} hidden, {} outputs, checksum {:016x}", shape.hidden(), shape.buckets(), network.checksum())
}

fn warn_of_cut_off(paths: &[PathBuf]) {
    for path in paths {
        note(&format!("{}: the last game is cut off and was left out", path.display()));
    }
}

/// Checks a file's name: `train` recognises files of samples by their extension.
fn expect_sample_file(path: &Path) -> Outcome {
    if is_sample_file(path) {
        return Ok(());
    }
    Err(format!("a file of samples must be named *.{SAMPLE_EXTENSION}: {}", path.display()).into())
}

/// A number from 0 to 1, also as a percentage.
fn fraction(text: &str) -> Result<f64, String> {
    let (number, unit) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    match number.parse::<f64>().map(|value| value / unit) {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("expected a number from 0 to 1 or a percentage".to_owned()),
    }
}

/// A scale of expected points.
fn scale(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if (1.0..=10_000.0).contains(&value) => Ok(value),
        _ => Err("expected centipawns from 1 to 10000".to_owned()),
    }
}
