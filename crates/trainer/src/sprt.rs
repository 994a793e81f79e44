//! The sequential probability ratio test: plays until it is clear which of two hypotheses about the difference in Elo fits better.
//!
//! The generalised log-likelihood ratio of the pentanomial counts, as fastchess computes it: each hypothesis is represented
//! by the likeliest distribution of results that fulfils it (Michel Van den Bergh, "Comments on Normalized Elo", proposition 1.1 for
//! logistic Elo, section 4.1 for normalised Elo).

use crate::pentanomial::{NORMALISED, Pentanomial, SCORES};
use std::str::FromStr;

/// The unit of the hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EloModel {
    /// In standard deviations of a game's score. Fastchess's default.
    Normalised,
    /// In ordinary Elo.
    Logistic,
}

impl FromStr for EloModel {
    type Err = String;

    fn from_str(name: &str) -> Result<EloModel, String> {
        match name {
            "normalised" | "normalized" => Ok(EloModel::Normalised),
            "logistic" => Ok(EloModel::Logistic),
            _ => Err("expected `normalised` or `logistic`".to_owned()),
        }
    }
}

/// A test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The difference in Elo under the first hypothesis, H0.
    pub elo0: f64,
    /// The larger difference under the second hypothesis, H1.
    pub elo1: f64,
    /// Unit of both.
    pub model: EloModel,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The smaller difference fits.
    H0,
    /// The larger difference fits.
    H1,
}

type Distribution = [f64; 5];

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The accepted hypothesis, if the games decide it.
    #[must_use]
    pub fn verdict(&self, pentanomial: &Pentanomial) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(pentanomial) {
            ratio if ratio >= upper => Some(Verdict::H1),
            ratio if ratio <= lower => Some(Verdict::H0),
            _ => None,
        }
    }

    /// The log-likelihood ratio of H1 to H0, given the games; 0 without games.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pentanomial: &Pentanomial) -> f64 {
        if pentanomial.pairs() == 0 {
            return 0.0;
        }
        // A result that has not occurred yet gets a small probability, not zero.
        let counts = pentanomial.counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let (under_h0, under_h1) =
            (self.likeliest(&observed, self.elo0), self.likeliest(&observed, self.elo1));
        let ratio = |index: usize| observed[index] * (under_h1[index] / under_h0[index]).ln();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// The distribution with a difference of `elo` under which the observed one is likeliest.
    fn likeliest(&self, observed: &Distribution, elo: f64) -> Distribution {
        match self.model {
            EloModel::Logistic => {
                let score = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
                tilt(observed, &SCORES.map(|pair| pair - score))
            }
            EloModel::Normalised => {
                // The variance of a pair's mean score is half that of a game's.
                let target = 2_f64.sqrt() * elo / NORMALISED;
                let mut distribution = [0.2; 5];
                // The constraint contains the distribution's own deviation, so it is solved by iteration.
                for _ in 0..100 {
                    let (mean, deviation) = mean_and_deviation(&distribution);
                    let constraint = SCORES.map(|pair| {
                        let distance = (pair - mean) / deviation;
                        pair - 0.5 - 0.5 * target * deviation * (1.0 + distance * distance)
                    });
                    let next = tilt(observed, &constraint);
                    let change =
                        (0..5).map(|index| (next[index] - distribution[index]).abs()).fold(0.0, f64::max);
                    distribution = next;
                    if change < 1e-12 {
                        break;
                    }
                }
                distribution
            }
        }
    }
}

fn mean_and_deviation(distribution: &Distribution) -> (f64, f64) {
    let expectation = |of: &dyn Fn(f64) -> f64| -> f64 {
        SCORES.iter().zip(distribution).map(|(&pair, p)| p * of(pair)).sum()
    };
    let mean = expectation(&|pair| pair);
    (mean, expectation(&|pair| (pair - mean).powi(2)).sqrt())
}

/// The distribution nearest to `observed` (in likelihood) under which the constraint has the expectation 0: each probability is divided by
/// `1 + θ constraint`, with the θ for which they keep adding up to 1.
fn tilt(observed: &Distribution, constraint: &Distribution) -> Distribution {
    let largest = constraint.iter().copied().fold(f64::MIN, f64::max);
    let smallest = constraint.iter().copied().fold(f64::MAX, f64::min);
    let expectation = |theta: f64| -> f64 {
        observed.iter().zip(constraint).map(|(p, value)| p * value / (1.0 + theta * value)).sum()
    };
    // The expectation falls from infinity to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if expectation(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|index| observed[index] / (1.0 + theta * constraint[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(counts: [u64; 5], elo0: f64, elo1: f64, model: EloModel) -> f64 {
        let sprt = Sprt { elo0, elo1, model, alpha: 0.05, beta: 0.05 };
        sprt.log_likelihood_ratio(&Pentanomial { counts })
    }

    /// The first of each model are fastchess's own test cases (2.25, 3.01, -3.07, -4.98). More digits by an independent computation.
    #[test]
    fn log_likelihood_ratios_are_those_of_fastchess() {
        use EloModel::{Logistic, Normalised};
        for (counts, elo0, elo1, model, expected) in [
            ([365, 16_618, 36_229, 16_974, 390], 0.0, 2.0, Normalised, 2.250_368),
            ([127, 4_883, 10_712, 5_150, 104], -1.75, 0.25, Normalised, 3.010_154),
            ([12, 90, 211, 130, 27], 0.0, 5.0, Normalised, 1.498_002),
            ([0, 3, 9, 5, 0], 0.0, 5.0, Normalised, 0.055_810),
            ([223, 9_863, 21_279, 10_037, 246], 0.5, 2.5, Logistic, -3.074_126),
            ([871, 26_175, 55_983, 26_678, 821], 0.0, 2.0, Logistic, -4.978_673),
            ([12, 90, 211, 130, 27], 0.0, 5.0, Logistic, 2.288_817),
        ] {
            let found = ratio(counts, elo0, elo1, model);
            assert!((found - expected).abs() < 1e-5, "{found} instead of {expected} for {counts:?}");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, model: EloModel::Normalised, alpha: 0.05, beta: 0.10 };
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.251_29).abs() < 1e-4 && (upper - 2.890_37).abs() < 1e-4, "{lower} {upper}");
        assert_eq!(sprt.verdict(&Pentanomial::default()), None);
        assert_eq!(sprt.verdict(&Pentanomial { counts: [0, 100, 1_000, 300, 0] }), Some(Verdict::H1));
        assert_eq!(sprt.verdict(&Pentanomial { counts: [0, 300, 1_000, 100, 0] }), Some(Verdict::H0));
    }
}
