//! Outcomes of searches: terminal roots, limits, stopping, several lines, determinism, legal lines.

use argali_search::cozy_chess::Board;
use argali_search::eval::Classical;
use argali_search::{
    Bound, Clock, Engine, Evaluator, IterationReport, Limits, Outcome, Position, Score, ScoreKind, Silent,
    StopHandle, StopReason,
};
use argali_suite::legal_moves;
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::Mutex;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1PN2N2/PB3PPP/R2QKB1R w KQ - 1 10";

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(4).threads(threads).build().unwrap()
}

fn search(fen: &str, limits: &Limits) -> Outcome {
    engine(1).search(&position(fen), limits)
}

#[test]
fn a_root_without_a_move_is_an_outcome_not_a_panic() {
    for threads in [1, 3] {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        for (fen, score) in [(mated, Score::mated_in_plies(0)), (stalemate, Score::DRAW)] {
            let mut reports = Vec::new();
            let mut note = |report: &IterationReport| reports.push(report.clone());
            let outcome = engine(threads)
                .search_observed(&position(fen), &Limits::new().depth(5), &StopHandle::new(), &mut note)
                .unwrap();
            assert_eq!((outcome.best, outcome.score), (None, score), "{fen}");
            assert_eq!(outcome.stop_reason, StopReason::NoLegalMove);
            assert_eq!((reports.len(), reports[0].score), (1, score));
        }
    }
}

#[test]
fn mate_on_the_hundredth_half_move_is_mate() {
    let outcome = search("7k/8/6K1/8/8/8/8/R7 w - - 99 80", &Limits::new().depth(4));
    assert_eq!(outcome.score.kind(), ScoreKind::Mate(1));
    // Without the mate the same clock is a draw.
    let outcome = search("7k/8/5K2/8/8/8/8/R7 w - - 99 80", &Limits::new().depth(4));
    assert_eq!(outcome.score, Score::DRAW);
}

#[test]
fn a_draw_by_repetition_is_seen() {
    // White has lost material but can repeat by checks. Each position has occurred once in the game.
    let mut position = position("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1");
    for mv in ["h5e8", "g8h7", "e8h5", "h7g8"] {
        position.play(mv.parse().unwrap()).unwrap();
    }
    let outcome = engine(1).search(&position, &Limits::new().depth(8));
    assert_eq!(outcome.score, Score::DRAW);
}

#[test]
fn node_limits_are_exact_with_one_thread() {
    for nodes in [1, 2, 100, 511, 512, 513, 12_345] {
        let outcome = search(MIDDLEGAME, &Limits::new().nodes(nodes));
        assert_eq!(outcome.nodes, nodes);
        assert_eq!(outcome.stop_reason, StopReason::Nodes);
        assert!(outcome.best.is_some());
    }
}

#[test]
fn the_first_limit_reached_wins() {
    let outcome = search(MIDDLEGAME, &Limits::new().nodes(1_000_000).depth(3));
    assert_eq!((outcome.stop_reason, outcome.depth), (StopReason::Depth, 3));
    let outcome =
        search(MIDDLEGAME, &Limits::new().nodes(1_000).depth(30).move_time(Duration::from_secs(60)));
    assert_eq!(outcome.stop_reason, StopReason::Nodes);
    let outcome = search("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", &Limits::new().mate(2).depth(40));
    assert_eq!((outcome.stop_reason, outcome.score.kind()), (StopReason::Mate, ScoreKind::Mate(2)));
}

#[test]
fn one_legal_move_answers_at_once_in_a_game() {
    let forced = "k7/8/1K6/8/8/8/8/7R b - - 0 1";
    let clock = Clock::new(Duration::from_secs(600), Duration::ZERO);
    let outcome = search(forced, &Limits::new().clock(clock));
    assert_eq!(outcome.stop_reason, StopReason::OnlyMove);
    assert!(outcome.elapsed < Duration::from_secs(2));
}

#[test]
fn search_moves_restrict_the_root() {
    let only = "a2a3".parse().unwrap();
    let outcome = search(MIDDLEGAME, &Limits::new().depth(6).search_moves([only]));
    assert_eq!(outcome.best, Some(only));
    // A list of illegal moves alone is no restriction.
    let illegal = "a2a5".parse().unwrap();
    assert!(search(MIDDLEGAME, &Limits::new().depth(2).search_moves([illegal])).best.is_some());
}

