//! The use of tablebases by the search, tested with fake tables.

use TablebaseValue::{BlessedLoss, CursedWin, Draw, Loss, Win};
use argali_search::cozy_chess::{Board, Move};
use argali_search::{
    Engine, Limits, Outcome, Position, RootRank, Score, Tablebase, TablebaseRules, TablebaseValue,
};
use argali_suite::legal_moves;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Gives one value for every position of at most three pieces. It answers root probes only if it has ranks for the moves.
struct Oracle {
    value: TablebaseValue,
    ranks: Vec<(&'static str, i32, TablebaseValue)>,
    asked: AtomicU64,
}

impl Oracle {
    fn new(value: TablebaseValue) -> Arc<Oracle> {
        Arc::new(Oracle { value, ranks: Vec::new(), asked: AtomicU64::new(0) })
    }
}

impl Tablebase for Oracle {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn probe(&self, board: &Board) -> Option<TablebaseValue> {
        assert!(board.occupied().len() <= 3 && board.halfmove_clock() == 0, "{board}");
        self.asked.fetch_add(1, Relaxed);
        Some(self.value)
    }

    fn rank_root(&self, board: &Board, _: bool, _: bool) -> Option<Vec<RootRank>> {
        let rank = |mv: Move| {
            let named = self.ranks.iter().find(|(name, ..)| mv.to_string() == *name);
            let &(_, rank, value) = named.unwrap_or(&("", RootRank::DRAW, Draw));
            RootRank::new(mv, rank, value)
        };
        (!self.ranks.is_empty()).then(|| legal_moves(board).into_iter().map(rank).collect())
    }
}

/// White takes the rook. Then three pieces are left, and Black is to move.
const CAPTURE: (&str, &str) = ("7k/8/8/8/8/3r4/3K4/3Q4 w - - 0 1", "d2d3");

fn search(
    tables: &Arc<Oracle>,
    rules: TablebaseRules,
    fen: &str,
    limits: &Limits,
    threads: usize,
) -> Outcome {
    let builder = Engine::builder().hash_mib(1).threads(threads).tablebase(Some(tables.clone()));
    let mut engine = builder.build().unwrap();
    engine.set_tablebase_rules(rules);
    let position: Position = fen.parse().unwrap();
    engine.search(&position, limits)
}

fn after_capture(value: TablebaseValue, rules: TablebaseRules) -> Outcome {
    let (fen, capture) = CAPTURE;
    let limits = Limits::new().depth(5).search_moves([capture.parse().unwrap()]);
    search(&Oracle::new(value), rules, fen, &limits, 1)
}

fn rules(fifty_move_rule: bool) -> TablebaseRules {
    let mut rules = TablebaseRules::default();
    rules.fifty_move_rule = fifty_move_rule;
    rules
}

/// The values are from the point of view of Black, who is to move after the capture.
#[test]
fn cursed_wins_and_blessed_losses_are_draws_when_the_rule_counts() {
    for counts in [true, false] {
        assert!(after_capture(Loss, rules(counts)).score.is_win());
        assert!(after_capture(Win, rules(counts)).score.is_loss());
        assert_eq!(after_capture(Draw, rules(counts)).score, Score::DRAW);
    }
    assert_eq!(after_capture(BlessedLoss, rules(true)).score, Score::DRAW);
    assert_eq!(after_capture(CursedWin, rules(true)).score, Score::DRAW);
    assert!(after_capture(BlessedLoss, rules(false)).score.is_win());
    assert!(after_capture(CursedWin, rules(false)).score.is_loss());
}

#[test]
fn hits_are_those_of_all_workers() {
    let (fen, _) = CAPTURE;
    for threads in [1, 3] {
        let tables = Oracle::new(Loss);
        let outcome = search(&tables, rules(true), fen, &Limits::new().depth(7), threads);
        assert!(outcome.tablebase_hits > 0);
        assert_eq!(outcome.tablebase_hits, tables.asked.load(Relaxed), "{threads} threads");
        assert_eq!(
            search(&Oracle::new(Loss), rules(true), fen, &Limits::new().depth(7), 1).best,
            outcome.best
        );
    }
}

#[test]
fn limit_and_depth_say_where_tables_are_asked() {
    let hits = |change: &dyn Fn(&mut TablebaseRules), depth| {
        let mut rules = TablebaseRules::default();
        change(&mut rules);
        let (fen, capture) = CAPTURE;
        let limits = Limits::new().depth(depth).search_moves([capture.parse().unwrap()]);
        search(&Oracle::new(Loss), rules, fen, &limits, 1).tablebase_hits
    };
    assert_eq!(hits(&|rules| rules.probe_limit = 2, 5), 0);
    assert_eq!(hits(&|rules| rules.probe_limit = 0, 5), 0);
    assert!(hits(&|rules| rules.probe_limit = 3, 5) > 0);
    // With as many pieces as the limit, probes begin at the probe depth. The check at the last depth is extended.
    assert_eq!(hits(&|rules| (rules.probe_limit, rules.probe_depth) = (3, 20), 5), 0);
    // The tables have fewer pieces than the limit, so they are the limit.
    assert_eq!(hits(&|rules| (rules.probe_limit, rules.probe_depth) = (7, 20), 5), 0);
}

/// Tables do not cover castling rights and a running clock. The fake tables check the clock.
#[test]
fn positions_beyond_the_tables_are_searched() {
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w - - 30 40"] {
        let tables = Oracle::new(Loss);
        let outcome = search(&tables, rules(true), fen, &Limits::new().depth(3), 1);
        assert!(outcome.best.is_some() && !outcome.score.is_loss(), "{fen}");
    }
}

