//! What can go wrong when an engine or a position is made. A search itself does not fail.

use cozy_chess::Move;
use thiserror::Error;

/// An engine that cannot be built or changed as asked. The engine stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EngineError {
    /// The transposition table cannot be had in this size.
    #[error("hash table: {0}")]
    Table(#[from] argali_tt::TableError),
    /// Thread count out of range.
    #[error("{asked} threads asked for, allowed are 1 to {max}")]
    Threads {
        /// What was asked for.
        asked: usize,
        /// The most that is allowed.
        max: usize,
    },
    /// The system refused the memory that the threads need.
    #[error("the system refused the memory for {asked} threads: {mib} MiB")]
    Memory {
        /// How many were asked for.
        asked: usize,
        /// What those that are not there yet need, stacks included (MiB).
        mib: usize,
    },
    /// Neither the system nor the caller provides a clock.
    #[error("this target has no clock: provide one by EngineBuilder::time_source")]
    NoClock,
    /// The system refused to start the threads.
    #[error("the system refused to start {asked} threads: {reason}")]
    Spawn {
        /// How many were asked for.
        asked: usize,
        /// What the system said.
        reason: String,
    },
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("illegal move {mv} in {fen}")]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move, castling written as king takes rook.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::one"))]
    pub mv: Move,
    /// The position, as FEN.
    pub fen: String,
}

/// A search parameter that does not exist or is out of range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum ParamError {
    /// No parameter has this name.
    #[error("no search parameter is called {0:?}")]
    Unknown(String),
    /// The value lies outside the parameter's range.
    #[error("{name} = {value} is outside {min}..={max}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// What was asked for.
        value: i32,
        /// The smallest value allowed.
        min: i32,
        /// The largest value allowed.
        max: i32,
    },
}

/// Text that is not the FEN of a playable position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("not a position: {reason} in {fen:?}")]
#[non_exhaustive]
pub struct FenError {
    /// The text.
    pub fen: String,
    /// What is wrong with it.
    pub reason: String,
}
