//! Every interleaving of two stores and a probe, and every value that relaxed loads may return, by loom:
//!
//!     RUSTFLAGS="--cfg loom" cargo test -p argali-tt --release --test loom
#![cfg(loom)]

use argali_tt::model::{Cluster, Slot};
use argali_tt::{Bound, Entry};
use loom::sync::Arc;
use loom::thread;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const ONE: Entry = Entry { mv: 0x0123, score: 11, eval: -5, depth: 6, bound: Bound::Lower, pv: false };
const TWO: Entry = Entry { mv: 0x4567, score: -40, eval: 99, depth: 7, bound: Bound::Exact, pv: true };

/// How often the probes of all executions hit and missed.
#[derive(Default)]
struct Tally {
    hits: AtomicUsize,
    misses: AtomicUsize,
}

impl Tally {
    fn count(&self, found: Option<Entry>) {
        if found.is_some() { &self.hits } else { &self.misses }.fetch_add(1, Relaxed);
    }

    fn seen(&self) -> (bool, bool) {
        (self.hits.load(Relaxed) > 0, self.misses.load(Relaxed) > 0)
    }
}

/// Two threads store to one slot while a third probes it for a key; `check` is given what that finds, and the slot once
/// the stores are done.
fn store_store_probe(
    keys: [u64; 2],
    probed: u64,
    check: impl Fn(Option<Entry>, &Slot) + Send + Sync + 'static,
) {
    loom::model(move || {
        let slot = Arc::new(Slot::default());
        let stores = [(keys[0], ONE), (keys[1], TWO)].map(|(key, entry)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.store(key, entry))
        });
        let found = slot.probe(probed);
        for store in stores {
            store.join().unwrap();
        }
        check(found, &slot);
    });
}

#[test]
fn stores_of_one_key_are_found_whole_or_not_at_all() {
    static LEFT: Tally = Tally { hits: AtomicUsize::new(0), misses: AtomicUsize::new(0) };
    store_store_probe([9, 9], 9, |found, slot| {
        let left = slot.probe(9);
        assert!(matches!(found, None | Some(ONE | TWO)));
        assert!(matches!(left, None | Some(ONE | TWO)));
        LEFT.count(left);
    });
    // The model does reach the torn state: two finished stores, and nothing to be found.
    assert_eq!(LEFT.seen(), (true, true));
}

#[test]
fn stores_of_two_keys_are_found_whole_under_their_own_key() {
    static FOUND: Tally = Tally { hits: AtomicUsize::new(0), misses: AtomicUsize::new(0) };
    // Key 0 is the one that an empty slot could be mistaken for; key 5 nobody stores.
    for probed in [0, u64::MAX, 5] {
        store_store_probe([0, u64::MAX], probed, move |found, slot| {
            FOUND.count(found);
            for (key, found) in [(probed, found), (0, slot.probe(0)), (u64::MAX, slot.probe(u64::MAX))] {
                let whole = match key {
                    0 => ONE,
                    u64::MAX => TWO,
                    _ => Entry::BLANK,
                };
                assert!(found.is_none_or(|found| found == whole), "{found:?} for {key:#x}");
            }
        });
    }
    assert_eq!(FOUND.seen(), (true, true));
}

#[test]
fn a_cluster_is_no_worse_than_its_slots() {
    let mut model = loom::model::Builder::new();
    // A cluster has eight words. All interleavings of its loads would take days, those with two preemptions do not.
    model.preemption_bound = Some(2);
    model.check(|| {
        let cluster = Arc::new(Cluster::default());
        let stores = [(9, ONE), (25, TWO)].map(|(key, entry)| {
            let cluster = Arc::clone(&cluster);
            thread::spawn(move || cluster.store(key, entry))
        });
        assert!(matches!(cluster.probe(9), None | Some(ONE)));
        for store in stores {
            store.join().unwrap();
        }
        assert!(matches!(cluster.probe(9), None | Some(ONE)));
        assert!(matches!(cluster.probe(25), None | Some(TWO)));
    });
}
