//! The network in floating point: its parameters, its output, and the gradient of its loss.
//!
//! Both layers are small enough to be written out: sums over rows of the first layer (sparse, 32 rows of 768 at most), and a
//! dot product. The inner loops run over arrays of fixed size, which the compiler turns into vector instructions.
//!
//! What limits the speed is reading and writing the first layer's rows. So its weights are stored in slabs, one for each 32
//! neurons, and a group of samples goes through one slab after the other: the part of a slab that is in use stays in the
//! first-level cache.

use crate::inputs::{Active, Inputs};
use crate::sample::{self, Sample};
use crate::seed::Random;
use argali_eval::features::{self, INPUTS};
use argali_eval::{HIDDEN_STEP, SCALE, Shape};
use rand::RngExt;
use std::ops::Range;

/// Lanes of a block: hidden sizes are multiples of it.
const LANES: usize = HIDDEN_STEP;

type Block = [f32; LANES];

/// Where the parameters are in the vector of all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// `hidden / 32` slabs of `768 × 32`: see [`feature_weight`](Layout::feature_weight).
    pub feature_weights: Range<usize>,
    /// `hidden`.
    pub feature_biases: Range<usize>,
    /// `buckets × 2 × hidden`.
    pub output_weights: Range<usize>,
    /// `buckets`.
    pub output_biases: Range<usize>,
}

impl Layout {
    /// The layout of a shape.
    #[must_use]
    pub fn new(shape: Shape) -> Layout {
        let (hidden, buckets) = (shape.hidden(), shape.buckets());
        let first = INPUTS * hidden;
        let second = first + hidden;
        let third = second + buckets * 2 * hidden;
        Layout {
            feature_weights: 0..first,
            feature_biases: first..second,
            output_weights: second..third,
            output_biases: third..third + buckets,
        }
    }

    /// Where the weight of an input for a neuron is.
    #[must_use]
    pub fn feature_weight(&self, input: usize, neuron: usize) -> usize {
        (neuron / LANES * INPUTS + input) * LANES + neuron % LANES
    }

    /// Number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.output_biases.end
    }

    /// Whether there are no parameters; there always are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A network in floating point.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    shape: Shape,
    layout: Layout,
    values: Vec<f32>,
}

impl Model {
    /// A network with random weights, small enough that most neurons start within the rectifier's slope.
    #[must_use]
    pub fn random(shape: Shape, random: &mut Random) -> Model {
        let layout = Layout::new(shape);
        let mut values = vec![0.0; layout.len()];
        // Uniform with the standard deviations of He et al. 2015.
        let mut fill = |range: Range<usize>, fan_in: usize| {
            let bound = (6.0 / fan_in as f32).sqrt();
            for value in &mut values[range] {
                *value = random.random_range(-bound..bound);
            }
        };
        fill(layout.feature_weights.clone(), INPUTS);
        fill(layout.output_weights.clone(), 2 * shape.hidden());
        Model { shape, layout, values }
    }

    /// A network with these parameters; `None` if their number doesn't fit the shape.
    #[must_use]
    pub fn from_values(shape: Shape, values: Vec<f32>) -> Option<Model> {
        let layout = Layout::new(shape);
        (values.len() == layout.len()).then_some(Model { shape, layout, values })
    }

    /// The same network with `buckets` outputs, each a copy of the only one that it has; `None` if it has several and
    /// others are asked for, or if there cannot be so many.
    #[must_use]
    pub fn with_buckets(self, buckets: usize) -> Option<Model> {
        if self.shape.buckets() == buckets {
            return Some(self);
        }
        let shape = Shape::new(self.shape.hidden(), buckets).ok().filter(|_| self.shape.buckets() == 1)?;
        let layout = &self.layout;
        let mut values = self.values[..layout.output_weights.start].to_vec();
        values.extend(self.part(&layout.output_weights).repeat(buckets));
        values.extend(self.part(&layout.output_biases).repeat(buckets));
        Model::from_values(shape, values)
    }

