//! The fit of the win, draw and loss model.

mod common;

use argali_trainer::game::{Game, Ply};
use argali_trainer::result::GameResult;
use argali_trainer::seed;
use argali_trainer::wdl::{Counts, MATERIAL_UNIT, material, polynomial};
use cozy_chess::Board;
use rand::RngExt;

/// Results are drawn at random from a known model, which the fit must find.
#[test]
fn a_known_model_is_found_again() {
    let midpoint = |x: f64| 150.0 + 100.0 * x;
    let width = |x: f64| 60.0 + 20.0 * x;
    let mut random = seed::stream(1, &[]);
    let boards: Vec<Board> = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
        "rnb1kb1r/pppppppp/8/8/8/8/PPPPPPPP/RNB1KB1R w KQkq - 0 1",
        "rn2kb1r/pppppppp/8/8/8/8/PPPPPPPP/RN2KB1R w KQkq - 0 1",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        "4k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w Kk - 0 1",
    ]
    .iter()
    .map(|fen| fen.parse().unwrap())
    .collect();
    let mut counts = Counts::default();
    for _ in 0..120_000 {
        let board = &boards[random.random_range(0..boards.len())];
        let x = f64::from(material(board)) / MATERIAL_UNIT;
        let score: i16 = random.random_range(-600..=600);
        let chance = |score: f64| 1.0 / (1.0 + ((midpoint(x) - score) / width(x)).exp());
        let (win, loss) = (chance(f64::from(score)), chance(f64::from(-score)));
        let drawn: f64 = random.random();
        let result = match drawn {
            drawn if drawn < win => GameResult::WhiteWins,
            drawn if drawn < win + loss => GameResult::BlackWins,
            _ => GameResult::Draw,
        };
        let mv = if board.is_legal("a2a3".parse().unwrap()) { "a2a3" } else { "e1d1" };
        counts.add(&Game {
            start: board.clone(),
            result,
            plies: vec![Ply { mv: mv.parse().unwrap(), score }],
        });
    }
    let fit = counts.fit().expect("six amounts of material determine a cubic");
    for board in &boards {
        let x = f64::from(material(board)) / MATERIAL_UNIT;
        assert!((polynomial(&fit.midpoint, x) - midpoint(x)).abs() < 8.0, "midpoint at {x}: {fit:?}");
        assert!((polynomial(&fit.width, x) - width(x)).abs() < 8.0, "width at {x}: {fit:?}");
    }
}

#[test]
fn too_little_data_is_no_model() {
    let mut counts = Counts::default();
    let mut random = seed::stream(1, &[]);
    counts.add(&common::random_game(&mut random, 50));
    assert!(counts.fit().is_none());
}
