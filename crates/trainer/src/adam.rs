//! AdamW: Adam (Kingma and Ba 2014) with decoupled weight decay (Loshchilov and Hutter 2017).

use rayon::prelude::*;

/// The constants of the method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdamConstants {
    /// Decay of the mean of the gradients.
    pub beta1: f32,
    /// Decay of the mean of their squares.
    pub beta2: f32,
    /// Weight decay, a fraction of the learning rate.
    pub decay: f32,
    /// Parameters stay within plus and minus this, so that they can be quantised.
    pub clip: f32,
}

impl Default for AdamConstants {
    /// 0.9, 0.999, 0.01, and 1.98: an output weight of 1.98 is 127 quantised.
    fn default() -> AdamConstants {
        AdamConstants { beta1: 0.9, beta2: 0.999, decay: 0.01, clip: 1.98 }
    }
}

/// Keeps the denominator above zero.
const EPSILON: f32 = 1e-8;

/// Parameters that one task updates.
const CHUNK: usize = 2048;

/// The optimiser's state.
#[derive(Debug, Clone, PartialEq)]
pub struct Adam {
    /// Constants.
    pub constants: AdamConstants,
    /// Steps done.
    pub steps: u64,
    /// Mean of the gradients.
    pub mean: Vec<f32>,
    /// Mean of their squares.
    pub square: Vec<f32>,
}

impl Adam {
    /// The initial state for this number of parameters.
    #[must_use]
    pub fn new(constants: AdamConstants, parameters: usize) -> Adam {
        Adam { constants, steps: 0, mean: vec![0.0; parameters], square: vec![0.0; parameters] }
    }

    /// A step against the sum of the `gradients` times `scale`. It runs on the current rayon pool; the result does not depend on the
    /// pool's size.
    pub fn step(&mut self, values: &mut [f32], gradients: &[&[f32]], scale: f32, rate: f32) {
        self.steps += 1;
        let AdamConstants { beta1, beta2, decay, clip } = self.constants;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        // The means start at zero; this corrects for it.
        let mean_correction = 1.0 / (1.0 - beta1.powi(steps));
        let square_correction = 1.0 / (1.0 - beta2.powi(steps));
        let keep = 1.0 - rate * decay;
        values
            .par_chunks_mut(CHUNK)
            .zip(self.mean.par_chunks_mut(CHUNK))
            .zip(self.square.par_chunks_mut(CHUNK))
            .enumerate()
            .for_each(|(chunk, ((values, means), squares))| {
                let mut sum = [0.0; CHUNK];
                for gradient in gradients {
                    let part = &gradient[chunk * CHUNK..][..values.len()];
                    for (sum, part) in sum.iter_mut().zip(part) {
                        *sum += part;
                    }
                }
                for (((value, mean), square), sum) in values.iter_mut().zip(means).zip(squares).zip(sum) {
                    let gradient = sum * scale;
                    *mean = beta1 * *mean + (1.0 - beta1) * gradient;
                    *square = beta2 * *square + (1.0 - beta2) * gradient * gradient;
                    let step = *mean * mean_correction / ((*square * square_correction).sqrt() + EPSILON);
                    *value = (*value * keep - rate * step).clamp(-clip, clip);
                }
            });
    }
}
