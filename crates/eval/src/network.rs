//! The network: its shape, its parameters, and its evaluation of a board.

use std::sync::Arc;

use cozy_chess::{Board, Color, Move};

use crate::accumulator::Accumulators;
use crate::endings;
use crate::evaluator::Evaluator;
use crate::features::{self, INPUTS};
use crate::format::{self, NetworkError};
use crate::forward::{Dispatch, Lanes, ONE, OUTPUT_WEIGHT_LIMIT};
use crate::kernel::{Kernel, KernelError};

/// Feature weights and biases are quantised in units of 1/255: an activation of 255 is 1.0.
pub const QA: i32 = ONE as i32;

/// Output weights are quantised in units of 1/64.
pub const QB: i32 = 64;

/// Centipawns of an output of 1.0.
pub const SCALE: i32 = 400;

/// The largest hidden size.
pub const MAX_HIDDEN: usize = 1024;

/// The hidden size is a multiple of this: 32 values fill a cache line.
pub const HIDDEN_STEP: usize = Lanes::COUNT;

/// The largest absolute evaluation of a network, in centipawns.
pub const MAX_EVALUATION: i32 = 20_000;

/// Hidden size and number of output buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Numbers"))]
pub struct Shape {
    hidden: usize,
    buckets: usize,
}

/// A shape as it is serialised, before it is validated.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Shape")]
struct Numbers {
    hidden: usize,
    buckets: usize,
}

#[cfg(feature = "serde")]
impl TryFrom<Numbers> for Shape {
    type Error = NetworkError;

    fn try_from(Numbers { hidden, buckets }: Numbers) -> Result<Self, NetworkError> {
        Self::new(hidden, buckets)
    }
}

impl Shape {
    /// A network with `hidden` neurons a side (a multiple of [`HIDDEN_STEP`], at most [`MAX_HIDDEN`]) and `buckets` outputs
    /// (1, 2, 4 or 8), one of which is chosen by the number of pieces ([`features::bucket`]).
    ///
    /// # Errors
    /// [`NetworkError::Hidden`] or [`NetworkError::Buckets`] if the number is not supported.
    pub const fn new(hidden: usize, buckets: usize) -> Result<Self, NetworkError> {
        if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) {
            return Err(NetworkError::Hidden { found: hidden as u64 });
        }
        if !matches!(buckets, 1 | 2 | 4 | 8) {
            return Err(NetworkError::Buckets { found: buckets as u64 });
        }
        Ok(Self { hidden, buckets })
    }

    /// Hidden neurons a side.
    pub const fn hidden(self) -> usize {
        self.hidden
    }

    /// Output buckets.
    pub const fn buckets(self) -> usize {
        self.buckets
    }
}

/// The quantised parameters of a network, as a trainer produces them. This is all that a network file holds, so no field will be
/// added.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Parameters {
    /// `INPUTS × hidden`, the weights of one input next to each other, in units of 1/[`QA`].
    pub feature_weights: Vec<i16>,
    /// `hidden`, in units of 1/[`QA`].
    pub feature_biases: Vec<i16>,
    /// `buckets × 2 × hidden`: for each bucket, the weights of the side to move's neurons, then those of the other side; in
    /// units of 1/[`QB`], at most 128 in absolute value (2.0).
    pub output_weights: Vec<i16>,
    /// `buckets`, in units of 1/([`QA`] · [`QB`]).
    pub output_biases: Vec<i32>,
}

