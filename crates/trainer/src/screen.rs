//! Screens many changes of the search at once: a two-level design with random settings.
//!
//! Each factor is a search parameter, or several that belong together, with a low and a high level. A pair of games is played between an
//! engine that has each factor at a random level and one that has each at the other level. The effect of every factor follows by least squares
//! from all pairs, with about the error of a match of as many games. Separate matches would need as many times more games as there are factors.
//! (G. E. P. Box and J. S. Hunter, "The 2^(k-p) Fractional Factorial Designs", 1961; random instead of orthogonal settings, so that a run can be
//! ended and extended at will.)
//!
//! Effects are taken as sums: two factors that need each other show half of their common worth each. So what a screening finds has to be confirmed
//! by a match of the whole setting.

use crate::any_evaluator::AnyEvaluator;
use crate::contest::{ContestError, Log, OpeningOrder, Side, book_name};
use crate::in_order::in_order;
use crate::pair::{Player, play_pair};
use crate::pentanomial::{Estimate, Z_95};
use crate::progress::Progress;
use crate::referee::Adjudication;
use crate::seed;
use argali_search::{EngineError, ParamError, Params};
use cozy_chess::Board;
use rand::RngExt;
use std::f64::consts::LN_10;
use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;
use thiserror::Error;

/// A text that is no factor.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FactorError {
    /// It does not have the form.
    #[error("{0:?} is not NAME=LOW/HIGH, or several of these joined by +")]
    Form(String),
    /// A parameter does not exist, or a level is out of its range.
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// Search parameters that change together, each with a low and a high level. Written `NAME=LOW/HIGH`, several joined by `+`.
///
/// ```
/// use argali_trainer::screen::Factor;
///
/// let factor: Factor = "rfp_margin=60/80+rfp_depth=8/10".parse()?;
/// assert_eq!(factor.to_string(), "rfp_margin=60/80+rfp_depth=8/10");
/// assert!("rfp_margin=60".parse::<Factor>().is_err());
/// # Ok::<(), argali_trainer::screen::FactorError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// Name, low and high level of each parameter.
    levels: Vec<(String, [i32; 2])>,
}

impl Factor {
    /// The settings at one level, as `NAME=VALUE`, several joined by commas.
    #[must_use]
    pub fn at(&self, high: bool) -> String {
        let settings =
            self.levels.iter().map(|(name, levels)| format!("{name}={}", levels[usize::from(high)]));
        settings.collect::<Vec<_>>().join(",")
    }

    fn set(&self, player: &mut Player<AnyEvaluator>, high: bool) {
        for (name, levels) in &self.levels {
            // Names and ranges were checked when the factor was read.
            let _ = player.engine.set_param(name, levels[usize::from(high)]);
        }
    }
}

impl FromStr for Factor {
    type Err = FactorError;

    fn from_str(text: &str) -> Result<Factor, FactorError> {
        let mut params = Params::default();
        let mut level = |name: &str, value: &str| -> Result<i32, FactorError> {
            let value = value.parse().map_err(|_| FactorError::Form(text.to_owned()))?;
            params.set(name, value)?;
            Ok(value)
        };
        let parts = text.split('+').map(|part| {
            let (name, levels) = part.split_once('=').ok_or_else(|| FactorError::Form(text.to_owned()))?;
            let (low, high) = levels.split_once('/').ok_or_else(|| FactorError::Form(text.to_owned()))?;
            Ok((name.to_owned(), [level(name, low)?, level(name, high)?]))
        });
        Ok(Factor { levels: parts.collect::<Result<_, FactorError>>()? })
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, [low, high])) in self.levels.iter().enumerate() {
            let joint = if index > 0 { "+" } else { "" };
            write!(f, "{joint}{name}={low}/{high}")?;
        }
        Ok(())
    }
}

/// The settings of a screening.
#[derive(Debug, Clone)]
pub struct Screening {
    /// Both engines, but for the factors.
    pub side: Side,
    /// What is screened.
    pub factors: Vec<Factor>,
    /// Where games start.
    pub book: Vec<Board>,
    /// Decides levels and the order of the openings.
    pub seed: u64,
    /// Pairs of games in all.
    pub pairs: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Worker threads.
    pub threads: usize,
}

impl Screening {
    /// What the games depend on: the first line of the log.
    #[must_use]
    pub fn header(&self) -> String {
        let factors: Vec<String> = self.factors.iter().map(Factor::to_string).collect();
        serde_json::json!({
            "screen": factors,
            "side": self.side.to_string(),
            "book": book_name(&self.book),
            "seed": self.seed,
            "adjudication": format!("{:?}", self.adjudication),
        })
        .to_string()
    }

