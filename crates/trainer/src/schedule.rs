//! The learning rate over time.

use std::f64::consts::PI;

/// Half a cosine from `first` to `last` (Loshchilov and Hutter 2016, without restarts).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cosine {
    /// The rate of the first step.
    pub first: f64,
    /// The rate of the last step.
    pub last: f64,
    /// Number of steps.
    pub steps: u64,
    /// Steps at the beginning over which the rate rises from zero to that of the cosine. When training continues from trained weights, the
    /// optimiser needs them to estimate its means.
    pub warm_up: u64,
}

impl Cosine {
    /// The rate of step `step`, counted from 0.
    #[must_use]
    pub fn rate(self, step: u64) -> f64 {
        let span = self.steps.saturating_sub(1).max(1) as f64;
        let progress = (step as f64 / span).min(1.0);
        let rate = self.last + (self.first - self.last) * 0.5 * (1.0 + (PI * progress).cos());
        rate * ((step + 1) as f64 / self.warm_up.max(1) as f64).min(1.0)
    }
}
