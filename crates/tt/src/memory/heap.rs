//! Clusters in the allocator's memory.

use crate::cluster::Cluster;
use zerocopy::FromZeros;

/// Clusters, aligned to cache lines by their type.
pub(crate) struct Memory(Box<[Cluster]>);

impl Memory {
    /// Zeroed clusters; `None` if the allocator has no room for them.
    ///
    /// The allocator is asked for zeroed memory rather than given zeros, and for large requests it passes untouched
    /// pages of the system on.
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