fn ranked(ranks: &[(&'static str, i32, TablebaseValue)]) -> Arc<Oracle> {
    Arc::new(Oracle { value: Draw, ranks: ranks.to_vec(), asked: AtomicU64::new(0) })
}

const ROOT: &str = "8/8/4k3/8/8/3K4/8/R7 w - - 0 1";

#[test]
fn only_moves_of_the_best_rank_are_played_however_the_search_ends() {
    let tables = ranked(&[("a1a2", 10, Win), ("a1a8", 10, Win), ("a1a5", 9, Win)]);
    for threads in [1, 3] {
        for limits in [Limits::new().depth(6), Limits::new().nodes(1), Limits::new().nodes(40)] {
            let outcome = search(&tables, rules(true), ROOT, &limits, threads);
            let best = outcome.best.unwrap().to_string();
            assert!(["a1a2", "a1a8"].contains(&best.as_str()), "{best}: {limits:?}");
            assert!(outcome.score.is_win(), "{} by {limits:?}", outcome.score);
            assert!(outcome.tablebase_hits > 0);
        }
    }
}

#[test]
fn roots_score_as_the_tables_say() {
    for (value, rank) in [(CursedWin, 5), (Draw, 0), (BlessedLoss, -5)] {
        let ranks: Vec<_> = ["a1a2", "a1a8"].map(|mv| (mv, 20 + rank, value)).to_vec();
        let outcome = search(&ranked(&ranks), rules(true), ROOT, &Limits::new().depth(4), 1);
        assert_eq!(outcome.score, Score::DRAW, "{value:?}");
    }
    let lines = Limits::new().depth(4).multi_pv(4);
    let outcome = search(&ranked(&[("a1a2", 9, Win), ("a1a8", 8, Win)]), rules(true), ROOT, &lines, 1);
    let heads: Vec<_> = outcome.lines.iter().map(|line| line.moves[0].to_string()).collect();
    assert_eq!((heads.len(), &heads[..2]), (4, &["a1a2".to_owned(), "a1a8".to_owned()][..]));
    assert!(outcome.lines[1].score.is_win() && outcome.lines[2].score == Score::DRAW);
}
