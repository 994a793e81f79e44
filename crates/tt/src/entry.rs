//! The entry of a position.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The value of [`Entry::eval`] that means "no static evaluation".
///
/// It is the only `i16` whose negation is out of range, so a negamax search never needs it as a value.
pub const NO_EVAL: i16 = i16::MIN;

/// How [`Entry::score`] relates to the true value of the position at [`Entry::depth`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[repr(u8)]
pub enum Bound {
    /// There is no score; the entry is kept for its static evaluation, its move or its PV mark.
    #[default]
    None = 0,
    /// The true value is at most the score: no move reached alpha (a fail-low, an "all" node).
    Upper = 1,
    /// The true value is at least the score: a move reached beta (a fail-high, a "cut" node).
    Lower = 2,
    /// The score is the true value (a node of the principal variation).
    Exact = 3,
}

impl Bound {
    /// Whether the true value is known to be at least the score: [`Bound::Lower`] or [`Bound::Exact`].
    #[inline]
    #[must_use]
    pub const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the true value is known to be at most the score: [`Bound::Upper`] or [`Bound::Exact`].
    #[inline]
    #[must_use]
    pub const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }
}

/// What a search knows about one position. The table packs it into 64 bits. All 64 bits are in use, so no field will be added.
///
/// The table does not interpret the numbers beyond what is documented here. Scores and evaluations are in the caller's unit
/// (centipawns, discs, …), depths are in the caller's plies, and the move is any 16-bit value, where 0 means "none".
///
/// A score that contains the distance from the root (a mate score in chess) must be made relative to the node before it is stored,
/// and relative to the root again after a probe. The table does not know plies.
///
/// The default is [`Entry::BLANK`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Entry {
    /// The best move found, in the caller's encoding; 0 is none.
    pub mv: u16,
    /// The score, from the side to move, in the caller's unit.
    pub score: i16,
    /// The static evaluation, from the side to move, in the caller's unit; [`NO_EVAL`] is none.
    pub eval: i16,
    /// The depth to which the position was searched, in plies; by convention 0 if there is no score. The table keeps deeper entries
    /// longer.
    pub depth: u8,
    /// How the score relates to the true value.
    pub bound: Bound,
    /// Whether the position was ever on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// The blank entry: no move, no evaluation, no bound.
    pub const BLANK: Self = Self { mv: 0, score: 0, eval: NO_EVAL, depth: 0, bound: Bound::None, pv: false };

    /// The score, if it allows a cutoff: the entry has at least this depth, and its score is exact, or a bound outside the window from
    /// `alpha` to `beta`.
    ///
    /// A score that depends on the distance from the root must be rebased before the call, because it is compared with the window.
    ///
    /// ```
    /// use argali_tt::{Bound, Entry};
    ///
    /// let entry = Entry { score: 35, depth: 9, bound: Bound::Lower, ..Entry::BLANK };
    /// assert_eq!(entry.cutoff(9, 10, 30), Some(35)); // at least beta
    /// assert_eq!(entry.cutoff(9, 10, 40), None); // the true value may be above or below 40
    /// assert_eq!(entry.cutoff(10, 10, 30), None); // not deep enough
    /// ```
    #[inline]
    #[must_use]
    pub const fn cutoff(&self, depth: u8, alpha: i16, beta: i16) -> Option<i16> {
        let decides = match self.bound {
            Bound::None => false,
            Bound::Upper => self.score <= alpha,
            Bound::Lower => self.score >= beta,
            Bound::Exact => true,
        };
        if decides && self.depth >= depth { Some(self.score) } else { None }
    }

    /// Whether the entry holds nothing: no move, no evaluation, no bound and no PV mark.
    #[inline]
    #[must_use]
    pub const fn is_blank(&self) -> bool {
        self.mv == 0 && self.eval == NO_EVAL && !self.pv && matches!(self.bound, Bound::None)
    }
}

impl Default for Entry {
    fn default() -> Self {
        Self::BLANK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_score_is_both_bounds() {
        let sides = |bound: Bound| (bound.is_lower(), bound.is_upper());
        assert_eq!(sides(Bound::None), (false, false));
        assert_eq!(sides(Bound::Lower), (true, false));
        assert_eq!(sides(Bound::Upper), (false, true));
        assert_eq!(sides(Bound::Exact), (true, true));
    }

    #[test]
    fn only_a_deep_score_outside_the_window_cuts() {
        let cuts =
            |bound, score, depth| Entry { score, depth, bound, ..Entry::BLANK }.cutoff(5, -10, 10).is_some();
        for (bound, scores) in [
            (Bound::None, [false; 5]),
            (Bound::Upper, [true, true, false, false, false]),
            (Bound::Lower, [false, false, false, true, true]),
            (Bound::Exact, [true; 5]),
        ] {
            assert_eq!([-11, -10, 0, 10, 11].map(|score| cuts(bound, score, 5)), scores, "{bound:?}");
            assert_eq!([-11, -10, 0, 10, 11].map(|score| cuts(bound, score, 4)), [false; 5], "{bound:?}");
        }
    }

    #[test]
    fn anything_worth_knowing_is_not_blank() {
        assert!(Entry::default().is_blank());
        assert!(
            Entry { score: 7, depth: 3, ..Entry::BLANK }.is_blank(),
            "a score without a bound says nothing"
        );
        for entry in [
            Entry { mv: 1, ..Entry::BLANK },
            Entry { eval: 0, ..Entry::BLANK },
            Entry { bound: Bound::Upper, ..Entry::BLANK },
            Entry { pv: true, ..Entry::BLANK },
        ] {
            assert!(!entry.is_blank(), "{entry:?}");
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn serde_keeps_every_field() {
        let entry = Entry { mv: 0xffff, score: -1, eval: NO_EVAL, depth: 255, bound: Bound::Lower, pv: true };
        let text = serde_json::to_string(&entry).expect("an entry is plain data");
        assert_eq!(serde_json::from_str::<Entry>(&text).expect("what was just written"), entry);
    }
}
