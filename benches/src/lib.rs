//! Shared parts of the benchmarks: exact counts as a criterion measurement, positions, simulated scaling, plots.

pub mod counts;
pub mod hot;
pub mod memories;
pub mod page;
pub mod plot;
pub mod positions;
pub mod random;
pub mod scaling;
