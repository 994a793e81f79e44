//! A strong chess search to embed in other programs.
//!
//! # Should I use this crate?
//!
//! Yes, if your Rust program needs a chess move, a score or a line of play: an analysis board, a bot, a trainer, a puzzle finder, an
//! annotator. Yes, if you want such a search with your own evaluation. It runs inside your process.
//!
//! No, if you want a program for a chess GUI: that is `argali`, which is built from this crate. No, if you only need rules and moves: use
//! [`cozy_chess`], on which this crate is built. No, if you need the strongest engine: run Stockfish and speak UCI to it. No, for
//! variants other than Chess960.
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
//! - [`Position`] is a board with the history that the repetition rule needs. It reads and writes FEN, moves as in UCI and moves in SAN,
//!   and knows [whether and how the game is over](GameOver).
//! - [`Limits`]: depth, nodes, time, a game's clock, mate in N, root moves. They can be combined; the first one reached ends the search.
//!   [`Limits::multi_pv`] asks for several best lines.
//! - [`Engine::search_with`] passes progress to a closure, and [`Engine::search_observed`] to an [`Observer`].
//! - [`StopHandle`] ends a search from any thread.
//! - [`Outcome`]: the best [`Line`]s, a [`Score`] (centipawns, where 100 is an even chance to win, or mate in N), the [chances](Wdl) to win,
//!   draw and lose, and [why the search ended](StopReason).
//! - [`Evaluator`] evaluates positions. [`Tablebase`] gives access to endgame tables (implemented by `argali-syzygy`).
//!
//! # What it guarantees
//!
//! - It never prints and never ends the process. It has no global state, so engines in one process do not affect each other. It reads no
//!   environment variables, files or network, except that on Linux it reads how much memory and how many processors are available. Its own
//!   code has no `unsafe`.
//! - A search does not fail or panic for any position that [`cozy_chess`] accepts, under any limits. A root without a legal move gives an
//!   [`Outcome`] without a move. Only a stop handle that has stopped an earlier search is refused ([`AlreadyStopped`]).
//! - Every reported line is legal from the root, and ends where the game ends.
//! - Threads end with the engine or handle that started them.
//! - With one thread and no time limit, the same input gives the same nodes, score and line on every run and machine, and again after
//!   [`Engine::new_game`]. With several threads this holds only under `EngineBuilder::turnstile` (feature `research`).
//! - Scores are from the point of view of the side to move. Castling moves are *king takes own rook* (`e1h1`), so Chess960 needs no
//!   switch. [`Position::uci`], [`Position::parse_uci`], [`Line::uci`] and the functions for SAN read and write the usual notations.
//!
//! # Your own evaluator
//!
//! Implement [`Evaluator`] and pass it to [`EngineBuilder::evaluator`]: one function from a board to centipawns for the side to move. It
//! must depend only on the board, because its values are kept in the table. The search adds tactics, mates and draws by rule. Dispatch is
//! static.
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
//! An evaluator that is updated move by move keeps its data in [`Evaluator::State`], one for each thread, and is told of moves by
//! [`Evaluator::push`] and [`Evaluator::pop`]. A panic of an evaluator or observer ends the search on all threads and is passed on to the
//! caller. The engine can be used again afterwards.
//!
//! # Speed
//!
//! An unoptimised search is about a hundred times slower. Use `--release`, or set `opt-level = 2` in the `[profile.dev]` of your workspace.
//! The engine is generic over its evaluator, so it is compiled with the settings of the crate that uses it.
//!
//! # Features
//!
//! - `threads` (default): several threads for an engine, and `Engine::spawn`. Without it an engine has one worker, on the caller's
//!   thread.
//! - `nnue` (default): the network, [`eval`]`::Network`, as the default evaluator. Without it the classical evaluator is the default.
//! - `serde`: requests ([`Position`], [`Limits`], [`Params`]) can be serialised and deserialised, results ([`Outcome`],
//!   [`IterationReport`]) and errors can be serialised. Scores are `{"cp":31}` or `{"mate":1}`, moves are as in UCI, times are milliseconds,
//!   positions are FENs.
//! - `research`, `test-modes`: the module `research`, with switches for tests and measurements. They are not stable.
//!
//! The build needs no C compiler and downloads nothing.
//!
//! # WebAssembly
//!
//! Switch off threads: `default-features = false, features = ["nnue"]`. `wasm32-unknown-unknown` has no clock, so pass one to
//! [`EngineBuilder::time_source`]; without it [`EngineBuilder::build`] returns [`EngineError::NoClock`]. Build with
//! `RUSTFLAGS="-C target-feature=+simd128"` for the network's vector kernel. Browsers from before 2021 (some from before 2023) do not load
//! a module with these instructions. Do not use [`Limits::infinite`] or [`Limits::ponder`] with a single thread, because nothing could
//! end the search.
//!
//! # Examples
//!
//! `examples/` of this crate: the best move under a limit, progress, cancelling, a custom evaluator, several lines, a puzzle finder, blunders
//! of a game, pondering, a pool of engines, Chess960, an evaluator that follows the moves, a web service, positions in parallel with
//! rayon.

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