    /// Which factors of a pair's first engine are at the high level; those of the second one are at the other level.
    fn levels(&self, pair: u64) -> Vec<bool> {
        let mut random = seed::stream(self.seed, &[3, pair]);
        self.factors.iter().map(|_| random.random()).collect()
    }

    /// Plays what the log does not hold yet.
    ///
    /// # Errors
    /// [`ContestError`].
    ///
    /// # Panics
    /// If the book is empty.
    pub fn run(&self, log: &mut Log) -> Result<Effects, ContestError> {
        assert!(!self.book.is_empty(), "a screening needs openings");
        let mut effects = Effects::new(self.factors.len());
        for (pair, result) in (0..self.pairs).zip(log.held()) {
            effects.add(&self.levels(pair), result.total());
        }
        let openings = OpeningOrder::new(self.seed, self.book.len());
        let workers = (0..self.threads.max(1))
            .map(|_| Ok((self.side.player()?, self.side.player()?, openings.clone())))
            .collect::<Result<Vec<_>, EngineError>>()?;
        let mut progress = Progress::new("pairs", effects.pairs, self.pairs);
        let flow = in_order(
            workers,
            effects.pairs..self.pairs,
            |(first, second, openings), pair| {
                for (factor, high) in self.factors.iter().zip(self.levels(pair)) {
                    factor.set(first, high);
                    factor.set(second, !high);
                }
                let opening = openings.opening(pair);
                (opening, play_pair(first, second, &self.book[opening], &self.adjudication))
            },
            |pair, (opening, result)| {
                effects.add(&self.levels(pair), result.total());
                progress.update(effects.pairs, String::new);
                match log.add(pair, opening, result) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            },
        );
        progress.finish();
        match flow {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(()) => Ok(effects),
        }
    }

    /// The effects as a table (Markdown), largest first, and the setting with every factor at its better level whose effect exceeds its error.
    #[must_use]
    pub fn page(&self, effects: &Effects) -> String {
        let mut page = format!(
            "{} games, {} factors, seed {}. Played with {}.\n\n",
            2 * effects.pairs,
            self.factors.len(),
            self.seed,
            self.side
        );
        let Some(estimates) = effects.estimates() else {
            page.push_str("These are too few games for so many factors.\n");
            return page;
        };
        page.push_str("| factor | Elo of the high level against the low one (95 %) |\n|---|---|\n");
        let mut rows: Vec<_> = self.factors.iter().zip(estimates).collect();
        rows.sort_by(|(_, a), (_, b)| b.value.abs().total_cmp(&a.value.abs()));
        for (factor, estimate) in &rows {
            let _ = writeln!(page, "| `{factor}` | {estimate} |");
        }
        let clear = rows.iter().filter(|(_, estimate)| estimate.value.abs() > estimate.error);
        let better: Vec<String> = clear.map(|(factor, estimate)| factor.at(estimate.value > 0.0)).collect();
        let _ = writeln!(page, "\nBetter levels beyond their errors: `{}`", better.join(","));
        page
    }
}

/// The sums that the effects of all factors follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct Effects {
    /// Pairs counted.
    pub pairs: u64,
    factors: usize,
    /// For each two factors, how much more often they were at the same level than not.
    products: Vec<f64>,
    /// For each factor, the sum of the scores above one half where it was high, less that where it was low.
    scores: Vec<f64>,
    squares: f64,
}

impl Effects {
    /// Of so many factors, without games.
    #[must_use]
    pub fn new(factors: usize) -> Effects {
        Effects {
            pairs: 0,
            factors,
            products: vec![0.0; factors * factors],
            scores: vec![0.0; factors],
            squares: 0.0,
        }
    }

    /// Counts a pair: the levels of its first engine, and that engine's half points (0 to 4).
    ///
    /// # Panics
    /// If the number of levels is not that of the factors.
    pub fn add(&mut self, levels: &[bool], half_points: u8) {
        assert_eq!(levels.len(), self.factors, "a level for each factor");
        let score = f64::from(half_points) / 4.0 - 0.5;
        for (row, high) in levels.iter().enumerate() {
            for (column, other) in levels.iter().enumerate() {
                self.products[row * self.factors + column] += if high == other { 1.0 } else { -1.0 };
            }
            self.scores[row] += if *high { score } else { -score };
        }
        self.squares += score * score;
        self.pairs += 1;
    }

