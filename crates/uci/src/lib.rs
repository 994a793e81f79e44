//! The UCI protocol around [`argali_search`].
//!
//! - [`Session`]: a conversation with a GUI over any reader and writer.
//! - [`Command`]: a line of text to what it asks for. Total: no text panics.
//! - [`OptionTable`]: one table that advertises the options and reads them.
//! - [`notation`]: positions and moves as text, in ordinary chess and Chess960.
//! - [`reply`]: what the engine says.
//! - [`Strength`]: playing weaker than possible, as people do.
//! - [`hooks`]: what the host program provides: tablebases, books, evaluators and their explanation, its name.
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
mod session;
mod setup;
mod strength;

pub use bench::{BENCH_HASH_MIB, Bench, BenchResult, DEFAULT_BENCH_DEPTH};
pub use command::{Command, Start};
pub use error::{CommandError, FenError, GoError, MoveError, OptionError};
pub use go::Go;
pub use options::{DEFAULT_HASH_MIB, Entry, OptionTable, Setting};
pub use perft::perft;
pub use session::Session;
pub use setup::set_up;
pub use strength::Strength;
