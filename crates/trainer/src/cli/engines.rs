//! The options of commands that search: the evaluation, the parameters and the limits of an engine.

use argali_search::{Limits, Params};
use argali_trainer::any_evaluator::AnyEvaluator;
use clap::{ArgGroup, Args};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limit"))]
pub(super) struct EngineOptions {
    /// Nodes of each search
    #[arg(long, value_name = "N", group = "limit", default_value_t = 6_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Time of each search, instead of nodes; games can then not be repeated exactly
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Transposition table of each engine; it is cleared for each game
    #[arg(long, value_name = "MIB", default_value_t = 8)]
    pub(super) hash: usize,
    /// Threads, each of which plays its own games [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl EngineOptions {
    /// The limits of a search.
    pub(super) fn limits(&self) -> Limits {
        match self.movetime {
            Some(time) => Limits::new().move_time(Duration::from_millis(time)),
            None => Limits::new().nodes(self.nodes),
        }
    }

    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// The requested number of threads, or the number of processors.
pub(super) fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// A network file, or the word `classical`.
pub(super) fn read_evaluator(name: &str) -> Result<AnyEvaluator, Box<dyn Error>> {
    match name {
        "classical" => Ok(AnyEvaluator::Classical),
        _ => Ok(AnyEvaluator::Network(Arc::new(super::read_network(Path::new(name))?))),
    }
}

/// Search parameters as `NAME=VALUE,...`; the others have their defaults.
pub(super) fn parameters(text: &str) -> Result<Params, String> {
    let mut params = Params::default();
    for setting in text.split(',').filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').ok_or_else(|| format!("{setting:?} is no NAME=VALUE"))?;
        let value = value.parse().map_err(|_| format!("{value:?} is no whole number, in {setting:?}"))?;
        params.set(name, value).map_err(|error| error.to_string())?;
    }
    Ok(params)
}
