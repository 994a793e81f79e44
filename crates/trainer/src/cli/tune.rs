//! `tune` and `params`: search parameters by self-play, and a list of them for other tuners.

use super::Outcome;
use super::engines::{EngineOptions, parameters, read_evaluator};
use argali_search::Params;
use argali_trainer::contest::Side;
use argali_trainer::openings::read_book;
use argali_trainer::pair::match_adjudication;
use argali_trainer::progress::note;
use argali_trainer::tune::{State, Tuner, select};
use argali_trainer::tune_report::{page, patch};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The network, or `classical`
    net: String,
    /// Openings, one FEN or EPD a line
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// The parameters to tune: names, or beginnings of names followed by `*`
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true)]
    tune: Vec<String>,
    /// Where they start, and what the others are, if not their defaults
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "", value_parser = parameters)]
    params: Params,
    /// Games of the whole run, two for each comparison
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    #[command(flatten)]
    engines: EngineOptions,
    /// The last games' winner moves a parameter by this part of its step (OpenBench's r_end)
    #[arg(long, value_name = "FRACTION", default_value_t = 0.002)]
    rate: f64,
    /// Pairs of games for which the parameters stand still
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// Seed of openings and perturbations
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The state of the run
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Go on if the state exists
    #[arg(long)]
    resume: bool,
    /// Write the page of results here instead of to standard output
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write a patch of the defaults here
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// The source file that the patch changes
    #[arg(long, value_name = "FILE", default_value = "crates/search/src/params.rs")]
    source: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let side = Side {
            evaluator: read_evaluator(&self.net)?,
            params: self.params.clone(),
            hash_mib: self.engines.hash,
            limits: self.engines.limits(),
        };
        let tuner = Tuner {
            side,
            book: read_book(&self.book)?,
            adjudication: match_adjudication(),
            threads: self.engines.threads(),
        };
        let fresh = State {
            setting: tuner.setting(),
            seed: self.seed,
            pairs: self.games.div_ceil(2),
            batch: self.batch,
            rate: self.rate,
            done: 0,
            decisive: 0,
            params: select(&self.tune, &self.params)?,
            history: Vec::new(),
        };
        let mut state = match self.state.exists() {
            true if self.resume => fresh.resume(&self.state)?,
            true => {
                return Err(format!("{} exists already; go on with --resume", self.state.display()).into());
            }
            false => fresh,
        };
        // A source that does not fit must not come to light after a night of games.
        let source = match self.patch {
            Some(_) => read(&self.source)?,
            None => String::new(),
        };
        if self.patch.is_some() {
            patch("", &source, &state.params)?;
        }
        let (done, began) = (state.done, std::time::Instant::now());
        tuner.run(&mut state, |state| state.write(&self.state))?;
        let (games, hours) = (2 * (state.done - done), began.elapsed().as_secs_f64() / 3_600.0);
        note(&format!("{games} games, {:.0} an hour", games as f64 / hours.max(1e-9)));
        match &self.page {
            Some(path) => write(path, &page(&state))?,
            None => write!(io::stdout(), "{}", page(&state))?,
        }
        if let Some(path) = &self.patch {
            write(path, &patch(&self.source.display().to_string(), &source, &state.params)?)?;
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Lists all parameters, with their values and what they do.
#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// As OpenBench takes them for SPSA: name, type, value, smallest, largest, step at the end, rate at the end
    #[arg(long)]
    spsa: bool,
}

impl ListOptions {
    pub(crate) fn run(self) -> Outcome {
        let mut out = io::stdout();
        for (info, value) in Params::default().values() {
            let (name, min, max, step) = (info.name, info.min, info.max, info.step);
            if self.spsa {
                writeln!(out, "{name}, int, {value}, {min}, {max}, {step}, 0.002")?;
            } else {
                writeln!(
                    out,
                    "{name:<24} {value:>6}  {min:>5} to {max:<6} step {step:<5} {}",
                    info.doc.trim()
                )?;
            }
        }
        Ok(())
    }
}
