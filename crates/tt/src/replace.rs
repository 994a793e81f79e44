//! Which entry of a full cluster goes, and what becomes of two entries for one key. Pure functions of decoded slots.

use crate::entry::{Bound, Stored};

/// Slots in a cluster.
pub(crate) const WAYS: usize = 4;

/// Plies of depth that a generation of age outweighs.
const PLIES_PER_GENERATION: i32 = 8;

/// Plies by which a bound may be shallower than what is known of the same position and still replace it. A fresh bound
/// was made for the window at hand, so it is the likelier one to cut.
const SHALLOWER: u8 = 4;

/// The slot for a new entry of a key that none of the slots holds: an empty one, or else the one worth least.
#[inline]
pub(crate) fn victim(slots: [Option<Stored>; WAYS], now: u8) -> usize {
    // Worth and number in one integer: the least is found without a branch, of which each would be a coin toss.
    let rank =
        |slot: usize| slots[slot].map_or(i32::MIN, |stored| worth(stored, now) * WAYS as i32) | slot as i32;
    let least = rank(0).min(rank(1)).min(rank(2)).min(rank(3));
    least as usize % WAYS
}

/// Of two entries of one position the one to keep, completed by the other.
#[inline]
pub(crate) fn merge(old: Stored, new: Stored) -> Stored {
    let wins = match new.entry.bound {
        Bound::Exact => true,
        // Without a score there is nothing to set against a score, however old.
        Bound::None => old.entry.bound == Bound::None,
        Bound::Lower | Bound::Upper => {
            old.entry.bound == Bound::None
                || old.generation != new.generation
                || new.entry.depth.saturating_add(SHALLOWER) > old.entry.depth
        }
    };
    let (winner, other) = if wins { (new, old) } else { (old, new) };
    Stored { entry: winner.entry.or(other.entry), generation: new.generation }
}

/// The worth of an entry, in quarters of a ply: depth first, eight plies off for each generation of age; and of entries
/// of equal depth and age an exact score is worth more than a bound, a former principal variation more than the rest,
/// and any score more than none.
#[inline]
fn worth(stored: Stored, now: u8) -> i32 {
    let scored = i32::from(stored.entry.bound != Bound::None);
    let exact = i32::from(stored.entry.bound == Bound::Exact);
    let plies =
        scored * (1 + i32::from(stored.entry.depth)) - PLIES_PER_GENERATION * i32::from(stored.age(now));
    4 * plies + 2 * exact + i32::from(stored.entry.pv)
}
