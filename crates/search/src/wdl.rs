//! Chances to win, draw and lose, from a score and the material left.
//!
//! The model is the one Stockfish introduced in 2020: the chance to win is a logistic function of the score, whose
//! midpoint and width are cubic polynomials of the material on the board.

use crate::Score;
use cozy_chess::{Board, Piece};

/// Chances for the side to move, in permille; they add up to 1,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Wdl {
    /// Wins, in permille.
    pub win: u32,
    /// Draws, in permille.
    pub draw: u32,
    /// Losses, in permille.
    pub loss: u32,
}

/// Midpoint of the win curve in centipawns, as a polynomial of the material (highest power first).
const MIDPOINT: [f64; 4] = [0.0, 0.0, 0.0, 180.0];
/// Width of the win curve in centipawns, likewise.
const WIDTH: [f64; 4] = [0.0, 0.0, 0.0, 80.0];

impl Wdl {
    /// The chances that belong to `score` on `board`.
    #[must_use]
    pub fn of(score: Score, board: &Board) -> Wdl {
        if score.is_win() {
            return Wdl { win: 1_000, draw: 0, loss: 0 };
        }
        if score.is_loss() {
            return Wdl { win: 0, draw: 0, loss: 1_000 };
        }
        let material = material(board);
        let midpoint = polynomial(&MIDPOINT, material);
        let width = polynomial(&WIDTH, material);
        let chance = |centipawns: f64| {
            let permille = 1_000.0 / (1.0 + ((midpoint - centipawns) / width).exp());
            permille.round().clamp(0.0, 1_000.0) as u32
        };
        let score = f64::from(score.raw());
        let (win, loss) = (chance(score), chance(-score));
        Wdl { win, draw: 1_000 - win.min(1_000 - loss) - loss, loss }.balanced(win)
    }

    fn balanced(self, win: u32) -> Wdl {
        Wdl { win: win.min(1_000 - self.loss), ..self }
    }
}

/// Material of both sides in pawns, scaled so that the full board is near 1.
fn material(board: &Board) -> f64 {
    let weigh = |piece, weight: u32| board.pieces(piece).len() * weight;
    let pawns = weigh(Piece::Pawn, 1)
        + weigh(Piece::Knight, 3)
        + weigh(Piece::Bishop, 3)
        + weigh(Piece::Rook, 5)
        + weigh(Piece::Queen, 9);
    f64::from(pawns.clamp(17, 78)) / 58.0
}

fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |value, coefficient| value * x + coefficient)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn chances_add_up_and_mirror(cp in -40_000i32..40_000) {
            let board = Board::startpos();
            let ours = Wdl::of(Score::cp(cp), &board);
            let theirs = Wdl::of(Score::cp(-cp), &board);
            prop_assert_eq!(ours.win + ours.draw + ours.loss, 1_000);
            prop_assert_eq!((ours.win, ours.draw, ours.loss), (theirs.loss, theirs.draw, theirs.win));
        }
    }

    #[test]
    fn proven_scores_leave_no_doubt() {
        let board = Board::startpos();
        assert_eq!(Wdl::of(Score::mate_in_plies(9), &board).win, 1_000);
        assert_eq!(Wdl::of(Score::mated_in_plies(9), &board).loss, 1_000);
    }
}
