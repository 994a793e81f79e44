//! From floating point to the integers that the evaluation computes with, and what is lost by it.

use crate::model::{Model, Scratch};
use crate::sample::Sample;
use argali_eval::features::INPUTS;
use argali_eval::{Network, NetworkError, Parameters, QA, QB, SCALE};
use cozy_chess::Board;

/// Rounds a network's parameters.
///
/// # Errors
/// [`NetworkError`], which cannot happen to a network whose weights were clipped in training.
pub fn quantise(model: &Model) -> Result<Network, NetworkError> {
    let layout = model.layout();
    let part = |range: &std::ops::Range<usize>, unit: i32| {
        model.values()[range.clone()].iter().map(move |&value| (value * unit as f32).round())
    };
    // Casts from floating point saturate.
    let parameters = Parameters {
        feature_weights: (0..INPUTS)
            .flat_map(|input| (0..model.shape().hidden()).map(move |neuron| (input, neuron)))
            .map(|(input, neuron)| model.values()[layout.feature_weight(input, neuron)])
            .map(|value| (value * QA as f32).round() as i16)
            .collect(),
        feature_biases: part(&layout.feature_biases, QA).map(|value| value as i16).collect(),
        output_weights: part(&layout.output_weights, QB).map(|value| value as i16).collect(),
        output_biases: part(&layout.output_biases, QA * QB).map(|value| value as i32).collect(),
    };
    Network::from_quantised(model.shape(), parameters)
}

/// How far a quantised network is from the one in floating point.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Difference {
    /// Positions compared.
    pub positions: u64,
    /// Sum of the absolute differences (centipawns).
    sum: f64,
    /// Sum of their squares.
    squares: f64,
    /// Sum of the differences with their signs.
    signed: f64,
    /// The largest absolute difference (centipawns).
    pub largest: f64,
    /// Where it is, with both values (float, quantised).
    pub worst: Option<(Board, f64, i32)>,
}

impl Difference {
    /// Compares both networks on a position.
    pub fn add(
        &mut self,
        model: &Model,
        network: &Network,
        board: &Board,
        sample: &Sample,
        scratch: &mut Scratch,
    ) {
        let float = f64::from(model.output(sample, scratch)) * f64::from(SCALE);
        let quantised = network.output_once(board);
        let difference = f64::from(quantised) - float;
        self.positions += 1;
        self.sum += difference.abs();
        self.squares += difference * difference;
        self.signed += difference;
        if difference.abs() >= self.largest {
            self.largest = difference.abs();
            self.worst = Some((board.clone(), float, quantised));
        }
    }

    /// Mean of the absolute differences, in centipawns.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / self.positions.max(1) as f64
    }

    /// Root of the mean of their squares, in centipawns.
    #[must_use]
    pub fn root_mean_square(&self) -> f64 {
        (self.squares / self.positions.max(1) as f64).sqrt()
    }

    /// Mean of the differences with their signs, in centipawns: positive if the quantised network is too optimistic.
    #[must_use]
    pub fn bias(&self) -> f64 {
        self.signed / self.positions.max(1) as f64
    }
}
