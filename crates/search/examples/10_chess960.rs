//! Chess960: positions as X-FEN or Shredder-FEN, castling as king takes rook.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Position};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // King on b1, rooks on a1 and g1. `KQ` means the outermost rooks; `GA` would name their files.
    let read = Position::from_fen("1k5r/ppp2ppp/8/8/8/8/PPP2PPP/RK4R1 w KQ - 0 1")?;
    assert!(read.dropped.is_empty(), "every right has its king and rook");
    let mut position = read.position;
    println!("{position} or {position:#}");

    // This castling exists only in Chess960, so it is written as king takes rook.
    let castling = position.parse_uci("b1g1")?;
    println!("{} is {}", position.uci(castling), position.san(castling)?);
    position.play(castling)?;

    let mut engine = Engine::builder().hash_mib(16).build()?;
    let outcome = engine.search(&position, &Limits::new().depth(8));
    println!("{} {}", outcome.score, outcome.lines[0].uci().join(" "));
    Ok(())
}
