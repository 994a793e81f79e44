//! Checks the network file before it is embedded, so that a bad file stops the build with a helpful message. The file is
//! `nets/default.nnue`, or the one that `ARGALI_EVALFILE` names.

#![allow(clippy::print_stdout, reason = "the way to speak to cargo")]
#![allow(clippy::disallowed_methods, reason = "the way cargo speaks")]

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_EMBEDDED").is_none() {
        return;
    }
    println!("cargo::rerun-if-env-changed=ARGALI_EVALFILE");
    let root = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let path = match std::env::var_os("ARGALI_EVALFILE") {
        Some(file) => Path::new(&root).join(file), // which an absolute path replaces
        None => Path::new(&root).join("nets/default.nnue"),
    };
    println!("cargo::rustc-env=ARGALI_NETWORK={}", path.display());
    println!("cargo::rerun-if-changed={}", path.display());
    if let Err(problem) = check(&path) {
        println!("cargo::error={}: {problem}", path.display());
        println!(
            "cargo::error=Train a network with `argali-train` and put it there, get the file from the repository, or build \
             without the feature `embedded`."
        );
    }
}

/// What is wrong with the file, if anything. The library checks the rest when it reads the network.
fn check(path: &Path) -> Result<(), String> {
    let file = std::fs::read(path).map_err(|error| format!("cannot read the network to embed: {error}"))?;
    if file.starts_with(b"version https://git-lfs") {
        return Err("this is a pointer to a large file, not the file; run `git lfs pull`".to_owned());
    }
    if file.len() < 32 || !file.starts_with(b"ARGALINN") {
        return Err("not a network file".to_owned());
    }
    let stored = u64::from_le_bytes(std::array::from_fn(|byte| file[24 + byte]));
    let content = file[8..24].iter().chain(&file[32..]);
    // FNV-1a, as in src/format.rs.
    let computed = content.fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    if stored == computed {
        Ok(())
    } else {
        Err(format!("the file is damaged: its checksum is {computed:016x}, its header says {stored:016x}"))
    }
}
