//! Going on where an earlier run was interrupted.

use super::error::AnalyseError;
use super::request::Request;
use crate::failure::Failure;
use serde::Deserialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What every result begins with.
const BEGINNING: &[u8] = br#"{"line":"#;

/// An output file and what it holds already.
#[derive(Debug)]
pub struct Progress {
    /// The file, at its end.
    pub file: File,
    /// Its results, in order.
    pub done: Vec<Done>,
    /// Where the last of them ends (bytes).
    end: u64,
    /// Its name, for complaints.
    path: PathBuf,
}

impl Progress {
    /// Cuts off what was not finished, once it is sure that the file is the right one.
    pub fn cut(&mut self) -> Result<(), Failure> {
        if !is_regular(&self.file) {
            return Ok(());
        }
        let cut = self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
        cut.map(drop).map_err(Failure::io(self.path.display().to_string()))
    }
}

/// As much of a result as tells which line of input it belongs to.
#[derive(Debug, Deserialize)]
pub struct Done {
    /// The line's number, from 1.
    pub line: u64,
    /// The position, if there is one.
    fen: Option<String>,
}

impl Done {
    /// Whether this is the result of a line of input.
    pub fn belongs_to(&self, line: u64, text: &str, chess960: bool) -> bool {
        let fen = Request::parse(text, chess960).ok().map(|request| request.fen());
        self.line == line && self.fen == fen
    }
}

/// Opens a file for results. Nobody else may be writing to it.
///
/// # Errors
/// [`AnalyseError::InUse`] if another process does.
pub fn open(path: &Path) -> Result<File, Failure> {
    let failed = |error| Failure::io(path.display().to_string())(error);
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    // A device that cannot be read will do.
    let file = options.or_else(|_| OpenOptions::new().write(true).open(path)).map_err(failed)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(AnalyseError::InUse { path: path.to_owned() }.into()),
        // Where there are no locks, one has to do without.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Empties a file that results go to; a pipe or device has nothing to be emptied of.
pub fn empty(path: &Path, file: &File) -> Result<(), Failure> {
    if is_regular(file) { file.set_len(0).map_err(Failure::io(path.display().to_string())) } else { Ok(()) }
}

fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Opens the output of an interrupted run and reads the results in it. A file that does not exist is started; nothing is cut yet.
///
/// # Errors
/// [`AnalyseError::Resume`] if the file holds something else.
pub fn go_on(path: &Path) -> Result<Progress, Failure> {
    let file = open(path)?;
    let mut progress = Progress { file, done: Vec::new(), end: 0, path: path.to_owned() };
    if !is_regular(&progress.file) {
        return Ok(progress);
    }
    let mut reader = BufReader::new(&progress.file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).map_err(Failure::io(path.display().to_string()))? > 0 {
        let foreign = || AnalyseError::Resume { path: path.to_owned(), line: progress.done.len() + 1 };
        if line.ends_with(b"\n") {
            let done = serde_json::from_slice(&line).map_err(|_| foreign())?;
            progress.end += line.len() as u64;
            progress.done.push(done);
        } else {
            // The beginning of a result that was not finished, or of the word that it begins with.
            let common = line.len().min(BEGINNING.len());
            if line[..common] != BEGINNING[..common] {
                return Err(foreign().into());
            }
        }
        line.clear();
    }
    Ok(progress)
}
