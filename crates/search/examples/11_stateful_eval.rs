//! An evaluator with a state: it updates the material with each move, instead of counting it on every board.
#![allow(clippy::print_stdout)]

use argali_search::cozy_chess::{Board, Color, Move, Piece};
use argali_search::{Engine, Evaluator, Limits, Position};
use std::error::Error;

struct Material;

/// White's material less Black's (centipawns): at the root, then after each open move.
type Sums = Vec<i32>;

fn count(board: &Board) -> i32 {
    let values = [100, 300, 300, 500, 900, 0]; // pawn, knight, bishop, rook, queen, king
    let of = |color, piece| board.colored_pieces(color, piece).len() as i32 * values[piece as usize];
    Piece::ALL.iter().map(|&piece| of(Color::White, piece) - of(Color::Black, piece)).sum()
}

impl Evaluator for Material {
    type State = Sums;

    fn evaluate(&self, board: &Board, sums: &mut Sums) -> i32 {
        let white = sums.last().copied().unwrap_or_else(|| count(board));
        if board.side_to_move() == Color::White { white } else { -white }
    }

    fn reset(&self, root: &Board, sums: &mut Sums) {
        *sums = vec![count(root)];
    }

    fn push(&self, before: &Board, mv: Move, after: &Board, sums: &mut Sums) {
        let quiet = before.occupied().len() == after.occupied().len() && mv.promotion.is_none();
        let sum = if quiet { sums.last().copied() } else { None };
        sums.push(sum.unwrap_or_else(|| count(after)));
    }

    fn push_null(&self, _before: &Board, after: &Board, sums: &mut Sums) {
        sums.push(sums.last().copied().unwrap_or_else(|| count(after)));
    }

    fn pop(&self, sums: &mut Sums) {
        sums.pop();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::builder().hash_mib(4).evaluator(Material).build()?;
    let position: Position = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1".parse()?;
    let outcome = engine.search(&position, &Limits::new().depth(6));
    println!("{} {}", outcome.lines[0].san()[0], outcome.score); // exd5
    Ok(())
}
