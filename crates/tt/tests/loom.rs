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

/// Two threads store to one slot while a third probes it; `check` looks at what it finds, during and after.
fn store_store_probe(
    keys: [u64; 2],
    check: impl Fn(&Slot) + Send + Sync + Copy + 'static,
    after: impl Fn(&Slot) + Send + Sync + 'static,
) {
    loom::model(move || {
        let slot = Arc::new(Slot::default());
        let stores = [(keys[0], ONE), (keys[1], TWO)].map(|(key, entry)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.store(key, entry))
        });
        check(&slot);
        for store in stores {
            store.join().unwrap();
        }
        check(&slot);
        after(&slot);
    });
}

#[test]
fn stores_of_one_key_are_found_whole_or_not_at_all() {
    static LEFT: Tally = Tally { hits: AtomicUsize::new(0), misses: AtomicUsize::new(0) };
    let check = |slot: &Slot| assert!(matches!(slot.probe(9), None | Some(ONE | TWO)));
    store_store_probe([9, 9], check, |slot| LEFT.count(slot.probe(9)));
    // The model does reach the torn state: two finished stores, and nothing to be found.
    assert_eq!(LEFT.seen(), (true, true));
}

#[test]
fn stores_of_two_keys_are_found_whole_under_their_own_key() {
    static DURING: Tally = Tally { hits: AtomicUsize::new(0), misses: AtomicUsize::new(0) };
    let check = |slot: &Slot| {
        let found = slot.probe(0);
        DURING.count(found);
        assert!(matches!(found, None | Some(ONE)));
        assert!(matches!(slot.probe(u64::MAX), None | Some(TWO)));
        assert_eq!(slot.probe(5), None);
    };
    store_store_probe([0, u64::MAX], check, |_| ());
    assert_eq!(DURING.seen(), (true, true));
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
