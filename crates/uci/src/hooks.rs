//! What the host program provides to a session.

use argali_search::{Engine, Tablebase};
use cozy_chess::{Board, Move};
use std::error::Error;
use std::sync::Arc;

/// Opens tablebases when the option `SyzygyPath` is set.
pub trait TablebaseLoader: Send {
    /// Opens the tables in `paths`, written as the platform writes a list of folders. `paths` is never empty.
    ///
    /// # Errors
    /// Whatever makes the tables unusable as a whole. The session shows the message and keeps the tables before, whose
    /// [`warnings`](Self::warnings) the loader goes on to give.
    fn load(&mut self, paths: &str) -> Result<LoadedTablebase, Box<dyn Error + Send + Sync>>;

    /// Faults found since the last call, such as a table that turned out to be damaged. Asked for after each search, and shown
    /// to the user.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Opened tablebases.
#[derive(Clone)]
#[non_exhaustive]
pub struct LoadedTablebase {
    /// The tables; `None` if there are none in these folders, which counts as an error.
    pub tablebase: Option<Arc<dyn Tablebase>>,
    /// What to tell the user: how many tables there are, which folder is missing, which file is damaged.
    pub note: String,
}

impl LoadedTablebase {
    /// Tables, or none, and what to tell the user.
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
    /// Whatever makes the book unusable; the session shows the message and keeps the book before.
    fn load(&mut self, path: &str) -> Result<LoadedBook, Box<dyn Error + Send + Sync>>;
}

/// An opened book.
#[non_exhaustive]
pub struct LoadedBook {
    /// The book.
    pub book: Box<dyn OpeningBook>,
    /// What to tell the user, such as how much there is in it.
    pub note: String,
}

impl LoadedBook {
    /// A book and what to tell the user.
    #[must_use]
    pub fn new(book: Box<dyn OpeningBook>, note: impl Into<String>) -> LoadedBook {
        LoadedBook { book, note: note.into() }
    }
}

/// An opening book.
pub trait OpeningBook: Send {
    /// The moves of the book on a board, with the weights in proportion to which they are chosen. The session ignores illegal
    /// moves and those of weight 0.
    fn moves(&self, board: &Board) -> Vec<(Move, u32)>;
}

/// Makes an evaluator use another file when the option `EvalFile` is set: takes the engine's evaluator and the path, or an
/// empty path for the built-in parameters. Returns what to tell the user, or why the file is unusable; the evaluator must
/// then be unchanged. Never called during a search.
pub type EvaluationLoader<E> =
    Box<dyn Fn(&E, &str) -> Result<String, Box<dyn Error + Send + Sync>> + Send + Sync>;

/// Sets an option of the host's own: takes the engine and a value that the option's kind allows (`true` or `false`, a number
/// in range, one of the choices, any text, or nothing for a button). Returns what to tell the user, if anything, or why the
/// value is refused. Never called during a search.
pub type OptionSetter<E> =
    Box<dyn FnMut(&mut Engine<E>, &str) -> Result<Option<String>, Box<dyn Error + Send + Sync>> + Send>;

/// Explains a static evaluation, for the command `eval`.
pub type Explain<E> = Box<dyn Fn(&E, &Board) -> String + Send + Sync>;

/// What the engine says of itself in answer to `uci`.
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
