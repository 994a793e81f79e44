//! The filter, the statistics, and the order of samples.

mod common;

use argali_trainer::dataset;
use argali_trainer::filter::Filter;
use argali_trainer::game::{Game, Ply};
use argali_trainer::result::GameResult;
use argali_trainer::seed;
use argali_trainer::stats::Stats;
use cozy_chess::{Board, Move};
use std::collections::BTreeMap;

fn ply(mv: &str, score: i16) -> Ply {
    Ply { mv: mv.parse().expect("a move"), score }
}

fn keeps(fen: &str, mv: &str, score: i16) -> bool {
    let board: Board = fen.parse().expect("a position");
    assert!(board.is_legal(mv.parse::<Move>().expect("a move")), "{mv} is not legal in {fen}");
    Filter::default().keeps(&board, ply(mv, score))
}

#[test]
fn quiet_positions_are_kept_and_others_are_not() {
    let castling = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 9";
    assert!(keeps(castling, "a2a3", 10));
    assert!(keeps(castling, "e1h1", 10), "castling takes nothing");
    assert!(!keeps(castling, "c4e6", 10), "a capture");
    assert!(!keeps("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30", "e5d6", 10), "en passant");
    assert!(!keeps("8/4P1k1/8/8/8/8/8/4K3 w - - 0 40", "e7e8q", 10), "a promotion");
    assert!(!keeps("4k3/8/8/8/8/8/4r3/4K3 w - - 0 40", "e1f1", 10), "check");
}

#[test]
fn early_plies_and_great_scores_are_dropped() {
    let knights =
        |turn, number| format!("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R {turn} KQkq - 2 {number}");
    assert!(!keeps(&knights("b", 4), "f6g8", 0), "ply 7");
    assert!(keeps(&knights("w", 5), "f3g1", 0), "ply 8");
    for (score, kept) in [(2_499, true), (-2_499, true), (2_500, false), (-2_500, false), (i16::MIN, false)] {
        assert_eq!(keeps(&knights("w", 5), "f3g1", score), kept, "{score}");
    }
}

#[test]
fn a_game_is_counted() {
    let start: Board = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 40".parse().expect("a position");
    // White is in check and captures. Then there are two quiet positions, one for each side to move.
    let plies = vec![ply("e1e2", 30), ply("e8d8", 120), ply("e2d2", -250)];
    let game = Game { start, result: GameResult::Draw, plies };
    let filter = Filter::default();
    let mut stats = Stats::default();
    stats.add(&game, &filter);
    stats.add(
        &Game { start: Board::startpos(), result: GameResult::WhiteWins, plies: vec![ply("e2e4", 20)] },
        &filter,
    );
    assert_eq!((stats.tally.games, stats.tally.positions, stats.tally.kept), (2, 4, 2));
    assert_eq!(stats.tally.kept, filter.tally(&game).kept);
    assert_eq!((stats.results, stats.unusual_starts, stats.in_check), ([0, 1, 1], 1, 1));
    // Scores are White's in a game, and the side to move's in the statistics: -120 and -250.
    assert_eq!(stats.scores, BTreeMap::from([(-300, 1), (-200, 1)]));
    assert_eq!(stats.lengths, BTreeMap::from([(0, 2)]));
    assert_eq!(stats.pieces, BTreeMap::from([(0, 2)]));
    let text = stats.to_string();
    assert!(text.contains("kept       2 (50.0 %)"), "{text}");
}

#[test]
fn shuffling_moves_samples_and_loses_none() {
    let samples = common::samples(500, 1);
    let shuffled = |seed| {
        let mut shuffled = samples.clone();
        dataset::shuffle(&mut shuffled, &mut seed::stream(seed, &[]));
        shuffled
    };
    let once = shuffled(1);
    assert_ne!(once, samples);
    assert_eq!(once, shuffled(1));
    assert_ne!(once, shuffled(2));
    let sorted = |samples: &[_]| {
        let mut texts: Vec<String> = samples.iter().map(|sample| format!("{sample:?}")).collect();
        texts.sort();
        texts
    };
    assert_eq!(sorted(&once), sorted(&samples));
}
