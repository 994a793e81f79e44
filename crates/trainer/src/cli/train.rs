//! `train`: trains a network on games.

use super::Outcome;
use super::filter::FilterOptions;
use argali_eval::Shape;
use argali_trainer::adam::AdamConstants;
use argali_trainer::checkpoint::Checkpoint;
use argali_trainer::dataset::Dataset;
use argali_trainer::later::Later;
use argali_trainer::model::Model;
use argali_trainer::progress::{Progress, note};
use argali_trainer::quantise::{dequantise, quantise};
use argali_trainer::sample::Sample;
use argali_trainer::shards::Shards;
use argali_trainer::train::{Settings, StepReport, Trainer};
use clap::Args;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Files of games, or of samples if named *.bullet
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Hidden neurons a side, a multiple of 32
    #[arg(long, value_name = "N", default_value_t = 128)]
    hidden: usize,
    /// Output buckets by number of pieces: 1, 2, 4 or 8
    #[arg(long, value_name = "N", default_value_t = 1)]
    buckets: usize,
    /// Epochs: how often each position is seen
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 4_096, value_parser = positive)]
    batch: usize,
    /// Learning rate at the start
    #[arg(long, value_name = "RATE", default_value_t = 1e-3)]
    lr: f64,
    /// Learning rate at the end; a cosine in between
    #[arg(long, value_name = "RATE", default_value_t = 1e-5)]
    lr_final: f64,
    /// Steps over which the learning rate rises to its start value [default: 0, with --from 1000]
    #[arg(long, value_name = "STEPS")]
    warm_up: Option<u64>,
    /// Centipawns at which the expected points of a score are 0.73
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 400.0, value_parser = super::scale)]
    scale: f64,
    /// Weight of the game's result in the target; the rest is the weight of the search's score
    #[arg(long, value_name = "FRACTION", default_value_t = 0.1, value_parser = super::fraction)]
    wdl: f64,
    /// Weight of the game's result at the end of the training, if it changes
    #[arg(long, value_name = "FRACTION", value_parser = super::fraction)]
    wdl_final: Option<f64>,
    /// Weight that later plies of the game have in a position's score: their scores, and the result at the end
    #[arg(long, value_name = "FRACTION", default_value_t = 0.0, value_parser = super::fraction)]
    later: f64,
    /// The factor by which the weight falls with each further ply
    #[arg(long, value_name = "FRACTION", default_value_t = 0.95, value_parser = super::fraction)]
    later_decay: f64,
    /// Read files of shuffled samples (*.bullet) one after the other, instead of loading everything into memory
    #[arg(long)]
    stream: bool,
    /// Files for validation, in addition to the games that are held out; the network of the epoch with the best validation is kept
    #[arg(long, value_name = "FILE", num_args = 1..)]
    validation: Vec<PathBuf>,
    /// Fraction of the games that are held out for validation, such as 0.02 or 2%; none with files of samples or --stream
    #[arg(long, value_name = "FRACTION", default_value = "2%", value_parser = super::fraction)]
    validate: f64,
    /// Folder for a checkpoint after each epoch
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Continue from the last checkpoint in the folder, if there is one
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Start from the weights of this checkpoint or network file (*.nnue) instead of random ones. It may have fewer neurons; a single
    /// output is copied to all buckets
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = positive)]
    threads: usize,
    /// Seed of weights, order and held-out games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    filter: FilterOptions,
}

/// A number of at least 1.
fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(value) if value > 0 => Ok(value),
        _ => Err("expected a whole number from 1".to_owned()),
    }
}

impl Options {
    fn settings(&self) -> Result<Settings, argali_eval::NetworkError> {
        Ok(Settings {
            shape: Shape::new(self.hidden, self.buckets)?,
            epochs: self.epochs,
            batch: self.batch,
            rate: self.lr,
            last_rate: self.lr_final,
            warm_up: self.warm_up.unwrap_or(if self.from.is_some() { 1_000 } else { 0 }),
            scale: self.scale,
            wdl: self.wdl,
            last_wdl: self.wdl_final.unwrap_or(self.wdl),
            later: self.later(),
            adam: AdamConstants::default(),
            threads: self.threads,
            seed: self.seed,
        })
    }

    fn later(&self) -> Option<Later> {
        let Options { later: weight, later_decay: decay, scale, .. } = *self;
        (weight > 0.0).then_some(Later { weight, decay, scale })
    }

    pub(crate) fn run(self) -> Outcome {
        let settings = self.settings()?;
        if let Some(folder) = &self.checkpoint {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
        }
        let began = Instant::now();
        let (mut data, validation) = self.load()?;
        note(&format!(
            "{} positions to learn from, {} to validate with ({:.1} s)",
            data.len(),
            validation.len(),
            began.elapsed().as_secs_f64()
        ));
        let mut trainer = self.trainer(settings, &mut data)?;
        let mut best = self.best_so_far(&trainer, &validation)?;
        while !trainer.is_done() {
            let loss = self.epoch(&mut trainer, &mut data, &validation)?;
            Best::update(&mut best, loss, trainer.epoch(), trainer.model());
        }
        let model = match &best {
            Some(best) if best.epoch < trainer.epoch() => {
                note(&format!("the network after epoch {} validates best and is kept", best.epoch));
                &best.model
            }
            _ => trainer.model(),
        };
        let network = quantise(model)?;
        super::write_network(&self.out, &network)?;
        note(&format!(
            "{}: {}, trained in {:.0} s",
            self.out.display(),
            super::describe(&network),
            began.elapsed().as_secs_f64()
        ));
        Ok(())
    }

