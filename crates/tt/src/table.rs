//! The table: the cluster of a key, generations, resizing and clearing.

use crate::cluster::{self, Cluster};
use crate::entry::Entry;
use crate::error::TableError;
use crate::memory::{Memory, Refusal};
use crate::packed::{GENERATIONS, Packed};
use crate::prefetch::prefetch;
use crate::replace::WAYS;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// The size of the smallest table, in MiB.
pub const MIN_MIB: usize = 1;

/// The size of the largest table, in MiB: 1 TiB where an address has 64 bits, and 1 GiB where it has 32.
pub const MAX_MIB: usize = if usize::BITS >= 64 { 1 << 20 } else { 1 << 10 };

const CLUSTERS_PER_MIB: usize = (1 << 20) / size_of::<Cluster>();

/// Clusters that [`Table::hashfull`] samples: 1000 slots.
const SAMPLE: usize = 1000 / WAYS;

/// A transposition table that any number of threads can probe and store to at the same time, without locks.
///
/// Its size is fixed between calls of [`resize`](Self::resize): clusters of 64 bytes, each of four entries and on a cache
/// line of its own. A key belongs to one cluster and is compared in full; a probe or a store touches that one line of
/// memory.
///
/// Methods that take `&mut self` are called between searches. Methods that take `&self` are for the threads of a search.
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
/// table.new_generation(); // before the next search: entries stay, and age
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
    /// How often the table was cleared since its memory was last zeroed.
    era: u64,
}

impl Table {
    /// An empty table of `mib` MiB.
    ///
    /// The memory consists of untouched zeroed pages, so this takes well under a millisecond, whatever the size. The system
    /// provides the pages as entries are stored. [`resize`](Self::resize) can touch them in advance.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfRange`] if `mib` is not in [`MIN_MIB`]`..=`[`MAX_MIB`], [`TableError::Scarce`] if that much memory is
    /// not available (checked on Linux only), and [`TableError::Refused`] if the system refuses the memory.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        Ok(Self { memory: allocate(mib, 0)?, generation: 0, era: 0 })
    }

    /// Replaces the table by an empty one of `mib` MiB, in the first generation.
    ///
    /// If `threads` is at least 1, that many threads touch every page of the new memory. The system then provides the pages
    /// now (some tenths of a second per GiB) and not during the next search, and on a NUMA machine the pages are spread over
    /// the nodes of the threads. If `threads` is 0, the system provides the pages as entries are stored.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new). After an error the current table stays unchanged, including its entries.
    pub fn resize(&mut self, mib: usize, threads: usize) -> Result<(), TableError> {
        // The old memory is freed before pages of the new one are touched, so both are never in use at once.
        self.memory = allocate(mib, self.clusters())?;
        (self.generation, self.era) = (0, 0);
        if threads > 0 {
            self.memory.touch(threads);
        }
        Ok(())
    }

    /// Removes all entries and returns to the first generation.
    ///
    /// This takes no time, whatever the size: old entries are recognised by their keys, are never found, and count as empty slots.
    /// The memory is zeroed only about once in as many calls as there are clusters, by so many threads (0 counts as 1), the
    /// calling one included.
    pub fn clear(&mut self, threads: usize) {
        self.generation = 0;
        self.era += 1;
        if self.era >> self.clusters().ilog2() != 0 {
            self.memory.clear(threads);
            self.era = 0;
        }
    }

    /// Begins a new generation, for the next search of a game: entries stored from now on are preferred to older ones.
    ///
    /// Generations are counted modulo 32: an entry that was neither replaced nor stored again for 32 generations counts as new.
    pub fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The entry of a key, if it is still in the table.
    ///
    /// Every hit was stored as a whole and for this key: an entry that another thread is replacing is a miss (see
    /// [the crate's documentation](crate#how-it-works-without-locks)). Two positions may have the same key, so the caller must
    /// check a move before playing it.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        cluster::probe(self.cluster(key), key ^ self.mask()).map(Packed::entry)
    }

    /// Stores an entry for a key, unless a more valuable entry for the same key is there.
    ///
    /// - If the key is already there, a scored entry of the same generation stays, unless the new score is exact or less than
    ///   4 plies shallower. An entry without a score never replaces one with a score. The entry that stays takes a missing move
    ///   or evaluation from the other one.
    /// - Otherwise the entry goes to an empty slot, or replaces the least valuable entry: the shallowest of equal age, the
    ///   oldest of equal depth. A generation counts as much as 8 plies. Between entries of equal depth and age the kind of
    ///   bound decides, from [`Bound`](crate::Bound)`::None` up to `Exact`, and then the PV mark.
    ///
    /// A [blank](Entry::is_blank) entry is not stored.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        if !entry.is_blank() {
            let clusters = self.clusters();
            let (mask, place) = (self.mask(), index(key, clusters));
            let belongs = |other: u64| index(other ^ mask, clusters) == place;
            cluster::store(self.cluster(key), key ^ mask, Packed::new(entry, self.generation), belongs);
        }
    }

    /// Asks the processor to load the cache line of a key, for a probe or store that follows soon. Call it as soon as the key is
    /// known, before other work.
    ///
    /// This is a hint. It has no effect on results, and none at all on processors other than x86-64 and AArch64.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// How many of 1000 slots hold an entry of the current generation (UCI's `hashfull`). It samples the first 250 clusters, which
    /// well-mixed keys fill like all others.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let (clusters, mask) = (self.clusters(), self.mask());
        let sample = self.memory.clusters()[..SAMPLE].iter().enumerate();
        let count = |(place, cluster)| {
            cluster::count(cluster, self.generation, |key| index(key ^ mask, clusters) == place)
        };
        sample.map(count).sum()
    }

    /// The size of the table in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        self.clusters() / CLUSTERS_PER_MIB
    }

    /// The number of clusters. Each has room for four entries.
    #[must_use]
    pub fn clusters(&self) -> usize {
        self.memory.clusters().len()
    }

    /// The mask that is XORed into stored keys. It changes only bits that the cluster number implies, and differs after each clear.
    /// An entry from before the last clear, read with the current mask, therefore has a key that belongs to another cluster.
    #[inline(always)]
    fn mask(&self) -> u64 {
        let clusters = self.clusters();
        if clusters.is_power_of_two() { self.era } else { self.era << (64 - clusters.ilog2()) }
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let clusters = self.memory.clusters();
        &clusters[index(key, clusters.len())]
    }
}

