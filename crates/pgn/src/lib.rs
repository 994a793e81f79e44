//! Chess games in Portable Game Notation.
//!
//! # Should I use this crate?
//!
//! Yes, if your program uses [`cozy_chess`] and needs to read, change and write games with their variations, comments and tags. No, if you
//! only count or filter millions of games: this crate builds a tree of each game.
//!
//! # What is in it
//!
//! - [`RawGames`]: splits a stream of any length into the texts of its games, with one game in memory at a time.
//! - [`Game`]: a game as a tree of moves, with tags, comments, variations and glyphs. [`Game::parse`] reads it, and its `Display` writes it in
//!   the export format of the standard. Moves are read and written by [`argali_search::san`].
//!
//! The reader follows the standard (<https://www.chessprogramming.org/Portable_Game_Notation>) and also accepts common deviations: text in
//! ISO 8859-1, games without tags or result, quotes within tags, wrong move numbers, castling with zeros. Chess960 games are recognised by
//! their `FEN` tag. An invalid game is an error with its line and the offending text.
//!
//! The crate opens no files, and no text makes it panic.

mod error;
mod game;
mod lexer;
mod parser;
mod raw;
mod start;
mod writer;

pub use argali_search::MoveError;
pub use error::{PgnError, Reason};
pub use game::{Game, GameResult, Line, MoveNode, Tag};
pub use raw::{LONGEST_GAME, RawGame, RawGames};

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
