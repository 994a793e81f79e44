//! Screenings on few nodes: the same on any number of threads, resumable, and extensible.

use argali_search::{Limits, Params};
use argali_trainer::any_evaluator::AnyEvaluator;
use argali_trainer::contest::{ContestError, Log, Side};
use argali_trainer::pair::match_adjudication;
use argali_trainer::screen::{Effects, Screening};
use cozy_chess::Board;
use std::fs;
use std::path::{Path, PathBuf};

fn temporary(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn screening(pairs: u64, threads: usize) -> Screening {
    let evaluator = AnyEvaluator::Classical;
    let factors = ["rfp_margin=40/90", "lmr_base=300/900+lmr_factor=300/600"];
    Screening {
        side: Side { evaluator, params: Params::default(), hash_mib: 1, limits: Limits::new().nodes(60) },
        factors: factors.map(|factor| factor.parse().unwrap()).into(),
        book: (0..5).map(|number| Board::chess960_startpos(190 * number)).collect(),
        seed: 7,
        pairs,
        adjudication: match_adjudication(),
        threads,
    }
}

fn run(screening: &Screening, path: &Path, resume: bool) -> Effects {
    let mut log = Log::open(path, &screening.header(), resume).unwrap();
    screening.run(&mut log).unwrap()
}

#[test]
fn a_screening_is_the_same_on_any_number_of_threads_and_in_parts() {
    let [one, parts] = ["screen-one.log", "screen-parts.log"].map(temporary);
    let whole = run(&screening(8, 1), &one, false);
    assert_eq!(whole.pairs, 8);
    assert_eq!(whole.estimates().unwrap().len(), 2);
    assert_eq!(run(&screening(3, 2), &parts, false).pairs, 3);
    assert_eq!(run(&screening(8, 3), &parts, true), whole);
    assert_eq!(fs::read_to_string(&one).unwrap(), fs::read_to_string(&parts).unwrap());
    // Nothing is left to play.
    assert_eq!(run(&screening(8, 1), &parts, true), whole);
}

#[test]
fn the_page_lists_every_factor() {
    let few = screening(2, 1);
    let effects = run(&few, &temporary("screen-few.log"), false);
    assert!(few.page(&effects).contains("too few games"), "{}", few.page(&effects));
    let screening = screening(12, 2);
    let page = screening.page(&run(&screening, &temporary("screen-page.log"), false));
    assert!(page.contains("| `rfp_margin=40/90` | ") && page.contains("24 games, 2 factors"), "{page}");
}

#[test]
fn a_log_of_another_screening_is_refused() {
    let path = temporary("screen-other.log");
    run(&screening(1, 1), &path, false);
    let other = Screening { seed: 8, ..screening(1, 1) };
    assert!(matches!(Log::open(&path, &other.header(), true), Err(ContestError::Other { .. })));
}
