//! `stats`: prints statistics of files of games.

use super::Outcome;
use super::filter::FilterOptions;
use argali_trainer::reader::Reader;
use argali_trainer::stats::Stats;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Files of games; they are counted together
    #[arg(required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterOptions,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let filter = self.filter.filter();
        let mut stats = Stats::default();
        for path in &self.games {
            let mut reader = Reader::open(path)?;
            for game in &mut reader {
                stats.add(&game?, &filter);
            }
            if reader.is_cut_off() {
                super::warn_of_cut_off(std::slice::from_ref(path));
            }
        }
        write!(io::stdout(), "{stats}")?;
        Ok(())
    }
}
