//! Four slots on one cache line: probe and store within a cluster.

use crate::entry::{Entry, Stored};
use crate::replace::{self, WAYS};
use crate::slot::{Glimpse, Slot};
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

    /// Stores an entry, where and as the [replacement policy](replace) has it.
    #[inline]
    pub(crate) fn store(&self, key: u64, new: Stored) {
        let glimpses = self.slots.each_ref().map(Slot::look);
        for (slot, glimpse) in self.slots.iter().zip(glimpses) {
            if glimpse.key == key
                && let Some(old) = glimpse.stored()
            {
                let kept = replace::merge(old, new);
                // A line that is not written stays in the caches of the other processors.
                if kept != old {
                    slot.put(key, kept);
                }
                return;
            }
        }
        self.slots[replace::victim(glimpses.map(Glimpse::stored), new.generation)].put(key, new);
    }

    /// How many slots hold an entry of this generation.
    #[inline]
    pub(crate) fn fresh(&self, generation: u8) -> u32 {
        let fresh = |slot: &&Slot| slot.look().stored().is_some_and(|stored| stored.generation == generation);
        self.slots.iter().filter(fresh).count() as u32
    }
}
