//! Errors of `argali annotate`.

use crate::failure::Failure;
use argali_pgn::PgnError;
use std::path::PathBuf;
use thiserror::Error;

/// An error that ends `annotate`.
#[derive(Debug, Error)]
pub enum AnnotateError {
    /// The input could not be read to its end.
    #[error("{}: {source}", .path.display())]
    Interrupted {
        /// The file, or `-`.
        path: PathBuf,
        /// Where and why.
        source: PgnError,
    },
    /// The input has no valid game.
    #[error("{}: {}", .path.display(), if *.broken == 0 { "there are no games in it".to_owned() } else {
        format!("none of its {broken} games makes sense")
    })]
    NoGame {
        /// The file, or `-`.
        path: PathBuf,
        /// The number of invalid games.
        broken: u64,
    },
    /// The file to resume does not match the input.
    #[error("cannot resume {}: its game {game} is not that of the input", .path.display())]
    Foreign {
        /// The output file.
        path: PathBuf,
        /// The game's number in it, from 1.
        game: u64,
    },
    /// Results would overwrite the input.
    #[error("{} is the input; the output must be another file", .path.display())]
    SameFile {
        /// The file.
        path: PathBuf,
    },
    /// Two outputs would overwrite each other.
    #[error("{} is named for two outputs; each needs a file of its own", .path.display())]
    SameOutput {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes the results.
    #[error("{}: another process is writing to it", .path.display())]
    InUse {
        /// The output file.
        path: PathBuf,
    },
    /// The output file has contents.
    #[error("{} is not empty; --resume goes on with it, --force replaces it", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Some games are invalid.
    #[error("{games} of the games {} passed over", if *.games == 1 { "was" } else { "were" })]
    Incomplete {
        /// How many.
        games: u64,
    },
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
}

impl From<AnnotateError> for Failure {
    fn from(error: AnnotateError) -> Failure {
        match error {
            AnnotateError::SameFile { .. }
            | AnnotateError::SameOutput { .. }
            | AnnotateError::Threads { .. } => Failure::usage(error),
            AnnotateError::Incomplete { .. } => Failure::Incomplete(Box::new(error)),
            _ => Failure::other(error),
        }
    }
}
