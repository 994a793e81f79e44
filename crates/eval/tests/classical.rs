//! Properties of the classical evaluation.

mod common;

use argali_eval::{Classical, Evaluator, Term};
use common::{exchange_colors, games};
use cozy_chess::{Board, Color};
use proptest::prelude::*;

fn evaluate(board: &Board) -> i32 {
    Classical.evaluate(board, &mut ())
}

fn white(fen: &str) -> i32 {
    let board: Board = fen.parse().expect("legal FEN");
    Classical.explain(&board).white
}

proptest! {
    #[test]
    fn both_colours_are_judged_alike(game in games(150)) {
        for board in game.boards() {
            prop_assert_eq!(evaluate(&board), evaluate(&exchange_colors(&board)), "{}", board);
        }
    }

    #[test]
    fn the_explanation_adds_up(game in games(120)) {
        let board = game.last();
        let breakdown = Classical.explain(&board);
        prop_assert_eq!(breakdown.side_to_move, evaluate(&board));
        prop_assert_eq!(breakdown.rows.len(), Term::ALL.len());
        let (mut mg, mut eg) = (0, 0);
        for row in &breakdown.rows {
            mg += row.white.midgame - row.black.midgame;
            eg += row.white.endgame - row.black.endgame;
        }
        let blended = (mg * breakdown.phase + eg * (24 - breakdown.phase)) / 24 * breakdown.scale / 64;
        prop_assert_eq!(breakdown.white, blended + breakdown.tempo);
        let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
        prop_assert_eq!(breakdown.white * sign, breakdown.side_to_move);
    }

    #[test]
    fn no_position_looks_like_a_mate(game in games(200)) {
        prop_assert!(evaluate(&game.last()).abs() < 15_000);
    }
}

#[test]
fn dead_draws_are_zero() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3BK3 b - - 0 1",
        "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1",
        "2n1k3/8/8/8/8/8/8/3BK3 w - - 0 1",
        // The bishop does not control a8.
        "k7/8/1P6/P7/8/8/8/4KB2 w - - 0 1",
    ] {
        let value = white(fen);
        if fen.contains("1P6") {
            // A second file makes it a win again.
            assert!(value > 200, "{fen}: {value}");
        } else {
            assert_eq!(value, 0, "{fen}");
        }
    }
    assert_eq!(white("k7/8/P7/P7/8/8/8/3BK3 w - - 0 1").signum(), 1, "a light bishop covers a8");
    assert_eq!(white("k7/8/P7/P7/8/8/8/2B1K3 w - - 0 1"), 0, "a dark bishop does not");
}

#[test]
fn drawish_endings_are_small() {
    let rook_against_knight = white("4k3/8/4n3/8/8/8/8/R3K3 w - - 0 1");
    assert!((0..=60).contains(&rook_against_knight), "{rook_against_knight}");
    let same = white("4k3/2b5/8/8/8/3B4/PPP5/4K3 w - - 0 1");
    let opposite = white("4k3/1b6/8/8/8/3B4/PPP5/4K3 w - - 0 1");
    // c7 is dark and b7 light: d3 is light, so the first pair is the opposite one.
    assert!(same < opposite / 2, "{same} {opposite}");
}

#[test]
fn a_bare_king_is_driven_to_the_edge() {
    let centre = white("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    let edge = white("3k4/8/8/8/8/8/8/R3K3 w - - 0 1");
    let close = white("3k4/8/3K4/8/8/8/8/R7 w - - 0 1");
    assert!(400 < centre && centre < edge && edge < close, "{centre} {edge} {close}");
}

#[test]
fn terms_point_the_right_way() {
    let term = |fen: &str, term: Term| {
        let breakdown = Classical.explain(&fen.parse::<Board>().expect("legal FEN"));
        let row = breakdown.rows.iter().find(|row| row.term == term).expect("every term has a row");
        (row.white, row.black)
    };
    let (white, black) = term("4k3/5p2/8/3P4/8/8/1p6/4K3 w - - 0 1", Term::Passed);
    assert!(white.endgame > 0 && black.endgame > white.endgame);
    let (white, black) = term("4k3/8/8/8/3N4/8/7n/4K3 w - - 0 1", Term::Mobility);
    assert!(white.midgame > black.midgame);
    let (white, black) = term("1bn1k3/8/8/8/8/8/8/2BBK3 w - - 0 1", Term::BishopPair);
    assert!(white.midgame > 0 && black.midgame == 0);
    let (white, black) = term("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Term::MopUp);
    assert!(white.endgame > 0 && black.endgame == 0);
}

#[test]
fn the_start_position_is_worth_a_tempo() {
    let breakdown = Classical.explain(&Board::default());
    assert_eq!((breakdown.white, breakdown.phase, breakdown.scale), (breakdown.tempo, 24, 64));
    assert!(breakdown.tempo > 0);
}
