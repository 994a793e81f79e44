//! # Should I use this crate?
//!
//! Yes, if you write a search of a game tree (chess, draughts, Othello, Connect Four, …) that meets the same positions
//! again by other orders of moves, and want to remember what it found: from one thread or from hundreds, without locks.
//! You bring a 64-bit key for each position (Zobrist hashing, for one); the crate knows nothing of any game. Each entry
//! is a move of 16 bits, a score, a static evaluation, a depth, the kind of bound the score is, and a mark for the
//! principal variation.
//!
//! No, if you need a map that keeps what it was given: this is a cache of fixed size, which forgets what is worth least.
//! No, if an entry must hold more than the above, or a key more than 64 bits; and no, if two positions of one key would
//! be a disaster rather than a rare misjudgement.
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
//! The example `connect_four` solves a real game, with the table and without.
//!
//! # What it is
//!
//! A [`Table`] is a row of clusters of 64 bytes, each on a cache line of its own, so that a probe or a store costs one
//! access to memory, which [`Table::prefetch`] can begin early. The key chooses the cluster: by its low bits where the
//! number of clusters is a power of two, otherwise by its high bits, so all its bits must be well mixed. A cluster has
//! four slots of two words, `check = key ^ data` and `data`:
//!
//! ```text
//!  63         59 58 57   56 55           48 47            32 31            16 15             0
//! ┌─────────────┬──┬───────┬───────────────┬────────────────┬────────────────┬────────────────┐
//! │ generation  │pv│ bound │     depth     │ eval ^ 0x8000  │     score      │      move      │
//! │   5 bits    │ 1│   2   │      u8       │      i16       │      i16       │      u16       │
//! └─────────────┴──┴───────┴───────────────┴────────────────┴────────────────┴────────────────┘
//! ```
//!
//! Every word of 64 bits is an entry and no two are the same, so nothing read from memory can be invalid. The zero of
//! each field is the value that says nothing (hence the flipped sign bit of the evaluation, [`NO_EVAL`] being
//! `i16::MIN`), and a data word of zero is an empty slot, which answers to no key.
//!
//! When the four slots are taken, the policy described at [`Table::store`] decides which entry goes.
//!
//! # How it works without locks
//!
//! After Hyatt and Mann, "A lockless transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.
//! A writer stores the two words of a slot one after the other, and nothing keeps another thread from doing the same,
//! or from reading, in between. A probe of key *k* takes the slot for a hit only if `data != 0` and
//! `check ^ data == k`.
//!
//! **No data race.** All accesses are atomic, so none is undefined behaviour, and a word is never half old, half new.
//!
//! **No hit but what was stored.** A reader may see the `check` of a store *A* with the `data` of another store *B*. It
//! takes that for a hit of the key `checkA ^ dataB = keyA ^ dataA ^ dataB`, and
//!
//! - that is `keyA` only if the two data words are equal, so that the pair is the one that *A* stored;
//! - that is `keyB` only if the two check words are equal, so that the pair is the one that *B* stored;
//! - in particular, if *A* and *B* are of one key, a mixture of unequal stores is a miss;
//! - that is a third key only by accident, one in 2^64, which is the accident that another position has the same key to
//!   begin with. A search must bear that anyway (and check a move before it plays it).
//!
//! The empty slot is the store of two zeros, and is a miss in any case; the argument covers the mixtures with it.
//!
//! **Relaxed ordering is enough.** Acquire and release make the memory written *before* a store visible after the load
//! that sees it. Nothing is read on the strength of an entry: all it says is in the data word itself. The reader tells
//! a whole entry from a mixture by its value, not by the order of events, so any order will do, and each load may
//! return the word of any store it likes. Seeing an entry early or late changes what a search knows, never whether it
//! is true.
//!
//! **A store may be lost, not falsified.** Choosing a slot and writing to it are separate steps. Two threads that choose
//! the same slot leave one of the two entries, or a mixture, which is a miss until it is replaced.
//!
//! **`&mut self` is for the rest.** Resizing, clearing and changing the generation borrow the table exclusively, so
//! whatever ended the threads' use of it (a join, the end of a scope) has ordered their stores before.
//!
//! The interleavings of two stores and a probe are explored by a [loom](https://docs.rs/loom) model (`tests/loom.rs`),
//! and real threads have it out in `tests/torn.rs`.
//!
//! # Memory
//!
//! On Unix the table is a memory mapping: it costs no time to make, whatever its size, and on Linux the kernel is asked
//! for huge pages, which make a random probe of a large table up to twice as fast. What is there is weighed before it
//! is asked for, since Linux promises more memory than it has: see [`TableError::Scarce`]. Without the default feature
//! `mmap`, and on other systems, the allocator provides the memory.
//!
//! The feature `serde` lets [`Entry`], [`Bound`] and [`TableError`] be serialised. Targets must have 64-bit atomics.
#![deny(unsafe_code)]

mod cluster;
mod entry;
mod packed;
mod replace;
mod slot;
mod sync;

// Loom's atomics are no plain memory, so a table cannot be made of them: its model is a cluster.
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
