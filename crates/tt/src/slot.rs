//! One slot: two words that check each other, and so need no lock.

use crate::entry::Stored;
use crate::sync::{AtomicU64, Ordering::Relaxed};
#[cfg(not(loom))]
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// 16 bytes: `key ^ data` and `data`. Both zero is an empty slot.
///
/// Source: Robert Hyatt and Tim Mann, "A lockless transposition-table implementation for parallel search", ICGA
/// Journal 25(1), 2002.
#[cfg_attr(not(loom), derive(FromBytes, IntoBytes, KnownLayout))]
#[repr(C)]
pub(crate) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What one look at a slot found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glimpse {
    /// The key the two words agree on; of a torn write, a key that nobody stored.
    pub(crate) key: u64,
    /// The data word.
    pub(crate) data: u64,
}

impl Glimpse {
    /// The entry, unless the slot is empty.
    #[inline]
    pub(crate) const fn stored(self) -> Option<Stored> {
        Stored::unpack(self.data)
    }
}

impl Slot {
    /// Reads both words, once each.
    #[inline]
    pub(crate) fn look(&self) -> Glimpse {
        let check = self.check.load(Relaxed);
        let data = self.data.load(Relaxed);
        Glimpse { key: check ^ data, data }
    }

    /// Writes both words, once each.
    #[inline]
    pub(crate) fn put(&self, key: u64, stored: Stored) {
        let data = stored.pack();
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}
