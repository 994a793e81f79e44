//! Errors of reading a game.

use crate::raw::LONGEST_GAME;
use argali_search::{FenError, MoveError};
use std::io;
use thiserror::Error;

/// A game that cannot be read.
#[derive(Debug, Error)]
#[error("game {game}, line {line}: {reason}")]
#[non_exhaustive]
pub struct PgnError {
    /// The game's number in its stream, from 1.
    pub game: u64,
    /// The line in the stream, from 1.
    pub line: u64,
    /// The reason.
    pub reason: Reason,
}

impl PgnError {
    /// Whether reading the stream failed, so that no further game can be read.
    #[must_use]
    pub fn is_io(&self) -> bool {
        matches!(self.reason, Reason::Io(_))
    }
}

/// Why a game cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// The stream cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is too long to be a game.
    #[error("the game is longer than {LONGEST_GAME} bytes")]
    TooLong,
    /// A line begins like a tag, but is not one.
    #[error("{0:?} is not a tag like [Name \"value\"]")]
    Tag(String),
    /// The tag `FEN` is not a position.
    #[error("the tag FEN {fen:?} is not a position: {reason}")]
    Fen {
        /// The tag's value.
        fen: String,
        /// Why it is not a position.
        reason: FenError,
    },
    /// A word is not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A word is not an element of a game.
    #[error("{0:?} is neither a move, a number, a glyph, a comment nor a result")]
    Word(String),
    /// A variation begins before any move.
    #[error("a variation begins before any move")]
    VariationWithoutMove,
    /// A closing parenthesis without an opening one.
    #[error("a closing parenthesis without an opening one")]
    Unopened,
    /// A variation that is not closed.
    #[error("a variation is not closed")]
    Unclosed,
    /// A comment that is not closed.
    #[error("a comment is not closed by a brace")]
    UnclosedComment,
    /// Variations are nested too deeply.
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
}
