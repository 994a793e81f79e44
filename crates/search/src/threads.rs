//! The workers of a search: what they share, how they run side by side, and how they agree on an answer.

pub(crate) mod answer;
pub(crate) mod findings;
pub(crate) mod kit;
pub(crate) mod pool;
pub(crate) mod setup;
pub(crate) mod shared;
pub(crate) mod smp;
pub(crate) mod turnstile;
