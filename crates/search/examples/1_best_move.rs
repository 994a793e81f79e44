//! The best move under a time limit: `cargo run --release --example 1_best_move -- [MILLISECONDS] [FEN]`.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Position};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let milliseconds = arguments.next().map_or(Ok(500), |text| text.parse())?;
    let fen: Vec<String> = arguments.collect();
    let position = if fen.is_empty() { Position::startpos() } else { fen.join(" ").parse()? };

    // Use one engine for a whole game: it keeps its table and histories between searches.
    let mut engine = Engine::builder().hash_mib(16).build()?;
    // Limits combine; the first one reached ends the search.
    let limits = Limits::new().move_time(Duration::from_millis(milliseconds)).depth(30);
    let outcome = engine.search(&position, &limits);

    match outcome.best {
        Some(mv) => println!("{mv} {} after {} nodes", outcome.score, outcome.nodes),
        None => println!("the game is over: {}", outcome.score),
    }
    Ok(())
}
