//! A network or the classical evaluation, chosen at run time.

use argali_eval::{Accumulators, Classical, Evaluator, Network};
use cozy_chess::{Board, Move};
use std::sync::Arc;

/// An evaluator of either kind, cheap to clone.
#[derive(Debug, Clone)]
pub enum AnyEvaluator {
    /// A network, shared by its clones.
    Network(Arc<Network>),
    /// The classical evaluation.
    Classical,
}

impl AnyEvaluator {
    /// Its identity: a network's checksum, or `classical`.
    #[must_use]
    pub fn identity(&self) -> String {
        match self {
            AnyEvaluator::Network(network) => format!("{:016x}", network.checksum()),
            AnyEvaluator::Classical => "classical".to_owned(),
        }
    }

    /// Centipawns from the side to move's point of view, computed from the board alone.
    #[must_use]
    pub fn evaluate_once(&self, board: &Board) -> i32 {
        match self {
            AnyEvaluator::Network(network) => network.evaluate_once(board),
            AnyEvaluator::Classical => Classical.evaluate(board, &mut ()),
        }
    }
}

impl Evaluator for AnyEvaluator {
    /// The classical evaluation does not use it.
    type State = Accumulators;

    fn evaluate(&self, board: &Board, state: &mut Accumulators) -> i32 {
        match self {
            AnyEvaluator::Network(network) => network.evaluate(board, state),
            AnyEvaluator::Classical => Classical.evaluate(board, &mut ()),
        }
    }

    fn reset(&self, root: &Board, state: &mut Accumulators) {
        if let AnyEvaluator::Network(network) = self {
            network.reset(root, state);
        }
    }

    fn push(&self, before: &Board, mv: Move, after: &Board, state: &mut Accumulators) {
        if let AnyEvaluator::Network(network) = self {
            network.push(before, mv, after, state);
        }
    }

    fn push_null(&self, before: &Board, after: &Board, state: &mut Accumulators) {
        if let AnyEvaluator::Network(network) = self {
            network.push_null(before, after, state);
        }
    }

    fn pop(&self, state: &mut Accumulators) {
        if let AnyEvaluator::Network(network) = self {
            network.pop(state);
        }
    }
}