    /// The same network with `hidden` neurons a side: the new ones have random weights, and the outputs take nothing from
    /// them yet, so that it says the same (as in Net2Net, Chen et al. 2016). `None` if it has more, or if there cannot be so
    /// many.
    #[must_use]
    pub fn with_hidden(self, hidden: usize, random: &mut Random) -> Option<Model> {
        let before = self.shape.hidden();
        if before == hidden {
            return Some(self);
        }
        let shape = Shape::new(hidden, self.shape.buckets()).ok().filter(|_| before < hidden)?;
        let mut model = Model::random(shape, random);
        let layout = model.layout.clone();
        // Slabs of neurons follow each other, so the old neurons' weights are the first ones.
        let old = self.part(&self.layout.feature_weights);
        model.values[layout.feature_weights][..old.len()].copy_from_slice(old);
        model.values[layout.feature_biases][..before].copy_from_slice(self.part(&self.layout.feature_biases));
        let outputs = model.values[layout.output_weights].chunks_exact_mut(hidden);
        for (new, old) in outputs.zip(self.part(&self.layout.output_weights).chunks_exact(before)) {
            new[..before].copy_from_slice(old);
            new[before..].fill(0.0);
        }
        model.values[layout.output_biases].copy_from_slice(self.part(&self.layout.output_biases));
        Some(model)
    }

    /// Hidden size and output buckets.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the parameters are.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All parameters.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All parameters, to be changed.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    fn part(&self, range: &Range<usize>) -> &[f32] {
        &self.values[range.clone()]
    }
}

/// What a sample is to be learnt as.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Objective {
    /// Weight of the game's result in the target; the rest is that of the search's score.
    pub wdl: f32,
}

impl Objective {
    /// The expected points of the side to move, 0 to 1.
    #[inline]
    #[must_use]
    pub fn target(self, sample: &Sample) -> f32 {
        let result = f32::from(sample.result) / 2.0;
        let expected = sigmoid(f32::from(sample.score) / SCALE as f32);
        self.wdl * result + (1.0 - self.wdl) * expected
    }
}

/// Expected points for an output.
#[inline]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Samples that go through the slabs together. More share a slab in the first-level cache, but their hidden values must fit
/// the second-level one.
const GROUP: usize = 128;

/// Room for the computation of a group of samples.
#[derive(Debug, Clone)]
pub struct Scratch {
    inputs: Inputs,
    active: Vec<Active>,
    /// For each sample, the hidden values before the rectifier, those of the side to move first; then their gradients.
    hidden: Vec<Block>,
    /// Blocks of one side.
    width: usize,
}

impl Scratch {
    /// Room for a network of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Scratch {
        let width = shape.hidden() / LANES;
        Scratch {
            inputs: Inputs::default(),
            active: vec![Active::default(); GROUP],
            hidden: vec![[0.0; LANES]; GROUP * 2 * width],
            width,
        }
    }
}

