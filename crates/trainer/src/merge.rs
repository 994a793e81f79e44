//! Joins files of games, each game once.

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

/// Why files cannot be joined.
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
    /// Many games of a file are also in others.
    #[error(
        "{count} of the {games} games of {} are in {} already: played with the same seed, or a copy; --allow-copies leaves them out",
        path.display(), of.display()
    )]
    Copies {
        /// The file.
        path: PathBuf,
        /// Its games.
        games: u64,
        /// How many of them are repeated.
        count: u64,
        /// The file that has most of the repeated games.
        of: PathBuf,
    },
}

/// Faults to ignore.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tolerance {
    /// Files that end within a game.
    pub cut_off: bool,
    /// Files that repeat others.
    pub copies: bool,
}

/// The contents of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// The file.
    pub path: PathBuf,
    /// The games that it adds.
    pub added: Tally,
    /// Games that occurred before, in this file or in another one. They are left out.
    pub repeated: u64,
    /// Whether it ends within a game.
    pub cut_off: bool,
    /// How its games were made, if its note says so.
    pub note: Option<String>,
}

/// Fewer repeated games in a thousand are accepted as chance: the same short opening can lead to the same game.
const CHANCE_PERMILLE: u64 = 10;

/// Reads every file to its end, writes each game once into a new file, and writes how they were made into its note. Without `out` the files
/// are only checked.
///
/// # Errors
/// [`MergeError`]. `out` is then incomplete.
pub fn merge(out: Option<&Path>, shards: &[PathBuf], tolerance: Tolerance) -> Result<Vec<Shard>, MergeError> {
    let mut writer = out.map(Writer::create).transpose()?;
    let mut progress = Progress::new("files", 0, shards.len() as u64);
    let filter = Filter::default();
    // For each game, the first file that has it.
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

/// The part of the note that is about one file.
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
