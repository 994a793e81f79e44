//! Errors of `argali play`.

use crate::failure::Failure;
use argali_pgn::{GameResult, PgnError};
use std::path::PathBuf;
use thiserror::Error;

/// An error that prevents a game.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The game is over in the start position.
    #[error("in {fen} the game is over: {reason}")]
    Over {
        /// The position.
        fen: String,
        /// Why.
        reason: &'static str,
    },
    /// The file to resume has no game.
    #[error("{}: there is no game in it", .path.display())]
    NoGame {
        /// The file.
        path: PathBuf,
    },
    /// The last game of the file cannot be read.
    #[error("{}: {source}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: PgnError,
    },
    /// The last game of the file is over, or has an illegal move.
    #[error("{}: its last game cannot be gone on with: {}", .path.display(), match .result {
        GameResult::Unknown => "somebody passes in it".to_owned(),
        result => format!("it ended {result}"),
    })]
    Finished {
        /// The file.
        path: PathBuf,
        /// How it ended.
        result: GameResult,
    },
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        match error {
            PlayError::Over { .. } => Failure::usage(error),
            _ => Failure::other(error),
        }
    }
}
