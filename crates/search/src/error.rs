//! Errors of making an engine or a position. A search itself does not fail.

use cozy_chess::{Color, Move, Square};
use std::error::Error;
use std::fmt::{self, Write};

/// An engine cannot be built or changed as requested. An existing engine stays unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EngineError {
    /// A transposition table of this size cannot be allocated.
    Table(argali_tt::TableError),
    /// Thread count out of range.
    Threads {
        /// What was asked for.
        asked: usize,
        /// The maximum.
        max: usize,
    },
    /// The system refused the memory that the threads need.
    Memory {
        /// How many were asked for.
        asked: usize,
        /// The memory that the new threads need, stacks included (MiB).
        mib: usize,
    },
    /// Neither the system nor the caller provides a clock.
    NoClock,
    /// The system refused to start the threads.
    Spawn {
        /// How many were asked for.
        asked: usize,
        /// The system's error.
        reason: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Table(error) => write!(f, "hash table: {error}"),
            EngineError::Threads { asked, max } => {
                write!(f, "{asked} threads asked for, allowed are 1 to {max}")
            }
            EngineError::Memory { asked, mib } => {
                write!(f, "the system refused the memory for {asked} threads: {mib} MiB")
            }
            EngineError::Spawn { asked, reason } => {
                write!(f, "the system refused to start {asked} threads: {reason}")
            }
            EngineError::NoClock => {
                f.write_str("this target has no clock: provide one by EngineBuilder::time_source")
            }
        }
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            EngineError::Table(error) => Some(error),
            _ => None,
        }
    }
}

impl From<argali_tt::TableError> for EngineError {
    fn from(error: argali_tt::TableError) -> EngineError {
        EngineError::Table(error)
    }
}

/// A search parameter that does not exist, or a value that is out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum ParamError {
    /// No parameter has this name.
    Unknown(String),
    /// The value lies outside the parameter's range.
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

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Unknown(name) => write!(f, "no search parameter is called {name:?}"),
            ParamError::Range { name, value, min, max } => {
                write!(f, "{name} = {value} is outside {min}..={max}")
            }
        }
    }
}

impl Error for ParamError {}

/// A move that cannot be parsed, or is not legal in its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not look like a move.
    Syntax(String),
    /// The move is not legal.
    Illegal {
        /// The move as it was given.
        text: String,
        /// The position in which it was to be played, as FEN.
        fen: String,
    },
    /// The text matches more than one legal move.
    Ambiguous {
        /// The move as it was given.
        text: String,
        /// One of the moves.
        #[cfg_attr(feature = "serde", serde(with = "crate::serial::one"))]
        first: Move,
        /// Another.
        #[cfg_attr(feature = "serde", serde(with = "crate::serial::one"))]
        second: Move,
        /// The position in which it was to be played, as FEN.
        fen: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax(text) => {
                write!(f, "{} is not a move; expected are squares like e2e4 or e7e8q", Quoted(text))
            }
            MoveError::Illegal { text, fen } => write!(f, "illegal move {} in {fen}", Quoted(text)),
            MoveError::Ambiguous { text, first, second, fen } => {
                write!(f, "{} could be {first} or {second} in {fen}", Quoted(text))
            }
        }
    }
}

impl Error for MoveError {}

/// Text that is not the FEN of a searchable position. With the feature `serde` it is serialised as its message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// There is no text.
    Empty,
    /// Not eight ranks.
    Ranks {
        /// The board as it was given.
        text: String,
        /// How many ranks it has.
        ranks: usize,
    },
    /// A rank that is not eight squares wide.
    Squares {
        /// The rank's number, from 1.
        rank: usize,
        /// The rank as it was given.
        text: String,
        /// How many squares it has.
        squares: usize,
    },
    /// A letter that is not a piece.
    Piece {
        /// The offending letter.
        letter: char,
    },
    /// The side to move is neither `w` nor `b`.
    SideToMove(String),
    /// No king, or several.
    Kings {
        /// Whose kings.
        color: Color,
        /// How many kings there are.
        kings: u32,
    },
    /// More pawns than a side can have.
    Pawns {
        /// Whose pawns.
        color: Color,
        /// How many there are.
        pawns: u32,
    },
    /// More pieces, pawns included, than a side can have.
    Pieces {
        /// Whose pieces.
        color: Color,
        /// How many there are.
        pieces: u32,
    },
    /// A pawn on the first or last rank.
    PawnRank {
        /// Where it stands.
        square: Square,
    },
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// The side in check.
        color: Color,
    },
    /// The kings stand next to each other.
    KingsTouch,
    /// The board library refuses the position for another reason.
    Impossible {
        /// The position as it was given.
        text: String,
        /// What the board library says.
        reason: String,
    },
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| if *color == Color::White { "white" } else { "black" };
        match self {
            FenError::Empty => {
                f.write_str("the position is empty; expected is a FEN like 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
            }
            FenError::Ranks { text, ranks } => write!(f, "{} has {ranks} ranks, a board has 8", Quoted(text)),
            FenError::Squares { rank, text, squares } => {
                write!(f, "rank {rank} of the board, {}, has {squares} squares, expected are 8", Quoted(text))
            }
            FenError::Piece { letter } => {
                write!(f, "{letter:?} is not a piece; allowed are kqrbnp, KQRBNP and 1 to 8")
            }
            FenError::SideToMove(text) => write!(f, "side to move {} is neither w nor b", Quoted(text)),
            FenError::Kings { color, kings } => write!(f, "{} has {kings} kings, expected is 1", name(color)),
            FenError::Pawns { color, pawns } => {
                write!(f, "{} has {pawns} pawns, at most 8 are possible", name(color))
            }
            FenError::Pieces { color, pieces } => {
                write!(f, "{} has {pieces} pieces, at most 16 are possible", name(color))
            }
            FenError::PawnRank { square } => {
                write!(f, "a pawn stands on {square}; pawns stand on ranks 2 to 7")
            }
            FenError::OpponentInCheck { color } => write!(f, "{} is in check but not to move", name(color)),
            FenError::KingsTouch => f.write_str("the kings stand next to each other"),
            FenError::Impossible { text, reason } => {
                write!(f, "impossible position {}: {reason}", Quoted(text))
            }
        }
    }
}

impl Error for FenError {}

/// User input in a message: quoted, on one line, and cut if it is long.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest number of characters shown.
        const MOST: usize = 80;
        f.write_str("'")?;
        for letter in self.0.chars().take(MOST) {
            match letter {
                '\u{2028}' | '\u{2029}' => write!(f, "{}", letter.escape_default())?,
                _ if letter.is_control() => write!(f, "{}", letter.escape_default())?,
                _ => f.write_char(letter)?,
            }
        }
        f.write_str(if self.0.chars().nth(MOST).is_some() { "...'" } else { "'" })
    }
}
