//! Training data that does not fit into memory: files of shuffled samples (*shards*). Each is read while the training learns from the one
//! before.
//!
//! `filter` and `shuffle` write shards. Each shard should have games of all generations, because only the order of the shards and the
//! order of the samples within a shard are random.

use crate::dataset::{self, DatasetError};
use crate::sample::{BYTES, Sample};
use crate::seed;
use rand::seq::SliceRandom;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

const ORDER_STREAM: u64 = 4;
const SHUFFLE_STREAM: u64 = 5;

/// Files of samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shards {
    paths: Vec<PathBuf>,
    samples: usize,
}

impl Shards {
    /// The shards in these files. The number of samples follows from the file sizes; the samples are checked when they are read.
    ///
    /// # Errors
    /// [`DatasetError::Io`] if a file is missing.
    pub fn open(paths: &[PathBuf]) -> Result<Shards, DatasetError> {
        let mut samples = 0;
        for path in paths {
            let io_error = |source| DatasetError::Io { path: path.clone(), source };
            samples += std::fs::metadata(path).map_err(io_error)?.len() as usize / BYTES;
        }
        Ok(Shards { paths: paths.to_vec(), samples })
    }

    /// The number of samples in all shards.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// The shards in the order of an epoch, each newly shuffled. The next one is read ahead.
    pub(crate) fn read(&self, seed: u64, epoch: u32) -> Receiver<Result<Vec<Sample>, DatasetError>> {
        let mut order: Vec<(u64, PathBuf)> = (0..).zip(self.paths.iter().cloned()).collect();
        order.shuffle(&mut seed::stream(seed, &[ORDER_STREAM, u64::from(epoch)]));
        let (sender, receiver) = sync_channel(0);
        thread::spawn(move || {
            for (number, path) in order {
                let shard = dataset::read_samples(&path).map(|mut samples| {
                    let mut random = seed::stream(seed, &[SHUFFLE_STREAM, u64::from(epoch), number]);
                    dataset::shuffle(&mut samples, &mut random);
                    samples
                });
                if sender.send(shard).is_err() {
                    break;
                }
            }
        });
        receiver
    }
}
