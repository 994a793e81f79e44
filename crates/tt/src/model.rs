//! The interface of the loom model: a slot and a cluster of the real code, on loom's atomics.

use crate::{Entry, cluster, packed::Packed, slot};

/// One slot.
#[derive(Default)]
pub struct Slot(slot::Slot);

impl Slot {
    /// Stores an entry unconditionally.
    pub fn store(&self, key: u64, entry: Entry) {
        slot::put(&self.0, key, Packed::new(entry, 0));
    }

    /// The entry of a key.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let glimpse = slot::look(&self.0);
        glimpse.is_for(key).then(|| glimpse.data.entry())
    }
}

/// One cluster of four slots.
#[derive(Default)]
pub struct Cluster(cluster::Cluster);

impl Cluster {
    /// Stores an entry by the replacement policy.
    pub fn store(&self, key: u64, entry: Entry) {
        cluster::store(&self.0, key, Packed::new(entry, 0), |_| true);
    }

    /// The entry of a key.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        cluster::probe(&self.0, key).map(Packed::entry)
    }
}
