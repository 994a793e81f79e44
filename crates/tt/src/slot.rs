//! One slot: two words that are checked against each other, so that no lock is needed.

use crate::packed::Packed;
use crate::sync::{AtomicU64, Ordering::Relaxed};

/// 16 bytes: `key ^ data` and `data`. Both are zero in an empty slot. This is an array and not a struct, because mapped bytes can be
/// viewed as arrays of atomics without `unsafe` (`memory.rs`).
///
/// Source: Robert Hyatt and Timothy Mann, "A lockless transposition-table implementation for parallel search", ICGA
/// Journal 25(1), 2002.
pub(crate) type Slot = [AtomicU64; 2];

/// The words of a slot as one probe read them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glimpse {
    /// `check ^ data`: the stored key. After a torn write it is a key that nobody stored.
    pub(crate) key: u64,
    /// The data word.
    pub(crate) data: Packed,
}

impl Glimpse {
    /// Whether this is an entry for a key. An empty slot matches no key, not even 0.
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
