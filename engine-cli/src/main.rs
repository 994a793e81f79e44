//! `argali`: the engine on standard input and output, a benchmark, perft, and analysis on the command line.

mod analyse;
mod args;
mod bench;
mod failure;
mod input;
mod perft;
mod smp;
#[cfg(feature = "syzygy")]
mod tablebases;
mod uci;

use args::{Arguments, Task};
use clap::Parser;
use failure::Failure;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        None => uci::converse(),
        Some(Task::Bench(arguments)) => bench::run(&arguments),
        Some(Task::Perft(arguments)) => perft::run(&arguments),
        Some(Task::Analyse(arguments)) => analyse::run(&arguments),
        Some(Task::Smp(arguments)) => smp::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(Failure::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is gone as well, the exit code has to do.
            let _ = writeln!(io::stderr(), "argali: {failure}");
            failure.exit_code()
        }
    }
}
