//! The first rules of Argali's search, each with a test that names it.

use argali_search::{Engine, IterationReport, Limits, Outcome, Position, ScoreKind, StopHandle};
use std::time::{Duration, Instant};

fn search(engine: &mut Engine, fen: &str, limits: &Limits) -> Outcome {
    engine.search(&position(fen), limits)
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(16).threads(threads).build().unwrap()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1PN2N2/PB3PPP/R2QKB1R w KQ - 1 10";

/// Positions with one clearly best move.
const CLEAR: [(&str, &str); 7] = [
    // Mates.
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
    // A hanging queen.
    ("rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/5N2/PPP2PPP/RN1QKB1R w KQkq - 1 3", "f3g5"),
    // A knight fork of king and queen.
    ("4k3/8/2q5/8/3N4/8/8/4K3 w - - 0 1", "d4c6"),
    // A pawn that promotes.
    ("8/2P5/8/8/6k1/8/8/4K3 w - - 0 1", "c7c8q"),
    // A rook takes a rook and mates.
    ("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
    // A mate on the back rank in a position with many other good moves.
    ("6k1/pp3ppp/8/8/8/8/PPP2PPP/3R2K1 w - - 0 1", "d1d8"),
];

/// Seed: the table does not change the best move of positions with a clear best move.
#[test]
fn the_table_does_not_change_a_clear_best_move() {
    for (fen, best) in CLEAR {
        let limits = Limits::new().depth(9);
        let mut without = Engine::builder().hash_mib(1).without_table().build().unwrap();
        for (name, outcome) in [
            ("16 MiB", search(&mut engine(1), fen, &limits)),
            ("1 MiB", search(&mut Engine::builder().hash_mib(1).build().unwrap(), fen, &limits)),
            ("none", search(&mut without, fen, &limits)),
        ] {
            assert_eq!(outcome.best.map(|mv| mv.to_string()).as_deref(), Some(best), "{fen}, table: {name}");
        }
    }
}

fn full_width() -> argali_search::EngineBuilder {
    Engine::builder().hash_mib(16).full_width()
}

/// Seed: a warm table reduces the node count. Measured at full width, where nothing else saves nodes.
#[test]
fn a_warm_table_cuts_the_node_count() {
    for fen in [START, MIDDLEGAME] {
        let mut engine = full_width().build().unwrap();
        let limits = Limits::new().depth(6);
        let cold = search(&mut engine, fen, &limits).nodes;
        let warm = search(&mut engine, fen, &limits).nodes;
        assert!(warm * 2 < cold, "{fen}: {warm} after {cold}");
        engine.new_game();
        assert_eq!(search(&mut engine, fen, &limits).nodes, cold, "{fen}: a new game forgets");
    }
}

/// Seed: the table also reduces the node count of a single search.
#[test]
fn the_table_saves_nodes() {
    for fen in [START, MIDDLEGAME] {
        let limits = Limits::new().depth(6);
        let with = search(&mut full_width().build().unwrap(), fen, &limits);
        let without = search(&mut full_width().without_table().build().unwrap(), fen, &limits);
        assert!(with.nodes * 5 / 4 < without.nodes, "{fen}: {} with, {} without", with.nodes, without.nodes);
    }
}

/// Seed: iterative deepening visits every depth.
#[test]
fn iterative_deepening_visits_every_depth() {
    let mut depths = Vec::new();
    let mut note = |report: &IterationReport| depths.push(report.depth);
    let outcome = engine(1)
        .search_observed(&position(MIDDLEGAME), &Limits::new().depth(11), &StopHandle::new(), &mut note)
        .unwrap();
    assert_eq!(depths, (1..=11).collect::<Vec<_>>());
    assert_eq!(outcome.depth, 11);
}

/// Seed: a search to depth 8 of the opening takes few nodes.
#[test]
fn the_opening_takes_few_nodes() {
    let mut engine = Engine::builder().hash_mib(64).build().unwrap();
    let nodes = search(&mut engine, START, &Limits::new().depth(8)).nodes;
    assert!(nodes <= 10_000, "{nodes}");
}

/// Seed: Lazy SMP finds mates.
#[test]
fn lazy_smp_finds_mates() {
    for threads in [2, 4, 8] {
        let mut engine = engine(threads);
        let mates = [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ];
        for (fen, moves) in mates {
            // Not at a fixed depth: the depth that finds a quiet sacrifice depends on which worker fills the table first.
            let outcome = search(&mut engine, fen, &Limits::new().mate(moves).depth(40));
            let mate = ScoreKind::Mate(moves as i32);
            assert_eq!(outcome.score.kind(), mate, "{fen} with {threads} threads");
        }
    }
}

/// Seed: Lazy SMP wins material.
#[test]
fn lazy_smp_wins_material() {
    for threads in [2, 4, 8] {
        let mut engine = engine(threads);
        for (fen, best) in CLEAR {
            let outcome = search(&mut engine, fen, &Limits::new().depth(9));
            assert_eq!(
                outcome.best.map(|mv| mv.to_string()).as_deref(),
                Some(best),
                "{fen}, {threads} threads"
            );
            engine.new_game();
        }
    }
}

/// Seed: Lazy SMP respects its time.
#[test]
fn lazy_smp_respects_its_time() {
    for threads in [2, 16, 64, 256] {
        let mut engine = engine(threads);
        let start = Instant::now();
        let outcome = search(&mut engine, MIDDLEGAME, &Limits::new().move_time(Duration::from_millis(300)));
        // The upper bound is large, because the machine may be busy. The search itself is late by milliseconds.
        assert!(start.elapsed() < Duration::from_millis(1_300), "{:?}", start.elapsed());
        assert!(outcome.elapsed >= Duration::from_millis(290), "{:?}", outcome.elapsed);
        assert!(outcome.best.is_some());
    }
}