impl Model {
    /// The output: expected centipawns over [`SCALE`], for the side to move.
    #[must_use]
    pub fn output(&self, sample: &Sample, scratch: &mut Scratch) -> f32 {
        self.accumulate(std::slice::from_ref(sample), scratch);
        self.outcome(sample, &scratch.hidden[..2 * scratch.width])
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
            self.accumulate(group, scratch);
            for (sample, hidden) in group.iter().zip(scratch.hidden.chunks_exact(2 * scratch.width)) {
                let error = sigmoid(self.outcome(sample, hidden)) - objective.target(sample);
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
        self.accumulate(group, scratch);
        let width = scratch.width;
        let (first_layer, second_layer) = gradient.split_at_mut(self.layout.output_weights.start);
        let (weight_gradient, bias_gradient) = first_layer.split_at_mut(self.layout.feature_biases.start);
        let (output_gradient, output_biases) = second_layer.split_at_mut(self.layout.output_weights.len());
        let output_gradient = output_gradient.as_chunks_mut().0;

        // The second layer: hidden values become their gradients.
        let mut loss = 0.0;
        for (sample, hidden) in group.iter().zip(scratch.hidden.chunks_exact_mut(2 * width)) {
            let expected = sigmoid(self.outcome(sample, hidden));
            let error = expected - objective.target(sample);
            loss += f64::from(error * error);
            // The derivative of the squared error by the output.
            let delta = 2.0 * error * expected * (1.0 - expected);
            let bucket = self.bucket(sample);
            output_biases[bucket] += delta;
            let own_gradient = &mut output_gradient[bucket * 2 * width..][..2 * width];
            differentiate(hidden, self.output_weights(bucket), delta, own_gradient);
        }

        // The first layer.
        let slabs = weight_gradient.as_chunks_mut().0.chunks_exact_mut(INPUTS);
        for (block, (slab, biases)) in slabs.zip(bias_gradient.as_chunks_mut().0).enumerate() {
            for (active, hidden) in
                scratch.active.iter().zip(scratch.hidden.chunks_exact(2 * width)).take(group.len())
            {
                spread(&hidden[block], active.own(), slab, biases);
                spread(&hidden[width + block], active.other(), slab, biases);
            }
        }
        loss
    }

    /// Computes the hidden values of a group.
    fn accumulate(&self, group: &[Sample], scratch: &mut Scratch) {
        let Scratch { inputs, active, hidden, width } = scratch;
        let width = *width;
        for (sample, active) in group.iter().zip(&mut *active) {
            inputs.find(sample, active);
        }
        let slabs = self.part(&self.layout.feature_weights).as_chunks().0.chunks_exact(INPUTS);
        let biases = self.part(&self.layout.feature_biases).as_chunks().0;
        for (block, (slab, biases)) in slabs.zip(biases).enumerate() {
            for (active, hidden) in active.iter().zip(hidden.chunks_exact_mut(2 * width)).take(group.len()) {
                hidden[block] = sum(biases, slab, active.own());
                hidden[width + block] = sum(biases, slab, active.other());
            }
        }
    }

    /// The output for hidden values.
    #[inline]
    fn outcome(&self, sample: &Sample, hidden: &[Block]) -> f32 {
        let bucket = self.bucket(sample);
        self.part(&self.layout.output_biases)[bucket] + activate(hidden, self.output_weights(bucket))
    }

    #[inline]
    fn bucket(&self, sample: &Sample) -> usize {
        features::bucket(sample::pieces(sample), self.shape.buckets())
    }

    /// The output weights of a bucket, those of the side to move first.
    #[inline]
    fn output_weights(&self, bucket: usize) -> &[Block] {
        let both = 2 * self.shape.hidden();
        self.part(&self.layout.output_weights)[bucket * both..][..both].as_chunks().0
    }
}

/// A block of hidden values: biases plus the rows of the active inputs.
#[inline]
fn sum(biases: &Block, slab: &[Block], inputs: &[u16]) -> Block {
    let mut sum = *biases;
    for &input in inputs {
        let row = &slab[usize::from(input)];
        for lane in 0..LANES {
            sum[lane] += row[lane];
        }
    }
    sum
}

/// The dot product of the activations, `min(max(x, 0), 1)²`, with the output weights.
#[inline]
fn activate(values: &[Block], weights: &[Block]) -> f32 {
    let mut sums = [0.0; LANES];
    for (values, weights) in values.iter().zip(weights) {
        for lane in 0..LANES {
            let clipped = values[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    sums.iter().sum()
}

/// Adds to the gradient of the output weights, and puts their gradient in place of the hidden values.
#[inline]
fn differentiate(values: &mut [Block], weights: &[Block], delta: f32, gradient: &mut [Block]) {
    for ((values, weights), gradient) in values.iter_mut().zip(weights).zip(gradient) {
        for lane in 0..LANES {
            let clipped = values[lane].clamp(0.0, 1.0);
            gradient[lane] += delta * clipped * clipped;
            // 2x within the slope, 0 where the rectifier clips. At 0 both agree.
            let inside = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
            values[lane] = delta * weights[lane] * inside;
        }
    }
}

/// Adds the gradient of a block of hidden values to that of each active input's row and of the biases.
#[inline]
fn spread(slope: &Block, inputs: &[u16], slab: &mut [Block], biases: &mut Block) {
    for &input in inputs {
        let row = &mut slab[usize::from(input)];
        for lane in 0..LANES {
            row[lane] += slope[lane];
        }
    }
    for lane in 0..LANES {
        biases[lane] += slope[lane];
    }
}