#[test]
fn stopping_is_quick_whatever_the_number_of_threads() {
    for threads in [1, 2, 8, 64, 256] {
        let mut engine = engine(threads);
        let stop = StopHandle::new();
        std::thread::scope(|scope| {
            let (position, limits) = (position(MIDDLEGAME), Limits::new().infinite());
            let handle = stop.clone();
            let search = scope
                .spawn(move || engine.search_observed(&position, &limits, &handle, &mut Silent).unwrap());
            std::thread::sleep(Duration::from_millis(200));
            let asked = Instant::now();
            stop.stop();
            let outcome = search.join().unwrap();
            // It takes milliseconds on an idle machine. The bound only detects a search that ignores the stop.
            assert!(
                asked.elapsed() < Duration::from_millis(1_000),
                "{threads} threads: {:?}",
                asked.elapsed()
            );
            assert_eq!(outcome.stop_reason, StopReason::Stopped);
            assert!(outcome.best.is_some());
        });
    }
}

#[test]
fn a_stopped_handle_still_gives_a_move() {
    for threads in [1, 4] {
        let stop = StopHandle::new();
        stop.stop();
        let outcome = engine(threads)
            .search_observed(&position(MIDDLEGAME), &Limits::new().infinite(), &stop, &mut Silent)
            .unwrap();
        assert!(outcome.best.is_some());
    }
}

#[test]
fn pondering_waits_for_the_hit_and_counts_its_time_as_used() {
    let stop = StopHandle::new();
    let limits = Limits::new().clock(Clock::new(Duration::from_secs(2), Duration::ZERO)).ponder();
    std::thread::scope(|scope| {
        let handle = stop.clone();
        let search = scope.spawn(move || {
            engine(1).search_observed(&position(MIDDLEGAME), &limits, &handle, &mut Silent).unwrap()
        });
        std::thread::sleep(Duration::from_millis(1_500));
        assert!(!search.is_finished());
        let hit = Instant::now();
        stop.ponder_hit();
        let outcome = search.join().unwrap();
        assert!(hit.elapsed() < Duration::from_millis(700), "{:?}", hit.elapsed());
        assert_eq!(outcome.stop_reason, StopReason::Time);
    });
}

#[test]
fn time_counts_from_the_start_that_the_caller_names() {
    let long_ago = Instant::now().checked_sub(Duration::from_secs(60)).expect("the clock is older");
    let limits = Limits::new().move_time(Duration::from_secs(30)).start(long_ago);
    let outcome = search(MIDDLEGAME, &limits);
    assert_eq!(outcome.stop_reason, StopReason::Time);
    assert!(outcome.elapsed >= Duration::from_secs(60) && outcome.best.is_some());
    assert!(long_ago.elapsed() < Duration::from_secs(80), "{:?}", long_ago.elapsed());
}

/// Records the threads that call it.
#[derive(Default)]
struct RollCall(Mutex<HashSet<ThreadId>>);

impl Evaluator for RollCall {
    type State = ();

    fn evaluate(&self, board: &Board, (): &mut ()) -> i32 {
        self.0.lock().unwrap().insert(std::thread::current().id());
        Classical.evaluate(board, &mut ())
    }
}

#[test]
fn all_of_a_crowd_of_threads_search() {
    let threads = 32;
    let builder = Engine::builder().hash_mib(4).threads(threads).evaluator(RollCall::default());
    let mut engine = builder.build().unwrap();
    let limits = Limits::new().nodes(500_000);
    let _ = engine.search(&position(MIDDLEGAME), &limits);
    assert_eq!(engine.evaluator().0.lock().unwrap().len(), threads);
}

