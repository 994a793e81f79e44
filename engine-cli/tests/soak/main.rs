//! Games of the program against itself, as a graphical program would run them: by text, over pipes, on the clock, with
//! options that change from game to game while the processes live on.
//!
//! What is checked is not how well it plays but whether it can be relied on: every move, ponder move and line is legal,
//! nothing goes on after the game has ended, every `go` has one `bestmove`, no option is refused, no clock runs out,
//! no process ends or grows. The driver shares the board with the engine, and nothing else: it has its own clock, its
//! own castling notation and its own account of repetitions. An ordinary run plays a few short games and leaves clock
//! and memory alone, since a machine that builds things may be busy.
//!
//! ```sh
//! cargo test --profile match -p argali-cli --test soak -- --ignored --nocapture
//! ```
//!
//! plays `ARGALI_SOAK_GAMES` games (1,000), `ARGALI_SOAK_CONCURRENCY` at once (1), each by a pair of processes. Options,
//! starts and openings follow from `ARGALI_SOAK_SEED` (1); the moves do not, because the clock decides them. Syzygy
//! tablebases are used if `syzygy/` is in the folder that `ARGALI_SHARED` names, by default `shared` beside the
//! repository. Each game takes the time of two clocks and may use four threads and more: a clock can be trusted only
//! where nothing else keeps the processors busy.

#![expect(clippy::print_stderr, reason = "the summary is what the test is run for")]
#![allow(clippy::disallowed_methods, reason = "the environment says how long")]

mod check;
mod game;
mod journal;
mod notation;
mod options;
mod pair;
mod player;
mod random;
mod reply;
#[path = "../shared/mod.rs"]
mod shared;
mod trail;

use journal::Journal;
use pair::{Pair, Plan};
use std::env;
use std::ops::Range;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

fn number(name: &str, default: usize) -> usize {
    let Ok(text) = env::var(name) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, which is no whole number"))
}

/// The folder of tablebases, if there are any and the program can use them.
fn tables() -> Option<PathBuf> {
    let folder = shared::folder().join("syzygy");
    let usable = cfg!(feature = "syzygy") && folder.is_dir();
    if !usable {
        eprintln!("skipped: games with tablebases, for want of {}", folder.display());
    }
    usable.then_some(folder)
}

/// Plays the games of `plan`, so many at once, each pair of processes the same share of them.
fn soak(plan: &Plan, games: usize, at_once: usize) -> Journal {
    let share = |pair: usize| -> Range<usize> { pair * games / at_once..(pair + 1) * games / at_once };
    let start = Instant::now();
    let journals = thread::scope(|scope| {
        let pairs: Vec<_> =
            (0..at_once).map(|pair| scope.spawn(move || Pair::start(plan).play(share(pair)))).collect();
        pairs.into_iter().map(|pair| pair.join().unwrap()).collect::<Vec<_>>()
    });
    let journal = journals.into_iter().reduce(Journal::merge).unwrap_or_default();
    eprintln!("{journal}");
    eprintln!("{:.0?}, seed {}, {at_once} at once", start.elapsed(), plan.seed);
    journal
}

fn assert_faultless(journal: &Journal) {
    let faults = &journal.faults;
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
#[ignore = "a thousand games take half an hour, and want a machine of their own"]
fn a_thousand_games_without_a_fault() {
    let plan = Plan {
        seed: number("ARGALI_SOAK_SEED", 1) as u64,
        time: Duration::from_millis(500),
        increment: Duration::from_millis(10),
        plies: 300,
        is_strict: true,
        tables: tables(),
    };
    let games = number("ARGALI_SOAK_GAMES", 1_000);
    let journal = soak(&plan, games, number("ARGALI_SOAK_CONCURRENCY", 1).clamp(1, games.max(1)));
    assert_faultless(&journal);
    assert_eq!(journal.games(), games);
}

#[test]
fn a_few_short_games_without_a_fault() {
    let plan = Plan {
        seed: 1,
        time: Duration::from_millis(100),
        increment: Duration::from_millis(10),
        plies: 80,
        is_strict: false,
        tables: tables(),
    };
    let journal = soak(&plan, 4, 1);
    assert_faultless(&journal);
    assert_eq!(journal.games(), 4);
}
