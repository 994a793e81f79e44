//! Errors of `argali analyse`.

use crate::failure::Failure;
use std::path::PathBuf;
use thiserror::Error;

/// An error that ends an analysis, besides failures of the system.
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
    /// A picture shows one position.
    #[error("--svg draws one position, not a file of them")]
    PictureOfMany,
    /// Too many threads.
    #[error("{jobs} jobs with {threads} threads each are too many; {most} threads at most")]
    Threads {
        /// Searches at a time.
        jobs: usize,
        /// Threads of each.
        threads: usize,
        /// The largest total number of threads.
        most: usize,
    },
    /// Results would overwrite the input.
    #[error("{name} is the input, too; the output must be another file")]
    SameFile {
        /// The output.
        name: String,
    },
    /// The output has results already.
    #[error("{} has results already; --resume goes on with them, --force replaces them", .path.display())]
    Exists {
        /// The output file.
        path: PathBuf,
    },
    /// Another process writes the results.
    #[error("{}: another process is writing to it", .path.display())]
    InUse {
        /// The output file.
        path: PathBuf,
    },
    /// No line of the input is a position.
    #[error("none of the {lines} lines of the input names a position; the output says why")]
    NothingUnderstood {
        /// How many lines there are.
        lines: usize,
    },
    /// The file to resume does not match the input.
    #[error("cannot resume {}: its result {result} is not that of this input", .path.display())]
    Resume {
        /// The output file.
        path: PathBuf,
        /// The result's number, from 1.
        result: usize,
    },
    /// The output is complete, but some results are errors or have notes.
    #[error("{errors} of the input not understood, {notes} with a note; the output says which")]
    Incomplete {
        /// The number of invalid lines, as text.
        errors: String,
        /// The number of results with a note, as text.
        notes: String,
    },
    /// A move of `--searchmoves` is not legal.
    #[error("--searchmoves: '{word}' is no legal move here")]
    SearchMove {
        /// The move as it was given.
        word: String,
    },
    /// The format has room for one line of play.
    #[error("--multipv {lines} needs the format json: the others have one line of play for a position")]
    SeveralLines {
        /// The number of lines.
        lines: u32,
    },
}

impl From<AnalyseError> for Failure {
    fn from(error: AnalyseError) -> Failure {
        match error {
            AnalyseError::NoPosition(_)
            | AnalyseError::SeveralFiles(_)
            | AnalyseError::OutputOfOne { .. }
            | AnalyseError::SeveralLines { .. }
            | AnalyseError::SearchMove { .. }
            | AnalyseError::PictureOfMany
            | AnalyseError::Threads { .. } => Failure::usage(error),
            AnalyseError::Incomplete { .. } => Failure::Incomplete(Box::new(error)),
            _ => Failure::other(error),
        }
    }
}
