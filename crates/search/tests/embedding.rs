//! Guarantees for programs that embed the search: engines are independent, can move between threads, and call back.

use argali_search::cozy_chess::Board;
use argali_search::eval::{Classical, Evaluator};
use argali_search::{
    Engine, EngineBuilder, IterationReport, Limits, Observer, Outcome, Params, Position, RootMoveReport,
    Silent, StopHandle, StopReason,
};
use std::ops::ControlFlow;
use std::thread;

const FENS: [&str; 3] = [
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1PN2N2/PB3PPP/R2QKB1R w KQ - 1 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

/// The usual engine of these tests.
fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn search<E: Evaluator>(engine: &mut Engine<E>, fen: &str) -> Outcome {
    let position: Position = fen.parse().unwrap();
    engine.search(&position, &Limits::new().depth(8))
}

/// The results that must not depend on other engines.
fn essence(outcome: &Outcome) -> (u64, u32, Vec<String>) {
    let moves = outcome.lines.iter().flat_map(|line| &line.moves).map(ToString::to_string);
    (outcome.nodes, outcome.hashfull, moves.collect())
}

/// An engine that differs from the others in all its settings.
fn another() -> Engine<Classical> {
    let mut params = Params::default();
    params.set("lmr_base", 900).unwrap();
    let builder = Engine::builder().hash_mib(2).threads(2).params(params).full_width();
    builder.evaluator(Classical).build().unwrap()
}

#[test]
fn engines_in_turn_do_not_affect_each_other() {
    let alone = FENS.map(|fen| essence(&search(&mut engine(), fen)));
    let mut engines = FENS.map(|fen| (engine(), fen));
    let mut other = another();
    for _ in 0..2 {
        for (index, (engine, fen)) in engines.iter_mut().enumerate() {
            let limits = Limits::new().depth(4);
            let _ = other.search(&fen.parse().unwrap(), &limits);
            assert_eq!(essence(&search(engine, fen)), alone[index], "{fen}");
            engine.new_game();
        }
    }
}

#[test]
fn engines_at_once_do_not_affect_each_other() {
    let alone = FENS.map(|fen| essence(&search(&mut engine(), fen)));
    let stop = StopHandle::new();
    thread::scope(|scope| {
        let noise = scope.spawn(|| {
            another()
                .search_observed(&Position::startpos(), &Limits::new().infinite(), &stop, &mut Silent)
                .unwrap()
        });
        let together = FENS.map(|fen| scope.spawn(move || essence(&search(&mut engine(), fen))));
        let together = together.map(|search| search.join().unwrap());
        stop.stop();
        assert_eq!(noise.join().unwrap().stop_reason, StopReason::Stopped);
        assert_eq!(together, alone);
    });
}

#[test]
fn engines_and_what_they_say_move_between_threads() {
    fn is_send<T: Send + 'static>() {}
    fn is_shared<T: Send + Sync + 'static>() {}
    /// The same with any evaluator.
    fn engines_are_send<E: Evaluator + 'static>() {
        is_send::<Engine<E>>();
        is_send::<EngineBuilder<E>>();
    }
    is_send::<Engine>();
    engines_are_send::<Classical>();
    engines_are_send::<Follower>();
    is_send::<EngineBuilder>();
    is_shared::<StopHandle>();
    is_shared::<Position>();
    is_shared::<Limits>();
    is_shared::<IterationReport>();
    is_shared::<Outcome>();
}

/// Ends the search at a root move.
struct AtRootMove(usize);

impl Observer for AtRootMove {
    fn root_move(&mut self, report: &RootMoveReport) -> ControlFlow<()> {
        if report.number == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_root_moves(&self) -> bool {
        true
    }
}

#[test]
fn an_observer_may_end_the_search_at_a_root_move() {
    for number in [1, 3] {
        let position: Position = FENS[0].parse().unwrap();
        let mut observer = AtRootMove(number);
        let outcome =
            engine().search_observed(&position, &Limits::new(), &StopHandle::new(), &mut observer).unwrap();
        assert_eq!((outcome.stop_reason, outcome.depth), (StopReason::Observer, 0));
        assert!(position.board().is_legal(outcome.best.unwrap()));
    }
}

/// Follows the search by the hooks, and so knows the board that it evaluates.
struct Follower;

impl Evaluator for Follower {
    type State = Vec<Board>;

    fn evaluate(&self, board: &Board, path: &mut Vec<Board>) -> i32 {
        assert!(path.last().is_some_and(|top| top.same_position(board)), "{board} is not on top");
        Classical.evaluate(board, &mut ())
    }

    fn reset(&self, root: &Board, path: &mut Vec<Board>) {
        *path = vec![root.clone()];
    }

    fn push(
        &self,
        before: &Board,
        mv: argali_search::cozy_chess::Move,
        after: &Board,
        path: &mut Vec<Board>,
    ) {
        assert!(path.last().is_some_and(|top| top.same_position(before)), "{before} is not on top");
        let mut played = before.clone();
        played.play(mv);
        assert!(played.same_position(after), "{mv} on {before} does not give {after}");
        path.push(after.clone());
    }

    fn push_null(&self, before: &Board, after: &Board, path: &mut Vec<Board>) {
        assert_eq!(before.null_move().as_ref(), Some(after), "nobody passes in check");
        path.push(after.clone());
    }

    fn pop(&self, path: &mut Vec<Board>) {
        path.pop();
        assert!(!path.is_empty(), "more is taken back than was played");
    }
}

#[test]
fn an_evaluator_can_follow_the_search_by_its_hooks() {
    for threads in [1, 3] {
        for fen in FENS {
            let builder = Engine::builder().hash_mib(1).threads(threads).evaluator(Follower);
            let followed = search(&mut builder.build().unwrap(), fen);
            if threads == 1 {
                let mut plain = Engine::builder().hash_mib(1).evaluator(Classical).build().unwrap();
                assert_eq!(essence(&followed), essence(&search(&mut plain, fen)), "{fen}");
            }
        }
    }
}
