//! The outputs of the network for samples, and the gradient of its loss.
//!
//! Both layers are written out by hand: sums over rows of the first layer (sparse, 32 rows of 768 at most), and a dot product.
//! The inner loops run over arrays of fixed size, which the compiler turns into vector instructions.
//!
//! The limit of the speed is reading and writing the rows of the first layer. So a group of samples goes through one slab of neurons after
//! the other, and the part in use stays in the first-level cache. The gradient of a row is summed up in registers: the samples of each
//! group are listed by input, so every row is read and written once a group instead of once a sample.

use crate::inputs::{Active, Inputs};
use crate::model::{LANES, Model};
use crate::sample::{self, Sample};
use argali_eval::features::{self, INPUTS};
use argali_eval::{SCALE, Shape};

/// One value for each neuron of a slab.
type Block = [f32; LANES];

/// The training target of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Objective {
    /// Weight of the game's result in the target; the rest is that of the search's score.
    pub wdl: f32,
    /// Centipawns at which the expected points are 1 / (1 + 1/e) = 0.73, for scores and for the network's output alike.
    pub scale: f32,
}

impl Objective {
    /// The expected points of the side to move, 0 to 1.
    #[inline]
    #[must_use]
    pub fn target(self, sample: &Sample) -> f32 {
        let result = f32::from(sample.result) / 2.0;
        let expected = sigmoid(f32::from(sample.score) / self.scale);
        self.wdl * result + (1.0 - self.wdl) * expected
    }

    /// The expected points for an output of the network, and their derivative by the output.
    #[inline]
    fn expected(self, output: f32) -> (f32, f32) {
        let steepness = SCALE as f32 / self.scale;
        let expected = sigmoid(output * steepness);
        (expected, steepness * expected * (1.0 - expected))
    }
}

/// Expected points for a score over its scale.
#[inline]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Samples that go through the slabs together. More samples share each read of a slab, but their hidden values of one slab must fit into
/// the first-level cache.
const GROUP: usize = 128;

/// Views of a sample: one for each side.
const VIEWS: usize = 2 * GROUP;

/// Buffers for the computation of a group of samples.
#[derive(Debug, Clone)]
pub struct Scratch {
    inputs: Inputs,
    active: Vec<Active>,
    by_input: ByInput,
    /// For each slab and view, the hidden values before the rectifier; then their gradients. The views of a sample follow each other, that of
    /// the side to move first.
    hidden: Vec<[Block; VIEWS]>,
    /// For each sample, the partial sums of its output.
    partial: Vec<Block>,
    /// For each sample, the derivative of its squared error by its output.
    deltas: Vec<f32>,
}

impl Scratch {
    /// Buffers for a network of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Scratch {
        Scratch {
            inputs: Inputs::default(),
            active: vec![Active::default(); GROUP],
            by_input: ByInput::default(),
            hidden: vec![[[0.0; LANES]; VIEWS]; shape.hidden() / LANES],
            partial: vec![[0.0; LANES]; GROUP],
            deltas: vec![0.0; GROUP],
        }
    }
}

/// For each input that is active in a group, the views that have it.
#[derive(Debug, Clone, Default)]
struct ByInput {
    /// Views, those with the same input side by side.
    views: Vec<u16>,
    /// Inputs, each with the end of its views.
    ends: Vec<(u16, u32)>,
}

impl ByInput {
    /// Lists the views of a group by a counting sort.
    fn sort(&mut self, group: &[Active]) {
        let mut places = [0u32; INPUTS];
        for active in group {
            for &input in active.side(0).iter().chain(active.side(1)) {
                places[usize::from(input)] += 1;
            }
        }
        self.ends.clear();
        let mut end = 0;
        for (input, place) in places.iter_mut().enumerate() {
            let count = std::mem::replace(place, end);
            if count > 0 {
                end += count;
                self.ends.push((input as u16, end));
            }
        }
        self.views.resize(end as usize, 0);
        for (sample, active) in group.iter().enumerate() {
            for side in [0, 1] {
                for &input in active.side(side) {
                    let place = &mut places[usize::from(input)];
                    self.views[*place as usize] = (2 * sample + side) as u16;
                    *place += 1;
                }
            }
        }
    }

    /// Each active input with its views.
    fn iter(&self) -> impl Iterator<Item = (usize, &[u16])> {
        let mut start = 0;
        self.ends.iter().map(move |&(input, end)| {
            let views = &self.views[start..end as usize];
            start = end as usize;
            (usize::from(input), views)
        })
    }
}

impl Model {
    /// The output: expected centipawns over [`SCALE`], for the side to move.
    #[must_use]
    pub fn output(&self, sample: &Sample, scratch: &mut Scratch) -> f32 {
        self.forward(std::slice::from_ref(sample), scratch);
        self.outcome(sample, &scratch.partial[0])
    }

