//! A custom evaluator. This one counts material, and prefers bishops to rooks.
#![allow(clippy::print_stdout)]

use argali_search::cozy_chess::{Board, Piece};
use argali_search::{Engine, Evaluator, Limits, Position};

struct BishopLover;

impl Evaluator for BishopLover {
    type State = (); // nothing to remember from move to move

    fn evaluate(&self, board: &Board, _state: &mut ()) -> i32 {
        let values = [100, 300, 600, 500, 900, 0]; // pawn, knight, bishop, rook, queen, king
        let of = |color, piece| board.colored_pieces(color, piece).len() as i32 * values[piece as usize];
        let us = board.side_to_move();
        Piece::ALL.iter().map(|&piece| of(us, piece) - of(!us, piece)).sum()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::builder().hash_mib(4).evaluator(BishopLover).build()?;
    // The queen may take a bishop on d5 or a rook on a4. Only this evaluator takes the bishop.
    let position: Position = "7k/7p/8/3b4/r7/8/6PP/3Q2K1 w - - 0 1".parse()?;
    let outcome = engine.search(&position, &Limits::new().depth(6));
    println!("{} {}", outcome.best.expect("white has moves"), outcome.score);
    Ok(())
}
