//! Interfaces that the host program implements for a session.

use argali_search::{Engine, Tablebase};
use cozy_chess::{Board, Move};
use std::error::Error;
use std::sync::Arc;

/// Opens tablebases when the option `SyzygyPath` is set.
pub trait TablebaseLoader: Send {
    /// Opens the tables in `paths`, a list of folders in the platform's notation. `paths` is never empty.
    ///
    /// # Errors
    /// A message, if no table can be used. The session shows it and keeps the previous tables;
    /// [`warnings`](Self::warnings) then still refers to those.
    fn load(&mut self, paths: &str) -> Result<LoadedTablebase, Box<dyn Error + Send + Sync>>;

    /// Faults found since the last call, such as a damaged table. Called after each search; the session shows the result to the
    /// user.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Opened tablebases.
#[derive(Clone)]
#[non_exhaustive]
pub struct LoadedTablebase {
    /// The tables; `None` if the folders contain none, which counts as an error.
    pub tablebase: Option<Arc<dyn Tablebase>>,
    /// Messages for the user: the number of tables, a missing folder, a damaged file.
    pub note: String,
}

impl LoadedTablebase {
    /// Tables, or none, and messages for the user.
    #[must_use]
    pub fn new(tablebase: Option<Arc<dyn Tablebase>>, note: impl Into<String>) -> LoadedTablebase {
        LoadedTablebase { tablebase, note: note.into() }
    }
}

/// Opens an opening book when the option `BookFile` is set.
pub trait BookLoader: Send {
    /// Opens the book at `path`, which is never empty.
    ///
    /// # Errors
    /// A message, if the book cannot be used. The session shows it and keeps the previous book.
    fn load(&mut self, path: &str) -> Result<LoadedBook, Box<dyn Error + Send + Sync>>;
}

/// An opened book.
#[non_exhaustive]
pub struct LoadedBook {
    /// The book.
    pub book: Box<dyn OpeningBook>,
    /// A message for the user, such as the number of entries.
    pub note: String,
}

impl LoadedBook {
    /// A book and a message for the user.
    #[must_use]
    pub fn new(book: Box<dyn OpeningBook>, note: impl Into<String>) -> LoadedBook {
        LoadedBook { book, note: note.into() }
    }
}

/// An opening book.
pub trait OpeningBook: Send {
    /// The book's moves for a board, with their weights. A move is chosen with a probability proportional to its weight. The session
    /// ignores illegal moves and those of weight 0.
    fn moves(&self, board: &Board) -> Vec<(Move, u32)>;
}

/// Loads another file into an evaluator when the option `EvalFile` is set. It gets the engine's evaluator and the path; an empty
/// path means the built-in parameters. It returns a message for the user, or the reason why the file cannot be used. In that case
/// it must leave the evaluator unchanged. It is never called during a search.
pub type EvaluationLoader<E> =
    Box<dyn Fn(&E, &str) -> Result<String, Box<dyn Error + Send + Sync>> + Send + Sync>;

/// Sets an option that the host has added. It gets the engine and a value that the option's kind allows (`true` or `false`, a
/// number in range, one of the choices, any text, or nothing for a button). It returns an optional message for the user, or the
/// reason why it refuses the value. It is never called during a search.
pub type OptionSetter<E> =
    Box<dyn FnMut(&mut Engine<E>, &str) -> Result<Option<String>, Box<dyn Error + Send + Sync>> + Send>;

/// Explains a static evaluation, for the command `eval`.
pub type Explain<E> = Box<dyn Fn(&E, &Board) -> String + Send + Sync>;

/// The engine's name and authors, for the answer to `uci`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Identity {
    /// Name and version.
    pub name: String,
    /// Authors.
    pub author: String,
}

impl Identity {
    /// A name with its version, and the authors.
    #[must_use]
    pub fn new(name: impl Into<String>, author: impl Into<String>) -> Identity {
        Identity { name: name.into(), author: author.into() }
    }
}

impl Default for Identity {
    fn default() -> Identity {
        Identity::new(concat!("Argali ", env!("CARGO_PKG_VERSION")), "the Argali authors")
    }
}
