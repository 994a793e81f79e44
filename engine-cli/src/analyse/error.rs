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
    /// A picture shows one position.
    #[error("--svg draws one position, not a file of them")]
    PictureOfMany,
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
    #[error("{name} is the input, too; the output must be another file")]
    SameFile {
        /// What the output is called.
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
    /// No line of the input names a position.
    #[error("none of the {lines} lines of the input names a position; the output says why")]
    NothingUnderstood {
        /// How many lines there are.
        lines: usize,
    },
    /// The file to go on with is not what this run would have written.
    #[error("cannot resume {}: its result {result} is not that of this input", .path.display())]
    Resume {
        /// The output file.
        path: PathBuf,
        /// The result's number, from 1.
        result: usize,
    },
    /// The results in the file were asked for by other limits or options.
    #[error("cannot resume {}: {difference}", .path.display())]
    AskedOtherwise {
        /// The output file.
        path: PathBuf,
        /// What was asked for then and now.
        difference: String,
    },
    /// The file beside the output that would say what was asked for is something else.
    #[error("{} would say by which limits and options the output is made, but it is another file", .path.display())]
    AskedForeign {
        /// That file.
        path: PathBuf,
    },
    /// Nothing says what the results in the file were asked for.
    #[error("cannot resume {}: {}, which says by which limits and options it was made, is missing", .path.display(), .missing.display())]
    AskedUnknown {
        /// The output file.
        path: PathBuf,
        /// The file that would say it.
        missing: PathBuf,
    },
    /// Every position has its line in the output, but some are not as they should be.
    #[error("{errors} of the input not understood, {notes} with a note; the output says which")]
    Incomplete {
        /// Lines that were not understood, counted in words.
        errors: String,
        /// Results with a note, counted in words.
        notes: String,
    },
    /// A move that is to be searched cannot be played.
    #[error("--searchmoves: '{word}' is no legal move here")]
    SearchMove {
        /// What was given.
        word: String,
    },
    /// The format has one line of play for a position.
    #[error("--multipv {lines} needs the format json: the others have one line of play for a position")]
    SeveralLines {
        /// How many were asked for.
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
