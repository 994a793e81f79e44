//! The transposition table, the maps that one could use instead of it, and plain memory, whose speed is the limit of any table.

use argali_tt::{Bound, Entry, Table};
use dashmap::DashMap;
use memmap2::MmapMut;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// A store that any number of threads can read by key.
pub trait Probe: Sync {
    /// The entry of a key, as a number that depends on all of its fields.
    fn probe(&self, key: u64) -> u64;

    /// Prefetches the memory of a key.
    #[inline]
    fn prefetch(&self, key: u64) {
        let _ = key;
    }
}

/// A store that any number of threads can write to.
pub trait Store: Probe {
    /// Stores the entry of a key.
    fn store(&self, key: u64, entry: Entry);
}

/// An entry for a key.
#[inline]
#[must_use]
pub fn entry(key: u64) -> Entry {
    let depth = (key >> 60) as u8;
    Entry {
        mv: (key >> 32) as u16 | 1,
        score: (key >> 40) as i16,
        eval: 12,
        depth,
        bound: Bound::Lower,
        pv: false,
    }
}

/// An entry as one number.
#[inline]
#[must_use]
pub fn digest(entry: Option<Entry>) -> u64 {
    entry.map_or(0, |entry| u64::from(entry.mv) ^ entry.score as u64 ^ u64::from(entry.depth))
}

impl Probe for Table {
    #[inline]
    fn probe(&self, key: u64) -> u64 {
        digest(self.probe(key))
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.prefetch(key);
    }
}

impl Store for Table {
    #[inline]
    fn store(&self, key: u64, entry: Entry) {
        self.store(key, entry);
    }
}

impl Probe for DashMap<u64, Entry> {
    #[inline]
    fn probe(&self, key: u64) -> u64 {
        digest(self.get(&key).map(|entry| *entry))
    }
}

impl Store for DashMap<u64, Entry> {
    #[inline]
    fn store(&self, key: u64, entry: Entry) {
        self.insert(key, entry);
    }
}

/// 256 maps, each behind a lock. The key selects the map.
#[derive(Debug)]
pub struct Sharded(Vec<Mutex<HashMap<u64, Entry>>>);

impl Sharded {
    const SHARDS: usize = 256;

    /// Room for `entries` entries.
    #[must_use]
    pub fn with_capacity(entries: usize) -> Sharded {
        let room = entries / Self::SHARDS;
        Sharded((0..Self::SHARDS).map(|_| Mutex::new(HashMap::with_capacity(room))).collect())
    }

    #[inline]
    fn shard(&self, key: u64) -> &Mutex<HashMap<u64, Entry>> {
        &self.0[(key >> 56) as usize % Self::SHARDS]
    }
}

impl Probe for Sharded {
    #[inline]
    fn probe(&self, key: u64) -> u64 {
        digest(self.shard(key).lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied())
    }
}

impl Store for Sharded {
    #[inline]
    fn store(&self, key: u64, entry: Entry) {
        self.shard(key).lock().unwrap_or_else(PoisonError::into_inner).insert(key, entry);
    }
}

/// Plain memory in cache lines of 64 bytes. A probe reads a word of the line that the key selects.
#[derive(Debug)]
pub struct Lines(MmapMut);

impl Lines {
    /// As much memory as a table of `mib` MiB (a power of two), and of the same kind: in huge pages if there are any, and with every page
    /// touched.
    ///
    /// # Panics
    /// If there is not enough memory.
    #[must_use]
    pub fn new(mib: usize) -> Lines {
        assert!(mib.is_power_of_two(), "{mib} is not a power of two");
        let mut map = MmapMut::map_anon(mib << 20).expect("there is enough memory");
        // If there are no huge pages, the table has none either.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        map.fill(1);
        Lines(map)
    }

    /// A view for the threads that read it.
    #[must_use]
    pub fn reader(&self) -> LineReader<'_> {
        LineReader(bytemuck::cast_slice(&self.0))
    }
}

/// Reads [`Lines`].
#[derive(Clone, Copy, Debug)]
pub struct LineReader<'a>(&'a [[u64; 8]]);

impl Probe for LineReader<'_> {
    #[inline]
    fn probe(&self, key: u64) -> u64 {
        self.0[key as usize & (self.0.len() - 1)][(key >> 61) as usize]
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        argali_tt::prefetch(&self.0[key as usize & (self.0.len() - 1)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_remember_the_same() {
        let table = Table::new(1).expect("1 MiB is available");
        let sharded = Sharded::with_capacity(100);
        let dashmap = DashMap::new();
        let memories: [&dyn Store; 3] = [&table, &sharded, &dashmap];
        for memory in memories {
            for key in (1..=100).map(crate::random::mix) {
                memory.store(key, entry(key));
                assert_eq!(memory.probe(key), digest(Some(entry(key))));
                assert_eq!(memory.probe(!key), 0);
            }
        }
        assert_eq!(Lines::new(1).reader().probe(u64::MAX), 0x0101_0101_0101_0101);
    }
}
