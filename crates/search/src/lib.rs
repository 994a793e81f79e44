//! A strong chess search to embed in other programs.
//!
//! # Should I use this crate?
//!
//! Yes, if your Rust program wants a chess move, a score or a line, under a limit: an analysis board, a bot, a trainer, a
//! puzzle finder, an annotator of games. Yes, if you want such a search with an evaluation of your own. It runs inside your
//! process: nothing is installed, started or parsed.
//!
//! No, if you want a finished program for a chess GUI: that is `argali`, built from this crate. No, if you only want rules and
//! moves: use [`cozy_chess`], on which this crate builds. No, if you want the strongest engine there is, whatever the
//! effort: run Stockfish and speak UCI to it. No, for variants other than Chess960.
//!
//! ```
//! use argali_search::{Engine, Limits, Position, Score};
//! use std::time::Duration;
//!
//! let mut engine = Engine::builder().hash_mib(16).build()?;
//! let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
//! let limits = Limits::new().depth(20).move_time(Duration::from_millis(500)).mate(1);
//! let outcome = engine.search(&position, &limits);
//! assert_eq!(outcome.best.unwrap().to_string(), "a1a8");
//! assert_eq!(outcome.score, Score::mate_in_plies(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is in it
//!
//! - [`Engine`] owns the memory of a search (table, histories) and its threads. [`Engine::search`] blocks;
#![cfg_attr(
    feature = "threads",
    doc = "  [`Engine::spawn`] searches in the background and hands out a [`SearchHandle`]."
)]
#![cfg_attr(
    not(feature = "threads"),
    doc = "  `Engine::spawn` (feature `threads`) searches in the background."
)]
//! - [`Position`] is a board with its history, which the rules of repetition and of fifty moves need. It reads and writes FEN, and
//!   moves as in UCI and SAN, and knows [how a game is over](GameOver).
//! - [`Limits`]: depth, nodes, time, a game's clock, mate in N, some root moves only. They combine; the first one reached wins.
//!   [`Limits::multi_pv`] asks for several best lines (MultiPV).
//! - [`Engine::search_with`] passes progress to a closure, and [`Engine::search_observed`] to an [`Observer`].
//! - [`StopHandle`] ends a search from any thread.
//! - [`Outcome`]: the best [`Line`]s, a typed [`Score`] (centipawns, of which 100 are an even chance to win, or mate in N), the
//!   [chances](Wdl) to win, draw and lose, and [why it ended](StopReason).
//! - [`Evaluator`] judges positions; [`Tablebase`] knows endings (implemented by `argali-syzygy`).
//!
//! # What it guarantees
//!
//! - It never prints, never ends the process, reads no environment, file or network (but for what Linux says of free memory
//!   and processors, before a table or threads are made), and has no global state: engines in one process do not affect each other. Its own code has no
//!   `unsafe`.
//! - A search does not fail or panic for any position that [`cozy_chess`] accepts, and any limits. A root without a legal move
//!   gives an [`Outcome`] without a move. Only a stop handle that has stopped an earlier search is refused ([`AlreadyStopped`]).
//! - Every reported line is legal from the root, and stops where the game ends.
//! - Threads end with the engine, or the handle, that started them, at the latest a moment after.
//! - One thread and no limit of time: the same input gives the same nodes, score and line on every run and machine, after
//!   [`Engine::new_game`] likewise. With several threads only under `EngineBuilder::turnstile` (feature `research`).
//! - Scores are seen from the side to move. Castling is written as *king takes own rook* (`e1h1`), so that Chess960 needs no
//!   switch; [`Position::uci`], [`Position::parse_uci`], [`Line::uci`] and their kin for SAN translate.
//!
//! # Your own evaluator
//!
//! Implement [`Evaluator`] and hand it to [`EngineBuilder::evaluator`]: one function from a board to centipawns for the side to
//! move. It must depend on the board alone, because values are kept in the table; the search adds tactics, mates and
//! draws by rule. Dispatch is static: an evaluator costs what it computes.
//!
//! ```
//! use argali_search::cozy_chess::{Board, Piece};
//! use argali_search::{Engine, Evaluator, Limits, Position};
//!
//! struct Material;
//!
//! impl Evaluator for Material {
//!     type State = ();
//!
//!     fn evaluate(&self, board: &Board, _state: &mut ()) -> i32 {
//!         let us = board.side_to_move();
//!         let values = [100, 300, 300, 500, 900, 0]; // in the order of `Piece::ALL`
//!         let sum = |color| -> i32 {
//!             Piece::ALL.iter().zip(values).map(|(&piece, value)| {
//!                 board.colored_pieces(color, piece).len() as i32 * value
//!             }).sum()
//!         };
//!         sum(us) - sum(!us)
//!     }
//! }
//!
//! let mut engine = Engine::builder().hash_mib(1).evaluator(Material).build()?;
//! let fork: Position = "4k3/8/8/1q3r2/8/8/3N4/4K3 w - - 0 1".parse()?;
//! let outcome = engine.search(&fork, &Limits::new().depth(4));
//! assert!(outcome.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An evaluator that is updated move by move keeps its numbers in [`Evaluator::State`], one for each thread, and follows the
//! search by the hooks [`Evaluator::push`], [`Evaluator::pop`] and their kin. A panic of an evaluator or observer ends the search
//! on all threads and passes through to whoever called it; the engine can be used again.
//!
//! # Speed
//!
//! A search in a build without optimisation is some hundred times slower. Use `--release`, or give your own workspace's
//! `Cargo.toml` a `[profile.dev]` with `opt-level = 2`: the engine is generic over its evaluator, so it is compiled with the
//! settings of the crate that uses it.
//!
//! # Features
//!
//! - `threads` (default): several threads for an engine, and `Engine::spawn`. Without it an engine has one worker, on the caller's
//!   thread.
//! - `nnue` (default): the network, [`eval`]`::Network`, as the default evaluator. Without it the classical one is the default.
//! - `serde`: requests ([`Position`], [`Limits`], [`Params`]) are read and written, results ([`Outcome`], [`IterationReport`]) and
//!   errors are written. Scores are `{"cp":31}` or `{"mate":1}`, moves are as in UCI, times are milliseconds, positions are FENs.
//!
//! - `research` and `test-modes`: the module `research`, switches for tests and measurements, which are not stable.
//!
//! Everything is Rust, without C and without downloads when it is built.
//!
//! # WebAssembly
//!
//! Leave out the threads: `default-features = false, features = ["nnue"]`. `wasm32-unknown-unknown` has no clock, so
//! [`EngineBuilder::time_source`] must provide one; without it [`EngineBuilder::build`] gives [`EngineError::NoClock`]. Build with
//! `RUSTFLAGS="-C target-feature=+simd128"` for the vector kernel of the network; a module that contains such instructions
//! does not load where they are unknown (browsers before 2021 to 2023), so nothing can be chosen at run time. Do not use
//! [`Limits::infinite`] or [`Limits::ponder`] where there is one thread only: nobody could end the search.
//!
//! # Examples
//!
//! `examples/` of this crate: the best move under a limit, streaming, cancelling, an evaluator of one's own, several lines,
//! a finder of puzzles, a marker of blunders, pondering, a pool of engines, Chess960, an evaluator that follows the moves, a web service, positions in
//! parallel with rayon.

