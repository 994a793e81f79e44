//! The moves at the root, each with what the search knows of it.

use crate::Bound;
use crate::game::kings_touch;
use crate::limits::Limits;
use crate::score::Score;
use cozy_chess::{Board, Move};

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// Score of the current iteration; minus infinity for a move that did not exceed alpha.
    pub score: Score,
    pub bound: Bound,
    /// Score of the iteration before.
    pub previous: Score,
    /// The deepest ply reached below the move.
    pub selective_depth: usize,
    /// Nodes spent on the move in this search.
    pub nodes: u64,
    /// The line that begins with the move.
    pub line: Vec<Move>,
    /// Rank by tablebases; only moves of the best rank are searched.
    pub rank: i32,
    /// Score known from tablebases, if the root is one of theirs.
    pub tablebase_score: Option<Score>,
}

impl RootMove {
    /// The legal moves of `board`, restricted to those asked for if any of these is legal.
    pub(crate) fn all(board: &Board, limits: &Limits) -> Vec<RootMove> {
        let mut moves = Vec::new();
        // A board may be built on which the kings touch; from there a king could be taken. No rule covers it: no move is
        // legal.
        if kings_touch(board) {
            return moves;
        }
        board.generate_moves(|batch| {
            moves.extend(batch.into_iter().map(RootMove::new));
            false
        });
        if moves.iter().any(|root_move| limits.search_moves.contains(&root_move.mv)) {
            moves.retain(|root_move| limits.search_moves.contains(&root_move.mv));
        }
        moves
    }

    fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            previous: -Score::INFINITE,
            selective_depth: 0,
            nodes: 0,
            line: vec![mv],
            rank: 0,
            tablebase_score: None,
        }
    }
}
