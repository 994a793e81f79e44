//! 512-bit vectors of x86-64: one [`Lanes`] is one register. With or without the fused dot product of VNNI.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_castsi512_si256, _mm512_cvtepi32_epi64,
    _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi64, _mm512_set1_epi16, _mm512_setzero_si512,
};

use super::lanes::{self, Lanes, ONE};

/// See [`lanes::update`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn update<const ADDS: usize, const SUBS: usize>(
    out: &mut [Lanes],
    source: &[Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    lanes::update(out, source, adds, subs);
}

/// See [`lanes::adjust`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn adjust<const ADDS: usize, const SUBS: usize>(
    values: &mut [Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    lanes::adjust(values, adds, subs);
}

/// See [`super::scalar::dot`].
///
/// Each of the 32 partial sums (one set for each side) has a sixteenth of the hidden size as its number of terms, each below
/// 255² · 128, so it fits an `i32` up to the largest hidden size.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn dot(us: &[Lanes], them: &[Lanes], weights: &[Lanes]) -> i64 {
    let mut sums = [_mm512_setzero_si512(); 2];
    let (own, foe) = weights.split_at(us.len());
    for ((us, own), (them, foe)) in us.iter().zip(own).zip(them.iter().zip(foe)) {
        for (sum, (values, weights)) in sums.iter_mut().zip([(us, own), (them, foe)]) {
            let value = activate(values);
            let weighted = _mm512_mullo_epi16(value, load(weights));
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(weighted, value));
        }
    }
    total(sums)
}

/// The same with VNNI.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn dot_vnni(us: &[Lanes], them: &[Lanes], weights: &[Lanes]) -> i64 {
    let mut sums = [_mm512_setzero_si512(); 2];
    let (own, foe) = weights.split_at(us.len());
    for ((us, own), (them, foe)) in us.iter().zip(own).zip(them.iter().zip(foe)) {
        for (sum, (values, weights)) in sums.iter_mut().zip([(us, own), (them, foe)]) {
            let value = activate(values);
            *sum = _mm512_dpwssd_epi32(*sum, _mm512_mullo_epi16(value, load(weights)), value);
        }
    }
    total(sums)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn activate(values: &Lanes) -> __m512i {
    _mm512_min_epi16(_mm512_max_epi16(load(values), _mm512_setzero_si512()), _mm512_set1_epi16(ONE))
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn load(lanes: &Lanes) -> __m512i {
    #[allow(unsafe_code)]
    // SAFETY: the reference is valid for the 64 bytes that are read, and `Lanes` is aligned to 64.
    unsafe {
        _mm512_load_si512(lanes.0.as_ptr().cast())
    }
}

/// The sum of all 32 numbers, without overflow.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn total(sums: [__m512i; 2]) -> i64 {
    let wide = |sum: __m512i| {
        let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum));
        let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sum));
        _mm512_add_epi64(low, high)
    };
    _mm512_reduce_add_epi64(_mm512_add_epi64(wide(sums[0]), wide(sums[1])))
}
