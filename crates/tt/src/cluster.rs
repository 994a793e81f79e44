//! Four slots on one cache line: probe and store within a cluster.

use crate::packed::Packed;
use crate::replace::{self, WAYS};
use crate::slot::{self, Slot};

/// Four slots, 64 bytes. The memory of a table puts each cluster on a cache line of its own.
pub(crate) type Cluster = [Slot; WAYS];

/// The entry of a key, if one of the slots holds it undamaged.
#[inline]
pub(crate) fn probe(cluster: &Cluster, key: u64) -> Option<Packed> {
    cluster.iter().map(slot::look).find(|glimpse| glimpse.is_for(key)).map(|glimpse| glimpse.data)
}

/// Stores an entry according to the [replacement policy](replace). Slots whose keys do not belong to this cluster count as empty.
// Not inlined: it is long, and a search stores in several places.
pub(crate) fn store(cluster: &Cluster, key: u64, new: Packed, belongs: impl Fn(u64) -> bool) {
    let glimpses = cluster.each_ref().map(slot::look);
    match glimpses.iter().position(|glimpse| glimpse.is_for(key)) {
        Some(index) => {
            let old = glimpses[index].data;
            let kept = replace::merge(old, new);
            // Skip a write that changes nothing: the cache line stays valid in the caches of other cores.
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

/// How many slots hold an entry of a generation whose key belongs to this cluster.
#[cfg(not(loom))]
pub(crate) fn count(cluster: &Cluster, generation: u8, belongs: impl Fn(u64) -> bool) -> u32 {
    let glimpses = cluster.iter().map(slot::look).filter(|glimpse| belongs(glimpse.key));
    glimpses.filter(|glimpse| !glimpse.data.is_empty() && glimpse.data.generation() == generation).count()
        as u32
}
