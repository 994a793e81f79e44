//! Code compiled for particular instruction sets. It is chosen at run time, or at compile time for WebAssembly. This is the only
//! module with `unsafe`.
//!
//! [`Dispatch`] holds a [`Kernel`] that this processor can run and calls its functions; `lanes.rs` explains them. `scalar.rs` is
//! the reference, and every other file must equal it bit for bit: all arithmetic is on integers that cannot overflow or that
//! wrap, so the order of summation does not matter.

pub(crate) mod bits;

#[cfg(feature = "nnue")]
mod lanes;
#[cfg(feature = "nnue")]
mod scalar;

#[cfg(all(feature = "nnue", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "nnue", target_arch = "x86_64"))]
mod avx512;
#[cfg(all(feature = "nnue", target_arch = "aarch64"))]
mod neon;
#[cfg(all(feature = "nnue", target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(feature = "nnue")]
mod dispatch;

#[cfg(feature = "nnue")]
pub(crate) use {
    dispatch::Dispatch,
    lanes::{Lanes, ONE, OUTPUT_WEIGHT_LIMIT},
};