/// After any limit, the answer waits for the stop or the ponder hit, and then has the reason of the limit.
#[test]
fn no_limit_answers_before_it_is_allowed_to() {
    let mate = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let second = Duration::from_secs(1);
    let cases = [
        (Limits::new().mate(2), StopReason::Mate),
        (Limits::new().depth(2), StopReason::Depth),
        (Limits::new().nodes(100), StopReason::Nodes),
        (Limits::new().soft_nodes(100), StopReason::Nodes),
        (Limits::new().move_time(Duration::from_millis(1)), StopReason::Time),
        // A mate that does not get shorter ends the search before its time.
        (Limits::new().clock(Clock::new(1000 * second, second)), StopReason::Time),
    ];
    for (threads, turnstile) in [(1, false), (2, false), (2, true)] {
        for (limits, reason) in &cases {
            for ponder in [false, true] {
                let limits = if ponder { limits.clone().ponder() } else { limits.clone().infinite() };
                let builder = Engine::builder().hash_mib(1).threads(threads).turnstile(turnstile);
                let mut engine = builder.build().unwrap();
                let stop = StopHandle::new();
                std::thread::scope(|scope| {
                    let search =
                        scope.spawn(|| engine.search_observed(&mate, &limits, &stop, &mut Silent).unwrap());
                    std::thread::sleep(Duration::from_millis(60));
                    assert!(!search.is_finished(), "{threads} threads, turnstile {turnstile}: {limits:?}");
                    if ponder {
                        stop.ponder_hit()
                    } else {
                        stop.stop()
                    }
                    let expected = if ponder { *reason } else { StopReason::Stopped };
                    let outcome = search.join().unwrap();
                    assert_eq!(outcome.stop_reason, expected, "{threads} threads: {limits:?}");
                });
            }
        }
    }
}

#[test]
fn the_observer_may_end_the_search() {
    struct Once;
    impl argali_search::Observer for Once {
        fn iteration(&mut self, _: &IterationReport) -> std::ops::ControlFlow<()> {
            std::ops::ControlFlow::Break(())
        }
    }
    for threads in [1, 2] {
        let mut engine = engine(threads);
        let outcome = engine
            .search_observed(&position(MIDDLEGAME), &Limits::new().infinite(), &StopHandle::new(), &mut Once)
            .unwrap();
        assert_eq!(outcome.stop_reason, StopReason::Observer);
        // A second worker may be deeper than the first one when that reports.
        assert!(outcome.depth == 1 || threads > 1, "{}", outcome.depth);
    }
}

#[test]
fn several_lines_are_ordered_distinct_and_of_one_depth() {
    for (fen, lines, expected) in [(MIDDLEGAME, 4, 4), ("k7/8/1K6/8/8/8/8/7R b - - 0 1", 5, 1)] {
        let mut reports: Vec<IterationReport> = Vec::new();
        let mut note = |report: &IterationReport| reports.push(report.clone());
        let limits = Limits::new().depth(7).multi_pv(lines);
        let outcome =
            engine(1).search_observed(&position(fen), &limits, &StopHandle::new(), &mut note).unwrap();
        assert_eq!(outcome.lines.len(), expected);
        let heads: HashSet<_> = outcome.lines.iter().map(|line| line.moves[0].to_string()).collect();
        assert_eq!(heads.len(), expected);
        assert!(outcome.lines.is_sorted_by(|a, b| a.score >= b.score));
        for iteration in reports.chunks(expected) {
            let numbers: Vec<usize> = iteration.iter().map(|report| report.line).collect();
            assert_eq!(numbers, (1..=expected).collect::<Vec<_>>());
            assert!(
                iteration
                    .iter()
                    .all(|report| report.depth == iteration[0].depth && report.bound == Bound::Exact)
            );
        }
    }
}

#[test]
fn one_thread_is_deterministic() {
    let run = || {
        let mut reports = Vec::new();
        let mut note =
            |report: &IterationReport| reports.push((report.depth, report.nodes, report.moves.clone()));
        engine(1)
            .search_observed(&position(MIDDLEGAME), &Limits::new().depth(11), &StopHandle::new(), &mut note)
            .unwrap();
        reports
    };
    assert_eq!(run(), run());
}

