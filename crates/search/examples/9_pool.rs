//! A pool of engines, one for each processor, with one thread each. They share a list of positions and one network.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Position};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

const FENS: [&str; 4] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "8/8/4k3/8/8/3K4/3R4/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PPB2PPP/R1BQ1RK1 w - - 0 10",
];

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let next = AtomicUsize::new(0);
    let processors = thread::available_parallelism()?.get();
    let work = || -> Result<(), Box<dyn Error + Send + Sync>> {
        let mut engine = Engine::builder().hash_mib(16).build()?;
        while let Some(fen) = FENS.get(next.fetch_add(1, Relaxed)) {
            let position: Position = fen.parse()?;
            engine.new_game(); // so the answer does not depend on the engine
            let outcome = engine.search(&position, &Limits::new().nodes(100_000));
            println!("{:<8} {:>7} {fen}", outcome.lines[0].san()[0], outcome.score);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no engine panics"))
    })
}
