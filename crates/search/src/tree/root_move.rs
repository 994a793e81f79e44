//! The moves at the root, with their scores, lines and tablebase ranks.

use crate::Bound;
use crate::limits::Limits;
use crate::position::kings_touch;
use crate::score::Score;
use crate::tree::see::{captured_piece, piece_value, see_at_least};
use cozy_chess::{Board, Move, Piece};
use std::cmp::Reverse;

/// A move at the root.
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
    /// Score from the tablebases, if they have the root.
    pub tablebase_score: Option<Score>,
}

impl RootMove {
    /// The legal moves of `board`, restricted to those asked for if any of these is legal.
    pub(crate) fn all(board: &Board, limits: &Limits) -> Vec<RootMove> {
        let mut moves = Vec::new();
        // On a board whose kings touch, a king could be captured. Such a root has no legal moves.
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

    /// Orders the moves by a static estimate, because the first one is played if time runs out before anything is searched: the table's
    /// move, captures and queen promotions by material gain, quiet moves, moves that lose material, and underpromotions.
    pub(crate) fn order(moves: &mut [RootMove], board: &Board, table_move: Option<Move>) {
        let promise = |mv: Move| {
            let queens = mv.promotion == Some(Piece::Queen);
            if Some(mv) == table_move {
                i32::MAX
            } else if mv.promotion.is_some() && !queens {
                i32::MIN
            } else if !see_at_least(board, mv, 0) {
                -1
            } else {
                captured_piece(board, mv).map_or(0, piece_value)
                    + if queens { piece_value(Piece::Queen) } else { 0 }
            }
        };
        moves.sort_by_cached_key(|root_move| Reverse(promise(root_move.mv)));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(fen: &str, table_move: Option<&str>) -> Vec<String> {
        let board: Board = fen.parse().unwrap();
        let mut moves = RootMove::all(&board, &Limits::new());
        RootMove::order(&mut moves, &board, table_move.map(|mv| mv.parse().unwrap()));
        moves.iter().map(|root_move| root_move.mv.to_string()).collect()
    }

    #[test]
    fn without_time_the_queen_is_made_and_taken() {
        let promotions = ordered("8/P7/8/8/8/8/8/K1k5 w - - 0 1", None);
        assert_eq!(promotions[0], "a7a8q");
        assert!(promotions[promotions.len() - 3..].iter().all(|mv| mv.starts_with("a7a8")), "{promotions:?}");
        // The rook can take the queen or the defended pawn.
        let captures = ordered("4k3/8/2p5/3p4/8/q2R4/8/4K3 w - - 0 1", None);
        assert_eq!(captures[0], "d3a3");
        let last = captures.iter().position(|mv| mv == "d3d5").unwrap();
        assert!(
            captures[last..].iter().all(|mv| mv.starts_with("d3")),
            "quiet moves of the king come first: {captures:?}"
        );
    }

    #[test]
    fn the_tables_move_is_first() {
        assert_eq!(ordered("4k3/8/2p5/3p4/8/q2R4/8/4K3 w - - 0 1", Some("e1e2"))[0], "e1e2");
    }
}
