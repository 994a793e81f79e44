//! `argali perft`.

use crate::analyse::Request;
use crate::failure::Failure;
use argali_search::StopHandle;
use argali_uci::Castling;
use clap::Args;
use cozy_chess::Board;
use std::io::{self, Write};
use std::time::Instant;

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct PerftArguments {
    /// Depth in plies, at most 20, because larger counts may overflow
    #[arg(value_parser = clap::value_parser!(u32).range(..=20))]
    pub depth: u32,
    /// The position as FEN, quoted or not (Shredder-FEN for Chess960), or `startpos moves e2e4 ...`; the default is the start position
    pub fen: Vec<String>,
}

/// Prints the count of each move, the total, and the speed.
pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let board = match arguments.fen.join(" ").as_str() {
        "" => Board::startpos(),
        text => Request::parse(text, Castling::Chess960)?.position.board().clone(),
    };
    let start = Instant::now();
    let mut shares = Vec::new();
    let total = argali_uci::perft(&board, arguments.depth, &StopHandle::new(), |mv, leaves| {
        shares.push(format!("{}: {leaves}\n", Castling::Standard.uci(&board, mv)));
    });
    let total = total.unwrap_or_default();
    let speed = total as f64 / start.elapsed().as_secs_f64().max(0.001) / 1e6;
    let text =
        format!("{}\nNodes searched: {total}\n\nSpeed: {speed:.1} million a second\n", shares.concat());
    io::stdout().write_all(text.as_bytes()).map_err(Failure::io("standard output"))
}
