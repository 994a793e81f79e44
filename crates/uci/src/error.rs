//! Errors in a line of input. Every message names the offending text and, where there is one, the allowed range.

use crate::text::Quoted;
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

/// A move that cannot be parsed, or is not legal in its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not look like a move.
    #[error("{} is not a move; expected are squares like e2e4 or e7e8q", Quoted(.0))]
    Syntax(String),
    /// The move is not legal.
    #[error("illegal move {} in {fen}", Quoted(.text))]
    Illegal {
        /// The move as it was given.
        text: String,
        /// The position in which it was to be played, as FEN.
        fen: String,
    },
}

/// A position that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum FenError {
    /// There is no text.
    #[error("the position is empty; expected is a FEN like 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")]
    Empty,
    /// Not eight ranks.
    #[error("{} has {ranks} ranks, expected are 8", Quoted(.text))]
    Ranks {
        /// The board as it was given.
        text: String,
        /// How many ranks it has.
        ranks: usize,
    },
    /// A rank that is not eight squares wide.
    #[error("rank {rank} of the board, {}, has {squares} squares, expected are 8", Quoted(.text))]
    Squares {
        /// The rank's number, from 1.
        rank: usize,
        /// The rank as it was given.
        text: String,
        /// How many squares it has.
        squares: usize,
    },
    /// A letter that is not a piece.
    #[error("{letter:?} is not a piece; allowed are kqrbnp, KQRBNP and 1 to 8")]
    Piece {
        /// The offending letter.
        letter: char,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move {} is neither w nor b", Quoted(.0))]
    SideToMove(String),
    /// No king, or several.
    #[error("{color} has {kings} kings, expected is 1")]
    Kings {
        /// `white` or `black`.
        color: &'static str,
        /// How many kings there are.
        kings: u32,
    },
    /// More pieces or pawns than a side can have.
    #[error("{color} has {men} {what}, at most {max} are possible")]
    TooMany {
        /// `white` or `black`.
        color: &'static str,
        /// `men` or `pawns`.
        what: &'static str,
        /// How many there are.
        men: u32,
        /// How many there can be.
        max: u32,
    },
    /// A pawn on the first or last rank.
    #[error("a pawn stands on {square}; pawns stand on ranks 2 to 7")]
    PawnRank {
        /// Where it stands.
        #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serial::as_text"))]
        square: cozy_chess::Square,
    },
    /// The side that is not to move is in check.
    #[error("{color} is in check but not to move")]
    OpponentInCheck {
        /// `white` or `black`.
        color: &'static str,
    },
    /// The kings stand next to each other.
    #[error("the kings stand next to each other")]
    KingsTouch,
    /// The board library refuses the position for another reason.
    #[error("impossible position {}: {reason}", Quoted(.text))]
    Impossible {
        /// The position as it was given.
        text: String,
        /// What the board library says.
        reason: String,
    },
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
