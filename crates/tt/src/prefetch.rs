//! Prefetching a cache line. This is the only `unsafe` code of the crate.
#![allow(unsafe_code)]

/// Starts to load the cache line of `place`, so that a read a few hundred cycles later does not wait for memory. It has no other
/// effect, and none at all on processors for which Rust has no stable prefetch intrinsic.
///
/// ```
/// let history = vec![0i16; 1 << 20];
/// argali_tt::prefetch(&history[123_456]);
/// // … other work …
/// assert_eq!(history[123_456], 0);
/// ```
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    let place = core::ptr::from_ref(place);

    #[cfg(target_arch = "x86_64")]
    // SAFETY: PREFETCHT0 is a hint. It changes neither registers nor memory, and does not fault at any address. It is
    // part of SSE, which every x86_64 has.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }

    #[cfg(target_arch = "aarch64")]
    // SAFETY: PRFM is a hint of the base instruction set. It changes neither registers, flags, the stack nor memory,
    // and does not fault at any address. (The intrinsic for it is not stable.)
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{0}]", in(reg) place, options(nostack, preserves_flags, readonly));
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = place;
}
