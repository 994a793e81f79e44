//! The table itself: the cluster of a key, the generations, and the life of the memory.

use crate::cluster::Cluster;
use crate::entry::{Entry, GENERATIONS, Stored};
use crate::error::TableError;
use crate::memory::{self, Memory, Refusal};
use crate::prefetch::prefetch;
use crate::replace::WAYS;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// The size of the smallest table, in MiB.
pub const MIN_MIB: usize = 1;

/// The size of the largest table, in MiB: 1 TiB where an address has 64 bits, and 1 GiB where it has 32.
pub const MAX_MIB: usize = if usize::BITS >= 64 { 1 << 20 } else { 1 << 10 };

const CLUSTERS_PER_MIB: usize = (1 << 20) / size_of::<Cluster>();

/// Clusters that [`Table::hashfull`] looks at: those of 1000 slots.
const SAMPLE: usize = 1000 / WAYS;

/// A transposition table that any number of threads probe and store at once, without locks.
///
/// Its size is fixed between calls of [`resize`](Self::resize): a power of two of clusters of 64 bytes, each of four
/// entries and on a cache line of its own. A key belongs to one cluster, chosen by its low bits, and is compared in
/// full; a probe or a store touches that one line of memory.
///
/// What needs `&mut self` is done between searches. What takes `&self` is for the threads of a search.
///
/// ```
/// use argali_tt::{Bound, Entry, Table};
///
/// let mut table = Table::new(16)?;
/// let entry = Entry { mv: 0x71c, score: 35, eval: 20, depth: 9, bound: Bound::Exact, pv: true };
/// std::thread::scope(|scope| {
///     scope.spawn(|| table.store(0x9d39_247e_3377_6d41, entry));
/// });
/// assert_eq!(table.probe(0x9d39_247e_3377_6d41), Some(entry));
/// assert_eq!(table.probe(0x2af7_3980_05aa_a5c7), None);
///
/// table.new_generation(); // before the next search: what is known stays, and ages
/// assert_eq!(table.probe(0x9d39_247e_3377_6d41), Some(entry));
///
/// table.clear(1); // before the next game
/// assert_eq!(table.probe(0x9d39_247e_3377_6d41), None);
/// # Ok::<(), argali_tt::TableError>(())
/// ```
pub struct Table {
    memory: Memory,
    /// 0 to 31.
    generation: u8,
}

impl Table {
    /// An empty table of at most `mib` MiB: the size is rounded down to a power of two.
    ///
    /// The memory is the system's zeroed pages, none of them touched yet, so this takes well under a millisecond
    /// whatever the size; the pages come into being as entries are stored. [`resize`](Self::resize) can prepare them.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfRange`] if `mib` is not in [`MIN_MIB`]`..=`[`MAX_MIB`], [`TableError::Scarce`] if that much
    /// memory is not free (which is known on Linux only, where it would go wrong later), and [`TableError::Refused`] if
    /// the system does not give it.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        Ok(Self { memory: allocate(mib, 0)?, generation: 0 })
    }

    /// Makes the table an empty one of at most `mib` MiB, rounded down to a power of two, in the first generation.
    ///
    /// With `threads` of at least 1 so many threads touch every page of the new memory, so that the time the system
    /// takes to provide them (about 0.1 s per GiB and thread) is not lost from the clock of the next search, and so
    /// that on a machine of several memory nodes the pages are spread over those of the threads. With 0 the pages come
    /// into being as entries are stored.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new). The present table then stays as it is, entries and all.
    pub fn resize(&mut self, mib: usize, threads: usize) -> Result<(), TableError> {
        // The old memory goes before pages of the new one are used, so there is never need for both.
        self.memory = allocate(mib, self.clusters())?;
        self.generation = 0;
        if threads > 0 {
            memory::touch(self.memory.clusters_mut(), threads);
        }
        Ok(())
    }

    /// Forgets everything, and returns to the first generation. A large table is shared among so many threads (0 counts
    /// as 1), the calling one included.
    pub fn clear(&mut self, threads: usize) {
        memory::clear(self.memory.clusters_mut(), threads);
        self.generation = 0;
    }

    /// Begins a new generation, as for the next search of a game: entries stored from now on are preferred to those
    /// there are.
    ///
    /// Generations are counted modulo 32; an entry that was neither replaced nor stored anew for 32 generations counts
    /// as fresh once more.
    pub fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What was stored for a key, if it is still there.
    ///
    /// Each hit was stored whole, for this key: an entry that another thread is just replacing is a miss (see the
    /// [crate's head](crate#how-it-works-without-locks)). That two positions may have the same key is for the caller to
    /// reckon with: a move should be checked before it is played.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).probe(key)
    }

    /// Remembers an entry for a key, as far as there is room for it beside what is worth more.
    ///
    /// - If the key is there already, an entry with a deeper score of the same generation stays, unless the new score
    ///   is exact or less than 4 plies shallower; an entry without a score never replaces one with a score. The entry
    ///   that stays takes the move and the evaluation from the one that goes if it has none itself.
    /// - Otherwise the entry goes to an empty slot, or replaces the one that is worth least: the shallowest of equal
    ///   age, the oldest of equal depth, a generation weighing as much as 8 plies; and of equal depth and age one
    ///   without a score before one with a bound, a bound before an exact score, and one without the PV mark before
    ///   one with it.
    ///
    /// An entry that [says nothing](Entry::is_blank) is not stored.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        if !entry.is_blank() {
            self.cluster(key).store(key, Stored { entry, generation: self.generation });
        }
    }

    /// Asks the processor to bring the cache line of a key, which a probe or a store will need soon. Best called as
    /// soon as the key is known, before other work.
    ///
    /// A hint: it changes nothing but time, and does nothing on processors other than x86-64 and AArch64.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// How many of 1000 slots hold an entry stored in the present generation (UCI's `hashfull`). It looks at the
    /// first 250 clusters, which good keys fill like all others.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.memory.clusters()[..SAMPLE];
        sample.iter().map(|cluster| cluster.fresh(self.generation)).sum()
    }

    /// The size of the table in MiB: a power of two, at most what was asked for.
    #[must_use]
    pub fn mib(&self) -> usize {
        self.clusters() / CLUSTERS_PER_MIB
    }

    /// The number of clusters: a power of two. Each has room for four entries.
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

/// Memory for a table of at most `mib` MiB, in place of one of so many clusters.
fn allocate(mib: usize, replaced: usize) -> Result<Memory, TableError> {
    if !(MIN_MIB..=MAX_MIB).contains(&mib) {
        return Err(TableError::OutOfRange { mib });
    }
    let clusters = (1 << mib.ilog2()) * CLUSTERS_PER_MIB;
    memory::zeroed(clusters, replaced).map_err(|refusal| match refusal {
        Refusal::Scarce { available } => {
            TableError::Scarce { mib, available_mib: usize::try_from(available >> 20).unwrap_or(usize::MAX) }
        }
        Refusal::System => TableError::Refused { mib },
    })
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("mib", &self.mib())
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

// Whatever a panicking thread leaves behind, each slot is an entry, or a miss.
impl UnwindSafe for Table {}
impl RefUnwindSafe for Table {}
