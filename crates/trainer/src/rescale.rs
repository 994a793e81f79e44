//! Multiplies a network's evaluations by a factor.
//!
//! The search's margins are in centipawns. A network that was trained with another scale or result weight evaluates in other units, and
//! plays worse only because the margins do not fit. So before a match, its evaluations are scaled to the mean size for which the margins
//! were tuned.

use crate::model::Model;
use argali_eval::{Network, NetworkError, QB};
use cozy_chess::Board;

/// Mean absolute output of the network over positions, in centipawns, without the special cases for endings; NaN without positions.
#[must_use]
pub fn mean_size(network: &Network, boards: &[Board]) -> f64 {
    let sum: f64 = boards.iter().map(|board| f64::from(network.output_once(board)).abs()).sum();
    sum / boards.len() as f64
}

/// The network with its outputs multiplied by `factor` and rounded, and the number of output weights that were cut to the largest value that
/// the kernels support.
///
/// # Errors
/// [`NetworkError`]; never for the parameters of a valid network.
pub fn rescale_network(network: &Network, factor: f64) -> Result<(Network, usize), NetworkError> {
    let mut parameters = network.parameters();
    let mut cut = 0;
    for weight in &mut parameters.output_weights {
        *weight = limited(f64::from(*weight) * factor, LARGEST * f64::from(QB), &mut cut).round() as i16;
    }
    for bias in &mut parameters.output_biases {
        // Casts from floating point saturate.
        *bias = (f64::from(*bias) * factor).round() as i32;
    }
    Ok((Network::from_quantised(network.shape(), parameters)?, cut))
}

/// Multiplies the outputs of a network in floating point. Returns the number of output weights that were cut to the largest value that the
/// kernels support.
pub fn rescale_model(model: &mut Model, factor: f64) -> usize {
    let layout = model.layout().clone();
    let mut cut = 0;
    for value in &mut model.values_mut()[layout.output_weights] {
        *value = limited(f64::from(*value) * factor, LARGEST, &mut cut) as f32;
    }
    for value in &mut model.values_mut()[layout.output_biases] {
        *value = (f64::from(*value) * factor) as f32;
    }
    cut
}

/// The largest output weight (`argali_eval::Parameters`).
const LARGEST: f64 = 2.0;

fn limited(value: f64, limit: f64, cut: &mut usize) -> f64 {
    *cut += usize::from(value.abs() > limit);
    value.clamp(-limit, limit)
}
