//! Opening books in the Polyglot format.
//!
//! # Should I use this crate?
//!
//! Yes, if your program uses [`cozy_chess`] and wants to read Polyglot books. No, if you want to write books, or read other
//! formats. No, if you want an engine that plays from a book: that is `argali`, with its options `OwnBook` and `BookFile`.
//!
//! # What is in it
//!
//! - [`Book`]: the moves that a book has for a board, legal ones only.
//! - [`key`]: the number by which the format knows a position.
//!
//! The crate reads bytes and opens no files. Which of a book's moves to play is for the caller to choose.

mod book;
mod error;
mod key;
mod numbers;

pub use book::{Book, Choice};
pub use error::BookError;
pub use key::key;

/// The examples of the crate's description.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
