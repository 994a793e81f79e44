//! Which slot of a cluster a new entry goes to, and what becomes of the entry there: one pure function.

use crate::entry::{Bound, Stored};

/// Slots in a cluster.
pub(crate) const WAYS: usize = 4;

/// What [`place`] sees of a slot that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occupant {
    /// The entry in the slot.
    pub(crate) stored: Stored,
    /// Whether it belongs to the position that is being stored.
    pub(crate) same_key: bool,
}

/// Plies of depth that a generation of age outweighs.
const PLIES_PER_GENERATION: i32 = 8;

/// Plies by which a bound may be shallower than what is known of the same position and still replace it. A fresh bound
/// was made for the window at hand, so it is the likelier one to cut.
const SHALLOWER: u8 = 4;

/// The slot to write and what to write there.
#[inline]
pub(crate) fn place(occupants: [Option<Occupant>; WAYS], new: Stored) -> (usize, Stored) {
    let mut least = (i32::MAX, 0);
    for (slot, occupant) in occupants.into_iter().enumerate() {
        match occupant {
            Some(Occupant { stored, same_key: true }) => return (slot, merge(stored, new)),
            Some(Occupant { stored, .. }) => {
                let worth = worth(stored, new.generation);
                if worth < least.0 {
                    least = (worth, slot);
                }
            }
            None if least.0 == i32::MIN => {}
            None => least = (i32::MIN, slot),
        }
    }
    (least.1, new)
}

/// Of two entries of one position the one to keep, completed by the other.
#[inline]
fn merge(old: Stored, new: Stored) -> Stored {
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

/// The worth of an entry, in quarters of a ply: depth first, eight plies off for each generation of age, and between
/// entries of equal depth and age an exact score before a bound and a former principal variation before the rest.
#[inline]
fn worth(stored: Stored, now: u8) -> i32 {
    let depth = match stored.entry.bound {
        Bound::None => 0,
        _ => 1 + i32::from(stored.entry.depth),
    };
    let exact = i32::from(stored.entry.bound == Bound::Exact);
    let pv = i32::from(stored.entry.pv);
    4 * (depth - PLIES_PER_GENERATION * i32::from(stored.age(now))) + 2 * exact + pv
}
