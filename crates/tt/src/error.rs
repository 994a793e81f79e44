//! Why a table could not be created or resized.

use crate::{MAX_MIB, MIN_MIB};
use std::fmt;

/// Why a table of the requested size could not be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TableError {
    /// The size lies outside [`MIN_MIB`]`..=`[`MAX_MIB`].
    OutOfRange {
        /// The size asked for, in MiB.
        mib: usize,
    },
    /// The table is larger than the available memory. Linux would allow the allocation, but kill the process once the table fills up.
    Scarce {
        /// The size asked for, in MiB.
        mib: usize,
        /// The available memory in MiB, including that of the current table.
        available_mib: usize,
    },
    /// The system, or the allocator, refused the memory.
    Refused {
        /// The size asked for, in MiB.
        mib: usize,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::OutOfRange { mib } => {
                write!(f, "a table of {mib} MiB is outside the range of {MIN_MIB} to {MAX_MIB} MiB")
            }
            TableError::Scarce { mib, available_mib } => write!(
                f,
                "a table of {mib} MiB does not fit into the {available_mib} MiB of available memory"
            ),
            TableError::Refused { mib } => {
                write!(f, "the system refused the memory for a table of {mib} MiB")
            }
        }
    }
}

impl std::error::Error for TableError {}
