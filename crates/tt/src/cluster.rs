//! Four slots on one cache line: probe and store within a cluster.

use crate::packed::Packed;
use crate::replace::{self, WAYS};
use crate::slot::{self, Slot};

/// Four slots, 64 bytes. The memory of a table puts each cluster on a cache line of its own.
pub(crate) type Cluster = [Slot; WAYS];

/// The entry of a key, if one of the slots holds it whole.
#[inline]
pub(crate) fn probe(cluster: &Cluster, key: u64) -> Option<Packed> {
    cluster.iter().map(slot::look).find(|glimpse| glimpse.is_for(key)).map(|glimpse| glimpse.data)
}

/// Stores an entry, where and as the [replacement policy](replace) has it. Slots with keys that do not belong here are empty.
// Not inlined: it is long, and a search stores in several places.
pub(crate) fn store(cluster: &Cluster, key: u64, new: Packed, belongs: impl Fn(u64) -> bool) {
    let glimpses = cluster.each_ref().map(slot::look);
    match glimpses.iter().position(|glimpse| glimpse.is_for(key)) {
        Some(index) => {
            let old = glimpses[index].data;
            let kept = replace::merge(old, new);
            // A line that is not written stays in the other processors' caches.
            if kept != old {
                slot::put(&cluster[index], key, kept);
            }
        }
        None => {
            let slots = glimpses.map(|glimpse| if belongs(glimpse.key) { glimpse.data } else { Packed(0) });
            let index = replace::victim(slots, new.generation());
            slot::put(&cluster[index], key, new);
        }
    }
}

/// How many slots hold an entry of a generation, under a key that belongs here.
#[cfg(not(loom))]
pub(crate) fn count(cluster: &Cluster, generation: u8, belongs: impl Fn(u64) -> bool) -> u32 {
    let glimpses = cluster.iter().map(slot::look).filter(|glimpse| belongs(glimpse.key));
    glimpses.filter(|glimpse| !glimpse.data.is_empty() && glimpse.data.generation() == generation).count()
        as u32
}
