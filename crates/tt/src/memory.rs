//! Where the clusters lie: getting the memory, and setting it to zero with several threads.
//!
//! What threads share must be atomics here, which only an exclusive borrow of bytes may become without `unsafe`. So the bytes are
//! borrowed once, for good, and `self_cell` keeps the owner and the borrow together.

use crate::available::available;
use crate::cluster::Cluster;
use self_cell::{MutBorrow, self_cell};
use std::thread;
use zerocopy::{FromBytes, FromZeros};

/// The bytes of a table: a mapping of their own. It costs nothing until it is used, and Linux is asked to use huge pages.
///
/// A probe goes to a random place of a table far larger than what the processor's cache of page translations covers in
/// pages of 4 KiB, so it would wait for the translation first and for the cache line next. With pages of 2 MiB the
/// translation is mostly at hand. No safe means gives such advice about the allocator's memory, but a mapping has it.
#[cfg(all(feature = "mmap", unix))]
type Bytes = memmap2::MmapMut;

/// The bytes of a table, from the allocator.
#[cfg(not(all(feature = "mmap", unix)))]
type Bytes = Box<[u8]>;

#[cfg(all(feature = "mmap", unix))]
fn zeroed_bytes(count: usize) -> Option<Bytes> {
    // Not a byte more than the table: where the length is whole huge pages, Linux begins the mapping with one.
    let map = memmap2::MmapMut::map_anon(count).ok()?;
    // A kernel that knows no huge pages, or is told to give none, refuses the advice: the table works without.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Some(map)
}

/// Allocators take large zeroed blocks from the system as untouched pages, so this takes no time. One line more, since a block begins
/// anywhere.
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

/// Clusters a thread should have to itself at the least: 8 MiB, some milliseconds of work.
const SHARE: usize = (8 << 20) / LINE;

/// Clusters in the smallest page of any processor, 4 KiB.
const PAGE: usize = 4096 / LINE;

/// Why there is no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The system would have promised the memory, and killed the process when it was used.
    Scarce {
        /// Bytes that can be had.
        available: u64,
    },
    /// The system said no.
    System,
}

impl Memory {
    /// Zeroed memory for some clusters, if the system has it or will have it when `released` of them are given back.
    ///
    /// Where the system gives zeroed pages they are not touched, so they take time and space only as they are used.
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

    /// Writes to every page of clusters that are zero already, so that the system provides the pages now.
    pub(crate) fn touch(&mut self, threads: usize) {
        share_out(self.clusters_mut(), threads, |share| {
            for page in share.chunks_mut(PAGE) {
                page[0].zero();
            }
        });
    }
}

/// Lets each of so many threads work on a part of the clusters; the calling thread is one of them. `work` must come to
/// the same when it is done twice.
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
        // The system has no more threads: all of it once more, with the one there is.
        work(clusters);
    }
}
