//! Errors in a book.

use thiserror::Error;

/// The bytes are not a valid Polyglot book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// There are no entries.
    #[error("the book is empty")]
    Empty,
    /// The length is not a multiple of the size of an entry.
    #[error(
        "a Polyglot book consists of entries of 16 bytes, but this one has {bytes} bytes: cut off, or another format"
    )]
    Length {
        /// The number of bytes.
        bytes: usize,
    },
    /// The entries are not sorted by their keys, so they cannot be searched.
    #[error("entry {index} of the book is out of order: damaged, or another format")]
    Order {
        /// The entry's number, from 0.
        index: usize,
    },
}
