//! Why a table could not be had.

use crate::{MAX_MIB, MIN_MIB};

/// Why a table of the wanted size could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The size lies outside [`MIN_MIB`]..=[`MAX_MIB`].
    #[error("a table of {mib} MiB is outside the range of {MIN_MIB} to {MAX_MIB} MiB")]
    OutOfRange {
        /// The size asked for, in MiB.
        mib: usize,
    },
    /// The system refused the memory.
    #[error("the system has no {mib} MiB of memory for the table")]
    Refused {
        /// The size asked for, in MiB.
        mib: usize,
    },
}
