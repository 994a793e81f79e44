//! Training: epochs of shuffled batches. The threads compute the gradients of a batch, then AdamW makes one step.
//!
//! The result depends on the settings, the seed, the data and the number of threads (sums are rounded differently). It does not depend on
//! timing or on interruptions.

use crate::adam::{Adam, AdamConstants};
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::dataset::{self, DatasetError};
use crate::gradient::{Objective, Scratch};
use crate::later::Later;
use crate::model::Model;
use crate::sample::Sample;
use crate::schedule::Cosine;
use crate::seed;
use crate::shards::Shards;
use argali_eval::Shape;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a training failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// There are no samples.
    #[error("no samples to learn from")]
    NoSamples,
    /// The threads cannot be started.
    #[error("cannot start {threads} threads")]
    Threads {
        /// How many.
        threads: usize,
        /// Why.
        source: rayon::ThreadPoolBuildError,
    },
    /// The checkpoint is from another training.
    #[error("the checkpoint belongs to a training with other settings: {found:?} instead of {expected:?}")]
    OtherSettings {
        /// The checkpoint's settings.
        found: String,
        /// The settings asked for.
        expected: String,
    },
    /// The network to start from has another shape.
    #[error("the network to start from has another shape: {found:?} instead of {expected:?}")]
    OtherShape {
        /// Its shape.
        found: Shape,
        /// The shape asked for.
        expected: Shape,
    },
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// The settings of a training.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Hidden size and output buckets.
    pub shape: Shape,
    /// Epochs: how often each sample is seen.
    pub epochs: u32,
    /// Samples per step.
    pub batch: usize,
    /// Learning rate at the start.
    pub rate: f64,
    /// Learning rate at the end; a cosine in between.
    pub last_rate: f64,
    /// Steps over which the learning rate rises to its start value.
    pub warm_up: u64,
    /// Centipawns at which the expected points are 0.73: see [`Objective::scale`].
    pub scale: f64,
    /// Weight of the game's result in the target at the start.
    pub wdl: f64,
    /// Weight of the game's result at the end; linear in between.
    pub last_wdl: f64,
    /// How scores were blended with later ones of their games.
    pub later: Option<Later>,
    /// Constants of the optimiser.
    pub adam: AdamConstants,
    /// Threads.
    pub threads: usize,
    /// Seed of the first weights and of the order of the samples.
    pub seed: u64,
}

impl Settings {
    /// A line that is the same for two trainings exactly if one may continue the other.
    fn line(&self, samples: usize) -> String {
        let Settings { epochs, batch, rate, last_rate, warm_up, scale, wdl, last_wdl, adam, seed, .. } = self;
        let later = self
            .later
            .map_or_else(String::new, |Later { weight, decay, .. }| format!("later {weight} {decay} "));
        format!(
            "samples {samples} epochs {epochs} batch {batch} rate {rate}..{last_rate} warm-up {warm_up} scale {scale} wdl {wdl}..{last_wdl} {later}\
             seed {seed} adam {} {} {} {}",
            adam.beta1, adam.beta2, adam.decay, adam.clip
        )
    }

    /// The training target after this share of the steps.
    fn objective(&self, progress: f64) -> Objective {
        let wdl = self.wdl + (self.last_wdl - self.wdl) * progress.min(1.0);
        Objective { wdl: wdl as f32, scale: self.scale as f32 }
    }

    fn steps_per_epoch(&self, samples: usize) -> usize {
        (samples / self.batch.max(1)).max(1)
    }
}

const WEIGHTS_STREAM: u64 = 2;
const SHUFFLE_STREAM: u64 = 3;

/// The result of an epoch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EpochReport {
    /// Number of the epoch, from 1.
    pub epoch: u32,
    /// Mean squared error over the samples, each before its step.
    pub loss: f64,
    /// Samples learnt.
    pub samples: u64,
    /// Its time, with the shuffling.
    pub elapsed: Duration,
}

/// The progress of an epoch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepReport {
    /// Samples learnt in this epoch.
    pub samples: u64,
    /// Mean squared error of the epoch so far.
    pub loss: f64,
    /// Learning rate of the step.
    pub rate: f64,
}

