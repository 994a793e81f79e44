//! Options of the filter, and `filter`: turns games into a file of samples.

use super::Outcome;
use argali_trainer::dataset::{self, Dataset};
use argali_trainer::filter::Filter;
use argali_trainer::progress::note;
use clap::Args;
use std::path::PathBuf;

/// Which positions to use. Those in check, and those whose best move is a capture or promotion, are never used.
#[derive(Debug, Args)]
pub(crate) struct FilterOptions {
    /// Drop positions before this ply of the game
    #[arg(long, value_name = "PLY", default_value_t = Filter::default().min_ply)]
    min_ply: u32,
    /// Drop positions with a score of this or more, for either side
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Filter::default().max_score,
          value_parser = clap::value_parser!(i16).range(1..))]
    max_score: i16,
    /// Drop positions with a halfmove clock beyond this
    #[arg(long, value_name = "PLIES", default_value_t = Filter::default().max_clock)]
    max_clock: u8,
}

impl FilterOptions {
    pub(crate) fn filter(&self) -> Filter {
        Filter { min_ply: self.min_ply, max_score: self.max_score, max_clock: self.max_clock }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File for the samples (bulletformat); its name must end in .bullet, by which `train` recognises it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    filter: FilterOptions,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        super::expect_sample_file(&self.out)?;
        let data = Dataset::load(&self.games, &self.filter.filter(), None, 0.0, 0)?;
        super::warn_of_cut_off(&data.cut_off);
        dataset::write_samples(&self.out, &data.training)?;
        note(&format!("{}: {} positions of {} games", self.out.display(), data.training.len(), data.games));
        Ok(())
    }
}
