//! Four slots on one cache line: probe and store within a cluster.

use crate::packed::Packed;
use crate::replace::{self, WAYS};
use crate::slot::Slot;
#[cfg(not(loom))]
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// One cache line, 64 bytes, of four slots.
#[cfg_attr(not(loom), derive(FromBytes, IntoBytes, KnownLayout))]
#[derive(Default)]
#[repr(C, align(64))]
pub(crate) struct Cluster {
    slots: [Slot; WAYS],
}

impl Cluster {
    /// The entry of a key, if one of the slots holds it whole.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Packed> {
        self.slots.iter().map(Slot::look).find(|glimpse| glimpse.is_for(key)).map(|glimpse| glimpse.data)
    }

    /// Stores an entry, where and as the [replacement policy](replace) has it.
    // Not inlined: it is long, and a search stores in several places.
    pub(crate) fn store(&self, key: u64, new: Packed) {
        let glimpses = self.slots.each_ref().map(Slot::look);
        match glimpses.iter().position(|glimpse| glimpse.is_for(key)) {
            Some(slot) => {
                let old = glimpses[slot].data;
                let kept = replace::merge(old, new);
                // A line that is not written stays in the other processors' caches.
                if kept != old {
                    self.slots[slot].put(key, kept);
                }
            }
            None => {
                let slot = replace::victim(glimpses.map(|glimpse| glimpse.data), new.generation());
                self.slots[slot].put(key, new);
            }
        }
    }

    /// How many slots hold an entry of a generation.
    #[cfg(not(loom))]
    pub(crate) fn count(&self, generation: u8) -> u32 {
        let words = self.slots.iter().map(|slot| slot.look().data);
        words.filter(|word| !word.is_empty() && word.generation() == generation).count() as u32
    }
}
