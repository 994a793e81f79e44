//! A lock-free transposition table for game-tree search.
#![deny(unsafe_code)]

#[cfg(not(loom))]
mod available;
mod cluster;
mod entry;
#[cfg(not(loom))]
mod error;
#[cfg(not(loom))]
mod memory;
#[cfg(not(loom))]
mod prefetch;
mod replace;
mod slot;
mod sync;
#[cfg(not(loom))]
mod table;

pub use entry::{Bound, Entry, NO_EVAL};
#[cfg(not(loom))]
pub use error::TableError;
#[cfg(not(loom))]
pub use table::{MAX_MIB, MIN_MIB, Table};
