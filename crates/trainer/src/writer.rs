//! Appends game records to a file.

use crate::filter::Filter;
use crate::reader::{ReadError, Reader};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why games cannot be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file exists already.
    #[error("{} exists already; append to it with --resume, or choose another name", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes to it.
    #[error("another process is writing to {}", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file is not empty but has no whole game, so it may be another kind of file.
    #[error("{} holds no whole game; remove it to start anew", path.display())]
    NoGame {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("cannot write {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The existing games cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Totals of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Recorded plies.
    pub positions: u64,
    /// Positions that the default [`Filter`] keeps for training.
    pub kept: u64,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.positions += other.positions;
        self.kept += other.kept;
    }
}

/// A file of games, open for appending, and locked against other writers.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    /// Whole records that have not been written yet.
    pending: Vec<u8>,
}

/// Records are collected up to this size before they are written.
const PENDING_BYTES: usize = 1 << 16;

impl Writer {
    /// Makes a new file.
    ///
    /// # Errors
    /// [`WriteError::Exists`], so that no data is lost by mistake; [`WriteError::Io`].
    pub fn create(path: &Path) -> Result<Writer, WriteError> {
        match OpenOptions::new().create_new(true).append(true).open(path) {
            Ok(file) => Writer::lock(file, path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(WriteError::Exists { path: path.to_owned() })
            }
            Err(source) => Err(WriteError::Io { path: path.to_owned(), source }),
        }
    }

    /// Opens a file to append to, or makes it if there is none, and returns its totals. An incomplete record at its end is removed.
    ///
    /// # Errors
    /// [`WriteError::Read`] or [`WriteError::NoGame`] if it contains something else than games (it is then not changed),
    /// [`WriteError::Locked`], [`WriteError::Io`].
    pub fn resume(path: &Path) -> Result<(Writer, Tally), WriteError> {
        if !path.exists() {
            return Ok((Writer::create(path)?, Tally::default()));
        }
        let io_error = |source| WriteError::Io { path: path.to_owned(), source };
        let file = OpenOptions::new().append(true).open(path).map_err(io_error)?;
        let writer = Writer::lock(file, path)?;
        let mut tally = Tally::default();
        let mut reader = Reader::open(path)?;
        let filter = Filter::default();
        for game in &mut reader {
            tally.add(filter.tally(&game?));
        }
        if reader.is_cut_off() {
            if tally.games == 0 {
                return Err(WriteError::NoGame { path: path.to_owned() });
            }
            writer.file.set_len(reader.whole_bytes()).map_err(io_error)?;
        }
        Ok((writer, tally))
    }

    fn lock(file: File, path: &Path) -> Result<Writer, WriteError> {
        match file.try_lock() {
            Ok(()) => Ok(Writer { file, path: path.to_owned(), pending: Vec::with_capacity(PENDING_BYTES) }),
            Err(TryLockError::WouldBlock) => Err(WriteError::Locked { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => Err(WriteError::Io { path: path.to_owned(), source }),
        }
    }

    /// Appends a whole record. It may stay in memory until [`flush`](Writer::flush).
    ///
    /// # Errors
    /// [`WriteError::Io`].
    pub fn append(&mut self, record: &[u8]) -> Result<(), WriteError> {
        self.pending.extend_from_slice(record);
        if self.pending.len() >= PENDING_BYTES { self.flush() } else { Ok(()) }
    }

    /// Writes the pending records.
    ///
    /// # Errors
    /// [`WriteError::Io`].
    pub fn flush(&mut self) -> Result<(), WriteError> {
        self.file
            .write_all(&self.pending)
            .map_err(|source| WriteError::Io { path: self.path.clone(), source })?;
        self.pending.clear();
        Ok(())
    }
}
