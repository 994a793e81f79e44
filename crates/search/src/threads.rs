//! The workers of a search: helper threads, Lazy SMP, and the vote on the result.

pub(crate) mod answer;
pub(crate) mod helpers;
#[cfg_attr(not(feature = "research"), allow(dead_code))]
pub(crate) mod stagger;
pub(crate) mod team;
pub(crate) mod turnstile;
#[cfg_attr(not(feature = "research"), allow(dead_code))]
pub(crate) mod vote;
