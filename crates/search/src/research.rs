//! Switches of [`EngineBuilder`] for tests and measurements. **Not stable:** they may change or go with any version.

pub use crate::threads::stagger::Stagger;
pub use crate::threads::vote::Voting;

use crate::engine::EngineBuilder;
use argali_eval::Evaluator;

impl<E: Evaluator> EngineBuilder<E> {
    /// How several workers stagger their depths.
    pub fn stagger(mut self, stagger: Stagger) -> Self {
        self.teamwork.stagger = stagger;
        self
    }

    /// Which of several workers provides the result. With MultiPV it is always worker 0.
    pub fn voting(mut self, voting: Voting) -> Self {
        self.teamwork.voting = voting;
        self
    }

    /// Runs the workers one at a time in a fixed order. This is slower, but gives the same nodes, score and line on every run,
    /// with any number of threads.
    pub fn turnstile(mut self, on: bool) -> Self {
        self.teamwork.turnstile = on;
        self
    }
}

#[cfg(feature = "test-modes")]
impl<E: Evaluator> EngineBuilder<E> {
    /// Searches without the transposition table.
    pub fn without_table(mut self) -> Self {
        self.settings.without_table = true;
        self
    }

    /// Searches the full width: no pruning, reductions or extensions, and all captures in the quiescence search. The score
    /// equals that of plain minimax.
    pub fn full_width(mut self) -> Self {
        self.settings.full_width = true;
        self
    }
}
