//! The default evaluator.

use cozy_chess::{Board, Move};

use crate::evaluator::Evaluator;

#[cfg(feature = "embedded")]
type Chosen = crate::network::Network;
#[cfg(not(feature = "embedded"))]
type Chosen = crate::classical::Classical;

/// The default evaluator: the embedded network if the feature `embedded` is on, otherwise [`Classical`](crate::Classical).
///
/// It is the same type with all features, so a program still compiles if another crate switches a feature on.
#[derive(Debug, Clone)]
pub struct DefaultEvaluator(Chosen);

/// The incremental state of a [`DefaultEvaluator`].
#[derive(Debug, Default)]
pub struct DefaultState(<Chosen as Evaluator>::State);

impl DefaultEvaluator {
    /// The default evaluator. Further calls are cheap: the network is read once and shared.
    #[must_use]
    pub fn new() -> Self {
        #[cfg(feature = "embedded")]
        return Self(Chosen::embedded());
        #[cfg(not(feature = "embedded"))]
        Self(Chosen {})
    }
}

impl Default for DefaultEvaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator for DefaultEvaluator {
    type State = DefaultState;

    #[inline]
    fn evaluate(&self, board: &Board, state: &mut DefaultState) -> i32 {
        self.0.evaluate(board, &mut state.0)
    }

    #[inline]
    fn reset(&self, root: &Board, state: &mut DefaultState) {
        self.0.reset(root, &mut state.0);
    }

    #[inline]
    fn push(&self, before: &Board, mv: Move, after: &Board, state: &mut DefaultState) {
        self.0.push(before, mv, after, &mut state.0);
    }

    #[inline]
    fn push_null(&self, before: &Board, after: &Board, state: &mut DefaultState) {
        self.0.push_null(before, after, &mut state.0);
    }

    #[inline]
    fn pop(&self, state: &mut DefaultState) {
        self.0.pop(&mut state.0);
    }
}
