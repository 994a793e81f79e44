//! Streams the progress of a search: `cargo run --release --example 2_stream_info -- [DEPTH] [FEN]`.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Position, StopHandle};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(12), |text| text.parse())?;
    let fen: Vec<String> = arguments.collect();
    let position = if fen.is_empty() { Position::startpos() } else { fen.join(" ").parse()? };

    let mut engine = Engine::builder().hash_mib(64).build()?;
    let limits = Limits::new().depth(depth);
    let outcome = engine.search_with(&position, &limits, &StopHandle::new(), |report| {
        let (depth, deepest, score, nodes) =
            (report.depth, report.selective_depth, report.score, report.nodes);
        let nps = report.nps();
        println!("{depth:>3}/{deepest:<3} {score:>7} {nodes:>10} {nps:>9} nps  {}", report.uci().join(" "));
    })?;
    println!("best move: {:?} ({:?})", outcome.best.map(|mv| mv.to_string()), outcome.stop_reason);
    Ok(())
}
