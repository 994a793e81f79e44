//! Two ways to cancel a search: from another thread, and in the background with a handle.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Position, StopHandle};
use std::error::Error;
use std::thread;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::builder().hash_mib(16).build()?;
    let position: Position = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PPB2PPP/R1BQ1RK1 w - - 0 10".parse()?;

    // 1. A search blocks this thread. Another thread can hold a clone of the stop handle. With scoped threads the engine
    //    is only borrowed.
    let stop = StopHandle::new();
    let outcome = thread::scope(|scope| {
        let elsewhere = stop.clone();
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(200)); // the user waits, then stops the search
            elsewhere.stop();
        });
        engine.search_with(&position, &Limits::new().infinite(), &stop, |_| ())
    })?;
    println!("{} after {:.0?}: {:?}", best(&outcome), outcome.elapsed, outcome.stop_reason);

    // 2. `spawn` moves the engine to a background thread. The handle yields the reports, and returns the engine at the end.
    let mut search = engine.spawn(position, Limits::new().infinite())?;
    for report in &mut search {
        println!("depth {:>2}: {}", report.depth, report.score);
        if report.depth >= 8 {
            break; // deep enough for this caller
        }
    }
    search.stop();
    let (_engine, outcome) = search.join();
    println!("{} at depth {}: {:?}", best(&outcome), outcome.depth, outcome.stop_reason);
    Ok(())
}

fn best(outcome: &argali_search::Outcome) -> String {
    outcome.best.map_or("none".to_owned(), |mv| mv.to_string())
}
