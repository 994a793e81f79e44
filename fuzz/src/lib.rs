//! The bodies of the fuzz targets. Each takes any bytes, and panics if a property does not hold.
//!
//! They do not depend on libFuzzer, so the program's tests can run them over the corpus.

pub mod network_bytes;
pub mod position;
pub mod tt_entry;
pub mod uci_command;
pub mod uci_session;

/// The name of a target, which is also that of its folder in the corpus, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 5] = [
    ("network_bytes", network_bytes::run),
    ("position", position::run),
    ("tt_entry", tt_entry::run),
    ("uci_command", uci_command::run),
    ("uci_session", uci_session::run),
];
