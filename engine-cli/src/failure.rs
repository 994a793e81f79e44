//! Why the program could not do what it was asked for.

use crate::analyse::RequestError;
use argali_search::EngineError;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// A failure that ends the program.
#[derive(Debug, Error)]
pub enum Failure {
    /// Reading or writing failed.
    #[error("{what}: {source}")]
    Io {
        /// What was read or written.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
    /// The engine cannot be had as asked for.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The position on the command line makes no sense.
    #[error(transparent)]
    Position(#[from] RequestError),
    /// The argument is neither a position nor a file.
    #[error("{0:?} is neither a position nor a file; a position is startpos or a FEN")]
    NoPosition(String),
    /// Analysis reads one file.
    #[error("{0:?} is one file too many; analysis reads one, or standard input (-)")]
    SeveralFiles(String),
    /// Results would overwrite the input.
    #[error("{} is the input; the output must be another file", .path.display())]
    SameFile {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes the results.
    #[error("{}: another process is writing to it", .path.display())]
    InUse {
        /// The output file.
        path: PathBuf,
    },
    /// Only bulk work writes a file.
    #[error("--output {} is for files of positions; one position is shown on standard output", .path.display())]
    OutputOfOne {
        /// The file.
        path: PathBuf,
    },
    /// More threads than can be of use.
    #[error("{jobs} jobs with {threads} threads each are too many; {most} threads at most")]
    Threads {
        /// Searches at a time.
        jobs: usize,
        /// Threads of each.
        threads: usize,
        /// Threads that there may be in all.
        most: usize,
    },
    /// No line of the input names a position.
    #[error("none of the {lines} lines of the input names a position; the output says why")]
    NothingUnderstood {
        /// How many lines there are.
        lines: usize,
    },
    /// The file to go on with is not what this run would have written.
    #[error("cannot resume {}: its line {line} is not the result of this input", .path.display())]
    Resume {
        /// The output file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
    },
    /// The network cannot be computed as asked for.
    #[cfg(feature = "nnue")]
    #[error(transparent)]
    Kernel(#[from] argali_eval::KernelError),
    /// The tablebases cannot be used.
    #[cfg(feature = "syzygy")]
    #[error(transparent)]
    Tablebases(#[from] argali_syzygy::SyzygyError),
}

impl Failure {
    /// Couples an error with what was read or written.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Failure {
        let what = what.into();
        |source| Failure::Io { what, source }
    }

    /// 2 for input that makes no sense, as for a wrong command line; 1 for everything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Position(_)
            | Failure::NoPosition(_)
            | Failure::SeveralFiles(_)
            | Failure::OutputOfOne { .. }
            | Failure::Threads { .. } => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }
}
