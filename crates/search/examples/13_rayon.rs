//! Positions in parallel with rayon: each worker of the pool makes one engine and keeps it.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Position};
use rayon::prelude::*;
use std::error::Error;

const FENS: [&str; 4] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "8/8/4k3/8/8/3K4/3R4/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PPB2PPP/R1BQ1RK1 w - - 0 10",
];

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let limits = Limits::new().nodes(100_000);
    let searched = FENS.par_iter().map_init(
        || Engine::builder().hash_mib(16).build(),
        |engine, fen| {
            let engine = engine.as_mut().map_err(|error| error.clone())?;
            engine.new_game(); // so the result does not depend on the engine that searches
            let outcome = engine.search(&fen.parse::<Position>()?, &limits);
            Ok(format!("{:<8} {:>7} {fen}", outcome.lines[0].san()[0], outcome.score))
        },
    );
    let lines: Result<Vec<String>, Box<dyn Error + Send + Sync>> = searched.collect();
    lines?.iter().for_each(|line| println!("{line}"));
    Ok(())
}
