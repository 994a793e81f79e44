//! Margins, reductions and bonuses: pure functions of depth, counts and [`Params`].

use crate::params::Params;
use crate::score::Score;

/// One ply in the fixed-point unit of reductions.
pub(crate) const PLY: i32 = 1024;

const REDUCTION_DEPTHS: usize = 64;
const REDUCTION_MOVES: usize = 64;

/// Late move reductions by depth and move count, `base + factor ln(depth) ln(move count)` in 1/1024 ply.
///
/// Source: the log formula is Senpai's and Stockfish's, see chessprogramming.org, "Late Move Reductions".
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    table: Box<[[i16; REDUCTION_MOVES]; REDUCTION_DEPTHS]>,
}

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let mut table = Box::new([[0i16; REDUCTION_MOVES]; REDUCTION_DEPTHS]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (move_count, cell) in row.iter_mut().enumerate().skip(1) {
                let logs = ln_1024(depth) * ln_1024(move_count) / 1024;
                *cell = (params.lmr_base + (i64::from(params.lmr_factor) * logs / 1024) as i32) as i16;
            }
        }
        Reductions { table }
    }

    /// The reduction at `depth` for the `move_count`th move, in 1/1024 ply.
    #[inline]
    pub(crate) fn at(&self, depth: i32, move_count: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(REDUCTION_DEPTHS - 1);
        i32::from(self.table[depth][move_count.min(REDUCTION_MOVES - 1)])
    }
}

/// The natural logarithm in 1/1024, in integer arithmetic: floating-point logarithms differ between platforms, and node counts must not.
fn ln_1024(x: usize) -> i64 {
    // ln x = 2 artanh((x - 1) / (x + 1)) after x is brought into [1, 2) by halving; ln 2 = 0.693147.
    let (mut mantissa, mut halvings) = ((x as i64) << 20, 0);
    while mantissa >= 2 << 20 {
        mantissa /= 2;
        halvings += 1;
    }
    let one = 1i64 << 20;
    let z = ((mantissa - one) << 20) / (mantissa + one);
    let square = (z * z) >> 20;
    let (mut term, mut sum) = (z, 0);
    for odd in (1..=15).step_by(2) {
        sum += term / odd;
        term = (term * square) >> 20;
    }
    (2 * sum + halvings * 726_817) / 1024
}

#[inline]
pub(crate) fn reverse_futility_margin(params: &Params, depth: i32, improving: bool, worsened: bool) -> i32 {
    params.rfp_margin * depth
        - params.rfp_improving * i32::from(improving)
        - params.rfp_worsened * i32::from(worsened)
}

#[inline]
pub(crate) fn razor_margin(params: &Params, depth: i32) -> i32 {
    params.razor_margin * depth
}

/// The depth reduction of the search after a null move (plies).
#[inline]
pub(crate) fn null_move_reduction(params: &Params, depth: i32, above_beta: i32) -> i32 {
    (params.null_base + params.null_slope * depth) / 256
        + (above_beta / params.null_eval_divisor).clamp(0, params.null_eval_max)
}

/// The number of moves after which quiet moves are pruned.
#[inline]
pub(crate) fn late_move_count(params: &Params, depth: i32, improving: bool) -> usize {
    let count = params.lmp_base + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

#[inline]
pub(crate) fn futility_margin(params: &Params, reduced_depth: i32) -> i32 {
    params.futility_base + params.futility_margin * reduced_depth
}

#[inline]
pub(crate) fn singular_beta_margin(params: &Params, depth: i32) -> i32 {
    params.singular_margin * depth / 16
}

/// Moves a score above `beta` towards `beta`, by more the lower the depth.
#[inline]
pub(crate) fn dampened(score: Score, beta: Score, depth: i32) -> Score {
    let depth = depth.max(1);
    Score::from_raw((score.raw() * depth + beta.raw()) / (depth + 1))
}

/// The bonus of a quiet move, from the sum of the static evaluations before and after it, each for its side to move. The sum is
/// negative if the move improved the evaluation of the side that played it.
#[inline]
pub(crate) fn evaluation_bonus(params: &Params, sum: i32) -> i32 {
    (-sum * params.evaluation_bonus / 10).clamp(-params.evaluation_bonus_max, params.evaluation_bonus_max)
}

#[inline]
pub(crate) fn history_bonus(params: &Params, depth: i32) -> i32 {
    (params.bonus_slope * depth).min(params.bonus_max)
}

#[inline]
pub(crate) fn history_malus(params: &Params, depth: i32) -> i32 {
    (params.malus_slope * depth).min(params.malus_max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_logarithm_agrees_with_the_real_one() {
        for x in 1..64usize {
            let exact = (x as f64).ln() * 1024.0;
            assert!((ln_1024(x) as f64 - exact).abs() < 3.0, "ln {x}: {} against {exact}", ln_1024(x));
        }
    }

    #[test]
    fn dampened_scores_stay_between_beta_and_the_score() {
        for depth in 0..20 {
            for score in 10..200 {
                let dampened = dampened(Score::cp(score), Score::cp(10), depth);
                assert!((Score::cp(10)..=Score::cp(score)).contains(&dampened), "{score} at depth {depth}");
            }
        }
        assert_eq!(dampened(Score::cp(110), Score::cp(10), 9), Score::cp(100));
    }

    #[test]
    fn reductions_grow_with_depth_and_move_count() {
        let reductions = Reductions::new(&Params::default());
        for depth in 2..40 {
            for move_count in 2..40 {
                assert!(reductions.at(depth, move_count) <= reductions.at(depth + 1, move_count));
                assert!(reductions.at(depth, move_count) <= reductions.at(depth, move_count + 1));
            }
        }
        assert_eq!(reductions.at(500, 500), reductions.at(63, 63));
    }
}
