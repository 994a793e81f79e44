//! `quantise`: turns a checkpoint into a network file.

use super::Outcome;
use argali_trainer::checkpoint::Checkpoint;
use argali_trainer::progress::note;
use argali_trainer::quantise::quantise;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Checkpoint of a training
    checkpoint: PathBuf,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let checkpoint = Checkpoint::read(&self.checkpoint)?;
        let network = quantise(&checkpoint.model)?;
        super::write_network(&self.out, &network)?;
        note(&format!("{}: {}", self.out.display(), super::describe(&network)));
        Ok(())
    }
}
