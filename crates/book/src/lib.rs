//! Opening books in the Polyglot format.
//!
//! # Should I use this crate?
//!
//! Yes, if your program uses [`cozy_chess`] and wants to read Polyglot books. No, if you want to write books or read other
//! formats. No, if you want an engine that plays from a book: set the options `OwnBook` and `BookFile` of `argali`.
//!
//! # What is in it
//!
//! - [`Book`]: a book, and its legal moves for a board.
//! - [`key`]: the Polyglot key of a position.
//!
//! The crate reads bytes and opens no files. The caller chooses between the moves of a book.

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
