//! What can be wrong with a book.

use thiserror::Error;

/// Bytes that are no sound Polyglot book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// There is nothing in it.
    #[error("the book is empty")]
    Empty,
    /// It does not consist of whole entries.
    #[error(
        "a Polyglot book consists of entries of 16 bytes, but this one has {bytes} bytes: cut off, or another format"
    )]
    Length {
        /// How many bytes there are.
        bytes: usize,
    },
    /// Its entries are not in the order of their keys, so that they could not be found.
    #[error("entry {index} of the book is out of order: damaged, or another format")]
    Order {
        /// The entry's number, from 0.
        index: usize,
    },
}
