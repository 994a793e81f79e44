//! `screen`: the effects of many search parameters at once.

use super::Outcome;
use super::engines::{EngineOptions, parameters, read_evaluator};
use argali_search::Params;
use argali_trainer::contest::{Log, Side};
use argali_trainer::openings::read_book;
use argali_trainer::pair::match_adjudication;
use argali_trainer::screen::{Factor, Screening};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The network, or `classical`
    net: String,
    /// Openings, one FEN or EPD a line
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// What is screened: parameters with two levels each, `+` between those that change together
    #[arg(long, value_name = "NAME=LOW/HIGH,...", value_delimiter = ',', required = true)]
    factors: Vec<Factor>,
    /// The other parameters, if not their defaults
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "", value_parser = parameters)]
    params: Params,
    /// Games in all; a run can be extended with --resume
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    #[command(flatten)]
    engines: EngineOptions,
    /// Seed of levels and openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep the result of every pair of games in this file
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// Go on with the games of the log
    #[arg(long)]
    resume: bool,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let side = Side {
            evaluator: read_evaluator(&self.net)?,
            params: self.params,
            hash_mib: self.engines.hash,
            limits: self.engines.limits(),
        };
        let screening = Screening {
            side,
            factors: self.factors,
            book: read_book(&self.book)?,
            seed: self.seed,
            pairs: self.games.div_ceil(2),
            adjudication: match_adjudication(),
            threads: self.engines.threads(),
        };
        let mut log = Log::open(&self.log, &screening.header(), self.resume)?;
        let effects = screening.run(&mut log)?;
        write!(io::stdout(), "{}", screening.page(&effects))?;
        Ok(())
    }
}