#[test]
fn many_threads_are_deterministic_under_the_turnstile() {
    let run = |threads| {
        let mut engine = Engine::builder().hash_mib(4).threads(threads).turnstile(true).build().unwrap();
        let mut nodes = Vec::new();
        for fen in [MIDDLEGAME, "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"] {
            let outcome = engine.search(&position(fen), &Limits::new().depth(9));
            nodes.push((outcome.nodes, outcome.busiest_worker_nodes, outcome.score, outcome.lines));
        }
        nodes
    };
    for threads in [2, 5, 16] {
        assert_eq!(run(threads), run(threads), "{threads} threads");
    }
}

#[test]
fn hundreds_of_threads_are_deterministic_under_the_turnstile() {
    for threads in [64, 256] {
        let builder = Engine::builder().hash_mib(4).threads(threads).turnstile(true);
        let mut engine = builder.build().unwrap();
        let mut run = || {
            engine.new_game();
            let mut reports = Vec::new();
            let mut note = |report: &IterationReport| {
                reports.push((report.depth, report.nodes, report.score, report.moves.clone()))
            };
            let limits = Limits::new().depth(8);
            let outcome = engine
                .search_observed(&position(MIDDLEGAME), &limits, &StopHandle::new(), &mut note)
                .unwrap();
            (outcome.nodes, outcome.busiest_worker_nodes, outcome.score, outcome.lines, reports)
        };
        let first = run();
        assert!(first.0 > 10 * first.1, "many workers search: {} nodes, {} of the busiest", first.0, first.1);
        assert_eq!(run(), first, "{threads} threads");
    }
}

#[test]
fn the_worker_that_is_first_through_the_depth_limit_answers() {
    let mut engine = Engine::builder().hash_mib(4).threads(4).turnstile(true).build().unwrap();
    for fen in argali_suite::BENCH.iter().step_by(5) {
        engine.new_game();
        let mut last = None;
        let mut note = |report: &IterationReport| last = Some((report.depth, report.moves.clone()));
        let outcome = engine
            .search_observed(&position(fen), &Limits::new().depth(8), &StopHandle::new(), &mut note)
            .unwrap();
        assert_eq!(outcome.stop_reason, StopReason::Depth, "{fen}");
        assert!(outcome.depth >= 8, "{fen}: {}", outcome.depth);
        assert_eq!(last, Some((outcome.depth, outcome.lines[0].moves.clone())), "{fen}");
    }
}

#[test]
fn the_deepest_search_fits_a_small_stack() {
    // With locked pawns the iterations are short, so the search gets deep. The thread has Rust's default stack.
    let search = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(|| search("k7/p1p1p1p1/P1P1P1P1/8/8/8/8/K7 w - - 0 1", &Limits::new().nodes(1_500_000)));
    let outcome = search.unwrap().join().unwrap();
    assert!(outcome.depth > 30, "{}", outcome.depth);
}

#[test]
fn unusual_boards_are_searched() {
    let boards = [
        // 218 legal moves.
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        // Eight queens a side, and nine.
        "qqqqk3/qqqq4/8/8/8/8/QQQQ4/QQQQK3 w - - 0 1",
        "qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - - 0 1",
        // Bare kings.
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        // A bare king in the corner with one move.
        "k7/2K5/8/8/8/8/8/8 b - - 98 200",
        // The fifty-move rule is used up.
        "8/5k2/8/8/3R4/3K4/8/8 w - - 100 90",
        // The same with a mate that would come too late.
        "7k/8/6K1/8/8/8/8/R7 w - - 100 90",
        // En passant is the only move, and the only legal one.
        "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
        // Chess960: castling with the king between rooks on the b- and f-file.
        "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w BGbg - 0 1",
    ];
    for fen in boards {
        for threads in [1, 2] {
            let position = position(fen);
            let limits = Limits::new().nodes(20_000);
            let outcome = engine(threads).search(&position, &limits);
            let best = outcome.best.unwrap_or_else(|| panic!("{fen}"));
            assert!(position.board().is_legal(best), "{fen}");
        }
    }
}

