//! Puts files of games together, each game once.

use crate::filter::Filter;
use crate::progress::Progress;
use crate::provenance;
use crate::reader::{ReadError, Reader};
use crate::writer::{Tally, WriteError, Writer};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why files are not put together.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A file cannot be read to its end.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The result cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A note on how games were made cannot be read or written.
    #[error("cannot use {}", path.display())]
    Note {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file ends within a game.
    #[error("{} ends within a game: it is still being written, or its writer was killed; --allow-cut-off leaves that game out", path.display())]
    CutOff {
        /// The file.
        path: PathBuf,
    },
    /// Many games of a file are in others, too.
    #[error(
        "{count} of the {games} games of {} are in {} already: played with the same seed, or a copy; --allow-copies leaves them out",
        path.display(), of.display()
    )]
    Copies {
        /// The file.
        path: PathBuf,
        /// Its games.
        games: u64,
        /// How many of them were there already.
        count: u64,
        /// The file that has most of them.
        of: PathBuf,
    },
}

/// What to put up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tolerance {
    /// Files that end within a game.
    pub cut_off: bool,
    /// Files that repeat others.
    pub copies: bool,
}

/// What was found in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// The file.
    pub path: PathBuf,
    /// What it adds.
    pub added: Tally,
    /// Games that were there before, in this file or in another one; they are left out.
    pub repeated: u64,
    /// Whether it ends within a game.
    pub cut_off: bool,
    /// How its games were made, if its note says so.
    pub note: Option<String>,
}

/// Fewer games in a thousand may be there twice by chance: a short opening leads to the same game.
const CHANCE_PERMILLE: u64 = 10;

/// Reads every file to its end and writes all games, each once, into a new file, and how they were made into its note. Without `out`
/// the files are only checked.
///
/// # Errors
/// [`MergeError`]; then `out` is not complete.
pub fn merge(out: Option<&Path>, shards: &[PathBuf], tolerance: Tolerance) -> Result<Vec<Shard>, MergeError> {
    let mut writer = out.map(Writer::create).transpose()?;
    let mut progress = Progress::new("files", 0, shards.len() as u64);
    let filter = Filter::default();
    // Which file has a game first.
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut found = Vec::new();
    let mut record = Vec::new();
    for (index, path) in shards.iter().enumerate() {
        let (mut added, mut games) = (Tally::default(), 0);
        let mut repeated = vec![0_u64; shards.len()];
        let mut reader = Reader::open(path)?;
        for game in &mut reader {
            let game = game?;
            games += 1;
            record.clear();
            game.encode(&mut record);
            let mut hasher = DefaultHasher::new();
            record.hash(&mut hasher);
            if let Some(&first) = seen.get(&hasher.finish()) {
                repeated[first] += 1;
                continue;
            }
            seen.insert(hasher.finish(), index);
            added.add(filter.tally(&game));
            if let Some(writer) = &mut writer {
                writer.append(&record)?;
            }
            progress.update(index as u64, || format!("{} games of {}", games, path.display()));
        }
        if reader.is_cut_off() && !tolerance.cut_off {
            return Err(MergeError::CutOff { path: path.clone() });
        }
        let count = repeated.iter().sum();
        if count * 1_000 > games * CHANCE_PERMILLE && !tolerance.copies {
            let most = (0..shards.len()).max_by_key(|&other| repeated[other]).unwrap_or(index);
            return Err(MergeError::Copies { path: path.clone(), games, count, of: shards[most].clone() });
        }
        let note = provenance::read(path)
            .map_err(|source| MergeError::Note { path: provenance::path(path), source })?;
        found.push(Shard { path: path.clone(), added, repeated: count, cut_off: reader.is_cut_off(), note });
    }
    progress.finish();
    if let Some(mut writer) = writer {
        writer.flush()?;
    }
    if let Some(out) = out {
        let text: String = found.iter().map(describe).collect();
        let path = provenance::path(out);
        std::fs::write(&path, text).map_err(|source| MergeError::Note { path, source })?;
    }
    Ok(found)
}

/// A file's part of the note.
fn describe(shard: &Shard) -> String {
    let Shard { path, added, note, .. } = shard;
    let mut text = format!(
        "{}: {} games, {} positions, {} kept\n",
        path.display(),
        added.games,
        added.positions,
        added.kept
    );
    for line in note.as_deref().unwrap_or("nothing is known of how they were made").lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text
}
