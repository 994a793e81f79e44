//! When a search starts and ends: the clock, the stop signal and the ponder hit.

pub(crate) mod clock;
pub(crate) mod stop;
pub(crate) mod stopwatch;
