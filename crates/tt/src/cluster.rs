//! Four slots on one cache line: probe and store within a cluster.

use crate::entry::{Entry, Stored};
use crate::replace::{self, Occupant, WAYS};
use crate::slot::Slot;
#[cfg(not(loom))]
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// One cache line, 64 bytes, of four slots.
#[cfg_attr(not(loom), derive(FromBytes, IntoBytes, KnownLayout))]
#[repr(C, align(64))]
pub(crate) struct Cluster {
    slots: [Slot; WAYS],
}

impl Cluster {
    /// The entry of `key`, if one of the slots holds it whole.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.slots {
            let glimpse = slot.look();
            if glimpse.key == key
                && let Some(stored) = glimpse.stored()
            {
                return Some(stored.entry);
            }
        }
        None
    }

    /// Stores an entry, in the slot and the form that [`replace::place`] decides on.
    #[inline]
    pub(crate) fn store(&self, key: u64, new: Stored) {
        let occupants = self.slots.each_ref().map(|slot| {
            let glimpse = slot.look();
            glimpse.stored().map(|stored| Occupant { stored, same_key: glimpse.key == key })
        });
        let (slot, stored) = replace::place(occupants, new);
        self.slots[slot].put(key, stored);
    }

    /// How many slots hold an entry of this generation.
    #[inline]
    pub(crate) fn fresh(&self, generation: u8) -> u32 {
        let fresh = |slot: &&Slot| slot.look().stored().is_some_and(|stored| stored.generation == generation);
        self.slots.iter().filter(fresh).count() as u32
    }
}
