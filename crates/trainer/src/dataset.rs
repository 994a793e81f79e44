//! Loads games into memory as samples, with some games held out for validation; reads and writes files of samples.

use crate::filter::Filter;
use crate::game::Game;
use crate::later::Later;
use crate::reader::{ReadError, Reader};
use crate::sample::{self, BYTES, Sample};
use crate::seed::{self, Random};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Extension of files of samples. All other files contain games.
pub const SAMPLE_EXTENSION: &str = "bullet";

/// Why samples cannot be read or written.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// A file of games.
    #[error(transparent)]
    Games(#[from] ReadError),
    /// A file of samples cannot be read or written.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of samples contains something else.
    #[error("{} is not a file of samples: sample {index} has {reason}", path.display())]
    Sample {
        /// The file.
        path: PathBuf,
        /// Number of the sample, from 0.
        index: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// Samples for training and for validation.
#[derive(Debug, Clone, Default)]
pub struct Dataset {
    /// For training.
    pub training: Vec<Sample>,
    /// For validation: those of the games that were held out.
    pub validation: Vec<Sample>,
    /// Games read.
    pub games: u64,
    /// Files that end within a game.
    pub cut_off: Vec<PathBuf>,
}

/// Sub-stream of the seed that chooses the games to hold out.
const HOLD_OUT_STREAM: u64 = 1;

impl Dataset {
    /// Loads files: of samples if they are named `*.bullet`, of games otherwise. The fraction `hold_out` of the games is kept for
    /// validation. Whole games are held out, because positions of one game resemble each other, and a network that was trained on half of
    /// a game would look too good on the other half. With `later`, scores are blended with later ones of their games.
    ///
    /// # Errors
    /// [`DatasetError`].
    pub fn load(
        paths: &[PathBuf],
        filter: &Filter,
        later: Option<Later>,
        hold_out: f64,
        seed: u64,
    ) -> Result<Dataset, DatasetError> {
        let mut dataset = Dataset::default();
        for (number, path) in paths.iter().enumerate() {
            if is_sample_file(path) {
                dataset.training.append(&mut read_samples(path)?);
                continue;
            }
            let mut random = seed::stream(seed, &[HOLD_OUT_STREAM, number as u64]);
            let mut reader = Reader::open(path)?;
            let mut held_out = false;
            for game in &mut reader {
                let game = game?;
                // Side positions are games of one ply. They follow their game, and are held out with it.
                if game.plies.len() > 1 {
                    held_out = random.random::<f64>() < hold_out;
                }
                let into = if held_out { &mut dataset.validation } else { &mut dataset.training };
                match later {
                    Some(later) => collect(&later.blend(&game), filter, into),
                    None => collect(&game, filter, into),
                }
                dataset.games += 1;
            }
            if reader.is_cut_off() {
                dataset.cut_off.push(path.clone());
            }
        }
        Ok(dataset)
    }
}

/// Whether a file is one of samples, by its name.
#[must_use]
pub fn is_sample_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == SAMPLE_EXTENSION)
}

/// Appends the samples of a game that the filter keeps.
pub fn collect(game: &Game, filter: &Filter, samples: &mut Vec<Sample>) {
    game.visit(|board, ply| {
        if filter.keeps(board, ply) {
            samples.push(sample::sample(board, ply, game.result));
        }
    });
}

/// Shuffles samples.
pub fn shuffle(samples: &mut [Sample], random: &mut Random) {
    samples.shuffle(random);
}

/// Reads a file of samples. An incomplete sample at its end is ignored.
///
/// # Errors
/// [`DatasetError`].
pub fn read_samples(path: &Path) -> Result<Vec<Sample>, DatasetError> {
    let io_error = |source| DatasetError::Io { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(io_error)?;
    let mut samples = Vec::new();
    // A block at a time, so that the file is not in memory twice.
    let mut block = Vec::with_capacity(BYTES << 15);
    loop {
        block.clear();
        let read = (&mut file).take((BYTES << 15) as u64).read_to_end(&mut block).map_err(io_error)?;
        for bytes in block.as_chunks::<BYTES>().0 {
            let index = samples.len();
            samples.push(sample::from_bytes(bytes).map_err(|reason| DatasetError::Sample {
                path: path.to_owned(),
                index,
                reason,
            })?);
        }
        if read < BYTES << 15 {
            return Ok(samples);
        }
    }
}

/// Writes a file of samples, and replaces an existing one.
///
/// # Errors
/// [`DatasetError::Io`].
pub fn write_samples(path: &Path, samples: &[Sample]) -> Result<(), DatasetError> {
    let io_error = |source| DatasetError::Io { path: path.to_owned(), source };
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path).map_err(io_error)?);
    for sample in samples {
        file.write_all(&sample::to_bytes(sample)).map_err(io_error)?;
    }
    file.flush().map_err(io_error)
}
