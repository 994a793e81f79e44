//! Positions and moves as text. Only this module knows both notations of castling.
//!
//! Inside the engine castling is always king takes rook. As text it is the king's move of two squares (`e1g1`) or king takes rook
//! (`e1h1`), depending on [`Castling`], which the option `UCI_Chess960` sets. Input may use either notation if it is unambiguous.

mod dropped;
mod fen;
mod moves;

pub use dropped::{Dropped, summary};
pub use fen::{Setup, parse_fen, show_fen};
pub(crate) use moves::read_move;
pub use moves::{looks_like_move, parse_move, show_line, show_move};

/// How castling is read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Castling {
    /// Ordinary chess: the king moves two squares (`e1g1`), and rights are `KQkq`.
    #[default]
    Standard,
    /// Chess960: the king takes its rook (`e1h1`), and rights may name the rook's file.
    Chess960,
}

impl Castling {
    /// Whether this is [`Castling::Chess960`].
    #[must_use]
    pub fn is_chess960(self) -> bool {
        self == Castling::Chess960
    }
}

impl From<bool> for Castling {
    /// From the value of the option `UCI_Chess960`.
    fn from(chess960: bool) -> Castling {
        if chess960 { Castling::Chess960 } else { Castling::Standard }
    }
}
