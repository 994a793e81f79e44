//! Won endings against a bare king are won, not only scored as such.

use argali_search::cozy_chess::{Board, GameStatus};
use argali_search::{Engine, Limits, Position};

#[test]
fn a_bare_king_is_mated_within_fifty_moves() {
    for fen in [
        "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1",
    ] {
        let mut engine = Engine::builder().hash_mib(4).build().unwrap();
        let mut position = Position::new(fen.parse::<Board>().unwrap());
        while position.board().status() == GameStatus::Ongoing {
            let limits = Limits::new().nodes(20_000);
            let outcome = engine.search(&position, &limits);
            position.play(outcome.best.unwrap()).unwrap();
        }
        assert_eq!(position.board().status(), GameStatus::Won, "{fen}");
    }
}
