//! The interface between the search and endgame tablebases. `argali-syzygy` implements it.

use cozy_chess::{Board, Move};

/// The value of a tablebase position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TablebaseValue {
    /// Lost.
    Loss,
    /// Lost, but a draw by the fifty-move rule (a blessed loss).
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but a draw by the fifty-move rule (a cursed win).
    CursedWin,
    /// Won.
    Win,
}

/// A root move with its rank by tablebases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RootRank {
    /// The move; castling cannot occur.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::one"))]
    pub mv: Move,
    /// Higher is better. Only moves of the best rank are searched. Moves of equal rank preserve the value of the game equally well.
    pub rank: i32,
    /// The value after the move for the side that plays it, including the fifty-move rule if it is in force.
    pub value: TablebaseValue,
}

impl RootRank {
    /// The rank of a draw; winning moves rank above it, losing ones below.
    pub const DRAW: i32 = 0;

    /// A ranked move.
    #[must_use]
    pub const fn new(mv: Move, rank: i32, value: TablebaseValue) -> RootRank {
        RootRank { mv, rank, value }
    }
}

/// Endgame tablebases.
pub trait Tablebase: Send + Sync {
    /// The largest number of pieces, kings included, for which there may be a table.
    fn max_pieces(&self) -> u32;

    /// The value of `board` for a halfmove clock of 0; `None` if there is no table. Called in the tree, never for a board with
    /// castling rights.
    fn probe(&self, board: &Board) -> Option<TablebaseValue>;

    /// Ranks all legal moves of a root by distance, so that a won game makes progress within the fifty-move rule; `None` if there is
    /// no table. `repeated` says that a position of the game has occurred twice since the last irreversible move.
    fn rank_root(&self, board: &Board, fifty_move_rule: bool, repeated: bool) -> Option<Vec<RootRank>>;
}

/// How a search uses its tablebases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct TablebaseRules {
    /// Probe in the tree from this remaining depth on (plies). Positions with fewer pieces than the limit are always probed.
    pub probe_depth: u32,
    /// Probe positions with at most this many pieces.
    pub probe_limit: u32,
    /// Whether the fifty-move rule counts: cursed wins and blessed losses are then draws.
    pub fifty_move_rule: bool,
}

impl Default for TablebaseRules {
    fn default() -> TablebaseRules {
        TablebaseRules { probe_depth: 1, probe_limit: 7, fifty_move_rule: true }
    }
}
