//! Won endings are also won in play.

use argali_search::cozy_chess::{Board, GameStatus};
use argali_search::{Engine, Limits, Position};

/// Whether the side to move mates within the fifty-move rule. Both sides search `nodes` nodes a move.
fn is_won(fen: &str, nodes: u64) -> bool {
    let mut engine = Engine::builder().hash_mib(4).build().unwrap();
    let mut position = Position::new(fen.parse::<Board>().unwrap());
    let winner = position.board().side_to_move();
    while position.board().status() == GameStatus::Ongoing {
        let limits = Limits::new().nodes(nodes);
        let outcome = engine.search(&position, &limits);
        position.play(outcome.best.unwrap()).unwrap();
    }
    position.board().status() == GameStatus::Won && position.board().side_to_move() != winner
}

#[test]
fn a_bare_king_is_mated_within_fifty_moves() {
    for fen in [
        "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1",
    ] {
        assert!(is_won(fen, 20_000), "{fen}");
    }
}

#[test]
fn bishop_and_knight_mate_a_bare_king() {
    assert!(is_won("8/8/8/3k4/8/8/8/2B1K1N1 w - - 0 1", 20_000));
}

#[test]
fn a_queen_beats_a_rook() {
    assert!(is_won("8/8/8/2k5/2r5/8/8/Q3K3 w - - 0 1", 20_000));
}
