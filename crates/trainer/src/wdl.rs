//! Fits the win, draw and loss model to games.
//!
//! The chance to win is a logistic function of the score, `1 / (1 + exp((a - x) / b))`, whose midpoint `a` and width `b` are
//! cubic polynomials of the material (the model that Stockfish introduced in 2020). For each amount of material, `a` and `b`
//! come from a logistic regression, which has one optimum; then the polynomials are fitted to them by least squares, each
//! weighted by its number of positions.

use crate::game::Game;
use argali_search::wdl::{MATERIAL_RANGE, win_chance};
use cozy_chess::Color;
use std::collections::BTreeMap;

pub use argali_search::wdl::{MATERIAL_UNIT, material, polynomial};

/// Scores beyond this (centipawns) are not used, because such games are adjudicated.
const MAX_SCORE: i16 = 1_500;
/// Width of the bins of scores, in centipawns.
const BIN: i32 = 10;
/// Material with fewer positions is left out.
const MIN_POSITIONS: u64 = 500;
/// Coefficients of a polynomial.
const TERMS: usize = 4;

/// Scores against wins, for each amount of material.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    /// Material, then score bin: positions, and wins among them.
    bins: BTreeMap<u32, BTreeMap<i32, [u64; 2]>>,
    /// Positions counted.
    pub positions: u64,
}

/// A fitted model: coefficients of the highest power first, centipawns.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Polynomial of the midpoint.
    pub midpoint: [f64; TERMS],
    /// Polynomial of the width.
    pub width: [f64; TERMS],
    /// For each amount of material: material, positions, its own midpoint and width.
    pub points: Vec<Point>,
}

/// The regression for one amount of material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Material of both sides in pawns.
    pub material: u32,
    /// Positions.
    pub positions: u64,
    /// Midpoint in centipawns.
    pub midpoint: f64,
    /// Width in centipawns.
    pub width: f64,
}

impl Counts {
    /// Counts the positions of a game, from both sides' points of view.
    pub fn add(&mut self, game: &Game) {
        game.visit(|board, ply| {
            let material = material(board);
            if ply.score.unsigned_abs() > MAX_SCORE.unsigned_abs() || !MATERIAL_RANGE.contains(&material) {
                return;
            }
            self.positions += 1;
            let bins = self.bins.entry(material).or_default();
            for color in Color::ALL {
                let bin = (f64::from(ply.score_for(color)) / f64::from(BIN)).round() as i32;
                let [positions, wins] = bins.entry(bin).or_default();
                *positions += 1;
                *wins += u64::from(game.result.half_points(color) == 2);
            }
        });
    }

    /// Fits the model; `None` if there are too few positions with different material.
    #[must_use]
    pub fn fit(&self) -> Option<Fit> {
        let points: Vec<Point> = self
            .bins
            .iter()
            .filter_map(|(&material, bins)| {
                let positions = bins.values().map(|[positions, _]| positions).sum::<u64>() / 2;
                let (midpoint, width) = (positions >= MIN_POSITIONS).then(|| regress(bins)).flatten()?;
                Some(Point { material, positions, midpoint, width })
            })
            .collect();
        let polynomial = |value: fn(&Point) -> f64| {
            least_squares(points.iter().map(|point| {
                let x = f64::from(point.material) / MATERIAL_UNIT;
                (x, value(point), point.positions as f64)
            }))
        };
        let midpoint = polynomial(|point| point.midpoint)?;
        let width = polynomial(|point| point.width)?;
        Some(Fit { midpoint, width, points })
    }
}

/// Logistic regression by Newton's method: midpoint and width in centipawns; `None` if wins do not depend on the score.
fn regress(bins: &BTreeMap<i32, [u64; 2]>) -> Option<(f64, f64)> {
    // In units of 100 centipawns, which keeps the numbers near 1: chance = 1 / (1 + exp(-(constant + slope · x))).
    let (mut constant, mut slope) = (-2.0, 1.0);
    for _ in 0..50 {
        let mut gradient = [0.0; 2];
        let mut curvature = [0.0; 3];
        for (&bin, &[positions, wins]) in bins {
            let x = f64::from(bin * BIN) / 100.0;
            let positions = positions as f64;
            let chance = win_chance(constant + slope * x, 0.0, 1.0);
            let error = wins as f64 - positions * chance;
            let weight = positions * chance * (1.0 - chance);
            gradient[0] += error;
            gradient[1] += error * x;
            curvature[0] += weight;
            curvature[1] += weight * x;
            curvature[2] += weight * x * x;
        }
        let determinant = curvature[0] * curvature[2] - curvature[1] * curvature[1];
        if determinant <= 1e-9 {
            return None;
        }
        let steps = [
            (curvature[2] * gradient[0] - curvature[1] * gradient[1]) / determinant,
            (curvature[0] * gradient[1] - curvature[1] * gradient[0]) / determinant,
        ];
        // A damped step, because far from the optimum the curve is flat and a full one would overshoot.
        constant += steps[0].clamp(-1.0, 1.0);
        slope += steps[1].clamp(-1.0, 1.0);
        if steps.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let width = 100.0 / slope;
    (slope > 1e-3 && width.is_finite()).then_some((-constant * width, width))
}

/// The cubic polynomial nearest to points `(x, y, weight)`; `None` if they do not determine one.
fn least_squares(points: impl Iterator<Item = (f64, f64, f64)>) -> Option<[f64; TERMS]> {
    // Normal equations, with the right-hand side as the last column.
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for (x, y, weight) in points {
        let powers = [x * x * x, x * x, x, 1.0];
        for (row, power) in rows.iter_mut().zip(powers) {
            for (cell, other) in row.iter_mut().zip(powers) {
                *cell += weight * power * other;
            }
            row[TERMS] += weight * power * y;
        }
    }
    // Gauss and Jordan, with the largest element of a column as its pivot.
    let scale = rows.iter().flatten().fold(0.0_f64, |most, cell| most.max(cell.abs()));
    for column in 0..TERMS {
        let pivot = (column..TERMS)
            .max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column].abs() <= scale * 1e-13 {
            return None;
        }
        let pivot = rows[column];
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot[column];
                row.iter_mut().zip(pivot).for_each(|(cell, other)| *cell -= factor * other);
            }
        }
    }
    Some(std::array::from_fn(|index| rows[index][TERMS] / rows[index][index]))
}
