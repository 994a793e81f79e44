//! The three best moves with their lines: `cargo run --release --example 5_multi_pv_analysis -- [DEPTH] [FEN]`.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Position, Wdl};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let fen: Vec<String> = arguments.collect();
    let default = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let position: Position = if fen.is_empty() { default.parse()? } else { fen.join(" ").parse()? };

    let mut engine = Engine::builder().hash_mib(16).build()?;
    let limits = Limits::new().depth(depth).multi_pv(3);
    let outcome = engine.search(&position, &limits);

    // There are fewer lines if there are fewer moves, and one line without moves if there is none.
    for (number, line) in outcome.lines.iter().enumerate() {
        let Wdl { win, draw, loss, .. } = line.wdl;
        let chances = format!("won {win}, drawn {draw}, lost {loss} of 1000");
        println!("{}. {:>7} ({chances}) {}", number + 1, line.score, line.san().join(" "));
    }
    Ok(())
}
