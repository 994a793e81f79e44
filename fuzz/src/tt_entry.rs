//! The table returns for a key only what was stored for it, whatever the bits, and a new key always finds a slot.

use argali_tt::{Bound, Entry, Table};
use std::collections::HashMap;

/// Bytes of a step: a key and an entry.
const STEP: usize = 16;

/// Stores and probes what the bytes describe.
pub fn run(data: &[u8]) {
    let mut table = Table::new(1).expect("1 MiB is available");
    let mut stored: HashMap<u64, Vec<Entry>> = HashMap::new();
    for step in data.as_chunks::<STEP>().0 {
        let (key, entry) = decode(step);
        let is_new = table.probe(key).is_none();
        table.store(key, entry);
        let found = table.probe(key);
        if entry.is_blank() {
            assert_eq!(found.is_none(), is_new, "an entry that says nothing changes nothing");
            continue;
        }
        stored.entry(key).or_default().push(entry);
        let found = found.expect("there is room for every entry");
        assert!(!is_new || found == entry, "{entry:?} became {found:?}");
        check(found, &stored[&key]);
        if step[15] & 0x80 != 0 {
            table.new_generation();
        }
    }
    // Replaced entries are gone, and entries are not mixed.
    for (&key, entries) in &stored {
        if let Some(found) = table.probe(key) {
            check(found, entries);
        }
    }
    table.clear(1);
    assert!(stored.keys().all(|&key| table.probe(key).is_none()));
}

/// An entry may take the move and the evaluation of another one of its key, but its score, depth and bound stay together.
fn check(found: Entry, stored: &[Entry]) {
    let score = |entry: &Entry| (entry.score, entry.depth, entry.bound);
    let sound = stored.iter().any(|entry| score(entry) == score(&found))
        && stored.iter().any(|entry| entry.mv == found.mv)
        && stored.iter().any(|entry| entry.eval == found.eval)
        && stored.iter().any(|entry| entry.pv == found.pv);
    assert!(sound, "{found:?} is not made of {stored:?}");
}

/// One byte chooses the cluster and another the rest of the key. There are few clusters, so that entries compete.
fn decode(step: &[u8; STEP]) -> (u64, Entry) {
    let word = |at: usize| i16::from_le_bytes([step[at], step[at + 1]]);
    let key = u64::from(step[0] & 3) | u64::from(step[1]) << 56 | u64::from(step[2] & 1) << 40;
    let bound = match step[3] & 3 {
        0 => Bound::None,
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    let pv = step[3] & 4 != 0;
    (key, Entry { mv: word(4) as u16, score: word(6), eval: word(8), depth: step[10], bound, pv })
}
