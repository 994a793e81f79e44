//! The replacement policy as pure functions: which entry of a full cluster is replaced, and which of two entries for one key stays.

use crate::entry::Bound;
use crate::packed::Packed;

/// Slots in a cluster.
pub(crate) const WAYS: usize = 4;

/// A new bound that is this many plies shallower than the stored one does not replace it. A less shallow one does: it belongs to
/// the current window, so it is more likely to allow a cutoff.
const TOO_SHALLOW: u8 = 4;

/// The value of an entry, in eighths of a ply. A generation of age counts eight plies. Between entries of equal depth and age the
/// kind of bound decides, in the order of [`Bound`] (a lower bound comes with a move), and then the PV mark.
mod weight {
    /// More than the largest age penalty, so that every entry is worth more than an empty slot.
    pub(super) const ENTRY: i32 = 64 * 32;
    pub(super) const PLY: i32 = 8;
    pub(super) const BOUND: i32 = 2;
    pub(super) const PV: i32 = 1;
    pub(super) const GENERATION: i32 = 64;
}

/// The slot for an entry of generation `now` whose key is not in the cluster: an empty slot, or the least valuable one, or the first
/// of several equal ones.
#[inline]
pub(crate) fn victim(slots: [Packed; WAYS], now: u8) -> usize {
    // Value and slot number in one integer: the minimum is found without branches, which the processor could not predict.
    let rank = |slot: usize| worth(slots[slot], now) * WAYS as i32 + slot as i32;
    let least = rank(0).min(rank(1)).min(rank(2).min(rank(3)));
    least as usize % WAYS
}

#[inline]
fn worth(slot: Packed, now: u8) -> i32 {
    weight::ENTRY * i32::from(!slot.is_empty())
        + weight::PLY * i32::from(slot.depth())
        + weight::BOUND * slot.bound() as i32
        + weight::PV * i32::from(slot.pv())
        - weight::GENERATION * i32::from(slot.age(now))
}

