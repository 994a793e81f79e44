//! Random numbers for choices that must differ between games: book moves, and errors at limited strength.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// SplitMix64 (Steele, Lea and Flood, 2014): the same sequence on every machine for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A sequence that differs from run to run.
    pub(crate) fn unpredictable() -> Random {
        // The standard library seeds its hash tables from the system's source of random numbers.
        Random(RandomState::new().build_hasher().finish())
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn runs_differ_unless_they_are_seeded() {
        assert_ne!(Random::unpredictable().next(), Random::unpredictable().next());
    }
}
