//! When a search starts and ends: its limits, its clock, the stop signal, and how often the workers look at them.

pub(crate) mod counters;
pub(crate) mod ending;
pub(crate) mod polling;
pub(crate) mod stop;
pub(crate) mod stopwatch;
pub(crate) mod time;
