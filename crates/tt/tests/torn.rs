//! Threads compete for a few slots. Each hit must be an entry that a thread stored as a whole, for this key.
#![cfg(not(loom))]

use argali_tt::{Bound, Entry, Table};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

const STORES: u64 = 400_000;

/// Steele, Lea and Flood's SplitMix64 finaliser.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The entry of a key and a version. The version is the move, and the other fields follow from it, so a mixed entry is recognised.
/// Move and evaluation are never "none", so the table has nothing to complete.
fn entry(key: u64, version: u16) -> Entry {
    let word = mix(key ^ u64::from(version) << 20);
    Entry {
        mv: version.max(1),
        score: word as i16,
        eval: ((word >> 16) as i16).max(i16::MIN + 1),
        depth: (word >> 32) as u8 % 8,
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(word >> 40) as usize % 4],
        pv: word >> 42 & 1 == 1,
    }
}

/// One of `keys` keys of one cluster; one of them is key 0.
fn key(number: u64, keys: u64) -> u64 {
    number % keys * 0x0001_0000_0000_0000
}

/// Lets some threads store and others probe. Checks every hit, and returns how many there were.
fn fight(table: &Table, writers: u64, readers: u64, keys: u64) -> u64 {
    let done = AtomicBool::new(false);
    let checked = |key: u64| match table.probe(key) {
        Some(found) => {
            assert_eq!(found, entry(key, found.mv), "never stored for {key:#x}");
            1
        }
        None => 0,
    };
    thread::scope(|scope| {
        let readers: Vec<_> = (0..readers)
            .map(|_| {
                scope.spawn(|| {
                    let mut hits = 0;
                    for number in 0.. {
                        hits += checked(key(number, keys));
                        if number % 1024 == 0 && done.load(Relaxed) {
                            break;
                        }
                    }
                    hits
                })
            })
            .collect();
        let writers: Vec<_> = (0..writers)
            .map(|writer| {
                scope.spawn(move || {
                    let mut hits = 0;
                    for step in 0..STORES {
                        let random = mix(step ^ writer << 32);
                        let key = key(random >> 16, keys);
                        table.store(key, entry(key, (random as u16).max(1)));
                        hits += checked(key);
                    }
                    hits
                })
            })
            .collect();
        let written: u64 = writers.into_iter().map(|writer| writer.join().unwrap()).sum();
        done.store(true, Relaxed);
        written + readers.into_iter().map(|reader| reader.join().unwrap()).sum::<u64>()
    })
}

#[test]
fn one_key_with_many_writers() {
    let hits = fight(&Table::new(1).unwrap(), 3, 1, 1);
    assert!(hits > STORES, "{hits} hits are too few to say anything");
}

#[test]
fn more_keys_than_slots() {
    let hits = fight(&Table::new(1).unwrap(), 2, 2, 16);
    assert!(hits > STORES / 2, "{hits} hits are too few to say anything");
}

#[test]
fn generations_come_and_go() {
    let mut table = Table::new(1).unwrap();
    for _ in 0..5 {
        assert!(fight(&table, 2, 1, 8) > STORES / 2);
        table.new_generation();
    }
}
