//! What an EPD says about its best move: the operations `bm` (best moves) and `am` (moves to avoid).

use super::epd::Operation;
use argali_uci::notation::parse_move;
use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Move};
use thiserror::Error;

/// The moves that solve a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// One of these; any move if there are none.
    best: Vec<Move>,
    /// None of these.
    avoid: Vec<Move>,
}

/// A solution that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' behind {code} is no legal move, in algebraic or in coordinate notation, of {fen}")]
pub struct SolutionError {
    code: String,
    text: String,
    fen: String,
}

impl Solution {
    /// Reads the operations of an EPD of `board`; `None` if it has neither of the two.
    ///
    /// # Errors
    /// For what is no move of the board: a problem whose solution is not understood must not count as missed.
    pub fn new(operations: &[Operation<'_>], board: &Board) -> Result<Option<Solution>, SolutionError> {
        let (mut best, mut avoid) = (Vec::new(), Vec::new());
        for Operation { code, operands } in operations {
            let moves = match *code {
                "bm" => &mut best,
                "am" => &mut avoid,
                _ => continue,
            };
            for word in
                operands.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
            {
                let mv = read(board, word).ok_or_else(|| SolutionError {
                    code: (*code).to_owned(),
                    text: word.to_owned(),
                    fen: board.to_string(),
                })?;
                moves.push(mv);
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

/// A move in algebraic notation, with zeros for castling, too, or in coordinate notation.
fn read(board: &Board, word: &str) -> Option<Move> {
    let san = word.trim_end_matches(['+', '#', '!', '?']);
    let castling = san.starts_with("0-0").then(|| san.replace('0', "O"));
    let by_squares = || parse_move(board, san).ok().filter(|&mv| board.is_legal(mv));
    parse_san_move(board, castling.as_deref().unwrap_or(san)).ok().or_else(by_squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::epd;

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    fn solution(fen: &str, operations: &str) -> Result<Option<Solution>, SolutionError> {
        let line = format!("{fen} {operations}");
        let (position, operations) = epd::split(&line);
        Solution::new(&operations, &position.parse().unwrap())
    }

    fn solves(operations: &str, mv: &str) -> bool {
        solution(BACK_RANK, operations).unwrap().unwrap().is(Some(mv.parse().unwrap()))
    }

    #[test]
    fn one_of_the_best_moves_solves_a_problem() {
        assert!(solves("bm Ra8#; id \"x\";", "a1a8"));
        assert!(!solves("bm Ra8#;", "a1a7"));
        assert!(solves("ce 5;bm Ra7, Ra8+;", "a1a8"));
        assert!(solves("0 1 bm Ra8", "a1a8") && solves("0 1; bm Ra8", "a1a8"));
        assert!(solves("am Ra7?;", "a1a8") && !solves("am Ra7?;", "a1a7"));
        assert!(!solution(BACK_RANK, "bm Ra8").unwrap().unwrap().is(None), "no move solves nothing");
    }

    #[test]
    fn moves_are_read_in_every_common_notation() {
        assert!(solves("bm a1a8;", "a1a8"));
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
        for (operations, mv) in
            [("bm 0-0;", "e1h1"), ("bm O-O-O;", "e1a1"), ("bm 0-0-0+;", "e1a1"), ("bm e1g1", "e1h1")]
        {
            let found = solution(castling, operations).unwrap().unwrap();
            assert!(found.is(Some(mv.parse().unwrap())), "{operations}");
        }
    }

    #[test]
    fn without_the_two_operations_there_is_no_problem() {
        for operations in ["", "0 1", "id \"bm\";", "c0 \"bm Ra8\";", "bm;"] {
            assert_eq!(solution(BACK_RANK, operations), Ok(None), "{operations}");
        }
    }

    #[test]
    fn a_solution_that_is_no_move_is_named() {
        for operations in ["bm Ra9;", "bm a1b8;", "bm Ra8 Ra9"] {
            let error = solution(BACK_RANK, operations).unwrap_err().to_string();
            assert!(
                error.contains("behind bm") && (error.contains("'Ra9'") || error.contains("'a1b8'")),
                "{error}"
            );
        }
    }
}
