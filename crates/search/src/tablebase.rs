//! What a search asks of endgame tablebases. An implementation lives in `argali-syzygy`.

use cozy_chess::{Board, Move};

/// The value of a tablebase position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TablebaseValue {
    /// Lost.
    Loss,
    /// Lost, but the fifty-move rule saves the draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the fifty-move rule spoils it to a draw.
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
    /// Higher is better. Moves of equal rank keep the game's value equally well; only the best rank is searched.
    pub rank: i32,
    /// The value after the move for the side that plays it, with the fifty-move rule counted if it is in force.
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
    /// The most pieces, kings included, for which there may be a table.
    fn max_pieces(&self) -> u32;

    /// The value of `board` when its halfmove clock is 0, or `None` where no table answers. Called in the tree,
    /// never for a board with castling rights.
    fn probe(&self, board: &Board) -> Option<TablebaseValue>;

    /// Ranks all legal moves of a root by distance, so that a won game makes progress within the fifty-move rule;
    /// `repeated` says that a position of the game has occurred twice since the last irreversible move.
    /// `None` where no table answers.
    fn rank_root(&self, board: &Board, fifty_move_rule: bool, repeated: bool) -> Option<Vec<RootRank>>;
}

/// How a search uses its tablebases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct TablebaseRules {
    /// Probe in the tree from this remaining depth on (plies); at fewer pieces than the limit always.
    pub probe_depth: u32,
    /// Probe positions with at most this many pieces.
    pub probe_limit: u32,
    /// Count the fifty-move rule: cursed wins and blessed losses are draws.
    pub fifty_move_rule: bool,
}

impl Default for TablebaseRules {
    fn default() -> TablebaseRules {
        TablebaseRules { probe_depth: 1, probe_limit: 7, fifty_move_rule: true }
    }
}
