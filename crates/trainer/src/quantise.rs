//! Quantises a network: from floating point to the integers of the evaluation. Also measures the error.

use crate::gradient::{Objective, Scratch, sigmoid};
use crate::model::{Layout, Model};
use crate::sample::Sample;
use argali_eval::features::INPUTS;
use argali_eval::{Network, NetworkError, Parameters, QA, QB, SCALE};
use cozy_chess::Board;
use std::ops::Range;

/// Rounds a network's parameters.
///
/// # Errors
/// [`NetworkError`]; never for a network whose weights were clipped in training.
pub fn quantise(model: &Model) -> Result<Network, NetworkError> {
    let layout = model.layout();
    let part = |range: &Range<usize>, unit: i32| {
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

/// The opposite of [`quantise`]: a network file's weights in floating point, to train them further.
#[must_use]
pub fn dequantise(network: &Network) -> Model {
    let shape = network.shape();
    let parameters = network.parameters();
    let layout = Layout::new(shape);
    let mut values = vec![0.0; layout.len()];
    for (index, &weight) in parameters.feature_weights.iter().enumerate() {
        let place = layout.feature_weight(index / shape.hidden(), index % shape.hidden());
        values[place] = f32::from(weight) / QA as f32;
    }
    let mut fill = |range: Range<usize>, quantised: &mut dyn Iterator<Item = i32>, unit: i32| {
        for (value, quantised) in values[range].iter_mut().zip(quantised) {
            *value = quantised as f32 / unit as f32;
        }
    };
    fill(layout.feature_biases.clone(), &mut parameters.feature_biases.iter().map(|&value| value.into()), QA);
    fill(layout.output_weights.clone(), &mut parameters.output_weights.iter().map(|&value| value.into()), QB);
    fill(layout.output_biases.clone(), &mut parameters.output_biases.iter().copied(), QA * QB);
    Model::from_values(shape, values).expect("as many values as the layout of the shape has")
}

/// The differences between a quantised network and the one in floating point.
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
    /// The position of the largest difference, with both values (float, quantised).
    pub worst: Option<(Board, f64, i32)>,
    /// Sum of the quantised network's squared errors against the searches' scores, in expected points.
    score_errors: f64,
    /// The same against the games' results.
    result_errors: f64,
}

impl Difference {
    /// Compares both networks on a position. Errors against scores and results are in expected points; a score of `scale` centipawns is
    /// 0.73 points.
    pub fn add(
        &mut self,
        model: &Model,
        network: &Network,
        board: &Board,
        sample: &Sample,
        scratch: &mut Scratch,
        scale: f32,
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
        let expected = sigmoid(quantised as f32 / scale);
        let error = |wdl| f64::from((Objective { wdl, scale }.target(sample) - expected).powi(2));
        self.score_errors += error(0.0);
        self.result_errors += error(1.0);
    }

    /// The quantised network's mean squared error against the searches' scores, in expected points. On positions with scores of deep
    /// searches, this measures its quality independently of its training target.
    #[must_use]
    pub fn score_error(&self) -> f64 {
        self.score_errors / self.positions.max(1) as f64
    }

    /// Its mean squared error against the games' results.
    #[must_use]
    pub fn result_error(&self) -> f64 {
        self.result_errors / self.positions.max(1) as f64
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
