//! Random numbers that are the same on every run.

/// Sebastiano Vigna's SplitMix64: a counter and a mixing function.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number; all 64-bit numbers are equally likely.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `end`, which must be at most 2^32.
    #[inline]
    pub fn below(&mut self, end: u64) -> u64 {
        ((self.draw() >> 32) * end) >> 32
    }
}

/// Mixes the bits of a number. Different numbers give different results.
#[inline]
#[must_use]
pub fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.draw(), 6_457_827_717_110_365_317);
        assert!((0..1000).all(|_| random.below(7) < 7));
    }
}
