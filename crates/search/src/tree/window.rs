//! The alpha-beta window of a node.

use crate::Score;

/// A window: a score of at most `alpha` fails low, one of at least `beta` fails high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub(crate) const FULL: Window =
        Window { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The window `(alpha, alpha + 1)`, which only tests whether the score exceeds alpha.
    #[inline]
    pub(crate) fn zero(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window as the opponent sees it.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// A window around `center`, clipped to the scores that exist.
    pub(crate) fn around(center: Score, below: i32, above: i32) -> Window {
        let clip = |raw: i32| Score::from_raw(raw.clamp(Window::FULL.alpha.raw(), Window::FULL.beta.raw()));
        Window { alpha: clip(center.raw() - below), beta: clip(center.raw() + above) }
    }
}
