//! Streams the progress of a search: `cargo run --release --example 2_stream_info -- [DEPTH] [FEN]`.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, IterationReport, Limits, Position, StopHandle};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(12), |text| text.parse())?;
    let fen: Vec<String> = arguments.collect();
    let position = if fen.is_empty() { Position::startpos() } else { fen.join(" ").parse()? };

    let mut engine = Engine::builder().hash_mib(64).build()?;
    let mut show = |report: &IterationReport| {
        let line: Vec<String> = report.moves.iter().map(ToString::to_string).collect();
        let IterationReport { depth, selective_depth, score, nodes, .. } = report;
        println!(
            "{depth:>3}/{selective_depth:<3} {score:>7} {nodes:>10} {:>9} nps  {}",
            report.nps(),
            line.join(" ")
        );
    };
    let outcome = engine.search(&position, &Limits::new().depth(depth), &StopHandle::new(), &mut show);
    println!("best move: {:?} ({:?})", outcome.best.map(|mv| mv.to_string()), outcome.stop_reason);
    Ok(())
}