    /// The data for training and for validation.
    fn load(&self) -> Result<(Data, Vec<Sample>), Box<dyn std::error::Error>> {
        let filter = self.filter.filter();
        let separate = Dataset::load(&self.validation, &filter, self.later(), 0.0, self.seed)?;
        super::warn_of_cut_off(&separate.cut_off);
        let mut validation = separate.training;
        if self.stream {
            for path in &self.data {
                super::expect_sample_file(path)?;
            }
            return Ok((Data::Shards(Shards::open(&self.data)?), validation));
        }
        let mut data = Dataset::load(&self.data, &filter, self.later(), self.validate, self.seed)?;
        super::warn_of_cut_off(&data.cut_off);
        validation.append(&mut data.validation);
        Ok((Data::Memory(data.training), validation))
    }

    fn trainer(&self, settings: Settings, data: &mut Data) -> Result<Trainer, Box<dyn std::error::Error>> {
        let latest = match &self.checkpoint {
            Some(folder) if self.resume => Checkpoint::latest(folder)?,
            _ => None,
        };
        if let Some(path) = latest {
            note(&format!("continuing from {}", path.display()));
            let checkpoint = Checkpoint::read(&path)?;
            return Ok(match data {
                Data::Memory(samples) => Trainer::resume(settings, samples, checkpoint)?,
                Data::Shards(shards) => Trainer::resume_streaming(settings, shards.samples(), checkpoint)?,
            });
        }
        let first = match self.from.as_deref() {
            Some(path) if path.extension().is_some_and(|extension| extension == "nnue") => {
                Some(dequantise(&super::read_network(path)?))
            }
            Some(path) => Some(Checkpoint::read(path)?.model),
            None => None,
        };
        Ok(Trainer::new(settings, data.len(), first)?)
    }

    /// The best epoch of an interrupted training.
    fn best_so_far(
        &self,
        trainer: &Trainer,
        validation: &[Sample],
    ) -> Result<Option<Best>, Box<dyn std::error::Error>> {
        let mut best = None;
        for epoch in 1..=trainer.epoch() {
            let Some(folder) = &self.checkpoint else { break };
            let path = folder.join(Checkpoint::name(epoch));
            if path.exists() {
                let model = Checkpoint::read(&path)?.model;
                Best::update(&mut best, trainer.validate_model(&model, validation), epoch, &model);
            }
        }
        Ok(best)
    }

    /// Runs an epoch, and returns the loss on the validation data.
    fn epoch(
        &self,
        trainer: &mut Trainer,
        data: &mut Data,
        validation: &[Sample],
    ) -> Result<Option<f64>, Box<dyn std::error::Error>> {
        let began = Instant::now();
        let mut progress = Progress::new("positions", 0, data.len() as u64);
        let show = |step: StepReport| {
            progress.update(step.samples, || {
                let speed = step.samples as f64 / began.elapsed().as_secs_f64().max(1e-3);
                format!("loss {:.6}, rate {:.2e}, {speed:.0} positions a second", step.loss, step.rate)
            });
        };
        let report = match data {
            Data::Memory(samples) => trainer.run_epoch(samples, show),
            Data::Shards(shards) => trainer.stream_epoch(shards, show)?,
        };
        progress.finish();
        let loss = trainer.validate(validation);
        let validation = loss.map_or_else(String::new, |loss| format!(", validation {loss:.6}"));
        note(&format!(
            "epoch {} of {}: loss {:.6}{validation}, {:.1} s, {:.0} positions a second",
            report.epoch,
            self.epochs,
            report.loss,
            report.elapsed.as_secs_f64(),
            report.samples as f64 / report.elapsed.as_secs_f64().max(1e-3)
        ));
        if let Some(folder) = &self.checkpoint {
            trainer.checkpoint().write(&folder.join(Checkpoint::name(report.epoch)))?;
        }
        Ok(loss)
    }
}

/// The data of a training.
enum Data {
    Memory(Vec<Sample>),
    Shards(Shards),
}

impl Data {
    fn len(&self) -> usize {
        match self {
            Data::Memory(samples) => samples.len(),
            Data::Shards(shards) => shards.samples(),
        }
    }
}

/// The network with the smallest loss on the validation data.
struct Best {
    loss: f64,
    epoch: u32,
    model: Model,
}

impl Best {
    fn update(best: &mut Option<Best>, loss: Option<f64>, epoch: u32, model: &Model) {
        if let Some(loss) = loss
            && best.as_ref().is_none_or(|best| loss < best.loss)
        {
            *best = Some(Best { loss, epoch, model: model.clone() });
        }
    }
}