#[cfg(feature = "bench-internals")]
#[doc(hidden)]
pub mod bench_internals;
mod control;
mod engine;
mod error;
#[cfg(feature = "threads")]
mod handle;
mod learned;
mod limits;
mod observer;
mod outcome;
mod params;
mod position;
#[cfg(any(doctest, test))]
mod readme;
#[cfg(feature = "research")]
pub mod research;
mod score;
#[cfg(feature = "serde")]
mod serial;
mod signature;
mod strength;
mod tablebase;
mod threads;
mod tree;
pub mod wdl;

pub use argali_eval as eval;
pub use argali_eval::{DefaultEvaluator, Evaluator};
pub use argali_tt as tt;
pub use control::stop::{AlreadyStopped, StopHandle, StopOnDrop};
pub use cozy_chess;
pub use engine::{Engine, EngineBuilder};
pub use error::{EngineError, FenError, MoveError, ParamError};
#[cfg(feature = "threads")]
pub use handle::{SearchHandle, SpawnError};
pub use limits::{Clock, Limits};
pub use observer::{Flow, IterationReport, Observer, RootMoveReport, Silent};
pub use outcome::{Line, Outcome, StopReason};
pub use params::{ParamInfo, Params};
pub use position::{Castling, Dropped, Fen, GameOver, Position, san};
pub use score::{Bound, MAX_PLY, Score, ScoreKind};
pub use signature::signature;
pub use strength::Strength;
pub use tablebase::{RootRank, Tablebase, TablebaseRules, TablebaseValue};
pub use wdl::Wdl;
