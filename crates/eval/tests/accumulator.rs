//! Hidden values that are updated along a game equal those computed from scratch, on every kernel.

mod common;
#[path = "common/network.rs"]
mod random;

use argali_eval::{Accumulators, Evaluator, Kernel, Network};
use argali_suite::legal_moves;
use common::{Game, games};
use cozy_chess::{Board, Move};
use proptest::prelude::*;
use random::random_network;

/// Plays `game`, evaluates where `asked` says so, and sometimes takes moves back.
fn follow(network: &Network, game: &Game, asked: &[bool]) -> Result<(), TestCaseError> {
    let mut state = Accumulators::default();
    network.reset(&game.start, &mut state);
    let boards = game.boards();
    let mut asked = asked.iter().copied().cycle();
    for (before, (&mv, after)) in boards.iter().zip(game.moves.iter().zip(&boards[1..])) {
        // Every reply, each taken back again.
        if asked.next() == Some(true) {
            for reply in legal_moves(before) {
                let mut board = before.clone();
                board.play(reply);
                network.push(before, reply, &board, &mut state);
                if asked.next() == Some(true) {
                    prop_assert_eq!(network.evaluate(&board, &mut state), network.evaluate_once(&board));
                }
                if let Some(passed) = board.null_move() {
                    network.push_null(&board, &passed, &mut state);
                    if asked.next() == Some(true) {
                        prop_assert_eq!(
                            network.evaluate(&passed, &mut state),
                            network.evaluate_once(&passed)
                        );
                    }
                    network.pop(&mut state);
                }
                network.pop(&mut state);
            }
        }
        network.push(before, mv, after, &mut state);
        if asked.next() == Some(true) {
            prop_assert_eq!(
                network.evaluate(after, &mut state),
                network.evaluate_once(after),
                "{} after {}",
                mv,
                before
            );
        }
    }
    // Back to the start.
    for board in boards.iter().rev() {
        prop_assert_eq!(
            network.evaluate(board, &mut state),
            network.evaluate_once(board),
            "back at {}",
            board
        );
        network.pop(&mut state);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn incremental_equals_refresh(
        game in games(80),
        asked in proptest::collection::vec(any::<bool>(), 1..40),
        eight_buckets: bool,
    ) {
        let network = random_network(64, if eight_buckets { 8 } else { 1 }, 7);
        follow(&network, &game, &asked)?;
    }

    #[test]
    fn every_kernel_plays_the_same_game(game in games(60), buckets in prop::sample::select(vec![1, 2, 4, 8])) {
        let network = random_network(96, buckets, 11);
        for board in game.boards() {
            let scalar = network.clone().with_kernel(Kernel::Scalar).expect("always there");
            let expected = scalar.evaluate_once(&board);
            for kernel in Kernel::available() {
                let network = network.clone().with_kernel(kernel).expect("it is available");
                prop_assert_eq!(network.kernel(), kernel);
                prop_assert_eq!(network.evaluate_once(&board), expected, "{}", kernel);
            }
        }
    }

    #[test]
    fn a_state_moves_on_to_another_game_or_network(first in games(30), second in games(30)) {
        let networks = [random_network(32, 1, 1), random_network(64, 8, 2)];
        let mut state = Accumulators::default();
        for (game, network) in [(&first, &networks[0]), (&second, &networks[0]), (&second, &networks[1]), (&first, &networks[0])] {
            network.reset(&game.start, &mut state);
            let mut board = game.start.clone();
            for &mv in &game.moves {
                let before = board.clone();
                board.play(mv);
                network.push(&before, mv, &board, &mut state);
            }
            prop_assert_eq!(network.evaluate(&board, &mut state), network.evaluate_once(&board));
        }
    }

    #[test]
    fn mirrored_boards_are_worth_the_same(game in games(80)) {
        let network = random_network(64, 8, 5);
        for board in game.boards() {
            let exchanged = common::exchange_colors(&board);
            prop_assert_eq!(network.evaluate_once(&board), network.evaluate_once(&exchanged));
        }
    }
}

/// Plays one move on every kernel: moves whose start and target squares overlap.
#[test]
fn curious_moves() {
    for (fen, mv) in [
        // The king stays where it is, the rook jumps.
        ("1k6/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"),
        // The rook stays, the king jumps over it.
        ("1k6/8/8/8/8/8/8/RK3R2 w F - 0 1", "b1f1"),
        // King and rook exchange squares.
        ("1k6/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1"),
        ("1k6/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
        // From one half of the board to the other.
        ("1k6/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1"),
        ("r5k1/8/8/8/8/8/8/1K6 b a - 0 1", "g8a8"),
        ("4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1"),
        ("4k3/8/8/8/8/8/4p3/3K4 w - - 0 1", "d1e2"),
        // En passant and promotions with and without capture.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"),
        ("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1n"),
    ] {
        let before = Board::from_fen(fen, true).or_else(|_| Board::from_fen(fen, false)).expect(fen);
        let mv: Move = mv.parse().expect("a move");
        let mut after = before.clone();
        after.play(mv);
        for kernel in Kernel::available() {
            let network = random_network(32, 1, 3).with_kernel(kernel).expect("it is available");
            let mut state = Accumulators::default();
            network.reset(&before, &mut state);
            assert_eq!(network.evaluate(&before, &mut state), network.evaluate_once(&before));
            network.push(&before, mv, &after, &mut state);
            assert_eq!(network.evaluate(&after, &mut state), network.evaluate_once(&after), "{mv} in {fen}");
            network.pop(&mut state);
            assert_eq!(network.evaluate(&before, &mut state), network.evaluate_once(&before));
        }
    }
}

#[test]
fn a_fresh_state_needs_no_reset() {
    let network = random_network(32, 1, 3);
    let board = Board::default();
    let mut state = Accumulators::default();
    assert_eq!(network.evaluate(&board, &mut state), network.evaluate_once(&board));

    let mut state = Accumulators::default();
    let mv: Move = "e2e4".parse().expect("a move");
    let mut after = board.clone();
    after.play(mv);
    network.push(&board, mv, &after, &mut state);
    assert_eq!(network.evaluate(&after, &mut state), network.evaluate_once(&after));
    network.pop(&mut state);
    network.pop(&mut state);
    assert_eq!(network.evaluate(&board, &mut state), network.evaluate_once(&board));
}
