//! The table itself: finding the cluster of a key, and the life of the memory.

use crate::cluster::Cluster;
use crate::entry::{Entry, GENERATIONS, Stored};
use crate::error::TableError;
use crate::memory::Memory;
use crate::prefetch::prefetch;
use zerocopy::FromZeros;

/// The smallest table, in MiB.
pub const MIN_MIB: usize = 1;

/// The largest table, in MiB: 1 TiB, or 1 GiB where an address has 32 bits.
pub const MAX_MIB: usize = if usize::BITS >= 64 { 1 << 20 } else { 1 << 10 };

const CLUSTERS_PER_MIB: usize = (1 << 20) / size_of::<Cluster>();

/// A transposition table that any number of threads probe and store at once.
pub struct Table {
    memory: Memory,
    generation: u8,
}

impl Table {
    /// A new, empty table.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        if !(MIN_MIB..=MAX_MIB).contains(&mib) {
            return Err(TableError::OutOfRange { mib });
        }
        let clusters = (1 << mib.ilog2()) * CLUSTERS_PER_MIB;
        let memory = Memory::zeroed(clusters).ok_or(TableError::Refused { mib })?;
        Ok(Self { memory, generation: 0 })
    }

    /// Replaces the table by an empty one of another size.
    pub fn resize(&mut self, mib: usize, threads: usize) -> Result<(), TableError> {
        let _ = threads;
        *self = Self::new(mib)?;
        Ok(())
    }

    /// Empties the table.
    pub fn clear(&mut self, threads: usize) {
        let _ = threads;
        self.memory.clusters_mut().zero();
        self.generation = 0;
    }

    /// Begins a new generation.
    pub fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).probe(key)
    }

    /// Remembers an entry.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        if !entry.is_blank() {
            self.cluster(key).store(key, Stored { entry, generation: self.generation });
        }
    }

    /// Asks for the cache line of a key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// How full the table is, in permille.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        self.memory.clusters().iter().take(250).map(|cluster| cluster.fresh(self.generation)).sum()
    }

    /// Size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        self.clusters() / CLUSTERS_PER_MIB
    }

    /// Number of clusters.
    #[must_use]
    pub fn clusters(&self) -> usize {
        self.memory.clusters().len()
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let clusters = self.memory.clusters();
        &clusters[key as usize & (clusters.len() - 1)]
    }
}
