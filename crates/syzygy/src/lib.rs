//! Syzygy endgame tablebases for [`argali_search`].
//!
//! # Should I use this crate?
//!
//! Yes, if you use [`argali_search`] and have Syzygy tables. No, if your program cannot be distributed under the GPL: this
//! crate is GPL-3.0-or-later, because it builds on `shakmaty-syzygy`, which has that licence. No, if you only want to look up
//! positions: use `shakmaty-syzygy` directly.
//!
//! # What is in it
//!
//! [`Syzygy`] opens tables and implements [`argali_search::Tablebase`]: values in the tree, and at the root a ranking of moves
//! by which every won position is won within the fifty-move rule.
//!
//! ```no_run
//! use argali_search::{Engine, Limits, Position};
//! use argali_syzygy::Syzygy;
//! use std::sync::Arc;
//!
//! let tables = Syzygy::open("/tables/syzygy")?;
//! let mut engine = Engine::builder().tablebase(Some(Arc::new(tables))).build()?;
//! let position: Position = "8/8/8/4k3/8/8/8/KBN5 w - - 0 1".parse()?;
//! let outcome = engine.search(&position, &Limits::new().nodes(2_000));
//! assert!(outcome.score.is_win());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tables are read by the `shakmaty-syzygy` crate. It uses ordinary file reads with a page cache (64 MiB at most) instead of memory
//! maps: a file that fails or shrinks while it is in use gives an error and no crash, and no `unsafe` is needed.

mod cache;
mod convert;
mod error;
mod guard;
mod material;
mod rank;
mod sample;
mod scan;
mod tables;

pub use error::{Fault, SyzygyError, Warning};
pub use tables::Syzygy;
