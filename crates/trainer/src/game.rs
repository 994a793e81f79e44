//! A recorded game, and its bytes.
//!
//! A record is a [packed board](crate::packed_board), then for each ply a [packed move](crate::packed_move) and a score
//! (`i16`, centipawns, from White's point of view), and four zero bytes. All numbers are little-endian. A file is a sequence of
//! records: the published viriformat, which other trainers read, too.

use crate::result::GameResult;
use crate::{packed_board, packed_move};
use cozy_chess::{Board, Color, Move};

/// One ply of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// The move that was played, the best one of a search.
    pub mv: Move,
    /// The search's score of the position before the move: centipawns for White.
    pub score: i16,
}

impl Ply {
    /// The score from the point of view of `color`, in centipawns.
    #[must_use]
    pub fn score_for(self, color: Color) -> i16 {
        match color {
            Color::White => self.score,
            Color::Black => self.score.saturating_neg(),
        }
    }
}

/// A recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The start position.
    pub start: Board,
    /// How it ended.
    pub result: GameResult,
    /// The moves and scores.
    pub plies: Vec<Ply>,
}

/// Bytes of a ply and of the end mark.
pub(crate) const PLY_BYTES: usize = 4;

/// The end mark of a record.
pub(crate) const END: [u8; PLY_BYTES] = [0; PLY_BYTES];

impl Game {
    /// Appends the record to `bytes`.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&packed_board::pack(&self.start, self.result));
        self.visit(|board, ply| {
            bytes.extend_from_slice(&packed_move::pack(board, ply.mv).to_le_bytes());
            bytes.extend_from_slice(&ply.score.to_le_bytes());
        });
        bytes.extend_from_slice(&END);
    }

    /// Calls `visit` with each position and the ply that was played in it.
    pub fn visit(&self, mut visit: impl FnMut(&Board, Ply)) {
        let mut board = self.start.clone();
        for &ply in &self.plies {
            visit(&board, ply);
            board.play_unchecked(ply.mv);
        }
    }
}
