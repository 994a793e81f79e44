//! Win, draw and loss chances from a score and the remaining material. The parts of the model are public, so that it can be fitted
//! to games.
//!
//! The model is the one that Stockfish introduced in 2020: the chance to win is a logistic function of the score. Its midpoint and
//! its width are cubic polynomials of the material on the board.

use crate::Score;
use crate::tree::pv::{has_legal_move, insufficient_material};
use cozy_chess::{Board, Piece};
use std::ops::RangeInclusive;

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

// Fitted by `argali-train wdl` to 56,816 positions of self-play at 5,000 nodes.
/// Midpoint of the win curve in centipawns, as a [`polynomial`] of the material in units of [`MATERIAL_UNIT`].
const MIDPOINT: [f64; 4] = [-11.540, 280.402, -577.298, 412.758];
/// Width of the win curve in centipawns, as a [`polynomial`] of the same variable.
const WIDTH: [f64; 4] = [458.279, -994.635, 659.382, -45.025];

/// The polynomials' variable is 1 at this [`material`].
pub const MATERIAL_UNIT: f64 = 58.0;

/// The range of material that the model was fitted to. Less or more material is clamped to this range.
pub const MATERIAL_RANGE: RangeInclusive<u32> = 17..=78;

impl Wdl {
    /// The chances for a raw score on `board`, in the evaluator's centipawns. If there is no legal move or no possible mate, a score that
    /// is not a mate is a certain draw.
    #[must_use]
    pub fn of_raw(score: Score, board: &Board) -> Wdl {
        if score.is_win() {
            return Wdl { win: 1_000, draw: 0, loss: 0 };
        }
        if score.is_loss() {
            return Wdl { win: 0, draw: 0, loss: 1_000 };
        }
        if insufficient_material(board) || !has_legal_move(board) {
            return Wdl { win: 0, draw: 1_000, loss: 0 };
        }
        let x = variable(board);
        let (midpoint, width) = (polynomial(&MIDPOINT, x), polynomial(&WIDTH, x));
        let permille = |centipawns| (1_000.0 * win_chance(centipawns, midpoint, width)).round() as u32;
        let score = f64::from(score.raw());
        let (win, loss) = (permille(score), permille(-score));
        Wdl { win, draw: 1_000 - win.min(1_000 - loss) - loss, loss }.balanced(win)
    }

    fn balanced(self, win: u32) -> Wdl {
        Wdl { win: win.min(1_000 - self.loss), ..self }
    }
}

impl Score {
    /// The normalised score: 100 means a 50 % chance to win on `board`, whatever the evaluator's unit (as in Stockfish 15.1). The
    /// scores that a search reports are normalised already; this is for static evaluations. Decisive scores do not change.
    ///
    /// ```
    /// use argali_search::{Score, Wdl, cozy_chess::Board};
    ///
    /// let board = Board::default();
    /// let even = (0..1_000).map(Score::cp).find(|score| Wdl::of_raw(*score, &board).win >= 500);
    /// assert!(even.is_some_and(|score| (98..=102).contains(&score.normalised(&board).raw())));
    /// ```
    #[must_use]
    pub fn normalised(self, board: &Board) -> Score {
        if self.is_decisive() {
            return self;
        }
        let midpoint = polynomial(&MIDPOINT, variable(board));
        Score::cp((f64::from(self.raw()) * 100.0 / midpoint).round() as i32)
    }
}

/// The variable of the polynomials.
fn variable(board: &Board) -> f64 {
    f64::from(material(board).clamp(*MATERIAL_RANGE.start(), *MATERIAL_RANGE.end())) / MATERIAL_UNIT
}

/// Material of both sides in pawns (1, 3, 3, 5, 9).
#[must_use]
pub fn material(board: &Board) -> u32 {
    let weigh = |piece, weight: u32| board.pieces(piece).len() * weight;
    weigh(Piece::Pawn, 1)
        + weigh(Piece::Knight, 3)
        + weigh(Piece::Bishop, 3)
        + weigh(Piece::Rook, 5)
        + weigh(Piece::Queen, 9)
}

/// Value at `x` of a cubic polynomial whose highest coefficient comes first.
#[must_use]
pub fn polynomial(coefficients: &[f64; 4], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |value, coefficient| value * x + coefficient)
}

/// The chance to win, 0 to 1: a logistic function of the score. It is one half at `midpoint`, and steeper for a smaller `width`. All
/// three values have the same unit, for example centipawns.
///
/// ```
/// use argali_search::wdl::win_chance;
///
/// assert_eq!(win_chance(180.0, 180.0, 80.0), 0.5);
/// assert!(win_chance(0.0, 180.0, 80.0) < 0.1);
/// ```
#[must_use]
pub fn win_chance(score: f64, midpoint: f64, width: f64) -> f64 {
    1.0 / (1.0 + ((midpoint - score) / width).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn chances_add_up_and_mirror(cp in -40_000i32..40_000) {
            let board = Board::startpos();
            let ours = Wdl::of_raw(Score::cp(cp), &board);
            let theirs = Wdl::of_raw(Score::cp(-cp), &board);
            prop_assert_eq!(ours.win + ours.draw + ours.loss, 1_000);
            prop_assert_eq!((ours.win, ours.draw, ours.loss), (theirs.loss, theirs.draw, theirs.win));
        }
    }

    #[test]
    fn whatever_the_material_the_better_side_wins_more() {
        for material in MATERIAL_RANGE {
            let x = f64::from(material) / MATERIAL_UNIT;
            assert!(polynomial(&MIDPOINT, x) >= 50.0 && polynomial(&WIDTH, x) >= 50.0, "{material}");
        }
    }

    #[test]
    fn proven_scores_leave_no_doubt() {
        let board = Board::startpos();
        assert_eq!(Wdl::of_raw(Score::mate_in_plies(9), &board).win, 1_000);
        assert_eq!(Wdl::of_raw(Score::mated_in_plies(9), &board).loss, 1_000);
    }
}
