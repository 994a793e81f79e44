//! The positions that are used for training.
//!
//! A static evaluation cannot see tactics, so a position whose score comes from a capture, a promotion or an escape from
//! check would only add noise.

use crate::game::{Game, Ply};
use crate::writer::Tally;
use cozy_chess::{Board, Piece};

/// Decides which positions to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Positions before this ply of the game (from its first move, random ones included) are dropped.
    pub min_ply: u32,
    /// Positions with a score of this many centipawns or more are dropped.
    pub max_score: i16,
    /// Positions with a halfmove clock beyond this are dropped: their scores approach the draw by the fifty-move rule, which the network
    /// cannot see.
    pub max_clock: u8,
}

impl Default for Filter {
    /// From ply 8, below 2,500 centipawns, with a clock below 40.
    fn default() -> Filter {
        Filter { min_ply: 8, max_score: 2_500, max_clock: 39 }
    }
}

impl Filter {
    /// Whether to keep a position, given the ply that was played in it.
    #[must_use]
    pub fn keeps(&self, board: &Board, ply: Ply) -> bool {
        ply.score.unsigned_abs() < self.max_score.unsigned_abs()
            && game_ply(board) >= self.min_ply
            && board.halfmove_clock() <= self.max_clock
            && board.checkers().is_empty()
            && !is_noisy(board, ply)
    }

    /// What a game adds to a tally.
    #[must_use]
    pub fn tally(&self, game: &Game) -> Tally {
        let mut kept = 0;
        game.visit(|board, ply| kept += u64::from(self.keeps(board, ply)));
        Tally { games: 1, positions: game.plies.len() as u64, kept }
    }
}

/// Whether the move is a capture or a promotion.
pub(crate) fn is_noisy(board: &Board, ply: Ply) -> bool {
    let mv = ply.mv;
    let takes = board.color_on(mv.to) == Some(!board.side_to_move());
    let pawn_takes = board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
    mv.promotion.is_some() || takes || pawn_takes
}

/// Plies played since the start of the game, by the number of the full move.
pub(crate) fn game_ply(board: &Board) -> u32 {
    2 * (u32::from(board.fullmove_number()).saturating_sub(1)) + board.side_to_move() as u32
}
