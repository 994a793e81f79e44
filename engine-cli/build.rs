//! Gives the program its version: that of the package, and the commit where it is built from a checkout.

#![allow(clippy::print_stdout, reason = "the way to speak to cargo")]
#![allow(clippy::disallowed_methods, reason = "the way cargo speaks")]

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = commit().map(|commit| format!("+{commit}")).unwrap_or_default();
    println!("cargo::rustc-env=ARGALI_VERSION={version}{commit}");
}

/// The commit that is checked out, if this file belongs to a checkout.
fn commit() -> Option<String> {
    // A package that lies unpacked inside another repository has no commit of its own.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        // A file that is not there would count as changed in every build.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=8", "HEAD"])
}

/// What git says, unless it is missing or fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
