//! 256-bit vectors of x86-64 processors since 2013.

use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32, _mm256_add_epi64,
    _mm256_castsi256_si128, _mm256_cvtepi32_epi64, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256,
};

use super::lanes::{self, Lanes, ONE};

/// See [`lanes::update`].
#[target_feature(enable = "avx2")]
pub(super) fn update<const ADDS: usize, const SUBS: usize>(
    out: &mut [Lanes],
    source: &[Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    lanes::update(out, source, adds, subs);
}

/// See [`lanes::adjust`].
#[target_feature(enable = "avx2")]
pub(super) fn adjust<const ADDS: usize, const SUBS: usize>(
    values: &mut [Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    lanes::adjust(values, adds, subs);
}

/// See [`super::scalar::dot`].
///
/// Each of the 16 partial sums has an eighth of the hidden size as its number of terms, each below 255² · 128, so it fits an
/// `i32` up to the largest hidden size.
#[target_feature(enable = "avx2")]
pub(super) fn dot(us: &[Lanes], them: &[Lanes], weights: &[Lanes]) -> i64 {
    let mut sums = [_mm256_setzero_si256(); 2];
    let (own, foe) = weights.split_at(us.len());
    accumulate(&mut sums, us, own);
    accumulate(&mut sums, them, foe);
    total(sums)
}

#[target_feature(enable = "avx2")]
#[inline]
fn accumulate(sums: &mut [__m256i; 2], values: &[Lanes], weights: &[Lanes]) {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
    for (values, weights) in values.iter().zip(weights) {
        for (half, sum) in sums.iter_mut().enumerate() {
            let value = _mm256_min_epi16(_mm256_max_epi16(load(values, half), zero), one);
            let weighted = _mm256_mullo_epi16(value, load(weights, half));
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weighted, value));
        }
    }
}

/// One half, 0 or 1, of the lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn load(lanes: &Lanes, half: usize) -> __m256i {
    let half: &[i16; 16] = if half == 0 { lanes.0.first_chunk() } else { lanes.0.last_chunk() }
        .expect("half of 32 lanes are 16");
    #[allow(unsafe_code)]
    // SAFETY: the reference is valid for the 32 bytes that are read, and either half of the 64 bytes of `Lanes`, aligned to
    // 64, is aligned to 32.
    unsafe {
        _mm256_load_si256(half.as_ptr().cast())
    }
}

/// The sum of all sixteen numbers, without overflow.
#[target_feature(enable = "avx2")]
#[inline]
fn total(sums: [__m256i; 2]) -> i64 {
    let wide = |sum: __m256i| {
        let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum));
        let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sum));
        _mm256_add_epi64(low, high)
    };
    let four = _mm256_add_epi64(wide(sums[0]), wide(sums[1]));
    let two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
    _mm_cvtsi128_si64(two) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(two, two))
}
