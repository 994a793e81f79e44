//! What the table remembers of a position, and its packing into 64 bits.
//!
//! Unpacking is total: each of the 2^64 words is an entry, or (for the word 0 alone) no entry. Packing and unpacking
//! are inverse to each other, so a word that comes back from memory can never be something that no entry means.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The value of [`Entry::eval`] that means "no static evaluation was kept".
///
/// It is the one `i16` without a positive counterpart, so a negamax search cannot miss it.
pub const NO_EVAL: i16 = i16::MIN;

/// Generations are counted modulo this number.
pub(crate) const GENERATIONS: u8 = 32;

const SCORE: u32 = 16;
const EVAL: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const PV: u32 = 58;
const GENERATION: u32 = 59;

/// How [`Entry::score`] relates to the true value of the position at [`Entry::depth`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[repr(u8)]
pub enum Bound {
    /// The score means nothing; the entry is kept for its static evaluation, its move or its PV mark.
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

    #[inline]
    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }
}

/// What a search knows of one position.
///
/// The table gives no meaning to the numbers beyond what is said here: scores and evaluations are in the caller's unit
/// (centipawns, discs, …), depths in the caller's plies, and the move is any 16 bits of which 0 means "none".
///
/// A score that counts the distance from the root (a mate in chess) must be made relative to the node before it is
/// stored and made relative to the root again after a probe, for the table does not know of plies.
///
/// The default is the blank entry, which says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Entry {
    /// The best move found, in the caller's encoding; 0 is none.
    pub mv: u16,
    /// The score, from the side to move, in the caller's unit.
    pub score: i16,
    /// The static evaluation, from the side to move, in the caller's unit; [`NO_EVAL`] is none.
    pub eval: i16,
    /// The depth the position was searched to, in plies.
    pub depth: u8,
    /// How the score relates to the true value.
    pub bound: Bound,
    /// Whether the position was ever on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// The entry that says nothing: no move, no evaluation, no bound.
    pub const BLANK: Self = Self { mv: 0, score: 0, eval: NO_EVAL, depth: 0, bound: Bound::None, pv: false };

    /// Whether there is nothing in the entry worth a place in the table: neither move, evaluation, bound nor PV mark.
    #[inline]
    #[must_use]
    pub const fn is_blank(&self) -> bool {
        self.mv == 0 && self.eval == NO_EVAL && !self.pv && matches!(self.bound, Bound::None)
    }

    /// This entry, with the move and the evaluation of `other` where it has none itself.
    ///
    /// Both must be of one position. A position has one static evaluation, and an old move is a better first try than
    /// no move.
    #[inline]
    #[must_use]
    pub(crate) const fn or(mut self, other: Self) -> Self {
        if self.mv == 0 {
            self.mv = other.mv;
        }
        if self.eval == NO_EVAL {
            self.eval = other.eval;
        }
        self
    }
}

impl Default for Entry {
    fn default() -> Self {
        Self::BLANK
    }
}

/// An entry with the generation (0 to 31) of its last store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    pub(crate) entry: Entry,
    pub(crate) generation: u8,
}

impl Stored {
    /// The word for this entry, by the diagram in the crate's head. It is 0 for the plainest blank entry of
    /// generation 0 only.
    #[inline]
    pub(crate) const fn pack(self) -> u64 {
        let Entry { mv, score, eval, depth, bound, pv } = self.entry;
        // The sign bit of the evaluation is flipped, so that NO_EVAL is all zeros and an empty slot is a blank entry.
        mv as u64
            | (score as u16 as u64) << SCORE
            | ((eval ^ NO_EVAL) as u16 as u64) << EVAL
            | (depth as u64) << DEPTH
            | (bound as u64) << BOUND
            | (pv as u64) << PV
            | ((self.generation % GENERATIONS) as u64) << GENERATION
    }

    /// The entry that a word stands for; `None` for 0, the word of an empty slot.
    #[inline]
    pub(crate) const fn unpack(word: u64) -> Option<Self> {
        if word == 0 {
            return None;
        }
        Some(Self {
            entry: Entry {
                mv: word as u16,
                score: (word >> SCORE) as i16,
                eval: (word >> EVAL) as i16 ^ NO_EVAL,
                depth: (word >> DEPTH) as u8,
                bound: Bound::from_bits(word >> BOUND),
                pv: word >> PV & 1 == 1,
            },
            generation: (word >> GENERATION) as u8,
        })
    }

    /// How many generations ago the entry was stored, 0 to 31. The count wraps: 32 generations ago looks like now.
    #[inline]
    pub(crate) const fn age(self, now: u8) -> u8 {
        now.wrapping_sub(self.generation) % GENERATIONS
    }
}
