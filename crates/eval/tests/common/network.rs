//! Networks with random parameters, so that every input and neuron affects the result.

use argali_eval::features::INPUTS;
use argali_eval::{Network, Parameters, Shape};

/// A network of this shape; the same for the same seed.
pub fn random_network(hidden: usize, buckets: usize, seed: u64) -> Network {
    let shape = Shape::new(hidden, buckets).expect("tests use shapes that exist");
    // xorshift64*, <https://en.wikipedia.org/wiki/Xorshift>
    let mut state = seed | 1;
    let mut random = |limit: i64| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let bits = state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        bits as i64 % (2 * limit + 1) - limit
    };
    let parameters = Parameters {
        feature_weights: (0..INPUTS * hidden).map(|_| random(90) as i16).collect(),
        feature_biases: (0..hidden).map(|_| random(120) as i16).collect(),
        output_weights: (0..2 * hidden * buckets).map(|_| random(128) as i16).collect(),
        output_biases: (0..buckets).map(|_| random(4000) as i32).collect(),
    };
    Network::from_quantised(shape, parameters).expect("the parameters fit the shape")
}
