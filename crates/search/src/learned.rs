//! Statistics that the search collects in one node and uses in others: histories, corrections, and their keys.

pub(crate) mod correction;
pub(crate) mod history;
pub(crate) mod quiet_context;
