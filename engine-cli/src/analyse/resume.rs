//! Going on where an earlier run was interrupted.

use crate::failure::Failure;
use serde::Deserialize;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// An output file and what it holds already.
#[derive(Debug)]
pub struct Progress {
    /// The file, at its end.
    pub file: File,
    /// How many results it holds.
    pub done: usize,
    /// The input line of the last result.
    pub last_line: Option<u64>,
}

#[derive(Deserialize)]
struct Numbered {
    line: u64,
}

/// Opens the output of an interrupted run, cuts off a last line that was not finished, and counts the whole ones. A
/// file that does not exist is started.
///
/// # Errors
/// [`Failure::Resume`] if the file holds something else.
pub fn open(path: &Path) -> Result<Progress, Failure> {
    let failed = || Failure::io(path.display().to_string());
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = options.map_err(failed())?;
    let mut reader = BufReader::new(&file);
    let (mut whole, mut done, mut last) = (0, 0, Vec::new());
    loop {
        let mut line = Vec::new();
        let read = reader.read_until(b'\n', &mut line).map_err(failed())?;
        if !line.ends_with(b"\n") {
            break;
        }
        whole += read as u64;
        done += 1;
        last = line;
    }
    let last_line = match done {
        0 => None,
        _ => match serde_json::from_slice::<Numbered>(&last) {
            Ok(numbered) => Some(numbered.line),
            Err(_) => return Err(Failure::Resume { path: path.to_owned(), line: done }),
        },
    };
    file.set_len(whole).map_err(failed())?;
    file.seek(SeekFrom::End(0)).map_err(failed())?;
    Ok(Progress { file, done, last_line })
}
