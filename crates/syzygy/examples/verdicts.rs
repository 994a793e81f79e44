//! What the tables say of positions: `cargo run --release --example verdicts -- FOLDERS < positions.fen`.
//!
//! For each FEN on standard input it writes one line with fields separated by tabs:
//!
//! - the FEN;
//! - the tables' value with the halfmove clock at 0: 2 is won, 1 is won but for the fifty-move rule, 0 is drawn, and so on to -2;
//! - the score of a short search whose root moves are ranked by the tables, as 1, 0 or -1;
//! - its move.
//!
//! A field without an answer is `-`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use argali_search::{Engine, Limits, Position, Tablebase, TablebaseValue};
use argali_syzygy::Syzygy;
use std::error::Error;
use std::io::{BufRead, stdin};
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let folders = std::env::args().nth(1).ok_or("which folders?")?;
    let tables = Arc::new(Syzygy::open(&folders)?);
    for warning in tables.warnings() {
        eprintln!("{warning}");
    }
    let mut engine = Engine::builder().hash_mib(1).tablebase(Some(tables.clone())).build()?;
    let mut boards = Vec::new();
    for line in stdin().lock().lines() {
        let fen = line?;
        let position: Position = fen.parse()?;
        let value = tables.probe(position.board()).map(number);
        let outcome = engine.search(&position, &Limits::new().depth(2));
        let verdict = i32::from(outcome.score.is_win()) - i32::from(outcome.score.is_loss());
        println!("{fen}\t{}\t{verdict}\t{}", shown(value), shown(outcome.best));
        boards.push(position.board().clone());
    }
    let start = Instant::now();
    let known = boards.iter().filter(|board| tables.probe(board).is_some()).count();
    let rate = boards.len() as f64 / start.elapsed().as_secs_f64();
    eprintln!("{} positions, {known} known, {rate:.0} probes a second", boards.len());
    for fault in tables.faults() {
        eprintln!("{fault}");
    }
    Ok(())
}

fn number(value: TablebaseValue) -> i32 {
    match value {
        TablebaseValue::Win => 2,
        TablebaseValue::CursedWin => 1,
        TablebaseValue::Draw => 0,
        TablebaseValue::BlessedLoss => -1,
        TablebaseValue::Loss => -2,
    }
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
