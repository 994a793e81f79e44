//! Errors and warnings. After an error no tables are in use; after a warning some tables are missing.

use shakmaty_syzygy::ProbeError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// No tables could be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SyzygyError {
    /// The list of folders is empty.
    #[error("no folder in {paths:?}; wanted one or more, separated by `{separator}`")]
    NoFolder {
        /// The given list.
        paths: String,
        /// The separator of folders on this platform.
        separator: char,
    },
    /// None of the folders can be read.
    #[error("no folder with tables can be read: {}", listed(.warnings))]
    Unreadable {
        /// One warning for each folder; at least one.
        warnings: Vec<Warning>,
    },
}

/// A folder or a file cannot be used; the other tables are in use.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Warning {
    /// A folder does not exist or cannot be listed.
    #[error("cannot read folder {}: {error}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A folder contains no table.
    #[error("no table in folder {}", .path.display())]
    NoTables {
        /// The folder.
        path: PathBuf,
    },
    /// A table's file cannot be read.
    #[error("cannot read table {}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A file is damaged, and not in use.
    #[error("table {} is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What shows the damage.
        reason: String,
    },
}

/// Tables that passed the test when they were opened, but failed during a search. They are not probed again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("tables of {material} are damaged: {reason}")]
#[non_exhaustive]
pub struct Fault {
    /// The material of the probed position, such as `KQvKR`. The damaged table may be that of a position after a capture.
    pub material: String,
    /// What shows the damage.
    pub reason: String,
}

/// The reader's message in one line, without the backtrace that it contains if backtraces are enabled.
pub(crate) fn reason(error: &ProbeError) -> String {
    match error {
        ProbeError::Read { error } => error.to_string(),
        ProbeError::Magic { magic } => format!("it begins with {magic:02x?}"),
        ProbeError::CorruptedTable { .. } => "its contents make no sense, or it is cut off".to_owned(),
    }
}

/// How many warnings a message repeats.
const REPEATED: usize = 5;

fn listed(warnings: &[Warning]) -> String {
    let text = warnings.iter().take(REPEATED).map(ToString::to_string).collect::<Vec<_>>().join("; ");
    match warnings.len().saturating_sub(REPEATED) {
        0 => text,
        more => format!("{text}; and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_repeats_the_first_warnings_and_counts_the_others() {
        let warnings = (0..8).map(|number| Warning::NoTables { path: format!("/{number}").into() }).collect();
        let message = SyzygyError::Unreadable { warnings }.to_string();
        assert!(message.contains("folder /4") && !message.contains("folder /5"), "{message}");
        assert!(message.ends_with("; and 3 more"), "{message}");
    }
}
