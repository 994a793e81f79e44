//! Chess test positions as data, and what their tests have in common.
//!
//! ```
//! let most = argali_suite::PERFT.iter().map(|perft| perft.leaves[0]).max();
//! assert_eq!(most, Some(48));
//! ```

mod bench;
mod legal;
mod mates;
mod perft;
mod tactics;

pub use bench::BENCH;
pub use legal::legal_moves;
pub use mates::{MATES, Mate};
pub use perft::{PERFT, PERFT_CHESS960, Perft};
pub use tactics::{TACTICS, Tactic};
