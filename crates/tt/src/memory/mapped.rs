//! Clusters in a memory mapping of their own. It costs nothing until it is used, and Linux is asked to use huge pages.
//!
//! A probe goes to a random place of a table far larger than what the processor's cache of page translations covers in
//! pages of 4 KiB, so it would wait for the translation first and for the cache line next. With pages of 2 MiB the
//! translation is mostly at hand. No safe means gives such advice about the allocator's memory, but a mapping has it.
//!
//! What threads share must be atomics here, which only an exclusive borrow of the mapping's bytes may become. So the
//! mapping is borrowed once, for good, and `self_cell` keeps the owner and the borrow together; dropping both unmaps.

use crate::cluster::Cluster;
use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

type Clusters<'a> = &'a mut [Cluster];

self_cell!(
    struct Mapping {
        owner: MutBorrow<MmapMut>,

        #[covariant]
        dependent: Clusters,
    }
);

/// Clusters, aligned to cache lines because a mapping is aligned to pages.
pub(crate) struct Memory(Mapping);

impl Memory {
    /// Zeroed clusters; `None` if the system has no room for them.
    pub(crate) fn zeroed(clusters: usize) -> Option<Self> {
        let map = MmapMut::map_anon(clusters.checked_mul(size_of::<Cluster>())?).ok()?;
        // A kernel that knows no huge pages, or is told to give none, refuses the advice: the table works without.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Mapping::try_new(MutBorrow::new(map), view).ok().map(Self)
    }

    #[inline(always)]
    pub(crate) fn clusters(&self) -> &[Cluster] {
        self.0.borrow_dependent()
    }

    pub(crate) fn clusters_mut(&mut self) -> &mut [Cluster] {
        self.0.with_dependent_mut(|_, clusters| &mut **clusters)
    }
}

/// The bytes of a mapping as clusters. Of a mapping of whole clusters this cannot fail, as pages hold whole clusters too.
fn view(map: &MutBorrow<MmapMut>) -> Result<Clusters<'_>, ()> {
    <[Cluster]>::mut_from_bytes(map.borrow_mut()).map_err(drop)
}
