//! Throughput of the transposition table with one and two threads, compared with the limit of the memory and with hash maps.
//!
//! All candidates have the same memory: 1 MiB, which fits into the cache, and `ARGALI_BENCH_MIB` (default 1024), which should be
//! several times the last-level cache. The maps get half as many entries as the table has slots, because each of their entries takes
//! twice the memory. Keys are random, all of them were stored, and each access has another key.
//!
//! `line reads` is the limit: it reads one word of a random cache line of the same amount of memory. The accesses overlap as the
//! processor does by itself, or (`prefetched`) each line is requested a few accesses ahead. `probe` and `store` are also measured plain
//! and `prefetched`; a search prefetches.
#![allow(clippy::disallowed_methods, reason = "the environment may say how large")]

use argali_benches::counts;
use argali_benches::memories::{Lines, Probe, Sharded, Store, entry};
use argali_benches::random::{Random, mix};
use argali_tt::Table;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Throughput};
use dashmap::DashMap;
use std::hint::black_box;
use std::sync::{Barrier, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Accesses of each thread in one iteration.
const ROUND: u64 = 10_000;
/// How many accesses ahead a line is requested.
const AHEAD: usize = 8;

fn main() {
    let mut criterion = counts::clock();
    let large = std::env::var("ARGALI_BENCH_MIB").ok().and_then(|mib| mib.parse().ok());
    let large: usize = large.unwrap_or(if counts::is_test() { 8 } else { 1024 });
    for mib in [1, large] {
        let entries = (mib << 20) as u64 / 32;
        let mut group = criterion.benchmark_group(format!("tt/{mib} MiB"));
        group.sampling_mode(criterion::SamplingMode::Flat);
        {
            let lines = Lines::new(mib);
            let reader = lines.reader();
            measure(&mut group, "line reads", entries, |key| reader.probe(key));
            measure_ahead(&mut group, "line reads, prefetched", entries, &reader, |key| reader.probe(key));
        }
        {
            let mut table = Table::new(1).expect("1 MiB is available");
            table.resize(mib, 1).expect("there is enough memory");
            fill(&table, entries);
            measure(&mut group, "argali probe", entries, |key| Probe::probe(&table, key));
            measure_ahead(&mut group, "argali probe, prefetched", entries, &table, |key| {
                Probe::probe(&table, key)
            });
            measure(&mut group, "argali store", entries, |key| store(&table, key));
            measure_ahead(&mut group, "argali store, prefetched", entries, &table, |key| store(&table, key));
        }
        {
            let map = DashMap::with_capacity(entries as usize);
            fill(&map, entries);
            measure(&mut group, "dashmap get", entries, |key| map.probe(key));
            measure(&mut group, "dashmap insert", entries, |key| store(&map, key));
        }
        {
            let map = Sharded::with_capacity(entries as usize);
            fill(&map, entries);
            measure(&mut group, "sharded mutex map get", entries, |key| map.probe(key));
            measure(&mut group, "sharded mutex map insert", entries, |key| store(&map, key));
        }
        group.finish();
    }
    criterion.final_summary();
}

fn fill(memory: &impl Store, entries: u64) {
    for key in (0..entries).map(mix) {
        memory.store(key, entry(key));
    }
}

#[inline]
fn store(memory: &impl Store, key: u64) -> u64 {
    memory.store(key, entry(key));
    key
}

/// Accesses without prefetching.
fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    entries: u64,
    access: impl Fn(u64) -> u64 + Sync,
) {
    with_threads(group, name, |random, rounds| {
        let mut sum = 0u64;
        for _ in 0..rounds * ROUND {
            sum = sum.wrapping_add(access(mix(random.below(entries))));
        }
        sum
    });
}

/// Accesses with prefetching.
fn measure_ahead(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    entries: u64,
    memory: &impl Probe,
    access: impl Fn(u64) -> u64 + Sync,
) {
    with_threads(group, name, |random, rounds| {
        let mut sum = 0u64;
        let mut waiting = [1u64; AHEAD];
        for access_number in 0..rounds * ROUND {
            let next = mix(random.below(entries));
            memory.prefetch(next);
            let key = std::mem::replace(&mut waiting[access_number as usize % AHEAD], next);
            sum = sum.wrapping_add(access(key));
        }
        sum
    });
}

/// Measures `work` with one thread and with two. It gets random numbers of its own and the number of rounds.
fn with_threads(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    work: impl Fn(&mut Random, u64) -> u64 + Sync,
) {
    for threads in [1u64, 2] {
        group.throughput(Throughput::Elements(threads * ROUND));
        group.bench_function(format!("{name}/{threads} threads"), |bencher| {
            bencher.iter_custom(|rounds| time(threads, &|random| work(random, rounds)));
        });
    }
}

/// The time from the start of all threads, which is simultaneous, to the end of the last one.
fn time(threads: u64, work: &(dyn Fn(&mut Random) -> u64 + Sync)) -> Duration {
    let start = Barrier::new(threads as usize);
    let longest = Mutex::new(Duration::ZERO);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (start, longest) = (&start, &longest);
            scope.spawn(move || {
                let mut random = Random::new(thread << 32);
                start.wait();
                let began = Instant::now();
                black_box(work(&mut random));
                let mut longest = longest.lock().unwrap_or_else(PoisonError::into_inner);
                *longest = began.elapsed().max(*longest);
            });
        }
    });
    longest.into_inner().unwrap_or_else(PoisonError::into_inner)
}
