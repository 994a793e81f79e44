//! Pondering with a game's clock: the engine thinks on the opponent's time until the expected move is played, then on its own.
#![allow(clippy::print_stdout)]

use argali_search::{Clock, Engine, Limits, Position};
use std::error::Error;
use std::thread;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let clock = Clock::new(Duration::from_secs(10), Duration::from_millis(100));
    let mut engine = Engine::builder().hash_mib(16).build()?;
    let mut position = Position::startpos();

    let outcome = engine.search(&position, &Limits::new().clock(clock));
    position.play(outcome.best.expect("the game is not over"))?;
    let expected = outcome.ponder.expect("a search of this length has a second move");

    // The opponent thinks. The engine searches the position after the expected move, and its clock does not run.
    position.play(expected)?;
    let search = engine.spawn(position, Limits::new().clock(clock).ponder())?;
    thread::sleep(Duration::from_millis(300));

    // The opponent plays the expected move, so the clock counts now. After another move, call `search.stop()` and start a new search.
    search.ponder_hit();
    let (_engine, outcome) = search.join();
    println!("{} after {:.1?}", outcome.lines[0].san().join(" "), outcome.elapsed);
    Ok(())
}
