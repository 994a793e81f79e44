//! Static evaluation for chess searches: from a [`Board`](cozy_chess::Board) to centipawns.
//!
//! # Should I use this crate?
//! Yes, if you write a chess search on top of [`cozy-chess`](cozy_chess) and want an evaluation for its leaves,
//! or if you want a number for a quiet position without a search. If you want a *move*, use `argali-search`,
//! which calls this crate for you. A static evaluation sees no tactics, so do not rely on it in the middle of an exchange.
//!
//! # What is in it
//! - [`Evaluator`], the trait that a search calls, with hooks for evaluators that are updated move by move.
//! - [`Classical`], a tapered hand-written evaluation. It needs no data and can report its value term by term.
//! - `Network` (feature `nnue`, on by default), an efficiently updatable neural network. It is embedded (feature `embedded`,
//!   on by default) or read from a file of less than a megabyte. Kernels for AVX2, AVX-512 and NEON are chosen at run time; the
//!   WebAssembly kernel is chosen by `RUSTFLAGS="-C target-feature=+simd128"`. All kernels agree bit for bit.
//! - `features`, the network's inputs, which a trainer shares.
//!
//! ```
//! use argali_eval::{Classical, Evaluator};
//! use cozy_chess::Board;
//!
//! let board: Board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1".parse()?;
//! let centipawns = Classical.evaluate(&board, &mut ());
//! assert!(centipawns < -700, "white lacks a queen");
//! # Ok::<(), cozy_chess::FenParseError>(())
//! ```
//!
//! # Features
//! - `nnue` (default): the network.
//! - `embedded` (default): the network that ships with the crate, 0.8 MB in the program, as the [`DefaultEvaluator`].
//! - `serde`: `Serialize` and `Deserialize` for [`Breakdown`] and its parts, and for the shape, the parameters and the kernel of
//!   a network; `Serialize` for its errors.
//!
//! The crate knows only boards. A checkmated side is evaluated like any other; mates, repetitions and the fifty-move rule are left
//! to the search.

mod classical;
mod default;
mod evaluator;
mod forward;

#[cfg(feature = "nnue")]
mod accumulator;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg_attr(not(feature = "nnue"), allow(dead_code, reason = "the classical evaluation needs only a part"))]
mod endings;
#[cfg(feature = "nnue")]
pub mod features;
#[cfg(feature = "nnue")]
mod format;
#[cfg(feature = "nnue")]
mod kernel;
#[cfg(feature = "nnue")]
mod network;

pub use classical::{Breakdown, Classical, Row, Tapered, Term};
pub use default::{DefaultEvaluator, DefaultState};
pub use evaluator::Evaluator;

#[cfg(feature = "nnue")]
pub use {
    accumulator::Accumulators,
    format::NetworkError,
    kernel::{Kernel, KernelError},
    network::{HIDDEN_STEP, MAX_EVALUATION, MAX_HIDDEN, Network, Parameters, QA, QB, SCALE, Shape},
};

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
