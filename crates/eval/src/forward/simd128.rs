//! 128-bit vectors of WebAssembly.
//!
//! A WebAssembly module with an unknown instruction does not load at all, so nothing can be detected at run time. If the target
//! feature `simd128` is on, this file is compiled and is the kernel.

use std::arch::wasm32::{
    i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_splat, i64x2_add,
    i64x2_extend_high_i32x4, i64x2_extend_low_i32x4, i64x2_extract_lane, v128, v128_load,
};

use super::lanes::{Lanes, ONE};
pub(super) use super::lanes::{adjust, update};

/// See [`super::scalar::dot`].
///
/// Each of the 16 partial sums has an eighth of the hidden size as its number of terms, each below 255² · 128, so it fits an
/// `i32` up to the largest hidden size.
pub(super) fn dot(us: &[Lanes], them: &[Lanes], weights: &[Lanes]) -> i64 {
    let mut sums = [i32x4_splat(0); 4];
    let (own, foe) = weights.split_at(us.len());
    accumulate(&mut sums, us, own);
    accumulate(&mut sums, them, foe);
    sums.into_iter().map(total).sum()
}

#[inline]
fn accumulate(sums: &mut [v128; 4], values: &[Lanes], weights: &[Lanes]) {
    let (zero, one) = (i16x8_splat(0), i16x8_splat(ONE));
    for (values, weights) in values.iter().zip(weights) {
        let (values, _) = values.0.as_chunks::<8>();
        let (weights, _) = weights.0.as_chunks::<8>();
        for ((values, weights), sum) in values.iter().zip(weights).zip(sums.iter_mut()) {
            let value = i16x8_min(i16x8_max(load(values), zero), one);
            let weighted = i16x8_mul(value, load(weights));
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(weighted, value));
        }
    }
}

#[inline]
fn load(eight: &[i16; 8]) -> v128 {
    #[allow(unsafe_code)]
    // SAFETY: the reference is valid for the 16 bytes that are read; the instruction needs no alignment.
    unsafe {
        v128_load(eight.as_ptr().cast())
    }
}

/// The sum of all four numbers, without overflow.
#[inline]
fn total(sum: v128) -> i64 {
    let two = i64x2_add(i64x2_extend_low_i32x4(sum), i64x2_extend_high_i32x4(sum));
    i64x2_extract_lane::<0>(two) + i64x2_extract_lane::<1>(two)
}
