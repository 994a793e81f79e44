//! Which depths the helpers skip, so that the workers fill the table with different entries.

/// Which depths a helper skips, so that the workers search different depths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stagger {
    /// None: all workers search all depths.
    None,
    /// Every second helper skips even depths, the others odd ones.
    OddEven,
    /// Helpers skip runs of depths of different length and phase (the skip blocks of Stockfish 8 and 9).
    #[default]
    SkipBlocks,
    /// Each helper skips half of the depths, by a fixed pseudo-random choice.
    Random,
}

const SKIP_SIZE: [u32; 20] = [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];
const SKIP_PHASE: [u32; 20] = [0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7];

impl Stagger {
    /// All schemes, for comparisons.
    pub const ALL: [Stagger; 4] = [Stagger::None, Stagger::OddEven, Stagger::SkipBlocks, Stagger::Random];

    /// Whether helper `worker` (from 1) skips `depth`.
    pub(crate) fn skips(self, worker: usize, depth: u32) -> bool {
        match self {
            Stagger::None => false,
            Stagger::OddEven => (depth as usize + worker).is_multiple_of(2),
            Stagger::SkipBlocks => {
                let row = (worker - 1) % SKIP_SIZE.len();
                !((depth + SKIP_PHASE[row]) / SKIP_SIZE[row]).is_multiple_of(2)
            }
            Stagger::Random => {
                let seed = (worker as u64) << 32 | u64::from(depth);
                (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) & 1 == 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scheme_but_none_spreads_the_helpers() {
        for scheme in Stagger::ALL {
            let pattern = |worker| (1..=12).map(|depth| scheme.skips(worker, depth)).collect::<Vec<_>>();
            assert_eq!(pattern(1) == pattern(2), scheme == Stagger::None, "{scheme:?}");
            // No helper skips everything.
            for worker in 1..=256 {
                assert!((1..=12).any(|depth| !scheme.skips(worker, depth)), "{scheme:?} {worker}");
            }
        }
    }
}
