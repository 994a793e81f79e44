//! Where the clusters lie: getting the memory, and setting it to zero with several threads.

use crate::available::available;
use crate::cluster::Cluster;
use std::thread;
use zerocopy::FromZeros;

/// A mapping of its own, of huge pages where the system has them.
#[cfg(all(feature = "mmap", unix))]
mod mapped;
#[cfg(all(feature = "mmap", unix))]
pub(crate) use mapped::Memory;

/// The allocator's memory.
#[cfg(not(all(feature = "mmap", unix)))]
mod heap;
#[cfg(not(all(feature = "mmap", unix)))]
pub(crate) use heap::Memory;

/// Clusters a thread should have to itself at the least: 8 MiB, some milliseconds of work.
const SHARE: usize = (8 << 20) / size_of::<Cluster>();

/// Clusters in the smallest page of any processor, 4 KiB.
const PAGE: usize = 4096 / size_of::<Cluster>();

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

/// Zeroed memory for some clusters, if the system has it or will have it when `released` of them are given back.
///
/// Where the system gives zeroed pages they are not touched, so they take time and space only as they are used.
pub(crate) fn zeroed(clusters: usize, released: usize) -> Result<Memory, Refusal> {
    let wanted = (clusters * size_of::<Cluster>()) as u64;
    let released = (released * size_of::<Cluster>()) as u64;
    match available(released) {
        Some(available) if available < wanted => Err(Refusal::Scarce { available }),
        _ => Memory::zeroed(clusters).ok_or(Refusal::System),
    }
}

/// Sets every cluster to zero.
pub(crate) fn clear(clusters: &mut [Cluster], threads: usize) {
    share_out(clusters, threads, |share| share.zero());
}

/// Writes to every page of clusters that are zero already, so that the system provides the pages now.
pub(crate) fn touch(clusters: &mut [Cluster], threads: usize) {
    share_out(clusters, threads, |share| {
        for page in share.chunks_mut(PAGE) {
            page[0].zero();
        }
    });
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
