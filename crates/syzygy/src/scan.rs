//! Finds table files in folders, and checks the name, the size and the first bytes of each.

use crate::error::Warning;
use crate::material::Men;
use shakmaty::Chess;
use shakmaty_syzygy::{Metric, Syzygy};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file that appears to be a table.
#[derive(Clone, Debug)]
pub(crate) struct TableFile {
    pub path: PathBuf,
    pub metric: Metric,
    pub men: Men,
}

/// A table consists of blocks of 64 bytes, followed by a checksum of 16 bytes.
const SIZE_MODULO: u64 = 64;
const SIZE_REST: u64 = 16;

/// The tables of `folders`, smallest first. If a table is in several folders, the first folder counts.
pub(crate) fn scan(folders: &[PathBuf], warnings: &mut Vec<Warning>) -> Vec<TableFile> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for folder in folders {
        let paths = match list(folder) {
            Ok(paths) => paths,
            Err(error) => {
                warnings.push(Warning::Folder { path: folder.clone(), error });
                continue;
            }
        };
        let mut any = false;
        for path in paths {
            let Some(file) = recognise(path) else { continue };
            any = true;
            if seen.contains(&(file.metric, file.men)) {
                continue;
            }
            match inspect(&file) {
                Ok(()) => {
                    seen.insert((file.metric, file.men));
                    found.push(file);
                }
                Err(warning) => warnings.push(warning),
            }
        }
        if !any {
            warnings.push(Warning::NoTables { path: folder.clone() });
        }
    }
    found.sort_by_key(|file| file.men.count());
    found
}

/// The files of a folder by name, so that the order does not depend on the file system.
fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}

/// Whether the name is that of a table, such as `KQvKR.rtbw`.
fn recognise(path: PathBuf) -> Option<TableFile> {
    let extension = path.extension()?;
    let metric = if extension == Chess::TBW.ext {
        Metric::Wdl
    } else if extension == Chess::TBZ.ext {
        Metric::Dtz
    } else {
        return None;
    };
    let men = Men::from_name(path.file_stem()?.to_str()?)?;
    Some(TableFile { path, metric, men })
}

fn inspect(file: &TableFile) -> Result<(), Warning> {
    let size = size_and_magic(&file.path)
        .map_err(|error| Warning::File { path: file.path.clone(), error })
        .map(|(size, magic)| (size, magic, magic == expected_magic(file.metric)))?;
    let reason = match size {
        (size, _, _) if size % SIZE_MODULO != SIZE_REST => {
            format!("{size} bytes is no possible length, the file is cut off or not a table")
        }
        (_, magic, false) => {
            let expected = expected_magic(file.metric);
            format!("it begins with {magic:02x?} instead of {expected:02x?}")
        }
        _ => return Ok(()),
    };
    Err(Warning::Damaged { path: file.path.clone(), reason })
}

fn size_and_magic(path: &Path) -> io::Result<(u64, [u8; 4])> {
    // Opening a pipe would block until another process writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut magic = [0; 4];
    // A file that is too short is reported by its length.
    let _ = file.read(&mut magic)?;
    Ok((size, magic))
}

fn expected_magic(metric: Metric) -> [u8; 4] {
    match metric {
        Metric::Wdl => Chess::TBW.magic,
        Metric::Dtz => Chess::TBZ.magic,
    }
}