    /// Adds the gradient of the squared errors of `samples` to `gradient`, which is laid out like the parameters; returns the
    /// sum of the squared errors.
    #[must_use]
    pub fn learn(
        &self,
        samples: &[Sample],
        objective: Objective,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> f64 {
        samples.chunks(GROUP).map(|group| self.learn_group(group, objective, scratch, gradient)).sum()
    }

    /// The sum of the squared errors of `samples`.
    #[must_use]
    pub fn loss(&self, samples: &[Sample], objective: Objective, scratch: &mut Scratch) -> f64 {
        let mut loss = 0.0;
        for group in samples.chunks(GROUP) {
            self.forward(group, scratch);
            for (sample, partial) in group.iter().zip(&scratch.partial) {
                let error = objective.expected(self.outcome(sample, partial)).0 - objective.target(sample);
                loss += f64::from(error * error);
            }
        }
        loss
    }

    fn learn_group(
        &self,
        group: &[Sample],
        objective: Objective,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> f64 {
        self.forward(group, scratch);
        let layout = self.layout();
        let (first_layer, second_layer) = gradient.split_at_mut(layout.output_weights.start);
        let (weight_gradient, bias_gradient) = first_layer.split_at_mut(layout.feature_biases.start);
        let (output_gradient, output_biases) = second_layer.split_at_mut(layout.output_weights.len());
        let output_gradient: &mut [Block] = output_gradient.as_chunks_mut().0;

        let mut loss = 0.0;
        for ((sample, partial), delta) in group.iter().zip(&scratch.partial).zip(&mut scratch.deltas) {
            let (expected, slope) = objective.expected(self.outcome(sample, partial));
            let error = expected - objective.target(sample);
            loss += f64::from(error * error);
            *delta = 2.0 * error * slope;
            output_biases[self.bucket(sample)] += *delta;
        }

        scratch.by_input.sort(&scratch.active[..group.len()]);
        let width = scratch.hidden.len();
        let slabs = weight_gradient.as_chunks_mut::<LANES>().0.chunks_exact_mut(INPUTS);
        let biases = bias_gradient.as_chunks_mut::<LANES>().0;
        for (slab, ((rows, bias), hidden)) in slabs.zip(biases).zip(&mut scratch.hidden).enumerate() {
            // The second layer: hidden values become their gradients.
            let mut bias_sum = [0.0; LANES];
            for ((sample, &delta), views) in
                group.iter().zip(&scratch.deltas).zip(hidden.as_chunks_mut::<2>().0)
            {
                let bucket = self.bucket(sample);
                for (side, values) in views.iter_mut().enumerate() {
                    let weights = &self.output_weights(bucket)[side * width + slab];
                    let sums = &mut output_gradient[(2 * bucket + side) * width + slab];
                    differentiate(values, weights, delta, sums);
                    add(&mut bias_sum, values);
                }
            }
            add(bias, &bias_sum);
            // The first layer.
            for (input, views) in scratch.by_input.iter() {
                let mut sum = rows[input];
                for &view in views {
                    add(&mut sum, &hidden[usize::from(view) % VIEWS]);
                }
                rows[input] = sum;
            }
        }
        loss
    }

    /// Computes the hidden values of a group, and the partial sums of its outputs.
    fn forward(&self, group: &[Sample], scratch: &mut Scratch) {
        let Scratch { inputs, active, hidden, partial, .. } = scratch;
        for ((sample, active), partial) in group.iter().zip(&mut *active).zip(&mut *partial) {
            inputs.find(sample, active);
            *partial = [0.0; LANES];
        }
        let width = hidden.len();
        let slabs = self.part(&self.layout().feature_weights).as_chunks().0.chunks_exact(INPUTS);
        let biases = self.part(&self.layout().feature_biases).as_chunks().0;
        for (slab, ((rows, bias), hidden)) in slabs.zip(biases).zip(hidden).enumerate() {
            let views = hidden.as_chunks_mut::<2>().0;
            for (((sample, active), partial), views) in
                group.iter().zip(&*active).zip(&mut *partial).zip(views)
            {
                let weights = self.output_weights(self.bucket(sample));
                for (side, values) in views.iter_mut().enumerate() {
                    *values = sum(bias, rows, active.side(side));
                    activate(values, &weights[side * width + slab], partial);
                }
            }
        }
    }

    /// The output for the sums of a sample.
    #[inline]
    fn outcome(&self, sample: &Sample, partial: &Block) -> f32 {
        self.part(&self.layout().output_biases)[self.bucket(sample)] + partial.iter().sum::<f32>()
    }

    #[inline]
    fn bucket(&self, sample: &Sample) -> usize {
        features::bucket(sample::pieces(sample), self.shape().buckets())
    }

    /// The output weights of a bucket, those of the side to move first.
    #[inline]
    fn output_weights(&self, bucket: usize) -> &[Block] {
        let both = 2 * self.shape().hidden();
        self.part(&self.layout().output_weights)[bucket * both..][..both].as_chunks().0
    }
}

#[inline]
fn add(sum: &mut Block, values: &Block) {
    for lane in 0..LANES {
        sum[lane] += values[lane];
    }
}

/// A block of hidden values: biases plus the rows of the active inputs.
#[inline]
fn sum(biases: &Block, rows: &[Block], inputs: &[u16]) -> Block {
    let mut sum = *biases;
    for &input in inputs {
        add(&mut sum, &rows[usize::from(input)]);
    }
    sum
}

/// Adds the products of the activations, `min(max(x, 0), 1)²`, and the output weights.
#[inline]
fn activate(values: &Block, weights: &Block, sums: &mut Block) {
    for lane in 0..LANES {
        let clipped = values[lane].clamp(0.0, 1.0);
        sums[lane] += clipped * clipped * weights[lane];
    }
}

/// Adds to the gradient of the output weights, and puts their gradient in place of the hidden values.
#[inline]
fn differentiate(values: &mut Block, weights: &Block, delta: f32, gradient: &mut Block) {
    for lane in 0..LANES {
        let clipped = values[lane].clamp(0.0, 1.0);
        gradient[lane] += delta * clipped * clipped;
        // 2x within the slope, 0 where the rectifier clips. At 0 both agree.
        let inside = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
        values[lane] = delta * weights[lane] * inside;
    }
}
