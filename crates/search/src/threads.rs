//! The workers of a search: the threads of an engine, how they run side by side, and how they agree on an answer.

pub(crate) mod answer;
pub(crate) mod helpers;
pub(crate) mod stagger;
pub(crate) mod team;
pub(crate) mod turnstile;
pub(crate) mod vote;
