//! How many mates of collections the search finds, and whether the mates that it claims are there.
//!
//! The collections are files `mate_in_N.epd`, of positions in which the side to move mates in N moves and not sooner:
//!
//! ```sh
//! cargo test --profile match -p argali-cli --test mate_suites -- --ignored --nocapture
//! ```
//!
//! reads `suites/` in the folder that `ARGALI_SHARED` names, by default `shared` beside the repository.
//! `ARGALI_MATE_NODES` sets the nodes for each position.

#![expect(clippy::print_stderr, reason = "the table is what the test is run for")]
#![allow(clippy::disallowed_methods, reason = "the environment says how long")]

mod prover;
#[path = "../shared/mod.rs"]
mod shared;

use argali_search::{Bound, Engine, IterationReport, Limits, Position, ScoreKind, StopHandle};
use cozy_chess::{Board, GameStatus, Move};
use prover::{OutOfBudget, Prover, after};
use std::{env, fs};

/// Nodes for each position, unless the environment says otherwise.
const NODES: u64 = 2_000_000;

/// Positions that a proof may look at.
const BUDGET: u64 = 2_000_000;

/// The longest mate, in moves, that is proven: beyond it only few proofs would fit the budget.
const LONGEST_PROOF: u32 = 3;

/// A mate that the search claimed.
#[derive(Clone, Debug)]
struct Claim {
    /// In so many moves; below zero if the side to move is mated.
    moves: i32,
    /// The line that came with it.
    line: Vec<Move>,
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The first move of the line mates in time against any defence.
    Proven,
    /// It does not.
    Wrong,
    /// Nothing was proven; but the line ends in mate, in time.
    Shown,
    /// Nothing was proven, and the line ends before the mate.
    Open,
}

fn judge(root: &Board, claim: &Claim) -> Verdict {
    let (Ok(moves @ 1..), Some(&first)) = (u32::try_from(claim.moves), claim.line.first()) else {
        return Verdict::Wrong;
    };
    let mut end = root.clone();
    for &mv in &claim.line {
        if end.try_play(mv).is_err() {
            return Verdict::Wrong;
        }
    }
    let is_mate = end.status() == GameStatus::Won;
    if is_mate && claim.line.len() as u32 != 2 * moves - 1 {
        return Verdict::Wrong;
    }
    let proof = match moves {
        1..=LONGEST_PROOF => Prover::new(BUDGET).is_mated(&after(root, first), moves - 1),
        _ => Err(OutOfBudget),
    };
    match proof {
        Ok(true) => Verdict::Proven,
        Ok(false) => Verdict::Wrong,
        Err(OutOfBudget) if is_mate => Verdict::Shown,
        Err(OutOfBudget) => Verdict::Open,
    }
}

/// The distinct claims of a search, the shortest last.
fn claims(engine: &mut Engine, board: &Board, moves: u32, nodes: u64) -> (Vec<Claim>, u64) {
    engine.new_game();
    let mut claims: Vec<Claim> = Vec::new();
    let mut note = |report: &IterationReport| {
        let ScoreKind::Mate(moves) = report.score.kind() else { return };
        let claimed = match report.bound {
            Bound::Exact => true,
            Bound::Lower => moves > 0,
            _ => moves < 0,
        };
        if claimed && claims.last().is_none_or(|last| last.moves != moves) {
            claims.push(Claim { moves, line: report.moves.clone() });
        }
    };
    let limits = Limits::new().nodes(nodes).mate(moves);
    let outcome = engine
        .search_observed(&Position::new(board.clone()), &limits, &StopHandle::new(), &mut note)
        .unwrap();
    (claims, outcome.nodes)
}

/// What came of a collection.
#[derive(Debug, Default)]
struct Tally {
    positions: u64,
    found: u64,
    /// A mate was claimed, but a longer one than there is.
    longer: u64,
    nodes: u64,
    /// Claims by verdict, in the order of [`Verdict`].
    claims: [u64; 4],
}

fn run(moves: u32, positions: &str, nodes: u64) -> Tally {
    let mut engine = Engine::builder().hash_mib(16).build().expect("16 MiB are available");
    let mut tally = Tally::default();
    for line in positions.lines().filter(|line| !line.trim().is_empty()) {
        let position: Position = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let board = position.board();
        let (claims, searched) = claims(&mut engine, board, moves, nodes);
        tally.positions += 1;
        tally.nodes += searched;
        match claims.last() {
            Some(last) if (1..=moves as i32).contains(&last.moves) => tally.found += 1,
            Some(_) => tally.longer += 1,
            None => {}
        }
        for claim in &claims {
            let verdict = judge(board, claim);
            tally.claims[verdict as usize] += 1;
            if verdict == Verdict::Wrong {
                eprintln!("WRONG: mate in {} by {:?} in {line}", claim.moves, claim.line);
            }
        }
    }
    tally
}

#[test]
#[ignore = "thousands of positions take an hour"]
fn no_mate_is_claimed_that_is_not_there() {
    let shared = shared::folder();
    let nodes = env::var("ARGALI_MATE_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(NODES);
    eprintln!("mate in   found of positions   longer   proven wrong shown open   nodes");
    let mut wrong = 0;
    for moves in 1..=4 {
        let path = shared.join(format!("suites/mate_in_{moves}.epd"));
        let Ok(positions) = fs::read_to_string(&path) else {
            eprintln!("skipped: {} is not there", path.display());
            continue;
        };
        let Tally { positions, found, longer, nodes, claims: [proven, false_ones, shown, open] } =
            run(moves, &positions, nodes);
        eprintln!(
            "{moves:>7}   {found:>5} of {positions:>9}   {longer:>6}   {proven:>6} {false_ones:>5} {shown:>5} {open:>4}   {nodes}"
        );
        wrong += false_ones;
    }
    assert_eq!(wrong, 0, "claims are wrong");
}

#[test]
fn the_prover_knows_mates_from_near_mates() {
    for mate in argali_suite::MATES.iter().filter(|mate| mate.moves <= 2) {
        let board = mate.fen.parse().unwrap();
        let mut prover = Prover::new(BUDGET);
        assert_eq!(prover.mates(&board, mate.moves), Ok(true), "{}", mate.fen);
        assert_eq!(prover.mates(&board, mate.moves - 1), Ok(false), "{}", mate.fen);
    }
    let board = argali_suite::MATES.last().unwrap().fen.parse().unwrap();
    assert_eq!(Prover::new(10).mates(&board, 3), Err(OutOfBudget));
}

#[test]
fn wrong_claims_are_seen() {
    let board: Board = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
    let claim =
        |moves, line: &[&str]| Claim { moves, line: line.iter().map(|mv| mv.parse().unwrap()).collect() };
    assert_eq!(judge(&board, &claim(1, &["a1a8"])), Verdict::Proven);
    for (moves, line) in [(-1, &["a1a8"][..]), (1, &["a1a7"]), (2, &["a1a8"]), (1, &["a1b2"]), (1, &[])] {
        assert_eq!(judge(&board, &claim(moves, line)), Verdict::Wrong, "{moves}: {line:?}");
    }
}

#[test]
fn mates_are_found_and_proven() {
    let positions: Vec<&str> =
        argali_suite::MATES.iter().filter(|mate| mate.moves == 2).map(|mate| mate.fen).collect();
    let tally = run(2, &positions.join("\n"), 100_000);
    assert_eq!((tally.found, tally.longer), (tally.positions, 0), "{tally:?}");
    assert!(tally.claims[Verdict::Proven as usize] >= tally.found, "{tally:?}");
    assert_eq!(tally.claims[Verdict::Wrong as usize], 0);
}
