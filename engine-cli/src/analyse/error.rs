//! Why `argali analyse` could not do what it was asked for.

use crate::failure::Failure;
use std::path::PathBuf;
use thiserror::Error;

/// What ends an analysis besides failures of the system.
#[derive(Debug, Error)]
pub enum AnalyseError {
    /// The argument is neither a position nor a file.
    #[error("{0:?} is neither a position nor a file; a position is startpos or a FEN")]
    NoPosition(String),
    /// Analysis reads one file.
    #[error("{0:?} is one file too many; analysis reads one, or standard input (-)")]
    SeveralFiles(String),
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
}

impl From<AnalyseError> for Failure {
    fn from(error: AnalyseError) -> Failure {
        match error {
            AnalyseError::NoPosition(_)
            | AnalyseError::SeveralFiles(_)
            | AnalyseError::OutputOfOne { .. }
            | AnalyseError::Threads { .. } => Failure::usage(error),
            _ => Failure::other(error),
        }
    }
}
