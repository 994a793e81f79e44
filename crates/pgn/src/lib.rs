//! Chess games in Portable Game Notation.
//!
//! # Should I use this crate?
//!
//! Yes, if your program uses [`cozy_chess`] and wants to read games, change them, and write them again with everything that
//! they had. No, if you only count or filter millions of games: this crate builds a tree of each.
//!
//! # What is in it
//!
//! - [`RawGames`]: splits a stream of any length into the texts of its games, keeping one of them in memory.
//! - [`Game`]: a game as a tree of moves, with tags, comments, variations and glyphs. It is read by [`Game::parse`] and
//!   written by its `Display`, in the standard's export format.
//!
//! The reader follows the standard (<https://www.chessprogramming.org/Portable_Game_Notation>) and is lenient where files in
//! the wild are not: text in ISO 8859-1, games without tags or without a result, quotes within tags, move numbers that are wrong,
//! castling with zeros. Chess960 games are known by their `FEN` tag. What makes no sense is refused with the place and the text.
//!
//! The crate reads from what it is given; it opens no files, and has no panic that a text could reach.

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

/// The example of the crate's description.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
