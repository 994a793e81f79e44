//! Positions whose values are in every endgame book.

mod common;

use TablebaseValue::{BlessedLoss, CursedWin, Draw, Loss, Win};
use argali_search::{Engine, Limits, Position, RootRank, Tablebase, TablebaseValue};
use argali_syzygy::Syzygy;
use common::{Random, board, materials, tables};
use std::sync::Arc;

fn best(tables: &Syzygy, fen: &str, fifty_move_rule: bool) -> Vec<RootRank> {
    let ranks = tables.rank_root(&board(fen), fifty_move_rule, false).unwrap();
    let top = ranks.iter().map(|rank| rank.rank).max().unwrap();
    ranks.into_iter().filter(|rank| rank.rank == top).collect()
}

#[test]
fn values_are_those_of_the_books() {
    let Some(tables) = tables() else { return };
    assert_eq!(tables.max_pieces(), 4);
    assert_eq!((tables.wdl_tables(), tables.dtz_tables()), (35, 35));
    for (fen, expected) in [
        // Rook against the bare king.
        ("8/8/8/4k3/8/8/8/K6R w - - 0 1", Win),
        ("8/8/8/4k3/8/8/8/K6R b - - 0 1", Loss),
        ("8/8/8/8/4k3/8/7r/K7 w - - 0 1", Loss),
        // The rook can be captured.
        ("8/8/8/8/8/8/2k5/K2R4 b - - 0 1", Draw),
        // Bishop and knight mate, two knights and a single minor piece do not.
        ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", Win),
        ("8/8/8/4k3/8/8/8/KNN5 w - - 0 1", Draw),
        ("8/8/8/4k3/8/8/8/KB6 w - - 0 1", Draw),
        // King and pawn: the king on the sixth wins, the wrong opposition and the rook's pawn do not.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Win),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Loss),
        ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", Loss),
        ("8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", Draw),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", Draw),
        // Mate and stalemate.
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Loss),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Draw),
        // Queen against a rook's pawn on the seventh with the king far off, and against a centre pawn.
        ("8/8/8/8/6Q1/8/pk6/7K w - - 0 1", Draw),
        ("8/8/8/8/6Q1/8/1k1p4/7K w - - 0 1", Win),
        // The bare kings need no table.
        ("8/8/8/4k3/8/8/8/K7 w - - 0 1", Draw),
    ] {
        assert_eq!(tables.probe(&board(fen)), Some(expected), "{fen}");
    }
}

#[test]
fn en_passant_captures_count() {
    let Some(tables) = tables() else { return };
    // Only the en passant capture wins.
    let with = board("8/8/2K5/8/1pP5/8/1k6/8 b - c3 0 1");
    let without = board("8/8/2K5/8/1pP5/8/1k6/8 b - - 0 1");
    assert_eq!(tables.probe(&with), Some(Win));
    assert_eq!(tables.probe(&without), Some(Draw));
    let ranks = tables.rank_root(&with, true, false).unwrap();
    let winning: Vec<String> =
        ranks.iter().filter(|rank| rank.value == Win).map(|rank| rank.mv.to_string()).collect();
    assert_eq!(winning, ["b4c3"]);
}

#[test]
fn what_no_table_knows_is_not_answered() {
    let Some(tables) = tables() else { return };
    for fen in [
        // More pieces than the tables have, castling rights, and adjacent kings, which the board type accepts.
        "8/8/8/4k3/8/8/8/KBNR4 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "8/8/8/8/8/8/8/kK5R w - - 0 1",
    ] {
        assert_eq!(tables.probe(&board(fen)), None, "{fen}");
        assert_eq!(tables.rank_root(&board(fen), true, false), None, "{fen}");
    }
    assert_eq!(tables.faults(), []);
}

#[test]
fn a_mate_is_the_only_best_move() {
    let Some(tables) = tables() else { return };
    let moves = best(&tables, "7k/8/6K1/8/8/8/8/R7 w - - 99 80", true);
    assert_eq!(moves.len(), 1);
    assert_eq!((moves[0].mv.to_string().as_str(), moves[0].value), ("a1a8", Win));
}

#[test]
fn the_search_is_free_among_near_wins() {
    let Some(tables) = tables() else { return };
    // Promotion wins, but so do king moves, and the search may choose among them.
    let moves = best(&tables, "8/4P3/4K3/8/8/8/k7/8 w - - 0 1", true);
    assert!(moves.len() > 2, "{moves:?}");
    assert!(moves.iter().all(|rank| rank.value == Win));
}

#[test]
fn the_clock_can_spoil_a_win() {
    let Some(tables) = tables() else { return };
    // Bishop and knight need far more than ten moves here.
    let fresh = "8/8/8/4k3/8/8/8/KBN5 w - - 0 1";
    let late = "8/8/8/4k3/8/8/8/KBN5 w - - 80 90";
    assert!(best(&tables, fresh, true).iter().all(|rank| rank.value == Win));
    assert!(best(&tables, late, true).iter().all(|rank| rank.value == CursedWin));
    assert!(best(&tables, late, false).iter().all(|rank| rank.value == Win));
    // The fastest moves are still the best: the opponent may not claim the draw.
    let moves = |fen| best(&tables, fen, true).iter().map(|rank| rank.mv).collect::<Vec<_>>();
    assert_eq!(moves(fresh), moves(late));

    let defence = "8/8/8/4k3/8/8/8/KBN5 b - - 80 90";
    assert!(best(&tables, defence, true).iter().all(|rank| rank.value == BlessedLoss));
    assert!(best(&tables, defence, false).iter().all(|rank| rank.value == Loss));
}

#[test]
fn the_engine_scores_roots_by_value() {
    let Some(tables) = tables() else { return };
    let mut engine = Engine::builder().hash_mib(1).tablebase(Some(Arc::new(tables))).build().unwrap();
    for (fen, sign) in [
        ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", 1),
        ("8/8/8/4k3/8/8/8/KBN5 b - - 0 1", -1),
        ("8/8/8/4k3/8/8/8/KBN5 w - - 80 90", 0),
        ("8/8/8/4k3/8/8/8/KBN5 b - - 80 90", 0),
        ("8/8/8/4k3/8/8/8/KNN5 w - - 0 1", 0),
    ] {
        let position: Position = fen.parse().unwrap();
        let limits = Limits::new().nodes(500);
        let outcome = engine.search(&position, &limits);
        let found = i32::from(outcome.score.is_win()) - i32::from(outcome.score.is_loss());
        assert_eq!(found, sign, "{fen}: {}", outcome.score);
    }
}

#[test]
fn threads_get_the_same_answers() {
    let Some(tables) = tables() else { return };
    let mut random = Random(11);
    let positions: Vec<_> =
        materials().iter().cycle().take(700).map(|material| random.position(material)).collect();
    let answers = |tables: &Syzygy| {
        let answer = |board| (tables.probe(board), tables.rank_root(board, true, false));
        positions.iter().map(answer).collect::<Vec<_>>()
    };
    let expected = answers(&common::tables().unwrap());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| answers(&tables))).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == expected);
        }
    });
}
