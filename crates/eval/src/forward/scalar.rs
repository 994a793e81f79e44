//! The reference kernel: plain Rust, compiled for the target's baseline.

use super::lanes::{self, Lanes, ONE};

/// See [`lanes::update`].
pub(super) fn update<const ADDS: usize, const SUBS: usize>(
    out: &mut [Lanes],
    source: &[Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    lanes::update(out, source, adds, subs);
}

/// See [`lanes::adjust`].
pub(super) fn adjust<const ADDS: usize, const SUBS: usize>(
    values: &mut [Lanes],
    adds: [&[Lanes]; ADDS],
    subs: [&[Lanes]; SUBS],
) {
    lanes::adjust(values, adds, subs);
}

/// The sum over all hidden values `x`, those of the side to move first, of `min(max(x, 0), 1)² · weight`: the squared
/// clipped rectifier, times the output weights.
///
/// Exact: activations are at most 255 and weights at most 128 in absolute value, so activation times weight fits an `i16`,
/// the sum over 32 lanes an `i32`, and the whole an `i64`.
pub(super) fn dot(us: &[Lanes], them: &[Lanes], weights: &[Lanes]) -> i64 {
    let hidden = us.iter().chain(them);
    hidden.zip(weights).map(|(values, weights)| i64::from(unit(values, weights))).sum()
}

fn unit(values: &Lanes, weights: &Lanes) -> i32 {
    let mut sum = 0;
    for lane in 0..Lanes::COUNT {
        let value = values.0[lane].clamp(0, ONE);
        sum += i32::from(value * weights.0[lane]) * i32::from(value);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_clips() {
        let mut values = [Lanes::ZERO; 2];
        let mut weights = [Lanes::ZERO; 2];
        values[0].0[..4].copy_from_slice(&[-7, 10, 255, 4000]);
        weights[0].0[..4].copy_from_slice(&[100, 3, -128, 128]);
        values[1].0[31] = 2;
        weights[1].0[31] = 5;
        assert_eq!(dot(&values[..1], &values[1..], &weights), 300 + 4 * 5);
    }

    #[test]
    fn extremes_do_not_overflow() {
        let values = vec![Lanes([i16::MAX; 32]); 32];
        for weight in [128, -128] {
            let weights = vec![Lanes([weight; 32]); 64];
            assert_eq!(dot(&values, &values, &weights), 2048 * 255 * 255 * i64::from(weight));
        }
    }
}
