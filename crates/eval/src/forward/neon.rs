//! 128-bit vectors of 64-bit ARM.

use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddlvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vld1q_s16, vmaxq_s16,
    vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16,
};

use super::lanes::{self, Lanes, ONE};

/// See [`lanes::update`].
#[target_feature(enable = "neon")]
pub(super) fn update<const ADDS: usize, const SUBS: usize>(
    out: &mut [Lanes],
    source: &[Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    lanes::update(out, source, adds, subs);
}

/// See [`lanes::adjust`].
#[target_feature(enable = "neon")]
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
#[target_feature(enable = "neon")]
pub(super) fn dot(us: &[Lanes], them: &[Lanes], weights: &[Lanes]) -> i64 {
    let mut sums = [vdupq_n_s32(0); 4];
    let (own, foe) = weights.split_at(us.len());
    accumulate(&mut sums, us, own);
    accumulate(&mut sums, them, foe);
    sums.into_iter().map(|sum| vaddlvq_s32(sum)).sum()
}

#[target_feature(enable = "neon")]
#[inline]
fn accumulate(sums: &mut [int32x4_t; 4], values: &[Lanes], weights: &[Lanes]) {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(ONE));
    for (values, weights) in values.iter().zip(weights) {
        let (values, _) = values.0.as_chunks::<8>();
        let (weights, _) = weights.0.as_chunks::<8>();
        for ((values, weights), sum) in values.iter().zip(weights).zip(sums.iter_mut()) {
            let value = vminq_s16(vmaxq_s16(load(values), zero), one);
            let weighted = vmulq_s16(value, load(weights));
            *sum = vmlal_s16(*sum, vget_low_s16(weighted), vget_low_s16(value));
            *sum = vmlal_high_s16(*sum, weighted, value);
        }
    }
}

#[target_feature(enable = "neon")]
#[inline]
fn load(eight: &[i16; 8]) -> int16x8_t {
    #[allow(unsafe_code)]
    // SAFETY: the reference is valid for the 16 bytes that are read; its alignment is all that the instruction needs.
    unsafe {
        vld1q_s16(eight.as_ptr())
    }
}
