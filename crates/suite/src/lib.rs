//! Chess test positions as data, and what their tests have in common.
//!
//! # Should I use this crate?
//!
//! Yes, if you test or measure a chess program and want positions with known answers as Rust constants: what a benchmark
//! searches ([`BENCH`]), perft counts ([`PERFT`], [`PERFT_CHESS960`]), mates ([`MATES`]), and tactics with their solutions
//! ([`TACTICS`]).
//!
//! No, if you want large collections: these are some dozens of positions, enough for tests that run in seconds.
//!
//! ```
//! let most = argali_suite::PERFT.iter().map(|perft| perft.leaves[0]).max();
//! assert_eq!(most, Some(48));
//! ```

mod bench;
mod legal;
mod mates;
mod perft;
mod tactics;

pub use bench::BENCH;
pub use legal::legal_moves;
pub use mates::{MATES, Mate};
pub use perft::{PERFT, PERFT_CHESS960, Perft};
pub use tactics::{TACTICS, Tactic};

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
