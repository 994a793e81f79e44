//! `shuffle`: shuffles samples.

use super::Outcome;
use argali_trainer::dataset;
use argali_trainer::progress::note;
use argali_trainer::seed;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Files of samples (*.bullet), as `filter` writes them; they are shuffled together, in memory
    #[arg(required = true)]
    samples: Vec<PathBuf>,
    /// File for the shuffled samples
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Seed of the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        super::expect_sample_file(&self.out)?;
        let mut samples = Vec::new();
        for path in &self.samples {
            super::expect_sample_file(path)?;
            samples.append(&mut dataset::read_samples(path)?);
        }
        dataset::shuffle(&mut samples, &mut seed::stream(self.seed, &[]));
        dataset::write_samples(&self.out, &samples)?;
        note(&format!("{}: {} positions", self.out.display(), samples.len()));
        Ok(())
    }
}
