//! Random numbers for what must not be the same in every game: the choice among book moves, and human errors.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// Steele's, Lea's and Flood's SplitMix64: good enough for choices, and the same on every machine from the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The sequence that belongs to a seed.
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

    /// Evenly from 0 up to but not including 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// An index, chosen in proportion to the weights; `None` if all are 0 or there are none. Weights that are negative or no
    /// numbers count as 0.
    pub(crate) fn index(&mut self, weights: impl Iterator<Item = f64> + Clone) -> Option<usize> {
        let weights = weights.map(|weight| weight.max(0.0));
        let total: f64 = weights.clone().sum();
        let mut left = self.fraction() * total;
        let mut last = None;
        for (index, weight) in weights.enumerate().filter(|&(_, weight)| weight > 0.0) {
            last = Some(index);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
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

    #[test]
    fn choices_follow_the_weights() {
        let mut random = Random::new(7);
        let weights = [1.0, 0.0, 3.0, -5.0, f64::NAN];
        let mut counts = [0; 5];
        for _ in 0..10_000 {
            counts[random.index(weights.into_iter()).unwrap()] += 1;
        }
        assert_eq!((counts[1], counts[3], counts[4]), (0, 0, 0));
        assert!((2_300..2_700).contains(&counts[0]), "{counts:?}");
        assert_eq!(random.index([0.0, 0.0].into_iter()), None);
        assert_eq!(random.index(std::iter::empty()), None);
    }
}
