//! What can be wrong with a game.

use crate::raw::LONGEST_GAME;
use argali_search::{FenError, MoveError};
use std::io;
use thiserror::Error;

/// A game that cannot be read, and where.
#[derive(Debug, Error)]
#[error("game {game}, line {line}: {reason}")]
#[non_exhaustive]
pub struct PgnError {
    /// The game's number in its stream, from 1.
    pub game: u64,
    /// The line in the stream, from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: Reason,
}

impl PgnError {
    /// Whether the stream itself failed, so that nothing more can be read.
    #[must_use]
    pub fn is_io(&self) -> bool {
        matches!(self.reason, Reason::Io(_))
    }
}

/// What is wrong with a game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// The stream cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is too long to be a game.
    #[error("the game is longer than {LONGEST_GAME} bytes")]
    TooLong,
    /// A line begins like a tag, and is none.
    #[error("{0:?} is no tag; one is [Name \"value\"]")]
    Tag(String),
    /// The tag `FEN` names no position.
    #[error("the tag FEN {fen:?} is no position: {reason}")]
    Fen {
        /// The tag's value.
        fen: String,
        /// What is wrong with it.
        reason: FenError,
    },
    /// A word is no move that could be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A word is nothing that a game consists of.
    #[error("{0:?} is neither a move, a number, a glyph, a comment nor a result")]
    Word(String),
    /// A variation begins where there is no move that it could replace.
    #[error("a variation begins before any move")]
    VariationWithoutMove,
    /// A parenthesis closes none.
    #[error("a closing parenthesis without an opening one")]
    Unopened,
    /// A parenthesis is not closed.
    #[error("a variation is not closed")]
    Unclosed,
    /// A comment is not closed.
    #[error("a comment is not closed by a brace")]
    UnclosedComment,
    /// Variations within variations, and so on.
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
}
