//! Reads game records from a stream, up to the last whole one.

use crate::game::{END, Game, PLY_BYTES, Ply};
use crate::{packed_board, packed_move};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why games cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is damaged, or is not a file of games.
    #[error("{} is damaged or not a file of games: game {game}, which begins at byte {offset}, has {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Number of the game in the file, from 0.
        game: u64,
        /// The offset of its record in the file (bytes).
        offset: u64,
        /// What is wrong with it.
        reason: String,
    },
}

/// An iterator over the games of a stream.
///
/// A stream that ends within a record, because its writer was killed, is read up to the last whole one. Every move is
/// checked for legality, so the games can be replayed.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    path: PathBuf,
    whole_bytes: u64,
    games: u64,
    cut_off: bool,
    failed: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file of games.
    ///
    /// # Errors
    /// [`ReadError::Io`] if it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = File::open(path).map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
        Ok(Reader::new(BufReader::with_capacity(1 << 20, file), path))
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads from `source`; `path` is named in errors.
    pub fn new(source: R, path: &Path) -> Self {
        Reader { source, path: path.to_owned(), whole_bytes: 0, games: 0, cut_off: false, failed: false }
    }

    /// Length of the whole records read so far, in bytes.
    pub fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }

    /// Whether the stream ended within a record.
    pub fn is_cut_off(&self) -> bool {
        self.cut_off
    }

    /// The next game; `None` at the end.
    fn read(&mut self) -> Result<Option<Game>, ReadError> {
        let mut head = [0; packed_board::BYTES];
        match self.fill(&mut head)? {
            0 => return Ok(None),
            packed_board::BYTES => {}
            _ => return Ok(self.end_within()),
        }
        let (start, result) = packed_board::unpack(&head).map_err(|reason| self.damaged(reason.into()))?;
        let mut board = start.clone();
        let mut plies = Vec::with_capacity(128);
        loop {
            let mut bytes = [0; PLY_BYTES];
            if self.fill(&mut bytes)? < PLY_BYTES {
                return Ok(self.end_within());
            }
            if bytes == END {
                break;
            }
            let [low, high, score @ ..] = bytes;
            let mv = packed_move::unpack(u16::from_le_bytes([low, high]));
            if !board.is_legal(mv) {
                return Err(self.damaged(format!("the illegal move {mv} as ply {}", plies.len())));
            }
            board.play_unchecked(mv);
            plies.push(Ply { mv, score: i16::from_le_bytes(score) });
        }
        self.whole_bytes += (packed_board::BYTES + PLY_BYTES * (plies.len() + 1)) as u64;
        self.games += 1;
        Ok(Some(Game { start, result, plies }))
    }

    fn end_within(&mut self) -> Option<Game> {
        self.cut_off = true;
        None
    }

    fn damaged(&self, reason: String) -> ReadError {
        ReadError::Format { path: self.path.clone(), game: self.games, offset: self.whole_bytes, reason }
    }

    /// Fills `buffer` as far as the stream allows, and returns the number of bytes.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.source.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => return Err(ReadError::Io { path: self.path.clone(), source }),
            }
        }
        Ok(filled)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.cut_off {
            return None;
        }
        let next = self.read().transpose();
        self.failed = matches!(next, Some(Err(_)));
        next
    }
}
