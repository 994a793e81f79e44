//! The parameters of a network in floating point. `gradient.rs` computes with them.

use crate::seed::Random;
use argali_eval::Shape;
use argali_eval::features::INPUTS;
use rand::RngExt;
use std::ops::Range;

/// Neurons of a slab. Hidden sizes are multiples of twice this number.
pub(crate) const LANES: usize = 16;

/// The place of each kind of parameter in the vector of all parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// `hidden / 16` slabs of `768 × 16`, so that a group of samples can go through one slab after the other while it stays in the cache:
    /// see [`feature_weight`](Layout::feature_weight).
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

    /// The index of the weight of an input for a neuron.
    #[must_use]
    pub fn feature_weight(&self, input: usize, neuron: usize) -> usize {
        (neuron / LANES * INPUTS + input) * LANES + neuron % LANES
    }

    /// Number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.output_biases.end
    }

    /// Whether there are no parameters; always false.
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

    /// A network with these parameters; `None` if their number does not fit the shape.
    #[must_use]
    pub fn from_values(shape: Shape, values: Vec<f32>) -> Option<Model> {
        let layout = Layout::new(shape);
        (values.len() == layout.len()).then_some(Model { shape, layout, values })
    }

    /// The same network with `buckets` outputs, copied from its single one. `None` if it has several outputs and needs another number, or if
    /// `buckets` is not supported.
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

    /// The same network with `hidden` neurons a side. The new ones have random weights, and their output weights are zero, so the outputs
    /// do not change (as in Net2Net, Chen et al. 2016). `None` if it has more neurons, or if `hidden` is not supported.
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

    /// The mean of networks of one training (stochastic weight averaging, Izmailov et al. 2018); `None` if there are none, or if their
    /// shapes differ.
    #[must_use]
    pub fn mean(models: &[Model]) -> Option<Model> {
        let (first, others) = models.split_first()?;
        let mut mean = first.clone();
        for other in others {
            if other.shape != mean.shape {
                return None;
            }
            mean.values.iter_mut().zip(&other.values).for_each(|(sum, value)| *sum += value);
        }
        let count = models.len() as f32;
        mean.values.iter_mut().for_each(|value| *value /= count);
        Some(mean)
    }

    /// Hidden size and output buckets.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The layout of the parameters.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All parameters.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All parameters, mutable.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    pub(crate) fn part(&self, range: &Range<usize>) -> &[f32] {
        &self.values[range.clone()]
    }
}
