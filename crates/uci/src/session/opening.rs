//! Playing from a book.

use crate::hooks::{BookLoader, LoadedBook, OpeningBook};
use crate::random::Random;
use crate::shown::kept;
use cozy_chess::{Board, Move};

/// The book that is open, if one is.
#[derive(Default)]
pub(super) struct Opening {
    book: Option<Box<dyn OpeningBook>>,
}

impl Opening {
    /// Opens the book at `path` in place of the one before, or none if it is empty; returns what there is to say of it. A
    /// book that cannot be opened replaces none.
    pub(super) fn open(
        &mut self,
        path: &str,
        loader: Option<&mut (dyn BookLoader + 'static)>,
    ) -> Option<String> {
        let Some(loader) = loader.filter(|_| !path.is_empty()) else {
            self.book = None;
            return None;
        };
        match loader.load(path) {
            Ok(LoadedBook { book, note }) => {
                self.book = Some(book);
                Some(note)
            }
            Err(error) if self.book.is_some() => {
                Some(kept(&error.to_string(), "the book of before stays in use"))
            }
            Err(error) => Some(error.to_string()),
        }
    }

    /// A legal move of the book, chosen by weight; `None` without a book, or where it has none.
    pub(super) fn choose(&self, board: &Board, random: &mut Random) -> Option<Move> {
        let mut moves = self.book.as_ref()?.moves(board);
        moves.retain(|&(mv, _)| board.is_legal(mv));
        let chosen = random.index(moves.iter().map(|&(_, weight)| f64::from(weight)))?;
        Some(moves[chosen].0)
    }
}
