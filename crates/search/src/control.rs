//! The start and the end of a search: limits, time management, the stop signal, and polling.

pub(crate) mod counters;
pub(crate) mod ending;
pub(crate) mod polling;
pub(crate) mod stop;
pub(crate) mod stopwatch;
pub(crate) mod time;
