//! Clusters in the allocator's memory.

use crate::cluster::Cluster;
use zerocopy::FromZeros;

/// Clusters, aligned to cache lines by their type.
pub(crate) struct Memory(Box<[Cluster]>);

impl Memory {
    /// Zeroed clusters; `None` if the allocator has no room for them.
    ///
    /// An allocator that passes untouched pages of the system on does this in no time (Windows); one that cannot do so
    /// for cache-line alignment writes zeros (Unix).
    pub(crate) fn zeroed(clusters: usize) -> Option<Self> {
        <[Cluster]>::new_box_zeroed_with_elems(clusters).ok().map(Self)
    }

    #[inline(always)]
    pub(crate) fn clusters(&self) -> &[Cluster] {
        &self.0
    }

    pub(crate) fn clusters_mut(&mut self) -> &mut [Cluster] {
        &mut self.0
    }
}
