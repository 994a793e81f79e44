//! The network in floating point: its parameters, its output, and the gradient of its loss.
//!
//! Both layers are small enough to be written out: sums over rows of the first layer (sparse, 32 rows of 768 at most), and a
//! dot product. The inner loops run over arrays of fixed size, which the compiler turns into vector instructions.

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
    /// `768 × hidden`, the weights of one input next to each other.
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

#[inline]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Room for the computation of one sample after the other.
#[derive(Debug, Clone)]
pub struct Scratch {
    inputs: Inputs,
    active: Active,
    /// Hidden values before the rectifier, side to move first.
    hidden: [Vec<Block>; 2],
    /// Their gradients.
    slope: Vec<Block>,
}

impl Scratch {
    /// Room for a network of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Scratch {
        let blocks = vec![[0.0; LANES]; shape.hidden() / LANES];
        Scratch {
            inputs: Inputs::default(),
            active: Active::default(),
            hidden: [blocks.clone(), blocks.clone()],
            slope: blocks,
        }
    }
}

impl Model {
    /// The output: expected centipawns over [`SCALE`], for the side to move.
    #[must_use]
    pub fn output(&self, sample: &Sample, scratch: &mut Scratch) -> f32 {
        scratch.inputs.find(sample, &mut scratch.active);
        let weights = self.part(&self.layout.feature_weights).as_chunks().0;
        let biases = self.part(&self.layout.feature_biases).as_chunks().0;
        let [own, other] = &mut scratch.hidden;
        accumulate(weights, biases, scratch.active.own(), own);
        accumulate(weights, biases, scratch.active.other(), other);
        let bucket = self.bucket(sample);
        let [own_weights, other_weights] = self.output_weights(bucket);
        let bias = self.part(&self.layout.output_biases)[bucket];
        bias + activate(own, own_weights) + activate(other, other_weights)
    }

    /// Adds the gradient of the squared error of `sample` to `gradient`, which is laid out like the parameters; returns the
    /// squared error.
    pub fn learn(
        &self,
        sample: &Sample,
        objective: Objective,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> f32 {
        let expected = sigmoid(self.output(sample, scratch));
        let error = expected - objective.target(sample);
        // The derivative of the squared error by the output.
        let delta = 2.0 * error * expected * (1.0 - expected);
        let bucket = self.bucket(sample);
        let weights = self.output_weights(bucket);

        let (first_layer, second_layer) = gradient.split_at_mut(self.layout.output_weights.start);
        let (feature_weights, feature_biases) = first_layer.split_at_mut(self.layout.feature_biases.start);
        let (output_weights, output_biases) = second_layer.split_at_mut(self.layout.output_weights.len());
        output_biases[bucket] += delta;
        let hidden = self.shape.hidden();
        let sides = output_weights[bucket * 2 * hidden..][..2 * hidden].chunks_exact_mut(hidden);
        let feature_weights = feature_weights.as_chunks_mut().0;
        let feature_biases = feature_biases.as_chunks_mut().0;
        let active = [scratch.active.own(), scratch.active.other()];
        for (((values, weights), own_gradient), inputs) in
            scratch.hidden.iter().zip(weights).zip(sides).zip(active)
        {
            let own_gradient = own_gradient.as_chunks_mut().0;
            differentiate(values, weights, delta, own_gradient, &mut scratch.slope);
            spread(&scratch.slope, inputs, feature_weights, feature_biases);
        }
        error * error
    }

    /// The squared error of a sample.
    #[must_use]
    pub fn loss(&self, sample: &Sample, objective: Objective, scratch: &mut Scratch) -> f32 {
        let error = sigmoid(self.output(sample, scratch)) - objective.target(sample);
        error * error
    }

    #[inline]
    fn bucket(&self, sample: &Sample) -> usize {
        features::bucket(sample::pieces(sample), self.shape.buckets())
    }

    /// The output weights of a bucket, those of the side to move first.
    #[inline]
    fn output_weights(&self, bucket: usize) -> [&[Block]; 2] {
        let hidden = self.shape.hidden();
        let (own, other) =
            self.part(&self.layout.output_weights)[bucket * 2 * hidden..][..2 * hidden].split_at(hidden);
        [own.as_chunks().0, other.as_chunks().0]
    }
}

/// Hidden values: biases plus the rows of the active inputs.
#[inline]
fn accumulate(weights: &[Block], biases: &[Block], inputs: &[u16], out: &mut [Block]) {
    let width = out.len();
    for (block, out) in out.iter_mut().enumerate() {
        let mut sum = biases[block];
        for &input in inputs {
            let row = &weights[usize::from(input) * width + block];
            for lane in 0..LANES {
                sum[lane] += row[lane];
            }
        }
        *out = sum;
    }
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

/// Adds to the gradient of the output weights, and computes that of the hidden values.
#[inline]
fn differentiate(
    values: &[Block],
    weights: &[Block],
    delta: f32,
    gradient: &mut [Block],
    slope: &mut [Block],
) {
    for (((values, weights), gradient), slope) in values.iter().zip(weights).zip(gradient).zip(slope) {
        for lane in 0..LANES {
            let clipped = values[lane].clamp(0.0, 1.0);
            gradient[lane] += delta * clipped * clipped;
            // 2x within the slope, 0 where the rectifier clips. At 0 both agree.
            let inside = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
            slope[lane] = delta * weights[lane] * inside;
        }
    }
}

/// Adds the gradient of the hidden values to that of each active input's row and of the biases.
#[inline]
fn spread(slope: &[Block], inputs: &[u16], weights: &mut [Block], biases: &mut [Block]) {
    let width = slope.len();
    for (block, slope) in slope.iter().enumerate() {
        for &input in inputs {
            let row = &mut weights[usize::from(input) * width + block];
            for lane in 0..LANES {
                row[lane] += slope[lane];
            }
        }
        for lane in 0..LANES {
            biases[block][lane] += slope[lane];
        }
    }
}
