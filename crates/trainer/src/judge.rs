//! How well scores agree with those of a stronger engine, the judge: scores of positions, and of the moves of a position.

use argali_search::{FenError, Position};
use serde::Deserialize;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why judged positions cannot be read.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line has neither `fen` and `win` nor `fen` and `kids`.
    #[error("line {line} of {} is not a judged position (`fen` with `win` or `kids`): {text:?}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// A line has an impossible position.
    #[error("line {line} of {}", path.display())]
    Fen {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        source: FenError,
    },
}

/// A position with the judge's expected score for White, 0 to 1.
#[derive(Debug, Clone)]
pub struct Scored {
    /// The position.
    pub position: Position,
    /// White's expected score.
    pub win: f64,
}

/// A position, and the positions after its quiet moves with the judge's expected scores.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The position.
    pub position: Position,
    /// The positions after its moves.
    pub kids: Vec<Scored>,
}

/// The contents of files of judged positions.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    /// Single positions.
    pub scored: Vec<Scored>,
    /// Positions with their moves. Positions are left out if they have fewer than eight moves, or if the moves hardly differ.
    pub ranked: Vec<Ranked>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Ranked { fen: String, kids: Vec<(String, f64)> },
    Scored { fen: String, win: f64 },
}

/// Positions with fewer moves are not ranked.
const MIN_KIDS: usize = 8;
/// Positions whose moves' expected scores have a smaller standard deviation are not ranked.
const MIN_DEVIATION: f64 = 0.01;

impl Judged {
    /// Adds the contents of a JSONL file: on each line an object with `fen` and `win` (the judge's expected score for White), or with
    /// `fen` and `kids`, a list of pairs of the position after a quiet move and its expected score.
    ///
    /// # Errors
    /// [`JudgeError`].
    pub fn read(&mut self, path: &Path) -> Result<(), JudgeError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| JudgeError::Io { path: path.to_owned(), source })?;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let parse = |fen: &str, win| match fen.parse() {
                Ok(position) => Ok(Scored { position, win }),
                Err(source) => Err(JudgeError::Fen { path: path.to_owned(), line: index + 1, source }),
            };
            match serde_json::from_str(line) {
                Ok(Line::Scored { fen, win }) => self.scored.push(parse(&fen, win)?),
                Ok(Line::Ranked { fen, kids }) => {
                    let wins: Vec<f64> = kids.iter().map(|(_, win)| *win).collect();
                    if kids.len() >= MIN_KIDS && variance(&wins).sqrt() > MIN_DEVIATION {
                        let position = parse(&fen, 0.0)?.position;
                        let kids =
                            kids.iter().map(|(fen, win)| parse(fen, *win)).collect::<Result<_, _>>()?;
                        self.ranked.push(Ranked { position, kids });
                    }
                }
                Err(_) => {
                    let text = line.chars().take(80).collect();
                    return Err(JudgeError::Line { path: path.to_owned(), line: index + 1, text });
                }
            }
        }
        Ok(())
    }
}

/// How well scores agree with a judge's expected scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Root mean square error of the expected score, with the best scale.
    pub error: f64,
    /// That scale: the number of pawns that is worth an expected score of 1 / (1 + e⁻¹).
    pub scale: f64,
    /// Correlation of both expected scores; NaN if it is not defined.
    pub correlation: f64,
}

/// Compares scores (centipawns) with expected scores, both for White. The scale is the best multiple of 0.05 pawns from 0.2 to
/// 19.95.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn agreement(scores: &[f64], wins: &[f64]) -> Agreement {
    assert_eq!(scores.len(), wins.len());
    let mean_square = |scale: f64| {
        let squares = scores.iter().zip(wins).map(|(&score, win)| (expected(score, scale) - win).powi(2));
        squares.sum::<f64>() / scores.len() as f64
    };
    let (mut error, mut scale) = (f64::INFINITY, f64::NAN);
    for candidate in (4..400).map(|twentieth| f64::from(twentieth) / 20.0) {
        let square = mean_square(candidate);
        if square < error {
            (error, scale) = (square, candidate);
        }
    }
    let own: Vec<f64> = scores.iter().map(|&score| expected(score, scale)).collect();
    Agreement { error: error.sqrt(), scale, correlation: correlation(&own, wins) }
}

