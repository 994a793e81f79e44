//! The state of a training in a file, from which it can continue.
//!
//! Everything is little-endian: `ARGALICK`, version (`u32`), hidden size, output buckets, epochs done (`u32` each), steps done
//! (`u64`), length of the settings (`u32`) and these (UTF-8), parameters and the optimiser's two means (`f32` each, laid
//! out like [`Layout`]), FNV-1a (64 bits) of all before it.

use crate::adam::{Adam, AdamConstants};
use crate::model::{Layout, Model};
use argali_eval::{NetworkError, Shape};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"ARGALICK";
const VERSION: u32 = 2;

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("cannot use the checkpoint {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is damaged, or is not a checkpoint.
    #[error("{} is not a complete checkpoint: {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Its network has a shape that the evaluation does not support.
    #[error("the checkpoint {} has an impossible shape", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: NetworkError,
    },
}

/// A training's state between two epochs.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// The settings in one line; a training continues only with the same.
    pub settings: String,
    /// Epochs done.
    pub epoch: u32,
    /// The network.
    pub model: Model,
    /// The optimiser's state.
    pub adam: Adam,
}

impl Checkpoint {
    /// Writes the checkpoint. An existing file is replaced atomically.
    ///
    /// # Errors
    /// [`CheckpointError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let shape = self.model.shape();
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, shape.hidden() as u32, shape.buckets() as u32, self.epoch] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.adam.steps.to_le_bytes());
        bytes.extend_from_slice(&(self.settings.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.settings.as_bytes());
        for values in [self.model.values(), &self.adam.mean, &self.adam.square] {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        let io_error = |source| CheckpointError::Io { path: path.to_owned(), source };
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, &bytes).map_err(io_error)?;
        fs::rename(&unfinished, path).map_err(io_error)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError`].
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes = fs::read(path).map_err(|source| CheckpointError::Io { path: path.to_owned(), source })?;
        let format = |reason| CheckpointError::Format { path: path.to_owned(), reason };
        let (body, sum) = bytes.split_last_chunk().ok_or_else(|| format("it is too short"))?;
        if !body.starts_with(MAGIC) {
            return Err(format("it does not begin with ARGALICK"));
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(format("its checksum is wrong"));
        }
        let mut rest = &body[MAGIC.len()..];
        let cut_off = || format("it ends too early");
        let mut number = || take::<4>(&mut rest).map(u32::from_le_bytes).ok_or_else(cut_off);
        if number()? != VERSION {
            return Err(format("it is of another version"));
        }
        let (hidden, buckets, epoch) = (number()?, number()?, number()?);
        let shape = Shape::new(hidden as usize, buckets as usize)
            .map_err(|source| CheckpointError::Shape { path: path.to_owned(), source })?;
        let steps = take(&mut rest).map(u64::from_le_bytes).ok_or_else(cut_off)?;
        let length = take(&mut rest).map(u32::from_le_bytes).ok_or_else(cut_off)? as usize;
        let (settings, rest) = rest.split_at_checked(length).ok_or_else(cut_off)?;
        let settings =
            String::from_utf8(settings.to_vec()).map_err(|_| format("its settings are no text"))?;
        let parameters = Layout::new(shape).len();
        let (floats, remainder) = rest.as_chunks::<4>();
        if !remainder.is_empty() || floats.len() != 3 * parameters {
            return Err(format("its size does not fit its shape"));
        }
        let mut parts = floats
            .chunks_exact(parameters)
            .map(|part| part.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect::<Vec<_>>());
        let mut part = || parts.next().unwrap_or_default();
        let model = Model::from_values(shape, part()).ok_or_else(cut_off)?;
        let adam = Adam { constants: AdamConstants::default(), steps, mean: part(), square: part() };
        Ok(Checkpoint { settings, epoch, model, adam })
    }

    /// Name of the checkpoint after `epoch` epochs.
    #[must_use]
    pub fn name(epoch: u32) -> String {
        format!("epoch-{epoch:03}.checkpoint")
    }

    /// The checkpoint with the most epochs in a folder; `None` if there is none.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] if the folder cannot be listed.
    pub fn latest(folder: &Path) -> Result<Option<PathBuf>, CheckpointError> {
        let io_error = |source| CheckpointError::Io { path: folder.to_owned(), source };
        let mut latest: Option<(u32, PathBuf)> = None;
        for entry in fs::read_dir(folder).map_err(io_error)? {
            let path = entry.map_err(io_error)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let number = name.strip_prefix("epoch-").and_then(|rest| rest.strip_suffix(".checkpoint"));
            if let Some(epoch) = number.and_then(|number| number.parse().ok())
                && latest.as_ref().is_none_or(|(best, _)| epoch > *best)
            {
                latest = Some((epoch, path));
            }
        }
        Ok(latest.map(|(_, path)| path))
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*head)
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
