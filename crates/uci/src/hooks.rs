//! What a session needs from its host program, and must not know itself.

use argali_search::Tablebase;
use cozy_chess::{Board, Move};
use std::error::Error;
use std::sync::Arc;

/// Opens tablebases when the option `SyzygyPath` is set.
pub trait TablebaseLoader: Send {
    /// Opens the tables in `paths`, written as the platform writes a list of folders. `paths` is never empty.
    ///
    /// # Errors
    /// Whatever makes the tables unusable as a whole. The session shows the message and goes on with the tables it had, of
    /// which the loader must go on to give [`news`](Self::news).
    fn load(&mut self, paths: &str) -> Result<LoadedTablebase, Box<dyn Error + Send + Sync>>;

    /// What has come up since the last call, such as a table that turned out to be damaged. Asked for after each search,
    /// and shown to the user.
    fn news(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Opened tablebases.
#[derive(Clone)]
#[non_exhaustive]
pub struct LoadedTablebase {
    /// The tables; `None` if there are none at the place, which then counts like an error.
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
    /// Whatever makes the book unusable; the session shows the message and goes on with the book it had.
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
    /// The moves that may be played on a board, each with a weight in proportion to which it is chosen. The session passes
    /// over those that are not legal, and those of weight 0.
    fn moves(&self, board: &Board) -> Vec<(Move, u32)>;
}

/// Makes an evaluator judge by another file when the option `EvalFile` is set: takes the evaluator of the engine and the
/// path, which is empty for what the evaluator was to begin with. Returns what to tell the user, or why the file is
/// unusable; the evaluator must then be as it was. Never called during a search.
pub type EvaluationLoader<E> =
    Box<dyn Fn(&E, &str) -> Result<String, Box<dyn Error + Send + Sync>> + Send + Sync>;

/// Explains a static evaluation, for the command `eval`.
pub type Explain<E> = Box<dyn Fn(&E, &Board) -> String + Send + Sync>;

/// Who the engine says it is.
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
