//! The fuzz targets over inputs that resemble their corpus: fuzzing without its tools. It does not know what it has
//! reached, as libFuzzer does; but it needs nothing, and finds what is wrong near to what is known.
//!
//! An ordinary run tries a few hundred inputs, the same every time. `ARGALI_FUZZ_SECONDS=20` makes each target run for so
//! long, on inputs that differ from run to run unless `ARGALI_FUZZ_SEED` repeats one:
//!
//! ```sh
//! ARGALI_FUZZ_SECONDS=20 cargo test -p argali-cli --test fuzz_mutations -- --nocapture
//! ```

#![expect(clippy::print_stderr, reason = "the seed and the input belong to a failure's report")]
#![allow(clippy::disallowed_methods, reason = "the environment says how long")]

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

mod mutator;

use mutator::Mutator;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs, panic};

/// Inputs of an ordinary run.
const INPUTS: u32 = 200;

/// An input that takes longer than this hangs. Inputs take milliseconds, but machines may be busy.
const LONGEST: Duration = Duration::from_secs(30);

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, which is no whole number")))
}

fn fuzz(name: &str) {
    let (_, run) = targets::TARGETS.into_iter().find(|target| target.0 == name).unwrap();
    let seconds = number("ARGALI_FUZZ_SECONDS").map(Duration::from_secs);
    let clock = || SystemTime::UNIX_EPOCH.elapsed().map_or(1, |age| age.as_nanos() as u64);
    let seed = number("ARGALI_FUZZ_SEED").unwrap_or_else(|| if seconds.is_some() { clock() } else { 1 });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let corpus = files.into_iter().map(|file| fs::read(file).unwrap()).collect();
    let mut mutator = Mutator::new(corpus, seed);
    // Written before it is tried, because not every fault leaves a chance to do it later.
    let trial = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    let start = Instant::now();
    let mut inputs = 0;
    while seconds.map_or(inputs < INPUTS, |seconds| start.elapsed() < seconds) {
        let input = mutator.next();
        fs::write(&trial, &input).unwrap();
        let begin = Instant::now();
        let result = panic::catch_unwind(|| run(&input));
        assert!(result.is_ok(), "{name} panics on {}, input {inputs} of seed {seed}", trial.display());
        let time = begin.elapsed();
        assert!(
            time < LONGEST,
            "{name} takes {time:?} on {}, input {inputs} of seed {seed}",
            trial.display()
        );
        inputs += 1;
    }
    eprintln!("{name}: {inputs} inputs in {:.1?}, seed {seed}", start.elapsed());
}

#[test]
fn network_bytes() {
    fuzz("network_bytes");
}

#[test]
fn position() {
    fuzz("position");
}

#[test]
fn tt_entry() {
    fuzz("tt_entry");
}

#[test]
fn uci_command() {
    fuzz("uci_command");
}

#[test]
fn uci_session() {
    fuzz("uci_session");
}

#[test]
fn inputs_repeat_by_seed_and_vary_within_a_run() {
    let corpus = vec![b"go depth 3\nstop\n".to_vec(), b"isready".to_vec()];
    let inputs = |seed| {
        let mut mutator = Mutator::new(corpus.clone(), seed);
        (0..100).map(|_| mutator.next()).collect::<Vec<_>>()
    };
    let first = inputs(1);
    assert_eq!(first, inputs(1));
    assert_ne!(first, inputs(2));
    assert!(first.iter().filter(|input| !corpus.contains(input)).count() > 60);
}