/// The cluster of a key. If `clusters` is a power of two it is given by the low bits of the key, otherwise by the high word of the
/// product, which spreads keys evenly over any number without a division (Daniel Lemire, "Fast Random Integer Generation in
/// an Interval", 2019).
#[inline(always)]
fn index(key: u64, clusters: usize) -> usize {
    if clusters.is_power_of_two() {
        key as usize & (clusters - 1)
    } else {
        ((u128::from(key) * clusters as u128) >> 64) as usize
    }
}

/// Memory for a table of `mib` MiB, which replaces one of so many clusters.
fn allocate(mib: usize, replaced: usize) -> Result<Memory, TableError> {
    if !(MIN_MIB..=MAX_MIB).contains(&mib) {
        return Err(TableError::OutOfRange { mib });
    }
    Memory::zeroed(mib * CLUSTERS_PER_MIB, replaced).map_err(|refusal| match refusal {
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
            .field("era", &self.era)
            .finish_non_exhaustive()
    }
}

// After a panic in another thread, each slot is still an entry or a miss.
impl UnwindSafe for Table {}
impl RefUnwindSafe for Table {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Bound;
    use crate::packed::tests::entries;
    use proptest::prelude::*;
    use std::collections::HashMap;

    const SOME: Entry = Entry { mv: 7, score: -30, eval: 12, depth: 5, bound: Bound::Lower, pv: false };

    /// Distinct keys that all belong to the cluster of key 0 of a table of 1 MiB.
    fn rivals() -> impl Iterator<Item = u64> {
        (0..).map(|number| number << 40)
    }

    fn smallest() -> Table {
        Table::new(MIN_MIB).expect("1 MiB is available")
    }

    #[test]
    fn an_empty_table_knows_nothing_of_any_key() {
        let table = smallest();
        for key in [0, 1, u64::MAX, 1 << 63] {
            assert_eq!(table.probe(key), None);
        }
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn every_key_can_be_stored() {
        let table = smallest();
        for key in [0, 1, u64::MAX, 1 << 63] {
            table.store(key, SOME);
            assert_eq!(table.probe(key), Some(SOME));
        }
        let odd = Table::new(3).expect("3 MiB are available");
        for key in [0, 1, u64::MAX, 1 << 63] {
            odd.store(key, SOME);
            assert_eq!(odd.probe(key), Some(SOME));
        }
    }

    #[test]
    fn a_table_is_as_large_as_was_asked_for() {
        for mib in [1, 2, 3, 7, 8, 100] {
            let table = Table::new(mib).expect("100 MiB are available");
            assert_eq!((table.mib(), table.clusters()), (mib, mib << 14));
        }
    }

    #[test]
    fn keys_spread_evenly_over_any_number_of_clusters() {
        for clusters in [3 << 14, 4 << 14, 7 << 14, 100 << 14] {
            let mut tenths = [0_u32; 10];
            let mut key = 0_u64;
            for _ in 0..100_000 {
                key = key.wrapping_add(0x9e37_79b9_7f4a_7c15); // a Weyl sequence, even in all its bits
                tenths[index(key, clusters) * 10 / clusters] += 1;
            }
            assert!(tenths.iter().all(|&count| (9_500..10_500).contains(&count)), "{clusters}: {tenths:?}");
            assert!([0, 1, u64::MAX, 1 << 63].into_iter().all(|key| index(key, clusters) < clusters));
        }
    }

    #[test]
    fn clusters_are_cache_lines() {
        assert_eq!(size_of::<Cluster>(), 64);
        for mib in [1, 3, 32] {
            let table = Table::new(mib).expect("32 MiB are available");
            assert!(table.memory.clusters().as_ptr().addr().is_multiple_of(64));
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused_and_the_table_stays() {
        let mut table = smallest();
        table.store(3, SOME);
        for mib in [0, MAX_MIB + 1, usize::MAX] {
            assert_eq!(table.resize(mib, 1), Err(TableError::OutOfRange { mib }));
        }
        assert_eq!(table.probe(3), Some(SOME));
        let message = TableError::OutOfRange { mib: 0 }.to_string();
        assert_eq!(message, format!("a table of 0 MiB is outside the range of 1 to {MAX_MIB} MiB"));
    }

    #[test]
    fn a_table_beyond_the_memory_is_refused_and_the_old_one_stays() {
        let mut table = smallest();
        table.store(3, SOME);
        match table.resize(MAX_MIB, 0) {
            // The machine has that much memory.
            Ok(()) => assert_eq!((table.mib(), table.probe(3)), (MAX_MIB, None)),
            Err(TableError::Scarce { mib, available_mib }) => {
                assert!(mib == MAX_MIB && available_mib < MAX_MIB)
            }
            Err(error) => assert_eq!(error, TableError::Refused { mib: MAX_MIB }),
        }
        if table.mib() == MIN_MIB {
            assert_eq!(table.probe(3), Some(SOME));
        }
    }

    #[test]
    fn a_resized_table_is_empty_and_in_the_first_generation() {
        for threads in [0, 1, 3] {
            let mut table = smallest();
            table.new_generation();
            table.store(3, SOME);
            table.resize(32, threads).expect("32 MiB are available");
            assert_eq!((table.mib(), table.probe(3), table.generation), (32, None, 0));
            table.store(3, SOME);
            assert_eq!(table.probe(3), Some(SOME));
        }
    }

    #[test]
    fn clearing_reaches_every_cluster_with_any_number_of_threads() {
        let mut table = Table::new(32).expect("32 MiB are available");
        let clusters = table.clusters() as u64;
        for threads in [0, 1, 2, 3, 64] {
            table.new_generation();
            (1..=clusters).for_each(|key| table.store(key, SOME));
            assert_eq!(table.hashfull(), 250);
            table.clear(threads);
            assert!((1..=clusters).all(|key| table.probe(key).is_none()));
            assert_eq!((table.hashfull(), table.generation), (0, 0));
        }
    }

    #[test]
    fn clearing_takes_no_time_whatever_the_size() {
        let mut table = Table::new(64).expect("64 MiB are available");
        let start = std::time::Instant::now();
        (0..10_000).for_each(|_| table.clear(1));
        // Zeroing the memory that often takes more than a minute.
        assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
    }

    #[test]
    fn what_was_cleared_never_comes_back() {
        for mib in [1, 3] {
            let mut table = Table::new(mib).expect("3 MiB are available");
            let keys = [0, 1, 77, 1 << 63, u64::MAX, 0x9d39_247e_3377_6d41];
            keys.iter().for_each(|&key| table.store(key, SOME));
            // Through all eras, and some of the next round.
            for era in 0..table.clusters() + 10 {
                table.clear(1);
                assert!(keys.iter().all(|&key| table.probe(key).is_none()), "{era}");
                assert_eq!(table.hashfull(), 0, "{era}");
                table.store(keys[era % keys.len()], SOME);
            }
        }
    }

    #[test]
    fn hashfull_counts_the_present_generation_in_permille() {
        let mut table = smallest();
        let clusters = table.clusters() as u64;
        // One slot of each cluster, then a second one of every other cluster.
        (0..clusters).for_each(|key| table.store(key, SOME));
        assert_eq!(table.hashfull(), 250);
        (0..clusters).step_by(2).for_each(|key| table.store(key | 1 << 40, SOME));
        assert_eq!(table.hashfull(), 375);
        table.new_generation();
        assert_eq!(table.hashfull(), 0);
        (0..clusters).for_each(|key| table.store(key, SOME));
        assert_eq!(table.hashfull(), 250);
        for key in rivals().take(100).flat_map(|rival| (0..clusters).map(move |cluster| rival | cluster)) {
            table.store(key, SOME);
        }
        assert_eq!(table.hashfull(), 1000);
    }

    #[test]
    fn a_blank_entry_takes_no_place() {
        let mut table = smallest();
        for _ in 0..2 {
            rivals().take(4).for_each(|key| table.store(key, SOME));
            table.store(9 << 40, Entry::BLANK);
            assert_eq!(table.probe(9 << 40), None);
            assert!(rivals().take(4).all(|key| table.probe(key) == Some(SOME)));
            table.new_generation();
        }
    }

    #[test]
    fn deep_entries_yield_to_shallow_ones_as_generations_pass() {
        let mut table = smallest();
        let deep = Entry { depth: 100, ..SOME };
        rivals().take(3).for_each(|key| table.store(key, deep));
        let survivors = |table: &Table| rivals().take(3).filter(|&key| table.probe(key).is_some()).count();
        for generation in 0..20 {
            rivals().skip(10 + 10 * generation).take(10).for_each(|key| table.store(key, SOME));
            let expected = if generation < 12 { 3 } else { 0 };
            assert_eq!(survivors(&table), expected, "generation {generation}");
            table.new_generation();
        }
    }

    #[test]
    fn a_prefetch_changes_nothing() {
        let table = smallest();
        table.store(3, SOME);
        for key in [0, 3, u64::MAX] {
            table.prefetch(key);
        }
        assert_eq!((table.probe(3), table.probe(0)), (Some(SOME), None));
    }

    #[test]
    fn threads_may_share_a_table() {
        const fn shared<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
        shared::<Table>();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// After any number of games a table does what a new one does.
        #[test]
        fn a_cleared_table_is_as_good_as_new(
            before in prop::collection::vec((0_u64..40, entries(), 0_u8..12), 1..100),
            after in prop::collection::vec((0_u64..40, entries(), any::<bool>()), 1..100),
            mib in prop::sample::select(vec![1_usize, 3]),
        ) {
            // Some keys of one cluster, and all that differ from them in what eras change.
            let key = |number: u64| (number % 5) ^ ((number / 5) << 40) ^ ((number % 3) << 61);
            let mut used = Table::new(mib).expect("3 MiB are available");
            for (number, entry, next) in before {
                used.store(key(number), entry);
                match next {
                    0 => used.clear(1),
                    1 => used.new_generation(),
                    _ => {}
                }
            }
            used.clear(1);
            let mut fresh = Table::new(mib).expect("3 MiB are available");
            for (number, entry, next) in after {
                used.store(key(number), entry);
                fresh.store(key(number), entry);
                if next {
                    used.new_generation();
                    fresh.new_generation();
                }
                for number in 0..40 {
                    prop_assert_eq!(used.probe(key(number)), fresh.probe(key(number)));
                }
                prop_assert_eq!(used.hashfull(), fresh.hashfull());
            }
        }

        /// One thread, keys that compete for two clusters: a hit is an entry that was stored for its key, and the latest store can
        /// always be found.
        #[test]
        fn a_hit_was_stored_for_its_key(stores in prop::collection::vec((0_u64..24, entries(), any::<bool>()), 1..200)) {
            let mut table = smallest();
            let mut stored = HashMap::<u64, Vec<Entry>>::new();
            for (number, entry, next) in stores {
                let key = ((number / 2) << 40) + number % 2;
                let entry = Entry { mv: entry.mv.max(1), eval: entry.eval.max(-32_000), ..entry };
                table.store(key, entry);
                stored.entry(key).or_default().push(entry);
                prop_assert!(table.probe(key).is_some());
                for (&key, entries) in &stored {
                    prop_assert!(table.probe(key).is_none_or(|hit| entries.contains(&hit)));
                }
                if next {
                    table.new_generation();
                }
            }
        }
    }
}
