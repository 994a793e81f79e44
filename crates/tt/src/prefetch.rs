//! Asking the processor for a cache line before it is needed. The only `unsafe` of the crate.
#![allow(unsafe_code)]

/// Starts loading the cache line of `place`; does nothing on processors without a stable way to ask.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: PREFETCHT0 is a hint that changes no register or memory and cannot fault, whatever the address; SSE, which
    // it belongs to, is part of every x86_64. The address comes from a reference all the same.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast::<i8>());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
