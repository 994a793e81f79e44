//! The faults of searches that users of chess engines report most: in draws, mates, promotions, the table, threads and time. Those of
//! protocol and positions are in `argali-uci`.

use argali_search::cozy_chess::{Board, GameStatus};
use argali_search::{
    Bound, Clock, Engine, IterationReport, Limits, Outcome, Position, Score, ScoreKind, StopHandle,
};
use argali_suite::{BENCH, MATES, legal_moves};
use std::time::{Duration, Instant};

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Outcome {
    engine.search(position, limits)
}

fn only(mv: &str) -> Limits {
    Limits::new().depth(8).search_moves([mv.parse().unwrap()])
}

fn best(outcome: &Outcome) -> String {
    outcome.best.expect("there are moves").to_string()
}

// Work.

/// Boards full of queens or rooks, as people set up in editors, have too many sequences of captures to search all.
#[test]
fn depth_one_is_little_work_on_any_board() {
    for pieces in [
        "rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR",
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ",
        "bbbbkbbb/bbbbbbbb/8/8/8/8/BBBBBBBB/BBBBKBBB",
        "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN",
        "rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR",
        "rnbqkbnr/rrrrrrrr/8/8/8/8/RRRRRRRR/RNBQKBNR",
        "qkqrqrqr/rqrqrqrq/8/8/8/8/QRQRQRQR/RKRQRQRQ",
    ] {
        for side in ["w", "b"] {
            let fen = format!("{pieces} {side} - - 0 1");
            let position = Position::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
            let outcome = search(&mut engine(), &position, &Limits::new().depth(1).nodes(1_000_000));
            assert!(outcome.depth == 1 && outcome.nodes < 10_000, "{fen}: {} nodes", outcome.nodes);
        }
    }
}

// Draws.

/// A caller that asks for a move has not claimed the draw. If all quiet moves were scored as draws, a piece would be lost.
#[test]
fn nothing_is_hung_where_a_draw_could_be_claimed() {
    for (fen, losing) in [
        ("8/5k2/8/3n4/8/1R6/6K1/8 b - - 100 130", ["d5b4", "d5c3", "d5e3", "d5b6"]),
        ("4k3/8/8/8/3NK3/8/6r1/8 w - - 100 140", ["d4b3", "d4c2", "d4e2", "d4f3"]),
    ] {
        let outcome = search(&mut engine(), &position(fen), &Limits::new().depth(10));
        assert!(!losing.contains(&best(&outcome).as_str()), "{fen} {}", best(&outcome));
        assert!(outcome.lines[0].moves.len() > 2, "the line goes on: {:?}", outcome.lines[0].moves);
    }
    // A win is scored as one, although its mate comes after the fifty moves.
    let outcome =
        search(&mut engine(), &position("8/8/8/8/4k3/8/8/Q3K3 w - - 100 140"), &Limits::new().depth(8));
    assert!(outcome.score > Score::cp(500), "{}", outcome.score);
    // The repetitions of the game still count.
    let mut repeated = position("8/8/Q7/7k/5K2/8/8/8 b - - 93 130");
    for mv in ["h5h4", "a6f1", "h4h5", "f1a6"].iter().cycle().take(7) {
        repeated.play(mv.parse().unwrap()).unwrap();
    }
    assert_eq!(repeated.board().halfmove_clock(), 100);
    assert_eq!(search(&mut engine(), &repeated, &only("f1a6")).score, Score::DRAW);
}

