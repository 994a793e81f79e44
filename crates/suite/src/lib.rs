//! Chess test positions as data.
//!
//! # Should I use this crate?
//!
//! Yes, if you test or benchmark a chess program and want positions with known answers as Rust constants: benchmark positions
//! ([`BENCH`]), perft counts ([`PERFT`], [`PERFT_CHESS960`]), mates ([`MATES`]), and tactics with their solutions ([`TACTICS`]).
//!
//! No, if you want a large collection: these are a few dozen positions, enough for tests that run in seconds.
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
