//! Packs an entry and its generation into the 64 bits of a slot's data word. The crate's documentation has the diagram.
//!
//! Packing and unpacking are inverse to each other: every 64-bit word is an entry, and no two words are the same entry. In
//! each field, zero bits mean "none". The empty slot is therefore the word 0, and a missing field is filled in from another
//! word by a bitwise OR.

use crate::entry::{Bound, Entry, NO_EVAL};

/// Generations are counted modulo this number.
pub(crate) const GENERATIONS: u8 = 32;

const SCORE: u32 = 16;
const EVAL: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const PV: u32 = 58;
const GENERATION: u32 = 59;

/// The data word of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) u64);

impl Packed {
    /// The word for an entry that is stored in a generation, 0 to 31.
    #[inline]
    pub(crate) const fn new(entry: Entry, generation: u8) -> Self {
        let Entry { mv, score, eval, depth, bound, pv } = entry;
        // NO_EVAL is the sign bit alone. Flipping that makes it zero.
        Self(
            mv as u64
                | (score as u16 as u64) << SCORE
                | ((eval ^ NO_EVAL) as u16 as u64) << EVAL
                | (depth as u64) << DEPTH
                | (bound as u64) << BOUND
                | (pv as u64) << PV
                | (generation as u64) << GENERATION,
        )
    }

    /// The entry. Every word is one.
    #[inline]
    pub(crate) const fn entry(self) -> Entry {
        Entry {
            mv: self.0 as u16,
            score: (self.0 >> SCORE) as i16,
            eval: (self.0 >> EVAL) as i16 ^ NO_EVAL,
            depth: self.depth(),
            bound: self.bound(),
            pv: self.pv(),
        }
    }

    /// Whether this is the word of an empty slot.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn depth(self) -> u8 {
        (self.0 >> DEPTH) as u8
    }

    #[inline]
    pub(crate) const fn bound(self) -> Bound {
        match self.0 >> BOUND & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    #[inline]
    pub(crate) const fn pv(self) -> bool {
        self.0 >> PV & 1 == 1
    }

    /// The generation of the last store, 0 to 31.
    #[inline]
    pub(crate) const fn generation(self) -> u8 {
        (self.0 >> GENERATION) as u8
    }

    /// How many generations before `now` the entry was stored, 0 to 31, modulo 32.
    #[inline]
    pub(crate) const fn age(self, now: u8) -> u8 {
        now.wrapping_sub(self.generation()) % GENERATIONS
    }

    /// This word in the generation of another one.
    #[inline]
    pub(crate) const fn in_generation_of(self, other: Self) -> Self {
        let rest = (1 << GENERATION) - 1;
        Self(self.0 & rest | other.0 & !rest)
    }

    /// This word, with a missing move or evaluation taken from another word.
    ///
    /// Both words must belong to the same key. A position has one static evaluation, and an old move is a better first try than none.
    #[inline]
    pub(crate) const fn completed_by(self, other: Self) -> Self {
        const MOVE: u64 = 0xffff;
        let mv = if self.0 & MOVE == 0 { other.0 & MOVE } else { 0 };
        let eval = if self.0 & MOVE << EVAL == 0 { other.0 & MOVE << EVAL } else { 0 };
        Self(self.0 | mv | eval)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn words() -> impl Strategy<Value = Packed> {
        any::<u64>().prop_map(Packed)
    }

    pub(crate) fn entries() -> impl Strategy<Value = Entry> {
        let bounds = prop::sample::select(vec![Bound::None, Bound::Upper, Bound::Lower, Bound::Exact]);
        // The move 0 and the evaluation "none" are special cases that random values would rarely produce.
        let moves = prop_oneof![1 => Just(0), 4 => any::<u16>()];
        let evals = prop_oneof![1 => Just(NO_EVAL), 4 => any::<i16>()];
        (moves, any::<i16>(), evals, any::<u8>(), bounds, any::<bool>())
            .prop_map(|(mv, score, eval, depth, bound, pv)| Entry { mv, score, eval, depth, bound, pv })
    }

    proptest! {
        #[test]
        fn unpacking_undoes_packing(entry in entries(), generation in 0_u8..32) {
            let word = Packed::new(entry, generation);
            prop_assert_eq!(word.entry(), entry);
            prop_assert_eq!(word.generation(), generation);
        }

        #[test]
        fn packing_undoes_unpacking_of_any_word(word in words()) {
            prop_assert_eq!(Packed::new(word.entry(), word.generation()), word);
        }

        #[test]
        fn only_a_blank_entry_packs_to_an_empty_slot(entry in entries(), generation in 0_u8..32) {
            prop_assert!(!Packed::new(entry, generation).is_empty() || entry.is_blank());
        }

        #[test]
        fn age_counts_the_generations_since(then in 0_u8..32, since in 0_u8..32) {
            prop_assert_eq!(Packed::new(Entry::BLANK, then).age((then + since) % GENERATIONS), since);
        }
    }

    #[test]
    fn the_fields_lie_as_the_diagram_says() {
        let entry = Entry { mv: 0x1234, score: -2, eval: 5, depth: 0x56, bound: Bound::Lower, pv: true };
        assert_eq!(
            Packed::new(entry, 19).0,
            19 << 59 | 1 << 58 | 2 << 56 | 0x56 << 48 | 0x8005 << 32 | 0xfffe << 16 | 0x1234
        );
        assert!(Packed::new(Entry::BLANK, 0).is_empty());
        assert_eq!(Packed(0).entry(), Entry::BLANK);
    }
}
