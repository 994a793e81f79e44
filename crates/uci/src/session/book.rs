//! Playing from a book.

use crate::hooks::{BookLoader, LoadedBook, OpeningBook};
use crate::random::Random;
use crate::text::kept;
use cozy_chess::{Board, Move};

/// The opening book of a session, if one is open.
#[derive(Default)]
pub(super) struct Book {
    open: Option<Box<dyn OpeningBook>>,
}

impl Book {
    /// Replaces the book by the one at `path`. An empty path closes the book. Returns a note for the user. After an error the
    /// previous book stays open.
    pub(super) fn open(
        &mut self,
        path: &str,
        loader: Option<&mut (dyn BookLoader + 'static)>,
    ) -> Option<String> {
        let Some(loader) = loader.filter(|_| !path.is_empty()) else {
            self.open = None;
            return None;
        };
        match loader.load(path) {
            Ok(LoadedBook { book, note }) => {
                self.open = Some(book);
                Some(note)
            }
            Err(error) if self.open.is_some() => {
                Some(kept(&error.to_string(), "the book before it stays in use"))
            }
            Err(error) => Some(error.to_string()),
        }
    }

    /// A legal move of the book, chosen by weight; `None` if no book is open or it has no move.
    pub(super) fn choose(&self, board: &Board, random: &mut Random) -> Option<Move> {
        let mut moves = self.open.as_ref()?.moves(board);
        moves.retain(|&(mv, _)| board.is_legal(mv));
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let mut left = random.next().checked_rem(total)?;
        let chosen = moves.iter().find(|&&(_, weight)| {
            let is_here = left < u64::from(weight);
            left = left.saturating_sub(u64::from(weight));
            is_here
        })?;
        Some(chosen.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights of 1, 0 and 3, and a move that is not legal.
    struct Weights;

    impl OpeningBook for Weights {
        fn moves(&self, _: &Board) -> Vec<(Move, u32)> {
            [("e2e4", 1), ("a2a3", 0), ("e2e5", 9), ("d2d4", 3)]
                .map(|(mv, weight)| (mv.parse().unwrap(), weight))
                .to_vec()
        }
    }

    #[test]
    fn choices_follow_the_weights() {
        let (book, board) = (Book { open: Some(Box::new(Weights)) }, Board::startpos());
        let mut random = Random::new(7);
        let mut chosen = || book.choose(&board, &mut random).unwrap().to_string();
        let kings_pawn = (0..10_000).filter(|_| match chosen().as_str() {
            "e2e4" => true,
            other => other != "d2d4" && panic!("{other}"),
        });
        assert!((2_300..2_700).contains(&kings_pawn.count()));
    }
}
