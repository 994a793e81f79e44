//! Seeds of independent random streams from one number.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random number generator of this crate: small, fast, and the same on every machine.
pub type Random = Xoshiro256PlusPlus;

/// The stream for `seed` and a path of numbers, such as the number of a run and of a game in it.
#[must_use]
pub fn stream(seed: u64, path: &[u64]) -> Random {
    let mixed = path.iter().fold(mix(seed), |state, &step| mix(state ^ mix(step.wrapping_add(1))));
    Random::seed_from_u64(mixed)
}

/// A bijection that scatters its input (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