/// A training in progress.
#[derive(Debug)]
pub struct Trainer {
    settings: Settings,
    line: String,
    schedule: Cosine,
    model: Model,
    adam: Adam,
    epoch: u32,
    pool: ThreadPool,
    workers: Vec<Worker>,
}

/// The buffers of a thread.
#[derive(Debug)]
struct Worker {
    scratch: Scratch,
    gradient: Vec<f32>,
    loss: f64,
}

impl Trainer {
    /// Begins a training on this number of samples, from random weights or from `first`. If the shape has several outputs, the single one of
    /// `first` is copied; if it has more neurons, `first` gets new ones.
    ///
    /// # Errors
    /// [`TrainError::NoSamples`], [`TrainError::OtherShape`], [`TrainError::Threads`].
    pub fn new(settings: Settings, samples: usize, first: Option<Model>) -> Result<Trainer, TrainError> {
        let mut weights = seed::stream(settings.seed, &[WEIGHTS_STREAM]);
        let model = match first {
            Some(model) => {
                let (found, expected) = (model.shape(), settings.shape);
                model
                    .with_buckets(expected.buckets())
                    .and_then(|model| model.with_hidden(expected.hidden(), &mut weights))
                    .ok_or(TrainError::OtherShape { found, expected })?
            }
            None => Model::random(settings.shape, &mut weights),
        };
        let adam = Adam::new(settings.adam, model.values().len());
        Trainer::with(settings, samples, model, adam, 0)
    }

    /// Continues from a checkpoint. The samples must be the same, in the order in which they were loaded; they are put into the
    /// order that they had when the checkpoint was made.
    ///
    /// # Errors
    /// [`TrainError::OtherSettings`] and those of [`Trainer::new`].
    pub fn resume(
        settings: Settings,
        samples: &mut [Sample],
        checkpoint: Checkpoint,
    ) -> Result<Trainer, TrainError> {
        for done in 0..checkpoint.epoch {
            shuffle(settings.seed, done, samples);
        }
        Trainer::resume_streaming(settings, samples.len(), checkpoint)
    }

    /// Continues a training on this number of samples from [`Shards`].
    ///
    /// # Errors
    /// Those of [`Trainer::resume`].
    pub fn resume_streaming(
        settings: Settings,
        samples: usize,
        checkpoint: Checkpoint,
    ) -> Result<Trainer, TrainError> {
        let expected = settings.line(samples);
        if checkpoint.settings != expected {
            return Err(TrainError::OtherSettings { found: checkpoint.settings, expected });
        }
        let Checkpoint { model, adam, epoch, .. } = checkpoint;
        if model.shape() != settings.shape {
            return Err(TrainError::OtherShape { found: model.shape(), expected: settings.shape });
        }
        let adam = Adam { constants: settings.adam, ..adam };
        Trainer::with(settings, samples, model, adam, epoch)
    }

