//! `quantise`: turns a checkpoint, or the mean of several, into a network file.

use super::Outcome;
use argali_trainer::checkpoint::Checkpoint;
use argali_trainer::model::Model;
use argali_trainer::progress::note;
use argali_trainer::quantise::quantise;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Checkpoint of a training, or several of one training, whose mean is taken
    #[arg(required = true)]
    checkpoints: Vec<PathBuf>,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let mut models = Vec::new();
        for path in &self.checkpoints {
            models.push(Checkpoint::read(path)?.model);
        }
        let mean = Model::mean(&models).ok_or("the checkpoints have different shapes")?;
        let network = quantise(&mean)?;
        super::write_network(&self.out, &network)?;
        note(&format!("{}: {}", self.out.display(), super::describe(&network)));
        Ok(())
    }
}
