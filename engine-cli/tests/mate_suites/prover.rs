//! Whether a mate is there, by trying everything, and independently of the search: it shares no code with it but the
//! board.

use argali_suite::legal_moves;
use cozy_chess::{Board, Move};
use std::collections::HashMap;

/// Proves mates in few moves, within a budget of positions.
///
/// An and/or search: for the attacker one move must do, against every reply. The order decides how long that takes:
/// moves that leave the defender few replies come first, checks before others.
pub struct Prover {
    /// Positions that may still be looked at.
    budget: u64,
    /// Whether the side to move mates within so many moves, by hash.
    known: HashMap<(u64, u32), bool>,
}

/// The budget is used up, so nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl Prover {
    /// Looks at `budget` positions at most.
    pub fn new(budget: u64) -> Prover {
        Prover { budget, known: HashMap::new() }
    }

    /// Whether the side to move mates in at most `within` moves.
    pub fn mates(&mut self, board: &Board, within: u32) -> Result<bool, OutOfBudget> {
        if within == 0 {
            return Ok(false);
        }
        if let Some(&known) = self.known.get(&(board.hash(), within)) {
            return Ok(known);
        }
        let moves = legal_moves(board);
        self.budget = self.budget.checked_sub(moves.len() as u64).ok_or(OutOfBudget)?;
        let mut tries: Vec<_> = moves.into_iter().map(|mv| after(board, mv)).collect();
        if within == 1 {
            tries.retain(|next| !next.checkers().is_empty());
        } else {
            tries.sort_by_cached_key(|next| (replies(next), next.checkers().is_empty()));
        }
        let mut found = false;
        for next in tries {
            if self.is_mated(&next, within - 1)? {
                found = true;
                break;
            }
        }
        self.known.insert((board.hash(), within), found);
        Ok(found)
    }

    /// Whether the side to move is mated, or will be in at most `within` moves of the other side.
    pub fn is_mated(&mut self, board: &Board, within: u32) -> Result<bool, OutOfBudget> {
        let moves = legal_moves(board);
        if moves.is_empty() {
            return Ok(!board.checkers().is_empty());
        }
        if within == 0 {
            return Ok(false);
        }
        for mv in moves {
            if !self.mates(&after(board, mv), within)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The board after a legal move.
pub fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

fn replies(board: &Board) -> usize {
    let mut count = 0;
    board.generate_moves(|batch| {
        count += batch.len();
        false
    });
    count
}
