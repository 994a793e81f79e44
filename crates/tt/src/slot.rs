//! One slot: two words that vouch for each other, and so need no lock.

use crate::packed::Packed;
use crate::sync::{AtomicU64, Ordering::Relaxed};
#[cfg(not(loom))]
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// 16 bytes: `key ^ data` and `data`. Both zero is an empty slot.
///
/// Source: Robert Hyatt and Timothy Mann, "A lockless transposition-table implementation for parallel search", ICGA
/// Journal 25(1), 2002.
#[cfg_attr(not(loom), derive(FromBytes, IntoBytes, KnownLayout))]
#[derive(Default)]
#[repr(C)]
pub(crate) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What one look at a slot found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glimpse {
    /// The key the two words agree on: of a torn write, one that nobody stored.
    pub(crate) key: u64,
    /// The data word.
    pub(crate) data: Packed,
}

impl Glimpse {
    /// Whether this is an entry for a key. An empty slot is none, not even for key 0.
    #[inline]
    pub(crate) const fn is_for(self, key: u64) -> bool {
        self.key == key && !self.data.is_empty()
    }
}

impl Slot {
    /// Reads each word once.
    #[inline]
    pub(crate) fn look(&self) -> Glimpse {
        let check = self.check.load(Relaxed);
        let data = self.data.load(Relaxed);
        Glimpse { key: check ^ data, data: Packed(data) }
    }

    /// Writes each word once.
    #[inline]
    pub(crate) fn put(&self, key: u64, Packed(data): Packed) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}
