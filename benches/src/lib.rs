//! What the benchmarks share: exact counts as a criterion measurement, positions, simulated scaling, plots.

pub mod counts;
#[cfg(not(test))]
pub mod hot;
pub mod memories;
pub mod plot;
pub mod positions;
pub mod random;
pub mod scaling;

// The search keeps its move picker to itself. To measure it alone without making it public, it is compiled once more as
// part of this crate, from the same files; but not when this crate's own tests are, which would bring in the picker's.
#[allow(dead_code)]
#[cfg(not(test))]
#[path = "../../crates/search/src/history.rs"]
mod history;
#[allow(dead_code)]
#[cfg(not(test))]
#[path = "../../crates/search/src/picker.rs"]
mod picker;
#[allow(dead_code)]
#[cfg(not(test))]
#[path = "../../crates/search/src/see.rs"]
mod see;
