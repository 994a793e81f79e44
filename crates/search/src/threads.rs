//! The workers of a search: helper threads, Lazy SMP, and the vote on the result.

pub(crate) mod answer;
pub(crate) mod helpers;
pub(crate) mod stagger;
pub(crate) mod team;
pub(crate) mod turnstile;
pub(crate) mod vote;
