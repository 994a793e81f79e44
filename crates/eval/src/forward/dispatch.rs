//! Calls the functions of the chosen kernel.

use super::lanes::Lanes;
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::kernel::Kernel;

/// A kernel that this processor can run. The constructor guarantees this.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dispatch(Kernel);

/// Calls a function of the kernel's module.
macro_rules! call {
    ($self:ident, $function:ident ( $($argument:expr),* ), vnni: $vnni:ident) => {
        match $self.0 {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: `Dispatch::new` saw that the processor has AVX-512 F, BW and VNNI.
            Kernel::Avx512Vnni => unsafe { avx512::$vnni($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: `Dispatch::new` saw that the processor has AVX-512 F and BW.
            Kernel::Avx512 => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: `Dispatch::new` saw that the processor has AVX2.
            Kernel::Avx2 => unsafe { avx2::$function($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            #[allow(unsafe_code)]
            // SAFETY: `Dispatch::new` saw that the processor has NEON.
            Kernel::Neon => unsafe { neon::$function($($argument),*) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::$function($($argument),*),
            _ => scalar::$function($($argument),*),
        }
    };
}

impl Dispatch {
    /// `None` if this processor cannot run `kernel`.
    pub(crate) fn new(kernel: Kernel) -> Option<Self> {
        kernel.is_available().then_some(Self(kernel))
    }

    /// The fastest kernel that is available.
    pub(crate) fn best() -> Self {
        Self::new(Kernel::best()).unwrap_or(Self(Kernel::Scalar))
    }

    pub(crate) fn kernel(self) -> Kernel {
        self.0
    }

    /// `out = source + adds - subs`. The rows must be at least as long as `out`.
    #[inline]
    pub(crate) fn update<const ADDS: usize, const SUBS: usize>(
        self,
        out: &mut [Lanes],
        source: &[Lanes],
        adds: [&[Lanes]; ADDS],
        subs: [&[Lanes]; SUBS],
    ) {
        call!(self, update(out, source, adds, subs), vnni: update);
    }

    /// `values += adds - subs`. The rows must be at least as long as `values`.
    #[inline]
    pub(crate) fn adjust<const ADDS: usize, const SUBS: usize>(
        self,
        values: &mut [Lanes],
        adds: [&[Lanes]; ADDS],
        subs: [&[Lanes]; SUBS],
    ) {
        call!(self, adjust(values, adds, subs), vnni: adjust);
    }

    /// Activates the hidden values of both sides and returns their dot product with the output weights. `them` must be as long as
    /// `us`, and `weights` as long as both together.
    #[inline]
    pub(crate) fn dot(self, us: &[Lanes], them: &[Lanes], weights: &[Lanes]) -> i64 {
        debug_assert!(us.len() == them.len() && weights.len() == us.len() + them.len());
        call!(self, dot(us, them, weights), vnni: dot_vnni)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forward::lanes::OUTPUT_WEIGHT_LIMIT;
    use proptest::prelude::*;

    fn lanes(count: usize, values: std::ops::RangeInclusive<i16>) -> impl Strategy<Value = Vec<Lanes>> {
        let extremes = prop_oneof![Just(*values.start()), Just(*values.end())];
        let value = prop_oneof![4 => values, 1 => extremes];
        proptest::collection::vec(value, count * Lanes::COUNT)
            .prop_map(|values| values.as_chunks().0.iter().map(|&chunk| Lanes(chunk)).collect())
    }

    /// Hidden values of both sides and output weights, for some width.
    fn inputs() -> impl Strategy<Value = (Vec<Lanes>, Vec<Lanes>, Vec<Lanes>)> {
        (1..9usize).prop_flat_map(|width| {
            let weights = -OUTPUT_WEIGHT_LIMIT..=OUTPUT_WEIGHT_LIMIT;
            (lanes(width, -300..=600), lanes(width, i16::MIN..=i16::MAX), lanes(2 * width, weights))
        })
    }

    fn kernels() -> Vec<Dispatch> {
        Kernel::available().into_iter().filter_map(Dispatch::new).collect()
    }

    proptest! {
        #[test]
        fn every_dot_product_equals_the_reference((us, them, weights) in inputs()) {
            let expected = scalar::dot(&us, &them, &weights);
            for kernel in kernels() {
                prop_assert_eq!(kernel.dot(&us, &them, &weights), expected, "{}", kernel.kernel());
            }
        }

        #[test]
        fn every_update_equals_the_reference(
            rows in (1..6usize).prop_flat_map(|width| proptest::collection::vec(lanes(width, i16::MIN..=i16::MAX), 5))
        ) {
            let [source, a, b, c, d] = &rows[..] else { unreachable!("five rows") };
            let mut expected = vec![Lanes::ZERO; source.len()];
            scalar::update(&mut expected, source, [a, b], [c, d]);
            for lane in 0..Lanes::COUNT {
                let sum = [source, a, b].iter().fold(0i16, |sum, row| sum.wrapping_add(row[0].0[lane]));
                let value = [c, d].iter().fold(sum, |sum, row| sum.wrapping_sub(row[0].0[lane]));
                prop_assert_eq!(expected[0].0[lane], value);
            }
            for kernel in kernels() {
                let mut out = vec![Lanes::ZERO; source.len()];
                kernel.update(&mut out, source, [a, b], [c, d]);
                prop_assert_eq!(&out, &expected, "{}", kernel.kernel());
                out.copy_from_slice(source);
                kernel.adjust(&mut out, [a, b], [c, d]);
                prop_assert_eq!(&out, &expected, "{}", kernel.kernel());
            }
        }
    }

    #[test]
    fn the_largest_network_does_not_overflow() {
        let values = vec![Lanes([i16::MAX; 32]); crate::network::MAX_HIDDEN / Lanes::COUNT];
        for weight in [OUTPUT_WEIGHT_LIMIT, -OUTPUT_WEIGHT_LIMIT] {
            let weights = vec![Lanes([weight; 32]); 2 * values.len()];
            let expected = 2 * crate::network::MAX_HIDDEN as i64 * 255 * 255 * i64::from(weight);
            for kernel in kernels() {
                assert_eq!(kernel.dot(&values, &values, &weights), expected, "{}", kernel.kernel());
            }
        }
    }

    #[test]
    fn kernels_that_cannot_run_are_refused() {
        for kernel in Kernel::ALL {
            assert_eq!(Dispatch::new(kernel).is_some(), Kernel::available().contains(&kernel));
        }
    }
}
