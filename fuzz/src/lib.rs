//! The bodies of the fuzz targets: each takes any bytes and panics if a promise is broken.
//!
//! They stand apart from libFuzzer, so that the tests of the program can run them over the corpus.

pub mod network_bytes;
pub mod position;
pub mod tt_entry;
pub mod uci_command;
pub mod uci_session;

/// A target's name, which is that of its folder in the corpus, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 5] = [
    ("network_bytes", network_bytes::run),
    ("position", position::run),
    ("tt_entry", tt_entry::run),
    ("uci_command", uci_command::run),
    ("uci_session", uci_session::run),
];
