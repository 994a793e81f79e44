//! Static evaluation for chess searches: a [`Board`](cozy_chess::Board) to centipawns.
//!
//! # Should I use this crate?
//! Yes, if you write a chess search on top of [`cozy-chess`](cozy_chess) and want an evaluation for its leaves,
//! or if you want a number for a quiet position without a search. If you want a *move*, use `argali-search`,
//! which calls this crate for you. A static evaluation sees no tactics: do not trust it in the middle of an
//! exchange.
//!
//! # What is in it
//! - [`Evaluator`], the trait that a search calls, with hooks for evaluators that are updated move by move.
//! - [`Classical`], a tapered hand-written evaluation. It needs no data and can explain itself term by term.
//! - `Network` (feature `nnue`, on by default), an efficiently updatable neural network, embedded (feature `embedded`, on
//!   by default) or read from a file of less than a megabyte, with kernels for AVX2, AVX-512 and NEON that are chosen
//!   at run time, one for WebAssembly that `RUSTFLAGS="-C target-feature=+simd128"` chooses, and all of them agree bit
//!   for bit.
//! - `features`, the network's inputs, for a trainer to share.
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
//! - `serde`: `Serialize` and `Deserialize` for [`Breakdown`] and what it holds, and for the shape, the parameters and the
//!   kernel of a network; `Serialize` for its errors.
//!
//! The crate knows no mates, plies or paths: a checkmated side is evaluated like any other, and repetitions and
//! the fifty-move rule are the search's business.

mod classical;
mod default;
mod evaluator;
mod forward;

#[cfg(feature = "nnue")]
mod accumulator;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg(feature = "nnue")]
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