    /// The effect of each factor, in Elo; `None` if there are too few pairs for so many factors.
    #[must_use]
    pub fn estimates(&self) -> Option<Vec<Estimate>> {
        let freedom = self.pairs.checked_sub(self.factors as u64).filter(|&freedom| freedom > 0)? as f64;
        let inverse = inverse(&self.products, self.factors)?;
        let row = |index: usize| &inverse[index * self.factors..(index + 1) * self.factors];
        let effects: Vec<f64> = (0..self.factors)
            .map(|index| row(index).iter().zip(&self.scores).map(|(a, b)| a * b).sum())
            .collect();
        let explained: f64 = effects.iter().zip(&self.scores).map(|(a, b)| a * b).sum();
        let variance = (self.squares - explained).max(0.0) / freedom;
        let estimates = effects.iter().enumerate().map(|(index, effect)| Estimate {
            value: ELO * effect,
            error: ELO * Z_95 * (variance * row(index)[index]).sqrt(),
        });
        Some(estimates.collect())
    }
}

/// Elo of a score above one half, per point of a game, where both sides are nearly equal.
const ELO: f64 = 1_600.0 / LN_10;

/// The inverse of a symmetric matrix by Gauss and Jordan; `None` if it has none.
fn inverse(matrix: &[f64], size: usize) -> Option<Vec<f64>> {
    let (mut left, mut right) = (matrix.to_vec(), vec![0.0; size * size]);
    for index in 0..size {
        right[index * size + index] = 1.0;
    }
    for column in 0..size {
        let magnitude = |row: &usize| left[row * size + column].abs();
        let pivot = (column..size).max_by(|a, b| magnitude(a).total_cmp(&magnitude(b)))?;
        if magnitude(&pivot) < 1e-9 {
            return None;
        }
        for matrix in [&mut left, &mut right] {
            for index in 0..size {
                matrix.swap(column * size + index, pivot * size + index);
            }
        }
        let scale = left[column * size + column];
        for matrix in [&mut left, &mut right] {
            matrix[column * size..(column + 1) * size].iter_mut().for_each(|value| *value /= scale);
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = left[row * size + column];
            for matrix in [&mut left, &mut right] {
                for index in 0..size {
                    matrix[row * size + index] -= factor * matrix[column * size + index];
                }
            }
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_checked_when_they_are_read() {
        let form = |text: &str| text.parse::<Factor>();
        assert_eq!(form("rfp_margin=60/80").unwrap().at(true), "rfp_margin=80");
        assert_eq!(form("rfp_margin=60/80+rfp_depth=8/9").unwrap().at(false), "rfp_margin=60,rfp_depth=8");
        assert!(matches!(form("rfp_margin=60/many"), Err(FactorError::Form(_))));
        assert!(matches!(form("rfp_margin=60/80+"), Err(FactorError::Form(_))));
        assert!(matches!(form("no_such=60/80"), Err(FactorError::Param(ParamError::Unknown(_)))));
        assert!(matches!(form("rfp_margin=60/8000"), Err(FactorError::Param(ParamError::Range { .. }))));
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = [4.0, 1.0, -2.0, 1.0, 0.0, 3.0, -2.0, 3.0, 5.0];
        let inverse = inverse(&matrix, 3).unwrap();
        for row in 0..3 {
            for column in 0..3 {
                let product: f64 =
                    (0..3).map(|index| matrix[row * 3 + index] * inverse[index * 3 + column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert_eq!(super::inverse(&[1.0, 2.0, 2.0, 4.0], 2), None);
    }

    /// Simulated games: factors of +60, 0 and -30 Elo.
    #[test]
    fn effects_are_found_within_their_errors() {
        let truth = [60.0, 0.0, -30.0];
        let mut effects = Effects::new(truth.len());
        assert_eq!(effects.estimates(), None);
        let mut random = seed::stream(1, &[]);
        for _ in 0..20_000 {
            let levels: Vec<bool> = truth.iter().map(|_| random.random()).collect();
            let elo: f64 = truth.iter().zip(&levels).map(|(elo, &high)| if high { *elo } else { -elo }).sum();
            let chance = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            let half_points = (0..4).filter(|_| random.random::<f64>() < chance).count();
            effects.add(&levels, half_points as u8);
        }
        let estimates = effects.estimates().unwrap();
        for (estimate, truth) in estimates.iter().zip(truth) {
            assert!((2.0..3.0).contains(&estimate.error), "{estimate}");
            assert!((estimate.value - truth).abs() < 2.0 * estimate.error, "{estimate} instead of {truth}");
        }
    }
}