/// The expected score for centipawns.
fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-(score / 100.0 / scale).clamp(-30.0, 30.0)).exp())
}

/// How well scores rank the moves of positions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// The correlation of scores with the judge's expected scores, of each position.
    correlations: Vec<f64>,
    /// The loss of the move with the best score, in expected score by the judge.
    losses: Vec<f64>,
    /// The score of a position less that of its best move, for the side to move, in centipawns.
    biases: Vec<f64>,
}

impl Ranking {
    /// Adds a position: its own score, its moves' scores (centipawns) and the judge's expected scores of the moves, all for White.
    ///
    /// If all moves have the same score, no correlation is counted.
    pub fn add(&mut self, white_to_move: bool, own: f64, scores: &[f64], wins: &[f64]) {
        let sign = if white_to_move { 1.0 } else { -1.0 };
        let correlation = correlation(scores, wins);
        if correlation.is_nan() {
            return;
        }
        let mut best = 0;
        for index in 1..scores.len() {
            if sign * scores[index] > sign * scores[best] {
                best = index;
            }
        }
        let judged_best = wins.iter().map(|win| sign * win).fold(f64::NEG_INFINITY, f64::max);
        self.correlations.push(correlation);
        self.losses.push(judged_best - sign * wins[best]);
        self.biases.push(sign * (own - scores[best]));
    }

    /// Positions added.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.correlations.len()
    }

    /// Mean correlation within a position, with its standard error.
    #[must_use]
    pub fn correlation(&self) -> (f64, f64) {
        mean(&self.correlations)
    }

    /// Mean judged loss of the preferred move, in expected score, with its standard error.
    #[must_use]
    pub fn loss(&self) -> (f64, f64) {
        mean(&self.losses)
    }

    /// Mean bias towards the side to move, in centipawns, with its standard error: the score of a position less that of its best
    /// quiet move.
    #[must_use]
    pub fn bias(&self) -> (f64, f64) {
        mean(&self.biases)
    }
}

/// A mean and its standard error.
#[must_use]
pub fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (variance(values) / (count - 1.0)).sqrt())
}

/// The mean squared distance from the mean.
fn variance(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count
}

/// Pearson's correlation; NaN if one of the two does not vary.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    if one.windows(2).all(|pair| pair[0] == pair[1]) || other.windows(2).all(|pair| pair[0] == pair[1]) {
        return f64::NAN;
    }
    let count = one.len() as f64;
    let (x, y) = (one.iter().sum::<f64>() / count, other.iter().sum::<f64>() / count);
    let covariance = one.iter().zip(other).map(|(a, b)| (a - x) * (b - y)).sum::<f64>() / count;
    covariance / (variance(one) * variance(other)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }

    const SCORES: [f64; 8] = [-350.0, -40.0, 0.0, 35.0, 120.0, 3_000.0, 80.0, -900.0];
    const WINS: [f64; 8] = [0.1, 0.3, 0.55, 0.5, 0.9, 1.0, 0.4, 0.02];

    const AGREEMENT: [f64; 3] = [0.12249199, 1.30, 0.92847140];
    const OTHER: [f64; 8] = [0.2, 0.6, 0.5, 0.55, 0.35, 0.9, 0.4, 0.3];
    const RANKING: [f64; 3] = [0.86564947, 0.01468936, 0.05];

    /// The numbers were computed with Python's `statistics`.
    #[test]
    fn agreement_and_ranking_are_those_of_an_independent_computation() {
        let found = agreement(&SCORES, &WINS);
        close(found.error, AGREEMENT[0]);
        close(found.scale, AGREEMENT[1]);
        close(found.correlation, AGREEMENT[2]);
        let mut ranking = Ranking::default();
        ranking.add(true, 20.0, &SCORES[..5], &WINS[..5]);
        ranking.add(false, 20.0, &SCORES, &OTHER);
        ranking.add(true, 0.0, &[7.0; 8], &WINS);
        assert_eq!(ranking.positions(), 2);
        close(ranking.correlation().0, RANKING[0]);
        close(ranking.correlation().1, RANKING[1]);
        close(ranking.loss().0, RANKING[2]);
        close(ranking.bias().0, (20.0 - 120.0 - 20.0 - 900.0) / 2.0);
    }
}