/// Merges two entries for one key: one of them stays, completed by the other, in the generation of the new one.
#[inline]
pub(crate) fn merge(old: Packed, new: Packed) -> Packed {
    let deep_enough = u32::from(new.depth()) + u32::from(TOO_SHALLOW) > u32::from(old.depth());
    let prefer_new = match new.bound() {
        Bound::Exact => true,
        // An entry without a score never replaces one with a score, however old.
        Bound::None => old.bound() == Bound::None,
        Bound::Lower | Bound::Upper => {
            deep_enough | (old.bound() == Bound::None) | (old.generation() != new.generation())
        }
    };
    let (kept, other) = if prefer_new { (new, old) } else { (old, new) };
    kept.completed_by(other).in_generation_of(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Entry, NO_EVAL};
    use crate::packed::tests::{entries, words};
    use proptest::prelude::*;

    fn bounds() -> impl Strategy<Value = Bound> {
        prop::sample::select(vec![Bound::Upper, Bound::Lower, Bound::Exact])
    }

    /// Four equal entries, each changed by `vary`, which gets the number of the slot.
    fn four(entry: Entry, generation: u8, vary: impl Fn(usize, &mut Entry, &mut u8)) -> [Packed; WAYS] {
        std::array::from_fn(|slot| {
            let (mut entry, mut generation) = (entry, generation);
            vary(slot, &mut entry, &mut generation);
            Packed::new(entry, generation % 32)
        })
    }

    proptest! {
        #[test]
        fn an_empty_slot_is_taken_first(mut slots: [u64; WAYS], empty in 0..WAYS, now in 0_u8..32) {
            slots[empty] = 0;
            let taken = victim(slots.map(Packed), now);
            prop_assert_eq!(slots[taken], 0);
        }

        #[test]
        fn of_equal_entries_the_oldest_goes(entry in entries(), odd in 0..WAYS, now in 0_u8..32, ages in (0_u8..31, 1_u8..32)) {
            let (young, older) = (ages.0, (ages.0 + ages.1).min(31));
            let entry = Entry { mv: 1, ..entry };
            let slots = four(entry, 0, |slot, _, generation| *generation = now + 32 - if slot == odd { older } else { young });
            prop_assert_eq!(victim(slots, now), odd);
        }

        #[test]
        fn of_equal_age_the_shallowest_goes(entry in entries(), odd in 0..WAYS, generation in 0_u8..32, now in 0_u8..32, less in 1_u8..=255) {
            // A whole ply outweighs any bound and mark.
            let slots = four(entry, generation, |slot, entry, _| {
                entry.mv = 1;
                entry.depth = if slot == odd { entry.depth.saturating_sub(less) } else { entry.depth.max(1) };
                (entry.bound, entry.pv) = if slot == odd { (Bound::Exact, true) } else { (Bound::None, false) };
            });
            prop_assert_eq!(victim(slots, now), odd);
        }

        #[test]
        fn an_exact_score_outlives_bounds_of_its_depth(entry in entries(), exact in 0..WAYS, bound in bounds(), generation in 0_u8..32, now in 0_u8..32) {
            let bound = if bound == Bound::Exact { Bound::None } else { bound };
            let slots = four(entry, generation, |slot, entry, _| {
                entry.mv = 1;
                (entry.bound, entry.pv) = if slot == exact { (Bound::Exact, false) } else { (bound, true) };
            });
            prop_assert_ne!(victim(slots, now), exact);
        }

        #[test]
        fn a_former_pv_outlives_its_equals(entry in entries(), pv in 0..WAYS, generation in 0_u8..32, now in 0_u8..32) {
            let slots = four(entry, generation, |slot, entry, _| {
                entry.mv = 1;
                entry.pv = slot == pv;
            });
            prop_assert_ne!(victim(slots, now), pv);
        }

        #[test]
        fn a_generation_outweighs_eight_plies(entry in entries(), old in 0..WAYS, now in 0_u8..32, depth in 0_u8..=240) {
            let slots = |difference: u8| four(entry, now, |slot, entry, generation| {
                entry.mv = 1;
                entry.depth = if slot == old { depth + difference } else { depth };
                *generation = if slot == old { now + 31 } else { now };
            });
            prop_assert_eq!(victim(slots(7), now), old);
            prop_assert_ne!(victim(slots(9), now), old);
        }

        #[test]
        fn a_move_and_an_evaluation_once_known_are_kept(old in entries(), new in entries(), generation in 0_u8..32) {
            let kept = merge(Packed::new(old, 0), Packed::new(new, generation)).entry();
            prop_assert!(kept.mv == old.mv || kept.mv == new.mv);
            prop_assert_eq!(kept.mv == 0, old.mv == 0 && new.mv == 0);
            prop_assert!(kept.eval == old.eval || kept.eval == new.eval);
            prop_assert_eq!(kept.eval == NO_EVAL, old.eval == NO_EVAL && new.eval == NO_EVAL);
        }

        #[test]
        fn the_score_is_that_of_one_of_the_two(old in words(), new in words()) {
            let score = |word: Packed| {
                let Entry { score, depth, bound, pv, .. } = word.entry();
                (score, depth, bound, pv)
            };
            let kept = merge(old, new);
            prop_assert!(score(kept) == score(old) || score(kept) == score(new));
            prop_assert_eq!(kept.generation(), new.generation());
        }

        #[test]
        fn an_exact_score_replaces_whatever_is_known(old in words(), entry in entries()) {
            let new = Packed::new(Entry { bound: Bound::Exact, mv: 1, eval: 0, ..entry }, 0);
            prop_assert_eq!(merge(old, new), new);
        }

        #[test]
        fn no_score_never_replaces_a_score(old in entries(), new in entries(), bound in bounds(), generation in 0_u8..32) {
            let old = Entry { bound, mv: 1, eval: 0, ..old };
            let new = Packed::new(Entry { bound: Bound::None, ..new }, generation);
            prop_assert_eq!(merge(Packed::new(old, 0), new), Packed::new(old, generation));
        }

        #[test]
        fn a_much_shallower_bound_replaces_only_an_older_generation(
            old in entries(), new in entries(), depth in 0_u8..=200, lower: bool, age in 1_u8..32,
        ) {
            let old = Packed::new(Entry { bound: Bound::Exact, depth: depth + 4, mv: 1, eval: 0, ..old }, 0);
            let bound = if lower { Bound::Lower } else { Bound::Upper };
            let new = Entry { bound, depth, mv: 2, eval: 0, ..new };
            prop_assert_eq!(merge(old, Packed::new(new, 0)), old);
            prop_assert_eq!(merge(old, Packed::new(new, age)), Packed::new(new, age));
            let deeper = Packed::new(Entry { depth: depth + 1, ..new }, 0);
            prop_assert_eq!(merge(old, deeper), deeper);
        }
    }
}
