//! `argali`: the engine on standard input and output, a benchmark, perft, and analysis on the command line.

mod analyse;
mod annotate;
mod args;
mod asked;
mod bench;
mod failure;
mod generate;
mod genfens;
mod input;
mod openings;
mod perft;
mod play;
mod smp;
mod svg;
#[cfg(feature = "syzygy")]
mod tablebases;
mod uci;

use args::{Arguments, Task};
use clap::Parser;
use failure::Failure;
use genfens::Genfens;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe.
        Err(Failure::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed, too, the exit code is all that is left.
            let _ = writeln!(io::stderr(), "argali: {failure}");
            failure.exit_code()
        }
    }
}

fn run() -> Result<(), Failure> {
    // The parser of command lines cannot read a whole command in one argument.
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    if let Some(asked) = Genfens::asked(arguments) {
        return asked.map_err(Failure::usage)?.run();
    }
    match Arguments::parse().task {
        None => {
            greet();
            uci::converse()
        }
        Some(Task::Bench(arguments)) => bench::run(&arguments),
        Some(Task::Perft(arguments)) => perft::run(&arguments),
        Some(Task::Analyse(arguments)) => analyse::run(&arguments),
        Some(Task::Annotate(arguments)) => annotate::run(&arguments),
        Some(Task::Play(arguments)) => play::run(&arguments),
        Some(Task::Generate(arguments)) => generate::run(&arguments),
        Some(Task::Smp(arguments)) => smp::run(&arguments),
    }
}

/// Tells a user at a terminal which program waits for input.
fn greet() {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        // A closed terminal is noticed at the next read.
        let _ = writeln!(
            io::stdout(),
            "Argali {}, a chess engine, waits for UCI (type help or quit). A game: argali play. All commands: argali --help.",
            env!("CARGO_PKG_VERSION")
        );
    }
}
