//! What the search learns from one node for another: histories and corrections, and the keys they are found by.

pub(crate) mod correction;
pub(crate) mod history;
pub(crate) mod quiet_context;
