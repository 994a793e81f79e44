//! Finds puzzles: positions in which exactly one move wins. With the argument `-` it reads FENs from standard input, one a line:
//! `cargo run --release --example 6_puzzle_finder -- - < positions.fen`. Without an argument it uses three positions of its own.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Line, Position, Score};
use std::error::Error;

/// The second position is quiet, and in the last one every move wins, so neither is a puzzle.
const POSITIONS: [&str; 5] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1",
    "q3k3/5ppp/8/3N4/8/8/5PPP/1R4K1 w - - 0 1",
    "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1",
];

/// From this score on, a move wins.
const WINNING: Score = Score::cp(250);
/// Up to this score, a move does not win.
const NOT_WINNING: Score = Score::cp(80);

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::builder().hash_mib(16).build()?;
    let fens: Vec<String> = if std::env::args().nth(1).as_deref() == Some("-") {
        std::io::stdin().lines().collect::<Result<_, _>>()?
    } else {
        POSITIONS.map(str::to_owned).into()
    };

    for fen in fens.iter().filter(|fen| !fen.trim().is_empty()) {
        let position: Position = fen.trim().parse()?;
        engine.new_game(); // the positions are of different games, so histories of one do not help in the next
        let limits = Limits::new().depth(10).nodes(200_000).multi_pv(2);
        let outcome = engine.search(&position, &limits);
        let verdict = match outcome.lines.as_slice() {
            [first, second] if first.score >= WINNING && second.score <= NOT_WINNING => {
                format!("PUZZLE {} (next best {})", solution(first), second.score)
            }
            [first, ..] => format!("no puzzle, {}", first.score),
            [] => "no puzzle".to_owned(),
        };
        println!("{fen}: {verdict}");
    }
    Ok(())
}

fn solution(line: &Line) -> String {
    let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    format!("{} {}", line.score, moves.join(" "))
}
