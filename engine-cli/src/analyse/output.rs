//! The output of bulk analysis, and resuming an interrupted run.

use super::arguments::AnalyseArguments;
use super::error::AnalyseError;
use super::format::{Done, Format};
use super::items::{Item, Items};
use crate::failure::Failure;
use argali_search::Castling;
use same_file::Handle;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// Opens the output. If an earlier run is resumed, skips the items that it has done. Everything is checked before the file is changed.
///
/// # Errors
/// [`AnalyseError`] if the output is the input, has contents that may not be replaced, or does not match this run.
pub fn open(
    arguments: &AnalyseArguments,
    input: Option<&Handle>,
    items: &mut Items,
) -> Result<Box<dyn Write>, Failure> {
    let (format, first) = (arguments.format(), arguments.bulk.first_line);
    let Some(path) = &arguments.bulk.output else {
        if is_same(input, Handle::stdout()) {
            return Err(AnalyseError::SameFile { name: "standard output".to_owned() }.into());
        }
        return with_header(io::stdout(), format.header(first));
    };
    let failed = || Failure::io(path.display().to_string());
    let mut file = open_file(path)?;
    if is_same(input, file.try_clone().and_then(Handle::from_file)) {
        return Err(AnalyseError::SameFile { name: path.display().to_string() }.into());
    }
    // A pipe or device holds nothing.
    if !is_regular(&file) {
        return with_header(file, format.header(first));
    }
    let asked = arguments.asked();
    if file.metadata().map_err(failed())?.len() > 0 && !arguments.bulk.force {
        if !arguments.bulk.resume {
            return Err(AnalyseError::Exists { path: path.clone() }.into());
        }
        let progress = Progress::read(&file, path, format, arguments)?;
        asked.check(path)?;
        progress.pass_over(items, path, arguments.castling())?;
        file.set_len(progress.end)
            .and_then(|()| file.seek(SeekFrom::Start(progress.end)))
            .map_err(failed())?;
        let header = if progress.end == 0 { format.header(first) } else { None };
        return with_header(file, header);
    }
    asked.write(path)?;
    file.set_len(0).map_err(failed())?;
    with_header(file, format.header(first))
}

fn with_header(mut output: impl Write + 'static, header: Option<String>) -> Result<Box<dyn Write>, Failure> {
    output.write_all(header.unwrap_or_default().as_bytes()).map_err(Failure::io("output"))?;
    Ok(Box::new(output))
}

/// Whether output and input are the same regular file.
fn is_same(input: Option<&Handle>, output: io::Result<Handle>) -> bool {
    output.is_ok_and(|output| is_regular(output.as_file()) && input == Some(&output))
}

fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Opens a file for results, and locks it.
fn open_file(path: &Path) -> Result<File, Failure> {
    let failed = |error| Failure::io(path.display().to_string())(error);
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    // A device need not be readable.
    let file = options.or_else(|_| OpenOptions::new().write(true).open(path)).map_err(failed)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(AnalyseError::InUse { path: path.to_owned() }.into()),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The results that an output file has already.
#[derive(Debug)]
struct Progress {
    /// Its results, in order.
    done: Vec<Done>,
    /// The offset after the last of them (bytes).
    end: u64,
}

impl Progress {
    /// Reads the results in a file.
    fn read(
        file: &File,
        path: &Path,
        format: Format,
        arguments: &AnalyseArguments,
    ) -> Result<Progress, Failure> {
        let mut progress = Progress { done: Vec::new(), end: 0 };
        let mut header = format.header(arguments.bulk.first_line);
        let mut reader = BufReader::new(file);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).map_err(Failure::io(path.display().to_string()))? > 0 {
            let foreign = || AnalyseError::Resume { path: path.to_owned(), result: progress.done.len() + 1 };
            let line = String::from_utf8_lossy(&bytes);
            if line.ends_with('\n') {
                if header.take_if(|header| *header == line).is_none() {
                    let done = format.read(line.trim_end(), arguments.castling()).ok_or_else(foreign)?;
                    progress.done.push(done);
                }
                progress.end += bytes.len() as u64;
            } else if !format.may_begin(&line) {
                // Not the beginning of an unfinished result.
                return Err(foreign().into());
            }
            bytes.clear();
        }
        Ok(progress)
    }

    /// Skips the items that are done.
    fn pass_over(&self, items: &mut Items, path: &Path, castling: Castling) -> Result<(), Failure> {
        for (index, done) in self.done.iter().enumerate() {
            let item = items.next().transpose()?;
            let same = item.is_some_and(|Item { line, text, .. }| {
                done.belongs_to(line, text.as_deref().unwrap_or_default(), castling)
            });
            if !same {
                return Err(AnalyseError::Resume { path: path.to_owned(), result: index + 1 }.into());
            }
        }
        Ok(())
    }
}
