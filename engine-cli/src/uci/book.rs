//! Polyglot books from files.

use super::file;
use argali_book::Book;
use argali_uci::hooks::{BookLoader, LoadedBook, OpeningBook};
use cozy_chess::{Board, Move};
use std::error::Error;

/// The largest book (bytes): 64 million entries, a hundred times those of large books.
const LONGEST: u64 = 1 << 30;

/// Opens Polyglot books.
pub struct Loader;

impl BookLoader for Loader {
    fn load(&mut self, path: &str) -> Result<LoadedBook, Box<dyn Error + Send + Sync>> {
        let named = |reason: &dyn std::fmt::Display| format!("book {path}: {reason}");
        let bytes = file::read(path, LONGEST).map_err(|error| named(&error))?;
        let book = Book::from_bytes(bytes).map_err(|error| named(&error))?;
        let note = named(&format_args!("{} entries", book.entries()));
        Ok(LoadedBook::new(Box::new(Polyglot(book)), note))
    }
}

struct Polyglot(Book);

impl OpeningBook for Polyglot {
    fn moves(&self, board: &Board) -> Vec<(Move, u32)> {
        self.0.moves(board).iter().map(|choice| (choice.mv, u32::from(choice.weight))).collect()
    }
}
