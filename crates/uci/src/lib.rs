//! The UCI protocol for [`argali_search`].
//!
//! # Should I use this crate?
//!
//! Yes, if you build a UCI engine on [`argali_search`] with your own evaluator, name or options, or want to run one over a socket,
//! over a pipe or in a test. Yes, if you want to read or write lines of the protocol.
//!
//! No, if you want a finished engine for a chess GUI: that is `argali`, built from this crate. No, if your program runs the search
//! in its own process: use [`argali_search`] directly. No, if you want to drive *other* engines: this is the engine's side of the
//! protocol.
//!
//! # What is in it
//!
//! - [`Session`]: runs the protocol over any reader and writer.
//! - [`Command`]: a parsed line of input. No input makes the parser panic.
//! - [`OptionTable`]: one table that advertises and parses the options.
//! - [`reply`]: the engine's output lines.
//! - [`hooks`]: interfaces that the host program implements: tablebases, books, evaluation files, explanations of an evaluation.
//!
//! With the feature `serde` the data types can be serialised; boards are Shredder-FENs. Errors can only be written, except those
//! inside a [`Go`]. The types of [`reply`] are not serialised, because they are text already.
//!
//! The crate writes only to the given writer, and never ends the process.

mod bench;
mod command;
mod error;
mod go;
pub mod hooks;
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

pub use argali_search::{Castling, FenError, MoveError};
pub use bench::{BENCH_HASH_MIB, Bench, BenchResult, DEFAULT_BENCH_DEPTH};
pub use command::{Command, Start};
pub use error::{CommandError, GoError, OptionError};
pub use go::Go;
pub use options::{DEFAULT_HASH_MIB, Entry, OptionKind, OptionTable, Setting};
pub use perft::perft;
pub use session::Session;
pub use setup::{play_on, set_up, start_from};

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
