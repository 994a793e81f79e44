//! The unit of all network data, and the loops that all kernels share.
//!
//! The loops are plain Rust. They are inlined into functions that each kernel compiles for its instruction set, and the compiler
//! turns the 32 lanes into as few vectors as that set allows.

/// 32 consecutive numbers, which fill one cache line and are aligned to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub [i16; Lanes::COUNT]);

impl Lanes {
    /// Numbers in one unit.
    pub(crate) const COUNT: usize = 32;

    pub(crate) const ZERO: Self = Self([0; Self::COUNT]);
}

/// The largest value of an activated hidden neuron, which stands for 1.0.
pub(crate) const ONE: i16 = 255;

/// The largest absolute value of an output weight: with it, an activation times a weight fits an `i16`.
pub(crate) const OUTPUT_WEIGHT_LIMIT: i16 = 128;

/// `out = source + adds - subs`, wrapping. The rows must be at least as long as `out`.
#[inline(always)]
pub(super) fn update<const ADDS: usize, const SUBS: usize>(
    out: &mut [Lanes],
    source: &[Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    let width = out.len();
    let source = &source[..width];
    let adds = adds.map(|row| &row[..width]);
    let subs = subs.map(|row| &row[..width]);
    for unit in 0..width {
        for lane in 0..Lanes::COUNT {
            let mut value = source[unit].0[lane];
            for row in adds {
                value = value.wrapping_add(row[unit].0[lane]);
            }
            for row in subs {
                value = value.wrapping_sub(row[unit].0[lane]);
            }
            out[unit].0[lane] = value;
        }
    }
}

/// `values += adds - subs`, wrapping. The rows must be at least as long as `values`.
#[inline(always)]
pub(super) fn adjust<const ADDS: usize, const SUBS: usize>(
    values: &mut [Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    let width = values.len();
    let adds = adds.map(|row| &row[..width]);
    let subs = subs.map(|row| &row[..width]);
    for unit in 0..width {
        for lane in 0..Lanes::COUNT {
            let mut value = values[unit].0[lane];
            for row in adds {
                value = value.wrapping_add(row[unit].0[lane]);
            }
            for row in subs {
                value = value.wrapping_sub(row[unit].0[lane]);
            }
            values[unit].0[lane] = value;
        }
    }
}