/// A won ending in which the queen moved away and back.
fn shuffled(times: usize) -> Position {
    let mut position = position("8/8/Q7/7k/5K2/8/8/8 b - - 0 1");
    for mv in ["h5h4", "a6f1", "h4h5", "f1a6"].iter().cycle().take(4 * times - 1) {
        position.play(mv.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn the_second_occurrence_is_no_draw_and_the_third_is() {
    let second = search(&mut engine(), &shuffled(1), &only("f1a6"));
    assert!(second.score.is_win(), "{}", second.score);
    let third = search(&mut engine(), &shuffled(2), &only("f1a6"));
    assert_eq!(third.score, Score::DRAW);
    // If there is a choice, the winning side does not repeat.
    let free = search(&mut engine(), &shuffled(2), &Limits::new().depth(12));
    assert!(best(&free) != "f1a6" && free.score.is_win(), "{} {}", best(&free), free.score);
}

/// A repetition within the tree is a draw at once, but such a score in the table must not be used in other paths.
#[test]
fn a_draw_by_the_game_does_not_stay_in_the_table() {
    let mut engine = engine();
    assert_eq!(search(&mut engine, &shuffled(2), &only("f1a6")).score, Score::DRAW);
    let fresh = position(&shuffled(2).board().to_string());
    assert!(search(&mut engine, &fresh, &only("f1a6")).score.is_win());
}

#[test]
fn dead_positions_score_zero_and_have_a_move() {
    for fen in [
        "8/8/8/5k2/8/3N4/8/4K3 w - - 0 1",
        "8/8/8/5k2/8/3B4/8/4K3 b - - 0 1",
        "8/2b5/4k3/8/5B2/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/8 b - - 0 1",
    ] {
        let outcome = search(&mut engine(), &position(fen), &Limits::new().depth(9));
        assert_eq!(outcome.score, Score::DRAW, "{fen}");
        assert!(outcome.best.is_some(), "{fen}");
    }
}

#[test]
fn who_is_losing_takes_into_a_dead_position() {
    for (fen, drawing) in
        [("8/8/7B/8/4k3/p7/KR6/8 b - - 0 63", "a3b2"), ("k7/8/8/8/8/8/1p1b4/1K6 w - - 0 1", "b1b2")]
    {
        let outcome = search(&mut engine(), &position(fen), &Limits::new().depth(12));
        assert_eq!((best(&outcome).as_str(), outcome.score), (drawing, Score::DRAW), "{fen}");
    }
}

/// The rook gives check for ever, because taking it is stalemate.
#[test]
fn a_last_piece_gives_itself_up_for_stalemate() {
    for (fen, drawing) in
        [("k7/2r5/1Q6/8/8/5K2/8/8 b - - 7 4", "c7f7"), ("8/8/5k2/8/8/1q6/2R5/K7 w - - 0 1", "c2f2")]
    {
        let outcome = search(&mut engine(), &position(fen), &Limits::new().depth(14));
        assert_eq!(best(&outcome), drawing, "{fen} {}", outcome.score);
    }
}

// Mates.

#[test]
fn mates_are_signed_by_who_mates_and_their_lines_end_in_mate() {
    for mate in MATES {
        let board: Board = mate.fen.parse().unwrap();
        let limits = Limits::new().mate(mate.moves).nodes(3_000_000);
        let outcome = search(&mut engine(), &Position::new(board.clone()), &limits);
        assert_eq!(outcome.score.kind(), ScoreKind::Mate(mate.moves as i32), "{}", mate.fen);
        let line = &outcome.lines[0];
        assert_eq!(line.moves.len(), 2 * mate.moves as usize - 1, "{}", mate.fen);
        let mut end = board.clone();
        line.moves.iter().for_each(|&mv| end.play(mv));
        assert_eq!(end.status(), GameStatus::Won, "{}", mate.fen);
        // One move later, the other side is mated in one less.
        if mate.moves > 1 {
            let mut position = Position::new(board);
            position.play(line.moves[0]).unwrap();
            let replies = legal_moves(position.board()).len();
            let limits = Limits::new().depth(12).multi_pv(replies);
            let outcome = search(&mut engine(), &position, &limits);
            assert_eq!(outcome.score.kind(), ScoreKind::Mate(1 - mate.moves as i32), "{}", mate.fen);
            assert_eq!(outcome.lines[0].moves.len(), 2 * mate.moves as usize - 2, "{}", mate.fen);
        }
    }
}

/// With a warm table, an announced mate is kept: it comes in time, and the announced distance never grows.
#[test]
fn a_claimed_mate_is_carried_out() {
    for mate in MATES {
        let mut engine = engine();
        let mut position = position(mate.fen);
        let mut left = mate.moves as i32;
        while position.board().status() == GameStatus::Ongoing {
            let limits = Limits::new().mate(left.unsigned_abs()).nodes(3_000_000);
            let attack = search(&mut engine, &position, &limits);
            assert_eq!(attack.score.kind(), ScoreKind::Mate(left), "{} in {}", mate.fen, position.board());
            position.play(attack.best.unwrap()).unwrap();
            left -= 1;
            if position.board().status() == GameStatus::Ongoing {
                let defence = search(&mut engine, &position, &Limits::new().depth(8));
                // A defender may see no mate, but never a later one than the true one, or a win.
                assert!(!defence.score.is_win(), "{}", position.board());
                position.play(defence.best.unwrap()).unwrap();
                // The defence may also shorten the mate.
                let quicker = (1..left).find(|&moves| {
                    let limits = Limits::new().mate(moves as u32).nodes(200_000);
                    search(&mut engine, &position, &limits).score.kind() == ScoreKind::Mate(moves)
                });
                left = quicker.unwrap_or(left);
            }
        }
        assert_eq!((position.board().status(), left), (GameStatus::Won, 0), "{}", mate.fen);
    }
}

// Promotions.

#[test]
fn what_a_queen_spoils_is_promoted_to_less() {
    // A knight mates.
    let outcome =
        search(&mut engine(), &position("8/6Pn/7k/7q/8/8/r7/4K1R1 w - - 0 1"), &Limits::new().depth(8));
    assert_eq!((best(&outcome).as_str(), outcome.score.kind()), ("g7g8n", ScoreKind::Mate(1)));
    // A queen stalemates, a rook wins.
    for (fen, queen, rook) in [
        ("8/5P1k/8/6K1/8/8/8/8 w - - 0 1", "f7f8q", "f7f8r"),
        ("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", "c7c8q", "c7c8r"),
    ] {
        let limits = Limits::new().depth(14);
        let two = limits.clone().search_moves([queen, rook].map(|mv| mv.parse().unwrap()));
        let outcome = search(&mut engine(), &position(fen), &two);
        assert_eq!(best(&outcome), rook, "{fen}");
        assert!(outcome.raw_score() > Score::cp(200), "{fen}: {}", outcome.score);
        let outcome = search(&mut engine(), &position(fen), &limits);
        assert!(best(&outcome) != queen && outcome.raw_score() > Score::cp(200), "{fen}: {}", best(&outcome));
    }
}

// The table.

/// With the smallest table many positions collide, but moves and lines are still legal.
#[test]
fn a_table_full_of_other_positions_gives_no_illegal_move() {
    for threads in [1, 4] {
        let mut engine = Engine::builder().hash_mib(1).threads(threads).build().unwrap();
        for round in 0..2 {
            for fen in BENCH {
                let position = position(fen);
                let mut lines = Vec::new();
                let mut note = |report: &IterationReport| {
                    assert!(report.hashfull <= 1_000);
                    lines.push(report.moves.clone());
                };
                let limits = Limits::new().nodes(8_000 + round);
                let outcome =
                    engine.search_observed(&position, &limits, &StopHandle::new(), &mut note).unwrap();
                assert!(outcome.best.is_none_or(|mv| position.board().is_legal(mv)), "{fen}");
                for line in lines {
                    let mut position = position.clone();
                    line.into_iter().for_each(|mv| position.play(mv).unwrap());
                }
            }
        }
    }
}

#[test]
fn a_full_table_says_so() {
    let fen = BENCH[1];
    let outcome = search(&mut engine(), &position(fen), &Limits::new().nodes(400_000));
    assert!((500..=1_000).contains(&outcome.hashfull), "{}", outcome.hashfull);
}

#[test]
fn a_new_game_forgets_everything() {
    let mut engine = engine();
    let limits = Limits::new().depth(8);
    let first = search(&mut engine, &position(BENCH[0]), &limits);
    search(&mut engine, &position(BENCH[2]), &limits);
    engine.new_game();
    let again = search(&mut engine, &position(BENCH[0]), &limits);
    assert_eq!((first.nodes, first.lines), (again.nodes, again.lines));
}

// Threads.

#[test]
fn threads_come_and_go_between_searches() {
    let mut engine = engine();
    let mate = position("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 10 113");
    for threads in [8, 1, 3, 2, 16, 4] {
        engine.set_threads(threads).unwrap();
        let outcome = search(&mut engine, &Position::startpos(), &Limits::new().depth(5));
        assert!(legal_moves(&Board::startpos()).contains(&outcome.best.unwrap()));
        // The vote is about this root, and ignores the workers' scores of the last one.
        let outcome = search(&mut engine, &mate, &Limits::new().depth(4));
        assert_eq!((best(&outcome).as_str(), outcome.score.kind()), ("g3h3", ScoreKind::Mate(1)));
    }
    assert!(engine.set_threads(0).is_err() && engine.set_threads(1_025).is_err());
    assert_eq!(engine.threads(), 4);
}

#[test]
fn a_mate_that_is_asked_for_is_answered_whoever_votes() {
    for _ in 0..10 {
        let mut engine = Engine::builder().hash_mib(1).threads(4).build().unwrap();
        let position = position("8/3p4/2pP4/4P3/1k6/3RN2p/2PP3K/3R4 w - - 0 1");
        let outcome = search(&mut engine, &position, &Limits::new().mate(2));
        assert_eq!(outcome.score.kind(), ScoreKind::Mate(2));
    }
}

// Several lines.

/// If it is stopped before the first depth, there are still all lines, in the order of their scores.
#[test]
fn a_search_that_ends_at_once_has_all_its_lines() {
    for threads in [1, 3] {
        for nodes in [1, 2, 10, 30, 60, 100, 200] {
            let mut engine = Engine::builder().hash_mib(1).threads(threads).build().unwrap();
            let mut reports = Vec::new();
            let mut note = |report: &IterationReport| reports.push((report.depth, report.line));
            let limits = Limits::new().nodes(nodes).multi_pv(7);
            let outcome =
                engine.search_observed(&position(BENCH[1]), &limits, &StopHandle::new(), &mut note).unwrap();
            assert_eq!(outcome.lines.len(), 7, "{nodes} nodes");
            assert!(outcome.lines.is_sorted_by(|a, b| a.score >= b.score), "{nodes} nodes");
            assert!(outcome.lines.iter().all(|line| line.bound == Bound::Exact && !line.moves.is_empty()));
            let last: Vec<_> = reports[reports.len() - 7..].iter().map(|&(_, line)| line).collect();
            assert_eq!(last, (1..=7).collect::<Vec<_>>());
            assert!(reports[reports.len() - 7..].iter().all(|(depth, _)| *depth == outcome.lines[0].depth));
        }
    }
}

// Time.

/// The largest delay on busy machines.
const LATE: Duration = Duration::from_millis(400);

#[test]
fn the_answer_comes_while_there_is_time() {
    let middlegame = position(BENCH[1]);
    let ms = Duration::from_millis;
    for (remaining, increment, moves) in [
        (1_000, 100, Some(1)),
        (50, 2_000, None),
        (20, 1_000, None),
        (1, 0, None),
        (0, 100, None),
        (600, 0, Some(8)),
    ] {
        let mut clock = Clock::new(ms(remaining), ms(increment));
        if let Some(moves) = moves {
            clock = clock.moves_to_go(moves);
        }
        let start = Instant::now();
        let outcome = search(&mut engine(), &middlegame, &Limits::new().clock(clock));
        // With several moves to go, no move takes the time of the others.
        let share = if moves == Some(8) { 0.6 } else { 1.0 };
        let most = ms(remaining).mul_f64(share) + LATE;
        assert!(start.elapsed() < most, "{clock:?}: {:?}", start.elapsed());
        assert!(outcome.best.is_some());
    }
    // The last move before the time control uses the remaining time.
    let clock = Clock::new(ms(1_000), Duration::ZERO).moves_to_go(1);
    let outcome = search(&mut engine(), &middlegame, &Limits::new().clock(clock));
    assert!(outcome.depth >= 5, "{}", outcome.depth);
}
