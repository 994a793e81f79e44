//! Failures of the program, and their exit statuses.

use argali_search::EngineError;
use std::error::Error;
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// A failure that ends the program. Commands have their own error types, which are converted to this one.
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
    /// The engine cannot be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The command line is invalid.
    #[error(transparent)]
    Usage(Box<dyn Error + Send + Sync>),
    /// The work is complete, but some results are errors or have notes.
    #[error(transparent)]
    Incomplete(Box<dyn Error + Send + Sync>),
    /// Any other failure.
    #[error(transparent)]
    Other(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// Adds the name of what was read or written to an error.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Failure {
        let what = what.into();
        |source| Failure::Io { what, source }
    }

    /// A failure by an invalid command line.
    pub fn usage(error: impl Error + Send + Sync + 'static) -> Failure {
        Failure::Usage(Box::new(error))
    }

    /// Any other failure.
    pub fn other(error: impl Error + Send + Sync + 'static) -> Failure {
        Failure::Other(Box::new(error))
    }

    /// 2 if the command line is invalid, 3 if some results are errors or have notes, 1 otherwise.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Incomplete(_) => ExitCode::from(3),
            Failure::Io { .. } | Failure::Engine(_) | Failure::Other(_) => ExitCode::FAILURE,
        }
    }
}
