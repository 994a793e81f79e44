//! Matches on few nodes: the same for a seed on any number of threads, resumable, and decided in order.

use argali_search::{Limits, Params};
use argali_trainer::any_evaluator::AnyEvaluator;
use argali_trainer::contest::{Contest, ContestError, Log, Score, Side};
use argali_trainer::pair::{match_adjudication, no_adjudication};
use argali_trainer::sprt::{EloModel, Sprt};
use cozy_chess::Board;
use std::fs;
use std::path::PathBuf;

fn temporary(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn side(nodes: u64) -> Side {
    let limits = Limits::new().nodes(nodes);
    Side { evaluator: AnyEvaluator::Classical, params: Params::default(), hash_mib: 1, limits }
}

fn contest(pairs: u64, threads: usize) -> Contest {
    Contest {
        sides: [side(200), side(60)],
        book: (0..5).map(|number| Board::chess960_startpos(190 * number)).collect(),
        seed: 7,
        pairs,
        adjudication: match_adjudication(),
        sprt: None,
        threads,
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let one = contest(6, 1).run(None).unwrap().score;
    let three = contest(6, 3).run(None).unwrap().score;
    assert_eq!(one, three);
    assert_eq!(one.games.iter().sum::<u64>(), 12);
    assert!(one.pentanomial.score() > 0.5, "three times the nodes are worth something: {one:?}");
}

#[test]
fn equal_sides_draw_level_in_every_pair() {
    let equal = Contest { sides: [side(100), side(100)], ..contest(5, 2) };
    let score = equal.run(None).unwrap().score;
    assert_eq!(score.pentanomial.counts, [0, 0, 5, 0, 0], "both games of a pair are the same game");
}

#[test]
fn each_opening_is_played_once_before_any_is_played_again() {
    let contest = contest(10, 1);
    for round in 0..2 {
        let mut openings: Vec<usize> = (5 * round..5 * round + 5).map(|pair| contest.opening(pair)).collect();
        openings.sort_unstable();
        assert_eq!(openings, [0, 1, 2, 3, 4]);
    }
    let order = |seed| {
        let contest = Contest { seed, ..self::contest(10, 1) };
        (0..10).map(|pair| contest.opening(pair)).collect::<Vec<_>>()
    };
    assert_eq!(order(7), order(7));
    assert_ne!(order(7), order(8));
}

#[test]
fn an_interrupted_match_goes_on() {
    let path = temporary("match.log");
    let whole = contest(5, 2).run(None).unwrap().score;
    let first = contest(3, 2);
    first.run(Some(Log::open(&path, &first.header(), false).unwrap())).unwrap();
    // The machine went down while the third pair was being written.
    let length = fs::metadata(&path).unwrap().len();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length - 9).unwrap();
    let second = contest(5, 1);
    let report = second.run(Some(Log::open(&path, &second.header(), true).unwrap())).unwrap();
    assert_eq!((report.score, report.played), (whole, 3));

    assert!(matches!(Log::open(&path, &second.header(), false), Err(ContestError::Exists { .. })));
    let other = Contest { seed: 9, ..contest(5, 1) };
    assert!(matches!(Log::open(&path, &other.header(), true), Err(ContestError::Other { .. })));
    let mut damaged = fs::read_to_string(&path).unwrap();
    damaged.push_str("nonsense\n");
    fs::write(&path, damaged).unwrap();
    let error = Log::open(&path, &second.header(), true).unwrap_err();
    assert!(error.to_string().contains("line 7") && error.to_string().contains("nonsense"), "{error}");
}

#[test]
fn a_sequential_test_ends_a_match_at_the_same_pair_on_any_number_of_threads() {
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, model: EloModel::Logistic, alpha: 0.4, beta: 0.4 };
    let decide =
        |threads| -> Score { Contest { sprt: Some(sprt), ..contest(200, threads) }.run(None).unwrap().score };
    let (one, three) = (decide(1), decide(3));
    assert_eq!(one, three);
    assert!(one.pentanomial.pairs() < 200 && sprt.verdict(&one.pentanomial).is_some());
}

#[test]
fn without_adjudication_games_are_longer() {
    let adjudicated = contest(2, 1).run(None).unwrap().score;
    let played_out = Contest { adjudication: no_adjudication(), ..contest(2, 1) }.run(None).unwrap().score;
    assert!(played_out.plies > adjudicated.plies, "{} {}", played_out.plies, adjudicated.plies);
}
