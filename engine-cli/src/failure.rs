//! Why the program could not do what it was asked for.

use argali_search::EngineError;
use std::error::Error;
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// A failure that ends the program. The commands have errors of their own, which say here only how they end it.
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
    /// What was asked for makes no sense.
    #[error(transparent)]
    Usage(Box<dyn Error + Send + Sync>),
    /// Everything was done, but not all of it came out as it should.
    #[error(transparent)]
    Incomplete(Box<dyn Error + Send + Sync>),
    /// What was asked for cannot be done.
    #[error(transparent)]
    Other(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// Couples an error with what was read or written.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Failure {
        let what = what.into();
        |source| Failure::Io { what, source }
    }

    /// A failure by what was asked for, as by a wrong command line.
    pub fn usage(error: impl Error + Send + Sync + 'static) -> Failure {
        Failure::Usage(Box::new(error))
    }

    /// A failure to do what was asked for.
    pub fn other(error: impl Error + Send + Sync + 'static) -> Failure {
        Failure::Other(Box::new(error))
    }

    /// 2 for what makes no sense, as a wrong command line; 3 for results that are all there, some of them with an error or a
    /// note; 1 for everything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Incomplete(_) => ExitCode::from(3),
            Failure::Io { .. } | Failure::Engine(_) | Failure::Other(_) => ExitCode::FAILURE,
        }
    }
}
