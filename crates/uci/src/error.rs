//! Errors in a line of input. Every message names the offending text and, where there is one, the allowed range.

use crate::text::Quoted;
use argali_search::{FenError, MoveError};
use thiserror::Error;

/// A name of the protocol. With `&'static str` itself, serde's derived code would need input of static lifetime.
pub(crate) type Name = &'static str;

/// A line that is not a valid command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("unknown command: {}; try help", Quoted(.0))]
    Unknown(String),
    /// A part of the command is missing.
    #[error("{command} needs {what}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What is missing.
        what: &'static str,
    },
    /// The command's argument is not one of the allowed values.
    #[error("{command}: {} is not {allowed}", Quoted(.text))]
    Argument {
        /// The command.
        command: &'static str,
        /// The offending text.
        text: String,
        /// What would be accepted.
        allowed: &'static str,
    },
    /// A parameter of `go`.
    #[error(transparent)]
    Go(#[from] GoError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A position that cannot be set up.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An option.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl CommandError {
    /// Whether the line is a `position` command.
    pub(crate) fn is_of_position(&self) -> bool {
        match self {
            CommandError::Missing { command, .. } | CommandError::Argument { command, .. } => {
                command.starts_with("position")
            }
            _ => false,
        }
    }
}

/// A parameter of `go` that is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum GoError {
    /// The number that belongs to the parameter is missing.
    #[error("go {name} needs a number")]
    Missing {
        /// The parameter.
        #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::go_parameter"))]
        name: Name,
    },
    /// What follows the parameter is not a number.
    #[error("go {name}: {} is not a number", Quoted(.text))]
    Number {
        /// The parameter.
        #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::go_parameter"))]
        name: Name,
        /// The offending text.
        text: String,
    },
    /// Words that belong to no parameter.
    #[error("go does not know {}, which is ignored", Quoted(.0))]
    Unknown(String),
}

/// An option that is not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called {}", Quoted(.0))]
    Unknown(String),
    /// The option needs a value.
    #[error("option {name} needs a value: {allowed}")]
    MissingValue {
        /// The option.
        name: &'static str,
        /// What would be accepted.
        allowed: String,
    },
    /// The value is not one of those allowed.
    #[error("option {name}: {} is not {allowed}", Quoted(.value))]
    Value {
        /// The option.
        name: &'static str,
        /// The offending value.
        value: String,
        /// What would be accepted.
        allowed: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_text_and_the_range() {
        let error =
            OptionError::Value { name: "Hash", value: "0".into(), allowed: "a number from 1 to 8".into() };
        assert_eq!(error.to_string(), "option Hash: '0' is not a number from 1 to 8");
    }
}
