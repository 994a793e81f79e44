//! Where the data is that some tests read and that the repository does not hold.
#![allow(clippy::disallowed_methods, reason = "the environment says where data is")]

use std::env;
use std::path::PathBuf;

/// The folder that `ARGALI_SHARED` names, by default `shared` beside the repository.
pub fn folder() -> PathBuf {
    env::var_os("ARGALI_SHARED")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")), PathBuf::from)
}
