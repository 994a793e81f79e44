//! One slot: two words that vouch for each other, and so need no lock.

use crate::packed::Packed;
use crate::sync::{AtomicU64, Ordering::Relaxed};

/// 16 bytes: `key ^ data` and `data`. Both zero is an empty slot. An array, not a struct, because the bytes of a mapping become
/// arrays of atomics without `unsafe` and without derived code (`memory.rs`).
///
/// Source: Robert Hyatt and Timothy Mann, "A lockless transposition-table implementation for parallel search", ICGA
/// Journal 25(1), 2002.
pub(crate) type Slot = [AtomicU64; 2];

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

/// Reads each word of a slot once.
#[inline]
pub(crate) fn look([check, data]: &Slot) -> Glimpse {
    let check = check.load(Relaxed);
    let data = data.load(Relaxed);
    Glimpse { key: check ^ data, data: Packed(data) }
}

/// Writes each word of a slot once.
#[inline]
pub(crate) fn put([check, word]: &Slot, key: u64, Packed(data): Packed) {
    check.store(key ^ data, Relaxed);
    word.store(data, Relaxed);
}
