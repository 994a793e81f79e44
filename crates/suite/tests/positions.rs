//! Every position is legal, and its data is correct.

use argali_suite::{BENCH, MATES, PERFT, PERFT_CHESS960, Perft, TACTICS, legal_moves};
use cozy_chess::{Board, Move};
use std::collections::HashSet;

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn leaves(board: &Board, depth: usize) -> u64 {
    let moves = legal_moves(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| leaves(&after(board, mv), depth - 1)).sum()
}

fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play(mv);
    next
}

/// Whether the side to move mates in at most `moves` moves, by exhaustive search.
fn mates(board: &Board, within: u32) -> bool {
    within > 0 && legal_moves(board).into_iter().any(|mv| is_mated(&after(board, mv), within - 1))
}

fn is_mated(board: &Board, within: u32) -> bool {
    let replies = legal_moves(board);
    if replies.is_empty() {
        return !board.checkers().is_empty();
    }
    within > 0 && replies.into_iter().all(|mv| mates(&after(board, mv), within))
}

#[test]
fn bench_positions_are_playable_and_different() {
    assert!((40..=60).contains(&BENCH.len()));
    assert_eq!(BENCH.iter().collect::<HashSet<_>>().len(), BENCH.len());
    for fen in BENCH {
        assert!(legal_moves(&board(fen)).len() > 1, "{fen}");
    }
}

#[test]
fn perft_counts_are_true() {
    let check = |perft: &Perft| {
        let board = board(perft.fen);
        for (depth, &expected) in (1..).zip(perft.leaves).filter(|&(_, &leaves)| leaves < 500_000) {
            assert_eq!(leaves(&board, depth), expected, "{} at depth {depth}", perft.name);
        }
    };
    PERFT.iter().chain(PERFT_CHESS960).for_each(check);
}

#[test]
fn mates_take_as_long_as_they_say() {
    for mate in MATES.iter().filter(|mate| mate.moves <= 2 || board(mate.fen).occupied().len() <= 5) {
        let board = board(mate.fen);
        assert!(mates(&board, mate.moves) && !mates(&board, mate.moves - 1), "{}", mate.fen);
    }
}

#[test]
fn tactics_are_solved_by_legal_moves() {
    for tactic in TACTICS {
        let board = board(tactic.fen);
        assert!(!tactic.best.is_empty(), "{}", tactic.name);
        for best in tactic.best {
            assert!(board.is_legal(best.parse().unwrap()), "{}: {best}", tactic.name);
        }
    }
}
