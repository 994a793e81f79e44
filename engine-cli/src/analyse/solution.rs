//! What an EPD says about its best move: the operations `bm` (best moves) and `am` (moves to avoid).

use argali_uci::{CommandError, MoveError};
use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Move};

/// The moves that solve a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// One of these; any move if there are none.
    best: Vec<Move>,
    /// None of these.
    avoid: Vec<Move>,
}

impl Solution {
    /// Reads the operations of an EPD of `board`; `None` if it has neither of the two.
    ///
    /// # Errors
    /// [`CommandError::Move`] for what is no move of the board: a problem whose solution is not understood must not count as
    /// missed.
    pub fn parse(epd: &str, board: &Board) -> Result<Option<Solution>, CommandError> {
        let (mut best, mut avoid) = (Vec::new(), Vec::new());
        for (index, operation) in epd.trim_start_matches("fen ").split(';').enumerate() {
            // The first operation follows the four fields of the position, and the counters if it has them.
            let fields = if index == 0 { 4 } else { 0 };
            let is_counter = |word: &&str| word.parse::<u32>().is_ok();
            let mut words = operation.split_whitespace().skip(fields).skip_while(is_counter);
            let moves = match words.next() {
                Some("bm") => &mut best,
                Some("am") => &mut avoid,
                _ => continue,
            };
            for word in words {
                moves.push(read(board, word)?);
            }
        }
        let says_something = !(best.is_empty() && avoid.is_empty());
        Ok(says_something.then_some(Solution { best, avoid }))
    }

    /// Whether a move solves the problem.
    #[must_use]
    pub fn is(&self, mv: Option<Move>) -> bool {
        mv.is_some_and(|mv| (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv))
    }
}

fn read(board: &Board, word: &str) -> Result<Move, CommandError> {
    let san = word.trim_end_matches(['+', '#', '!', '?']);
    parse_san_move(board, san)
        .map_err(|_| MoveError::Illegal { text: word.to_owned(), fen: board.to_string() }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    fn solution(operations: &str) -> Result<Option<Solution>, CommandError> {
        let board: Board = format!("{BACK_RANK} 0 1").parse().unwrap();
        Solution::parse(&format!("{BACK_RANK} {operations}"), &board)
    }

    fn solves(operations: &str, mv: &str) -> bool {
        solution(operations).unwrap().unwrap().is(Some(mv.parse().unwrap()))
    }

    #[test]
    fn one_of_the_best_moves_solves_a_problem() {
        assert!(solves("bm Ra8#; id \"x\";", "a1a8"));
        assert!(!solves("bm Ra8#;", "a1a7"));
        assert!(solves("ce 5; bm Ra7 Ra8+;", "a1a8"));
        assert!(solves("0 1 bm Ra8", "a1a8") && solves("0 1; bm Ra8", "a1a8"));
        assert!(solves("am Ra7?;", "a1a8") && !solves("am Ra7?;", "a1a7"));
        assert!(!solution("bm Ra8").unwrap().unwrap().is(None), "no move solves nothing");
    }

    #[test]
    fn without_the_two_operations_there_is_no_problem() {
        for operations in ["", "0 1", "id \"bm\";", "c0 \"bm Ra8\";", "bm;"] {
            assert_eq!(solution(operations), Ok(None), "{operations}");
        }
        assert_eq!(Solution::parse("startpos moves e2e4 e7e5", &Board::default()), Ok(None));
    }

    #[test]
    fn a_solution_that_is_no_move_is_named() {
        let error = solution("bm Ra9;").unwrap_err().to_string();
        assert!(error.contains("'Ra9'"), "{error}");
    }
}