/// The king passes its target square, stays where it is, changes places with the rook, or the rook jumps over it.
#[test]
fn castling_of_chess960_is_searched_and_named_by_the_rook() {
    let roots = [
        ("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w BGbg - 0 1", ["e1g1", "e1b1"]),
        ("rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w AGag - 0 1", ["b1g1", "b1a1"]),
        ("r4krb/pppppppp/8/8/8/8/PPPPPPPP/R4KRB w AGag - 0 1", ["f1g1", "f1a1"]),
        ("r1r3kr/pppppppp/8/8/8/8/PPPPPPPP/2R3KR w CHch - 0 1", ["g1h1", "g1c1"]),
    ];
    for (fen, moves) in roots {
        for mv in moves {
            let root = position(fen);
            let castling = mv.parse().unwrap();
            assert!(root.board().is_legal(castling), "{fen}: {mv}");
            let mut reports = Vec::new();
            let mut note = |report: &IterationReport| reports.push(report.moves.clone());
            let limits = Limits::new().depth(7).search_moves([castling]);
            let outcome = engine(1).search_observed(&root, &limits, &StopHandle::new(), &mut note).unwrap();
            assert_eq!(outcome.best, Some(castling), "{fen}");
            assert_eq!(reports.len(), 7, "{fen}");
            for line in reports {
                let mut position = root.clone();
                line.into_iter().for_each(|mv| position.play(mv).unwrap());
            }
        }
    }
}

fn random_game(choices: &[usize], start: Board) -> Position {
    let mut position = Position::new(start);
    for choice in choices {
        let moves = legal_moves(position.board());
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice % moves.len()]).unwrap();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Every reported line is legal from the root, and so is the answer.
    #[test]
    fn lines_are_legal_from_any_position(
        choices in prop::collection::vec(0usize..218, 0..120),
        setup in 0u32..960,
        nodes in 1u64..3_000,
        lines in 1usize..4,
    ) {
        let root = random_game(&choices, Board::chess960_startpos(setup));
        let mut reports = Vec::new();
        let mut note = |report: &IterationReport| reports.push(report.moves.clone());
        let limits = Limits::new().nodes(nodes).multi_pv(lines);
        let outcome = engine(1).search_observed(&root, &limits, &StopHandle::new(), &mut note).unwrap();
        for line in reports {
            let mut position = root.clone();
            for mv in line {
                prop_assert!(position.play(mv).is_ok());
            }
        }
        prop_assert_eq!(outcome.best.is_none(), outcome.stop_reason == StopReason::NoLegalMove);
        if let Some(best) = outcome.best {
            prop_assert!(root.board().is_legal(best));
        }
    }
}

#[test]
fn a_search_stopped_before_the_first_depth_claims_no_mate() {
    let outcome = search(MIDDLEGAME, &Limits::new().nodes(1));
    assert!(!outcome.score.is_decisive(), "{}", outcome.score);
    let stop = StopHandle::new();
    stop.stop();
    let outcome = engine(3)
        .search_observed(&position(MIDDLEGAME), &Limits::new().infinite(), &stop, &mut Silent)
        .unwrap();
    assert!(!outcome.score.is_decisive(), "{}", outcome.score);
}

#[test]
fn touching_kings_are_not_searched() {
    let board: Board = "8/8/8/8/8/8/8/kK5R w - - 0 1".parse().unwrap();
    let outcome = engine(1).search(&Position::new(board), &Limits::new().depth(5));
    assert_eq!((outcome.best, outcome.stop_reason), (None, StopReason::NoLegalMove));
}

#[test]
fn a_handle_that_has_stopped_a_search_begins_no_other() {
    let (mut engine, root, limits) = (engine(1), position(MIDDLEGAME), Limits::new().depth(3));
    let stop = StopHandle::new();
    // A handle that was not stopped can be used again.
    for _ in 0..2 {
        assert_eq!(engine.search_with(&root, &limits, &stop, |_| ()).unwrap().depth, 3);
    }
    stop.stop();
    let refused = engine.search_with(&root, &limits, &stop, |_| ()).unwrap_err();
    assert!(refused.to_string().contains("needs a new one"), "{refused}");
    // If it is stopped before the first search, that search ends at once, and still has a move.
    let stop = StopHandle::new();
    drop(stop.stop_on_drop());
    let outcome = engine.search_with(&root, &limits, &stop, |_| ()).unwrap();
    assert_eq!((outcome.stop_reason, outcome.best.is_some()), (StopReason::Stopped, true));
}
