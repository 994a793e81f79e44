//! Makes a network's evaluations larger or smaller, all by the same factor.
//!
//! The search's margins are in centipawns. A network that was trained with another scale or weight of results says the same in other
//! numbers, and plays worse only because the margins do not fit. So before a match its evaluations get the mean size of
//! those that the margins were tuned to.

use crate::model::Model;
use argali_eval::{Network, NetworkError};
use cozy_chess::Board;

/// Mean absolute evaluation of the network itself over positions, in centipawns; NaN without positions.
#[must_use]
pub fn mean_size(network: &Network, boards: &[Board]) -> f64 {
    let sum: f64 = boards.iter().map(|board| f64::from(network.output_once(board)).abs()).sum();
    sum / boards.len() as f64
}

/// The network with its outputs multiplied by `factor`, rounded.
///
/// # Errors
/// [`NetworkError::OutputWeight`] if an output weight becomes larger than the kernels compute with.
pub fn rescale_network(network: &Network, factor: f64) -> Result<Network, NetworkError> {
    let mut parameters = network.parameters();
    for weight in &mut parameters.output_weights {
        // Casts from floating point saturate.
        *weight = (f64::from(*weight) * factor).round() as i16;
    }
    for bias in &mut parameters.output_biases {
        *bias = (f64::from(*bias) * factor).round() as i32;
    }
    Network::from_quantised(network.shape(), parameters)
}

/// Multiplies the outputs of a network in floating point.
pub fn rescale_model(model: &mut Model, factor: f64) {
    let layout = model.layout().clone();
    for range in [layout.output_weights, layout.output_biases] {
        for value in &mut model.values_mut()[range] {
            *value = (f64::from(*value) * factor) as f32;
        }
    }
}