/// An efficiently updatable neural network: 768 inputs a side (see [`features`]), one hidden layer with squared clipped
/// ReLU, shared by both sides, and one output.
///
/// The value of a position is the dot product of the output weights with the hidden neurons of the side to move and of its
/// opponent. A move changes two to four inputs, so the hidden layer is updated and not recomputed ([`Accumulators`]).
/// The technique is Yu Nasu's, see <https://www.chessprogramming.org/NNUE>.
///
/// Two kinds of endings are evaluated without the network, because its training games are adjudicated before they are reached:
/// a bare king gets a mop-up evaluation, and a side with only a minor piece is never evaluated as better.
///
/// ```
/// use argali_eval::{Evaluator, Network, Parameters, Shape};
/// use argali_eval::features::INPUTS;
/// use cozy_chess::Board;
///
/// // An untrained network: it evaluates every position as 25 centipawns (1/16 of 400).
/// let shape = Shape::new(32, 1)?;
/// let network = Network::from_quantised(shape, Parameters {
///     feature_weights: vec![0; INPUTS * 32],
///     feature_biases: vec![0; 32],
///     output_weights: vec![0; 64],
///     output_biases: vec![255 * 64 / 16],
/// })?;
/// let board = Board::default();
/// let mut state = Default::default();
/// network.reset(&board, &mut state);
/// assert_eq!(network.evaluate(&board, &mut state), 25);
/// assert_eq!(network.evaluate_once(&board), 25);
///
/// // To a file and back.
/// let same = Network::from_bytes(&network.to_bytes())?;
/// assert_eq!(same.checksum(), network.checksum());
/// # Ok::<(), argali_eval::NetworkError>(())
/// ```
///
/// Clones share the parameters, so many engines can use one network.
#[derive(Debug, Clone)]
pub struct Network {
    shape: Shape,
    /// One row per input.
    feature_weights: Arc<[Lanes]>,
    feature_biases: Arc<[Lanes]>,
    /// Two rows per bucket: side to move, other side.
    output_weights: Arc<[Lanes]>,
    output_biases: Arc<[i32]>,
    checksum: u64,
    dispatch: Dispatch,
}

