//! The statistics of a match in pairs of games: each opening is played twice, with colours exchanged.
//!
//! The two games of a pair depend on each other through their opening, so pairs are counted, which have five results. The formulas are those of fastchess and of Stockfish's test framework (Michel Van den Bergh, "Normalized Elo" and "Comments on
//! Normalized Elo").

use std::f64::consts::{LN_10, PI};
use std::fmt;

/// Mean points of a game for each of the five results of a pair.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Elo for a normalised score of 1 in a game.
pub(crate) const NORMALISED: f64 = 800.0 / LN_10;

/// The quantile of the normal distribution for an error bar of 95 %.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// How often pairs of games ended with 0, ½, 1, 1½ and 2 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pentanomial {
    /// The counts, from 0 points to 2.
    pub counts: [u64; 5],
}

/// A value and its error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of the interval that holds the true value in 95 of 100 cases.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} ± {:.1}", self.value, self.error)
    }
}

impl Pentanomial {
    /// Counts a pair by its half points, 0 to 4.
    ///
    /// # Panics
    /// If there are more than 4 half points.
    pub fn add(&mut self, half_points: u8) {
        self.counts[usize::from(half_points)] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean score of a game, 0 to 1; NaN without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.mean(|score| score)
    }

    /// Variance of the mean score of a pair.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let score = self.score();
        self.mean(|pair| (pair - score).powi(2))
    }

    /// Difference in logistic Elo; infinite if one side won everything.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.estimate(elo)
    }

    /// Difference in normalised Elo, which is measured in standard deviations of a game's score and determines the number of games that a
    /// test needs. NaN or infinite if all pairs ended alike.
    #[must_use]
    pub fn normalised_elo(&self) -> Estimate {
        let deviation = (2.0 * self.variance()).sqrt();
        self.estimate(|score| (score - 0.5) / deviation * NORMALISED)
    }

    /// Likelihood of superiority: the chance that the true score is above one half.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        normal_cdf((self.score() - 0.5) / self.standard_error())
    }

    fn standard_error(&self) -> f64 {
        (self.variance() / self.pairs() as f64).sqrt()
    }

    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = SCORES.iter().zip(self.counts).map(|(&score, count)| of(score) * count as f64).sum();
        sum / self.pairs() as f64
    }

    /// The score on a scale. The error is half the distance between the values at both ends of the score's interval.
    fn estimate(&self, scale: impl Fn(f64) -> f64) -> Estimate {
        let (score, error) = (self.score(), Z_95 * self.standard_error());
        Estimate { value: scale(score), error: (scale(score + error) - scale(score - error)) / 2.0 }
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.counts)
    }
}

/// The difference in Elo for a score.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The normal distribution: the probability of a value below `x`, by the series of G. Marsaglia, "Evaluating the Normal Distribution"
/// (2004).
fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 8.0 {
        return if x.is_nan() { x } else { f64::from(u8::from(x > 0.0)) };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while sum + term != sum {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-4, "{found} instead of {expected}");
    }

    /// The first two are fastchess's own test cases (55.58 ± 27.65, 57.94 ± 28.28, 100.00 %; -8.64 ± 10.33, -9.17 ± 10.96, 5.05 %).
    /// More digits by an independent computation.
    #[test]
    fn elo_and_superiority_are_those_of_fastchess() {
        for (counts, [elo, error, normalised, normalised_error, superiority]) in [
            ([34, 54, 63, 64, 75], [55.579_780, 27.653_430, 57.935_600, 28.275_376, 0.999_970]),
            ([332, 433, 498, 333, 334], [-8.642_667, 10.334_194, -9.172_914, 10.960_459, 0.050_470]),
            ([12, 90, 211, 130, 27], [25.920_848, 13.935_875, 41.487_807, 22.210_506, 0.999_874]),
        ] {
            let pentanomial = Pentanomial { counts };
            close(pentanomial.elo().value, elo);
            close(pentanomial.elo().error, error);
            close(pentanomial.normalised_elo().value, normalised);
            close(pentanomial.normalised_elo().error, normalised_error);
            close(pentanomial.superiority(), superiority);
        }
    }

    #[test]
    fn extreme_results_give_no_panic() {
        assert!(Pentanomial::default().score().is_nan());
        let lost = Pentanomial { counts: [3, 0, 0, 0, 0] };
        assert_eq!((lost.score(), lost.elo().value), (0.0, f64::NEG_INFINITY));
        assert_eq!(Pentanomial { counts: [0, 0, 0, 0, 3] }.superiority(), 1.0);
        assert_eq!(Pentanomial { counts: [1, 0, 0, 0, 1] }.superiority(), 0.5);
    }
}
