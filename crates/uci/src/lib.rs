//! The UCI protocol around [`argali_search`].
//!
//! # Should I use this crate?
//!
//! Yes, if you build a UCI engine on [`argali_search`], with an evaluator, a name or options of your own, or want to put one
//! behind a socket, a pipe or a test. Yes, if you want to read or write the protocol's lines.
//!
//! No, if you want a finished engine for a chess GUI: that is `argali`, built from this crate. No, if your program wants moves from
//! an engine in its own process: use [`argali_search`], which needs no text. No, if you want to drive *other* engines: this
//! is the engine's side.
//!
//! # What is in it
//!
//! - [`Session`]: a conversation with a GUI over any reader and writer.
//! - [`Command`]: a line of text to what it asks for. Total: no text panics.
//! - [`OptionTable`]: one table that advertises the options and reads them.
//! - [`notation`]: positions and moves as text, in ordinary chess and Chess960.
//! - [`reply`]: what the engine says.
//! - [`hooks`]: what the host program provides: tablebases, books, evaluators and their explanation, its name.
//!
//! With the feature `serde` the data types can be serialised, boards as FENs with the files of castling rooks; errors are only
//! written, but for those that a [`Go`] holds. What [`reply`] shows is text already.
//!
//! The crate writes only to the writer that it is given, and never ends the process.

mod bench;
mod command;
mod error;
mod go;
pub mod hooks;
pub mod notation;
mod options;
mod perft;
mod picture;
mod random;
pub mod reply;
#[cfg(feature = "serde")]
mod serial;
mod session;
mod setup;
mod text;

pub use bench::{BENCH_HASH_MIB, Bench, BenchResult, DEFAULT_BENCH_DEPTH};
pub use command::{Command, Start};
pub use error::{CommandError, FenError, GoError, MoveError, OptionError};
pub use go::Go;
pub use options::{DEFAULT_HASH_MIB, Entry, OptionKind, OptionTable, Setting};
pub use perft::perft;
pub use session::Session;
pub use setup::{play_on, set_up, start_from};

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