    fn with(
        settings: Settings,
        samples: usize,
        model: Model,
        adam: Adam,
        epoch: u32,
    ) -> Result<Trainer, TrainError> {
        if samples == 0 {
            return Err(TrainError::NoSamples);
        }
        let threads = settings.threads.max(1);
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|source| TrainError::Threads { threads, source })?;
        let worker = || Worker {
            scratch: Scratch::new(settings.shape),
            gradient: vec![0.0; model.values().len()],
            loss: 0.0,
        };
        let workers = std::iter::repeat_with(worker).take(threads).collect();
        let steps = u64::from(settings.epochs) * settings.steps_per_epoch(samples) as u64;
        let schedule =
            Cosine { first: settings.rate, last: settings.last_rate, steps, warm_up: settings.warm_up };
        let line = settings.line(samples);
        Ok(Trainer { settings, line, schedule, model, adam, epoch, pool, workers })
    }

    /// The network so far.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Epochs done.
    #[must_use]
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Whether all epochs are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.epoch >= self.settings.epochs
    }

    /// The checkpoint from which the training can continue.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            settings: self.line.clone(),
            epoch: self.epoch,
            model: self.model.clone(),
            adam: self.adam.clone(),
        }
    }

    /// Shuffles the samples and learns from each once, except for the last ones that do not fill a batch. Calls `progress` after each step.
    pub fn run_epoch(&mut self, samples: &mut [Sample], mut progress: impl FnMut(StepReport)) -> EpochReport {
        let mut sums = EpochSums::begin();
        shuffle(self.settings.seed, self.epoch, samples);
        let batch = self.settings.batch.clamp(1, samples.len().max(1));
        for batch in samples.chunks_exact(batch) {
            progress(self.learn(batch, &mut sums));
        }
        self.end_epoch(&sums)
    }

    /// The same with shards, which are read ahead.
    ///
    /// # Errors
    /// [`DatasetError`] if a shard cannot be read. The epoch then does not count, but the steps are not undone.
    pub fn stream_epoch(
        &mut self,
        shards: &Shards,
        mut progress: impl FnMut(StepReport),
    ) -> Result<EpochReport, DatasetError> {
        let mut sums = EpochSums::begin();
        let batch = self.settings.batch.clamp(1, shards.samples().max(1));
        let mut rest = Vec::new();
        for shard in shards.read(self.settings.seed, self.epoch) {
            // What did not fill a batch goes in front of the next shard.
            rest.append(&mut shard?);
            let whole = rest.len() / batch * batch;
            for batch in rest[..whole].chunks_exact(batch) {
                progress(self.learn(batch, &mut sums));
            }
            rest.drain(..whole);
        }
        Ok(self.end_epoch(&sums))
    }

    fn learn(&mut self, batch: &[Sample], sums: &mut EpochSums) -> StepReport {
        let rate = self.schedule.rate(self.adam.steps);
        sums.loss += self.step(batch, rate as f32);
        sums.learnt += batch.len() as u64;
        StepReport { samples: sums.learnt, loss: sums.loss / sums.learnt as f64, rate }
    }

    fn end_epoch(&mut self, sums: &EpochSums) -> EpochReport {
        self.epoch += 1;
        EpochReport {
            epoch: self.epoch,
            loss: sums.loss / sums.learnt.max(1) as f64,
            samples: sums.learnt,
            elapsed: sums.began.elapsed(),
        }
    }

    /// Makes one step, and returns the sum of the squared errors before it.
    fn step(&mut self, batch: &[Sample], rate: f32) -> f64 {
        let Trainer { settings, schedule, model, adam, pool, workers, .. } = self;
        let objective = settings.objective(adam.steps as f64 / schedule.steps.max(1) as f64);
        let share = batch.len().div_ceil(workers.len());
        pool.install(|| {
            workers.par_iter_mut().enumerate().for_each(|(index, worker)| {
                worker.gradient.fill(0.0);
                let Worker { scratch, gradient, loss } = worker;
                let own = batch.chunks(share).nth(index).unwrap_or_default();
                *loss = model.learn(own, objective, scratch, gradient);
            });
            let gradients: Vec<&[f32]> = workers.iter().map(|worker| &*worker.gradient).collect();
            adam.step(model.values_mut(), &gradients, 1.0 / batch.len() as f32, rate);
        });
        self.workers.iter().map(|worker| worker.loss).sum()
    }

    /// Mean squared error over validation samples, by the target of the last step; `None` without samples.
    #[must_use]
    pub fn validate(&self, samples: &[Sample]) -> Option<f64> {
        self.validate_model(&self.model, samples)
    }

    /// The same for another network of this shape.
    #[must_use]
    pub fn validate_model(&self, model: &Model, samples: &[Sample]) -> Option<f64> {
        if samples.is_empty() {
            return None;
        }
        let objective = self.settings.objective(1.0);
        let share = samples.len().div_ceil(self.workers.len());
        let sums: Vec<f64> = self.pool.install(|| {
            samples
                .par_chunks(share)
                .map(|samples| {
                    let mut scratch = Scratch::new(self.settings.shape);
                    model.loss(samples, objective, &mut scratch)
                })
                .collect()
        });
        Some(sums.iter().sum::<f64>() / samples.len() as f64)
    }
}

/// The samples and errors of an epoch so far.
struct EpochSums {
    began: Instant,
    loss: f64,
    learnt: u64,
}

impl EpochSums {
    fn begin() -> EpochSums {
        EpochSums { began: Instant::now(), loss: 0.0, learnt: 0 }
    }
}

/// The order of the samples in an epoch, made from that of the epoch before.
fn shuffle(seed: u64, epoch: u32, samples: &mut [Sample]) {
    dataset::shuffle(samples, &mut seed::stream(seed, &[SHUFFLE_STREAM, u64::from(epoch)]));
}
