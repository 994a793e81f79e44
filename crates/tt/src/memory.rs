//! Where the clusters lie.

use crate::cluster::Cluster;
use zerocopy::FromZeros;

/// Zeroed clusters, aligned to cache lines.
pub(crate) struct Memory(Box<[Cluster]>);

impl Memory {
    /// `None` if the system refuses.
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
