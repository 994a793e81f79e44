//! Analyses a game and marks its blunders: `cargo run --release --example 7_blunders -- [MOVE…]`, moves as in UCI (`e2e4`, `e1g1`).
//! Without moves it uses a famous trap (Legall, Paris 1750).
#![allow(clippy::print_stdout)]

use argali_search::cozy_chess::util::{display_san_move, parse_uci_move};
use argali_search::{Engine, Limits, Position, Wdl};
use std::error::Error;

const LEGALL: &str = "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5";

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let moves = if given.is_empty() { LEGALL.split(' ').map(str::to_owned).collect() } else { given };

    let mut engine = Engine::builder().hash_mib(16).build()?;
    let mut position = Position::startpos();
    let (mut expected, mut best) = judge(&mut engine, &position);
    for (ply, text) in moves.iter().enumerate() {
        // This crate encodes castling as king takes rook; `parse_uci_move` also reads the usual notation.
        let mv = parse_uci_move(position.board(), text).map_err(|error| format!("{text}: {error}"))?;
        let played = display_san_move(position.board(), mv).to_string();
        position.play(mv)?; // an illegal move is an error, and the position stays as it was

        // The mover has lost what the other side can now expect.
        let (theirs, reply) = judge(&mut engine, &position);
        let lost = expected - (1.0 - theirs);
        let mark = match lost {
            lost if lost > 0.3 => "??",
            lost if lost > 0.15 => "?",
            _ => "",
        };
        let advice = if mark.is_empty() { String::new() } else { format!("  better {best}") };
        let number = ply / 2 + 1;
        let dots = if ply % 2 == 0 { "." } else { "..." };
        println!("{number:>3}{dots:<3} {:<8} {:>5.1} %{advice}", played + mark, 100.0 * (1.0 - theirs));
        (expected, best) = (theirs, reply);
    }
    Ok(())
}

/// The expected score of the side to move, and its best move.
fn judge(engine: &mut Engine, position: &Position) -> (f64, String) {
    let limits = Limits::new().depth(12).nodes(100_000);
    let outcome = engine.search(position, &limits);
    let Wdl { win, draw, .. } = outcome.wdl;
    let best =
        outcome.best.map_or("nothing".to_owned(), |mv| display_san_move(position.board(), mv).to_string());
    ((f64::from(win) + f64::from(draw) / 2.0) / 1_000.0, best)
}
