//! # Should I use this crate?
//!
//! Yes, if you write a game tree search (chess, draughts, Othello, Connect Four, …) that reaches the same positions by
//! different move orders, and want to store its results, from one thread or from hundreds, without locks. You provide a
//! 64-bit key for each position, for example by Zobrist hashing; the crate knows no game. An entry holds a 16-bit move, a
//! score, a static evaluation, a depth, the kind of bound, and a mark for the principal variation.
//!
//! No, if you need a map that keeps every entry: this is a cache of fixed size, which replaces the least valuable entry.
//! No, if an entry must hold more than that, or a key more than 64 bits. No, if your program cannot tolerate that two
//! positions may have the same key.
//!
//! # What it looks like in a search
//!
//! ```
//! use argali_tt::{Bound, Entry, NO_EVAL, Table};
//!
//! /// A game of 21: add 1, 2 or 3; who says 21 wins. +1 if the side to move wins, and the number to add.
//! fn search(total: u8, mut alpha: i16, beta: i16, table: &Table) -> i16 {
//!     if total == 21 {
//!         return -1; // the other side just said it
//!     }
//!     let (depth, key) = (21 - total, u64::from(total).wrapping_mul(0x9e37_79b9_7f4a_7c15));
//!     if let Some(score) = table.probe(key).and_then(|known| known.cutoff(depth, alpha, beta)) {
//!         return score;
//!     }
//!     let (original, mut best, mut mv) = (alpha, i16::MIN, 0);
//!     for add in (1..=3).take_while(|add| total + add <= 21) {
//!         let score = -search(total + add, -beta, -alpha, table);
//!         if score > best {
//!             (best, mv) = (score, u16::from(add));
//!         }
//!         alpha = alpha.max(best);
//!         if alpha >= beta {
//!             break;
//!         }
//!     }
//!     let bound = match best {
//!         _ if best >= beta => Bound::Lower,
//!         _ if best <= original => Bound::Upper,
//!         _ => Bound::Exact,
//!     };
//!     table.store(key, Entry { mv, score: best, eval: NO_EVAL, depth, bound, pv: bound == Bound::Exact });
//!     best
//! }
//!
//! let table = Table::new(1)?;
//! assert_eq!(search(0, -1, 1, &table), 1); // say 1, then always a number that is 1 more than a multiple of 4
//! assert_eq!(search(1, -1, 1, &table), -1);
//! # Ok::<(), argali_tt::TableError>(())
//! ```
//!
//! The example `connect_four` solves a real game with and without the table.
//!
//! # Layout
//!
//! A [`Table`] is an array of clusters of 64 bytes, each on a cache line of its own. A probe or a store therefore costs one
//! memory access, which [`Table::prefetch`] can start early. The key selects the cluster: by its low bits if the number of
//! clusters is a power of two, otherwise by its high bits, so all bits of a key must be well mixed. A cluster has four
//! slots of two words, `check = key ^ data` and `data`:
//!
//! ```text
//!  63         59 58 57   56 55           48 47            32 31            16 15             0
//! ┌─────────────┬──┬───────┬───────────────┬────────────────┬────────────────┬────────────────┐
//! │ generation  │pv│ bound │     depth     │ eval ^ 0x8000  │     score      │      move      │
//! │   5 bits    │ 1│   2   │      u8       │      i16       │      i16       │      u16       │
//! └─────────────┴──┴───────┴───────────────┴────────────────┴────────────────┴────────────────┘
//! ```
//!
//! Every 64-bit word is an entry, so nothing read from memory can be invalid, and no two words are the same entry. Zero means
//! "none" in each field; [`NO_EVAL`] is `i16::MIN`, which is why the sign bit of the evaluation is flipped. A data word of
//! zero is an empty slot, which matches no key.
//!
//! If all four slots are taken, the policy described at [`Table::store`] chooses the entry to replace.
//!
//! # How it works without locks
//!
//! The technique is from Hyatt and Mann, "A lockless transposition-table implementation for parallel search", ICGA Journal
//! 25(1), 2002. A writer stores the two words of a slot one after the other. Another thread may write or read the slot in
//! between. A probe of key *k* is a hit only if `data != 0` and `check ^ data == k`.
//!
//! **No data race.** All accesses are atomic, so none is undefined behaviour, and no single word is torn.
//!
//! **Every hit was stored as a whole.** A reader may see the `check` of a store *A* with the `data` of another store *B*. It
//! reads this as an entry for the key `checkA ^ dataB = keyA ^ dataA ^ dataB`:
//!
//! - This is `keyA` only if the two data words are equal. The pair is then the one that *A* stored.
//! - This is `keyB` only if the two check words are equal. The pair is then the one that *B* stored.
//! - In particular, if *A* and *B* have the same key, a mixture of different stores is a miss.
//! - It is the key of a third position with a probability of 1 in 2^64, as likely as an ordinary collision of two positions'
//!   keys. A search must tolerate collisions anyway, and check a move before it plays it.
//!
//! An empty slot counts as a store of two zeros, so the argument covers mixtures with it. By itself it is always a miss.
//!
//! **Relaxed ordering is enough.** Acquire and release would make memory written *before* a store visible after the load
//! that reads it. But an entry refers to no other memory: all of it is in the data word. The reader recognises a mixture
//! by the values alone, so any ordering is correct, and each load may return the word of any store. If an entry is seen
//! earlier or later, the search knows more or less, but nothing false.
//!
//! **A store may be lost, but not falsified.** Choosing a slot and writing to it are separate steps. Two threads that choose
//! the same slot leave one of the two entries, or a mixture, which is a miss until it is replaced.
//!
//! **`&mut self` covers the rest.** Resizing, clearing and changing the generation borrow the table exclusively. Whatever
//! ended the threads' borrows (a join, the end of a scope) also orders their stores before that.
//!
//! A [loom](https://docs.rs/loom) model explores all interleavings of two stores and a probe (`tests/loom.rs`), and
//! `tests/torn.rs` tests with real threads.
//!
//! # Memory
//!
//! On Unix the table is a memory mapping, which takes no time to create, whatever its size. On Linux the kernel is asked for
//! huge pages, which make a random probe of a large table up to twice as fast. Linux promises more memory than it has, so
//! the available memory is checked first: see [`TableError::Scarce`]. Without the default feature `mmap`, and on other
//! systems, the memory comes from the allocator.
//!
//! With the feature `serde`, [`Entry`], [`Bound`] and [`TableError`] can be serialised. Targets must have 64-bit atomics.
#![deny(unsafe_code)]

mod cluster;
mod entry;
mod packed;
mod replace;
mod slot;
mod sync;

// Loom's atomics are not plain memory, so a table cannot be made of them. The loom model uses a cluster instead.
#[cfg(not(loom))]
mod available;
#[cfg(not(loom))]
mod error;
#[cfg(not(loom))]
mod memory;
#[cfg(loom)]
pub mod model;
#[cfg(not(loom))]
mod prefetch;
#[cfg(not(loom))]
mod table;

pub use entry::{Bound, Entry, NO_EVAL};
#[cfg(not(loom))]
pub use error::TableError;
#[cfg(not(loom))]
pub use prefetch::prefetch;
#[cfg(not(loom))]
pub use table::{MAX_MIB, MIN_MIB, Table};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
