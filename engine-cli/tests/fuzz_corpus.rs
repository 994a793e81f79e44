//! The fuzz targets over their corpus, so that what fuzzing found stays found without it.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

fn replay(name: &str) {
    let (_, run) = targets::TARGETS.into_iter().find(|target| target.0 == name).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3, "the corpus of {name} is gone");
    for file in files {
        let data = fs::read(&file).unwrap();
        let result = std::panic::catch_unwind(|| run(&data));
        assert!(result.is_ok(), "{name} panics on {}", file.display());
    }
}

#[test]
fn every_target_has_a_corpus() {
    for (name, _) in targets::TARGETS {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name).is_dir(), "{name}");
    }
}

#[test]
fn network_bytes() {
    replay("network_bytes");
}

#[test]
fn position() {
    replay("position");
}

#[test]
fn tt_entry() {
    replay("tt_entry");
}

#[test]
fn uci_command() {
    replay("uci_command");
}

#[test]
fn uci_session() {
    replay("uci_session");
}
