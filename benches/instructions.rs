//! Instructions of the hot paths, counted by valgrind. A busy machine does not disturb the counts.
//!
//! Each path runs in a process of its own under cachegrind, first once and then three times. Half the difference is the cost of one run
//! without start and set-up. The counts are kept beside the build's output, and the next run shows the changes. Without valgrind
//! nothing is measured, and a line says so.
//!
//! Valgrind does not support AVX-512, so those kernels are left out.
#![allow(clippy::disallowed_methods, reason = "the way to speak to its own processes")]

use argali_benches::{counts, hot};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The environment variable that tells the measured process the number of runs and the path's name.
const RUNS: &str = "ARGALI_BENCH_RUNS";
const PATH: &str = "ARGALI_BENCH_PATH";

fn main() -> ExitCode {
    if let (Ok(runs), Ok(name)) = (std::env::var(RUNS), std::env::var(PATH)) {
        return work(&name, runs.parse().unwrap_or(0));
    }
    match report() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "instructions: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a path that many times. Fails if no path has the name, for example that of a kernel that the processor cannot run.
fn work(name: &str, runs: u32) -> ExitCode {
    match hot::all().into_iter().find(|path| path.name == name) {
        Some(mut path) => {
            (0..runs).for_each(|_| (path.run)());
            ExitCode::SUCCESS
        }
        None => ExitCode::from(3),
    }
}

fn report() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    if Command::new("valgrind").arg("--version").output().is_err() {
        writeln!(out, "SKIPPED: valgrind is not installed, so no instructions were counted")?;
        return Ok(());
    }
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let names = hot::all().into_iter().map(|path| (path.name, path.elements));
    let mut chosen: Vec<_> =
        names.filter(|(name, _)| name.contains(&filter) && !name.contains("avx512")).collect();
    if counts::is_test() {
        // As a test, one path is enough.
        chosen.retain(|(name, _)| name.starts_with("uci/parse"));
    }
    let file = record()?;
    let mut known = read(&std::fs::read_to_string(&file).unwrap_or_default());
    for (name, elements) in chosen {
        let each = (count(&name, 3)? - count(&name, 1)?) / 2 / elements as i64;
        let change = match known.insert(name.clone(), each) {
            Some(before) if before != each => {
                format!("{:+.2} %", 100.0 * (each - before) as f64 / before.max(1) as f64)
            }
            Some(_) => "unchanged".to_owned(),
            None => "new".to_owned(),
        };
        writeln!(out, "{name:<40} {each:>12} instructions  {change}")?;
    }
    let lines: String = known.iter().map(|(name, each)| format!("{each}\t{name}\n")).collect();
    if !counts::is_test() {
        std::fs::write(&file, lines)?;
    }
    Ok(())
}

/// Instructions of a process that runs a path that many times.
fn count(name: &str, runs: u32) -> Result<i64, Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .env(RUNS, runs.to_string())
        .env(PATH, name)
        .output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    // "==123== I refs:        1,234,567", or "I   refs:" before version 3.21
    let count = text.lines().find(|line| line.contains("refs:")).and_then(|line| line.rsplit(':').next());
    let count = count.and_then(|count| count.trim().replace(',', "").parse().ok());
    match count {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("valgrind failed at {name:?} ({}):\n{text}", output.status).into()),
    }
}

/// The file of the counts, beside the folder of this executable.
fn record() -> io::Result<PathBuf> {
    let mut path = std::env::current_exe()?;
    path.pop();
    Ok(path.join("argali-instructions.tsv"))
}

fn read(text: &str) -> BTreeMap<String, i64> {
    let line = |line: &str| {
        let (each, name) = line.split_once('\t')?;
        Some((name.to_owned(), each.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}