impl Network {
    /// Makes a network from quantised parameters. It runs on the fastest kernel that this processor supports.
    ///
    /// # Errors
    /// [`NetworkError::Count`] if a vector's length does not match the shape, [`NetworkError::OutputWeight`] if an output weight is out
    /// of range.
    pub fn from_quantised(shape: Shape, parameters: Parameters) -> Result<Self, NetworkError> {
        let Parameters { feature_weights, feature_biases, output_weights, output_biases } = &parameters;
        let check = |what: &'static str, found: usize, expected: usize| {
            if found == expected { Ok(()) } else { Err(NetworkError::Count { what, found, expected }) }
        };
        check("feature weights", feature_weights.len(), INPUTS * shape.hidden)?;
        check("feature biases", feature_biases.len(), shape.hidden)?;
        check("output weights", output_weights.len(), 2 * shape.hidden * shape.buckets)?;
        check("output biases", output_biases.len(), shape.buckets)?;
        let limit = i32::from(OUTPUT_WEIGHT_LIMIT);
        if let Some(index) = output_weights.iter().position(|&weight| i32::from(weight).abs() > limit) {
            return Err(NetworkError::OutputWeight { index, found: output_weights[index] });
        }
        let checksum = format::checksum(shape, &parameters);
        Ok(Self {
            shape,
            feature_weights: to_lanes(feature_weights),
            feature_biases: to_lanes(feature_biases),
            output_weights: to_lanes(output_weights),
            output_biases: parameters.output_biases.into(),
            checksum,
            dispatch: Dispatch::best(),
        })
    }

    /// Reads a network file. The network runs on the fastest kernel that this processor supports.
    ///
    /// # Errors
    /// [`NetworkError`] says what is wrong with the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (shape, parameters) = format::read(bytes)?;
        Self::from_quantised(shape, parameters)
    }

    /// The network as a file, which [`from_bytes`](Self::from_bytes) reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        format::write(self.shape, &self.parameters())
    }

    /// The same network on another kernel. The clones still share the parameters.
    ///
    /// # Errors
    /// [`KernelError::Unavailable`] if this processor cannot run it.
    pub fn with_kernel(self, kernel: Kernel) -> Result<Self, KernelError> {
        let dispatch = Dispatch::new(kernel).ok_or(KernelError::Unavailable { kernel })?;
        Ok(Self { dispatch, ..self })
    }

    /// The kernel it runs on.
    pub fn kernel(&self) -> Kernel {
        self.dispatch.kernel()
    }

    /// Hidden size and output buckets.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The checksum of its file, which identifies the network.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// A copy of its parameters.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            feature_weights: from_lanes(&self.feature_weights),
            feature_biases: from_lanes(&self.feature_biases),
            output_weights: from_lanes(&self.output_weights),
            output_biases: self.output_biases.to_vec(),
        }
    }

    /// Centipawns from the side to move's point of view, computed from the board alone: the same value as
    /// [`evaluate`](Evaluator::evaluate), at many times the cost.
    pub fn evaluate_once(&self, board: &Board) -> i32 {
        endings::evaluate(board)
            .unwrap_or_else(|| endings::without_false_hope(board, self.output_once(board)))
    }

    /// The output of the network for a board, in centipawns from the side to move's point of view: the value of
    /// [`evaluate_once`](Self::evaluate_once) without the special cases for endings.
    pub fn output_once(&self, board: &Board) -> i32 {
        let hidden = |perspective: Color| {
            let mut values = self.feature_biases.to_vec();
            features::active(board, perspective, |input| {
                self.dispatch.adjust(&mut values, [self.row(input)], []);
            });
            values
        };
        let us = board.side_to_move();
        self.output(board, &hidden(us), &hidden(!us))
    }

    /// The output for a board whose hidden values are known.
    #[inline]
    fn output(&self, board: &Board, us: &[Lanes], them: &[Lanes]) -> i32 {
        let buckets = self.shape.buckets;
        // Counting the pieces is costly on targets without a population count instruction.
        let bucket =
            if buckets == 1 { 0 } else { features::bucket(board.occupied().len() as usize, buckets) };
        let width = 2 * self.width();
        let weights = &self.output_weights[bucket * width..][..width];
        let sum = self.dispatch.dot(us, them, weights);
        // An activation is squared, so the sum is in units of 1/(QA · QA · QB).
        let (qa, qb, scale) = (i64::from(QA), i64::from(QB), i64::from(SCALE));
        let value = (sum + i64::from(self.output_biases[bucket]) * qa) * scale / (qa * qa * qb);
        value.clamp(-i64::from(MAX_EVALUATION), i64::from(MAX_EVALUATION)) as i32
    }

    /// Units per row.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.feature_biases.len()
    }

    /// The weights of one input.
    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[Lanes] {
        let width = self.width();
        &self.feature_weights[input * width..][..width]
    }

    #[inline]
    pub(crate) fn biases(&self) -> &[Lanes] {
        &self.feature_biases
    }

    #[inline]
    pub(crate) fn dispatch(&self) -> Dispatch {
        self.dispatch
    }
}

impl Evaluator for Network {
    type State = Accumulators;

    fn evaluate(&self, board: &Board, state: &mut Accumulators) -> i32 {
        if let Some(value) = endings::evaluate(board) {
            return value;
        }
        let us = board.side_to_move();
        let (own, foe) = state.hidden(self, board, us);
        endings::without_false_hope(board, self.output(board, own, foe))
    }

    fn reset(&self, root: &Board, state: &mut Accumulators) {
        state.reset(self, root);
    }

    fn push(&self, before: &Board, mv: Move, _after: &Board, state: &mut Accumulators) {
        state.push(self, before, mv);
    }

    fn push_null(&self, before: &Board, _after: &Board, state: &mut Accumulators) {
        state.push_null(self, before);
    }

    fn pop(&self, state: &mut Accumulators) {
        state.pop();
    }
}

/// The numbers, whose count is a multiple of 32, as [`Lanes`].
fn to_lanes(values: &[i16]) -> Arc<[Lanes]> {
    values.as_chunks().0.iter().map(|&chunk| Lanes(chunk)).collect()
}

fn from_lanes(lanes: &[Lanes]) -> Vec<i16> {
    lanes.iter().flat_map(|unit| unit.0).collect()
}
