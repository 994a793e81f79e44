//! A pair of scores, one for the midgame and one for the endgame, packed so that one addition adds both.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Midgame and endgame centipawns in one integer: `endgame << 16` plus `midgame`.
///
/// Sums, differences and products with an integer act on both halves at once, as long as each half stays within an `i16`, which
/// every evaluation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Taper(i32);

/// Short for [`Taper::new`], for tables.
pub(super) const fn t(mg: i32, eg: i32) -> Taper {
    Taper::new(mg, eg)
}

impl Taper {
    pub(super) const ZERO: Self = Self(0);

    pub(super) const fn new(mg: i32, eg: i32) -> Self {
        Self((eg << 16) + mg)
    }

    /// `+` in constants.
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    pub(super) const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(super) const fn eg(self) -> i32 {
        // A negative midgame half borrows one from the upper half. Adding half a unit before the shift restores it.
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Taper {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Taper {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Taper {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Taper {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl AddAssign for Taper {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Taper {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_leak_into_each_other() {
        for (mg, eg) in [(0, 0), (-1, 0), (0, -1), (-3000, 3000), (3000, -3000), (-7, -9), (32767, -32768)] {
            let pair = t(mg, eg);
            assert_eq!((pair.mg(), pair.eg()), (mg, eg));
        }
        let sum = t(-5, 7) + t(3, -20) * 4 - t(1, 1);
        assert_eq!((sum.mg(), sum.eg()), (6, -74));
        assert_eq!(((-sum).mg(), (-sum).eg()), (-6, 74));
    }
}
