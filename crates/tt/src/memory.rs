//! The memory of the clusters: allocating it, and zeroing it with several threads.
//!
//! Threads share the clusters as atomics. Without `unsafe`, bytes can be viewed as atomics only through an exclusive borrow. So the
//! bytes are borrowed once, for as long as they live, and `self_cell` keeps the owner and the borrow together.

use crate::available::available;
use crate::cluster::Cluster;
use self_cell::{MutBorrow, self_cell};
use std::thread;
use zerocopy::{FromBytes, FromZeros};

/// The bytes of a table, as a memory mapping of their own. Its pages are provided on first use, and Linux is asked for huge pages.
///
/// A probe reads a random address. With pages of 4 KiB, a table is far larger than the range that the TLB covers, so a probe waits
/// first for the address translation and then for the cache line. With pages of 2 MiB most translations are cached. There is no
/// safe way to ask for huge pages in the allocator's memory; for a mapping there is one.
#[cfg(all(feature = "mmap", unix))]
type Bytes = memmap2::MmapMut;

/// The bytes of a table, from the allocator.
#[cfg(not(all(feature = "mmap", unix)))]
type Bytes = Box<[u8]>;

#[cfg(all(feature = "mmap", unix))]
fn zeroed_bytes(count: usize) -> Option<Bytes> {
    // Exactly the size of the table: if the length is a multiple of a huge page, Linux aligns the mapping to one.
    let map = memmap2::MmapMut::map_anon(count).ok()?;
    // A kernel without huge pages refuses the advice. The table works without them.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Some(map)
}

/// Allocators take large zeroed blocks from the system as untouched pages, so this takes no time. One extra cache line leaves room
/// for alignment.
#[cfg(not(all(feature = "mmap", unix)))]
fn zeroed_bytes(count: usize) -> Option<Bytes> {
    <[u8]>::new_box_zeroed_with_elems(count.checked_add(LINE)?).ok()
}

type Clusters<'a> = &'a mut [Cluster];

self_cell!(
    struct Owned {
        owner: MutBorrow<Bytes>,

        #[covariant]
        dependent: Clusters,
    }
);

/// Clusters, each on a cache line of its own.
pub(crate) struct Memory(Owned);

/// Bytes in a cache line and in a cluster.
const LINE: usize = size_of::<Cluster>();

/// The smallest share of a thread, in clusters: 8 MiB, a few milliseconds of work.
const SHARE: usize = (8 << 20) / LINE;

/// Clusters in the smallest page of any processor, 4 KiB.
const PAGE: usize = 4096 / LINE;

/// Why the memory cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The system would promise the memory, but kill the process once it is used.
    Scarce {
        /// Bytes that are available.
        available: u64,
    },
    /// The system refused the memory.
    System,
}

impl Memory {
    /// Zeroed memory for so many clusters, if the system has it, or will have it once `released` clusters are freed.
    ///
    /// If the system provides zeroed pages, they are not touched, so they take time and space only when they are used.
    pub(crate) fn zeroed(clusters: usize, released: usize) -> Result<Memory, Refusal> {
        let (wanted, released) = ((clusters * LINE) as u64, (released * LINE) as u64);
        if let Some(available) = available(released).filter(|&available| available < wanted) {
            return Err(Refusal::Scarce { available });
        }
        let bytes = clusters.checked_mul(LINE).and_then(zeroed_bytes);
        let owned = Owned::try_new(MutBorrow::new(bytes.ok_or(Refusal::System)?), |bytes| {
            let bytes: &mut [u8] = bytes.borrow_mut();
            let start = bytes.as_ptr().align_offset(LINE);
            <[Cluster]>::mut_from_bytes(&mut bytes[start..][..clusters * LINE]).map_err(|_| Refusal::System)
        });
        owned.map(Memory)
    }

    #[inline(always)]
    pub(crate) fn clusters(&self) -> &[Cluster] {
        self.0.borrow_dependent()
    }

    fn clusters_mut(&mut self) -> &mut [Cluster] {
        self.0.with_dependent_mut(|_, clusters| &mut **clusters)
    }

    /// Sets every cluster to zero.
    pub(crate) fn clear(&mut self, threads: usize) {
        share_out(self.clusters_mut(), threads, |share| share.zero());
    }

    /// Writes to every page of zeroed clusters, so that the system provides the pages now.
    pub(crate) fn touch(&mut self, threads: usize) {
        share_out(self.clusters_mut(), threads, |share| {
            for page in share.chunks_mut(PAGE) {
                page[0].zero();
            }
        });
    }
}

/// Divides the clusters between so many threads, the calling one included. `work` must be idempotent.
fn share_out(clusters: &mut [Cluster], threads: usize, work: fn(&mut [Cluster])) {
    let threads = threads.min(clusters.len() / SHARE).max(1);
    let done = thread::scope(|scope| {
        let mut shares = clusters.chunks_mut(clusters.len().div_ceil(threads));
        let own = shares.next();
        let spawned =
            shares.all(|share| thread::Builder::new().spawn_scoped(scope, move || work(share)).is_ok());
        own.map(work);
        spawned
    });
    if !done {
        // The system refuses another thread: do all the work again on this one.
        work(clusters);
    }
}
