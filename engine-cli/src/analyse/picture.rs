//! A position as a picture, with its best moves as arrows.

use super::request::Request;
use crate::failure::Failure;
use crate::svg::{Arrow, Picture, Tint};
use argali_search::Outcome;
use cozy_chess::Color;
use std::fs;
use std::path::Path;

/// Draws the position from the side to move's point of view, with the first move of each line.
pub fn write(path: &Path, request: &Request, outcome: &Outcome) -> Result<(), Failure> {
    fs::write(path, draw(request, outcome)).map_err(Failure::io(path.display().to_string()))
}

fn draw(request: &Request, outcome: &Outcome) -> String {
    let board = request.position.board();
    let moves = outcome.lines.iter().filter_map(|line| line.moves.first());
    let arrows: Vec<Arrow> = moves
        .enumerate()
        .map(|(index, &mv)| {
            let tint = match u8::try_from(index) {
                Ok(0) => Tint::Best,
                index => Tint::Other(index.unwrap_or(u8::MAX)),
            };
            Arrow::new(board, mv, tint)
        })
        .collect();
    let flipped = board.side_to_move() == Color::Black;
    Picture { board, last: None, arrows: &arrows, flipped, title: &request.fen() }.standalone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_search::{Engine, Limits};

    #[test]
    fn the_best_lines_are_arrows() {
        let request =
            Request::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", argali_search::Castling::Standard)
                .unwrap();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let limits = Limits::new().depth(4).multi_pv(3);
        let outcome = engine.search(&request.position, &limits);
        let svg = draw(&request, &outcome);
        // The best move is drawn last, on top.
        assert!(svg.rfind("#15781b") > svg.rfind("#0b5a9d"), "{svg}");
        assert_eq!((svg.matches("#15781b").count(), svg.matches("#0b5a9d").count()), (1, 2));
        assert!(svg.contains("<title>6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1</title>"));
    }
}
