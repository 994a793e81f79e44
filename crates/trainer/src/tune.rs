//! Tunes search parameters by self-play: simultaneous perturbation stochastic approximation.
//!
//! Every pair of games is played between two engines whose parameters differ from the present ones by a step up or down,
//! at random for each parameter, and the other way round for the other engine. Whichever wins pulls all parameters a little to its side
//! (J. C. Spall 1992; in the form of Stockfish's test framework: chessprogramming.org, "SPSA"). Steps and pulls get smaller as the run goes on.
//!
//! A pair depends on nothing but the settings, the parameters before its batch and its number. Within a batch the parameters stand still, so
//! the result does not depend on the number of threads.

use crate::any_evaluator::AnyEvaluator;
use crate::contest::{OpeningOrder, Side};
use crate::in_order::in_order;
use crate::pair::{Player, play_pair};
use crate::progress::Progress;
use crate::referee::Adjudication;
use crate::seed;
use argali_search::{EngineError, ParamError, ParamInfo, Params};
use cozy_chess::Board;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a tuning ended early.
#[derive(Debug, Error)]
pub enum TuneError {
    /// An engine could not be made.
    #[error("cannot start an engine")]
    Engine(#[from] EngineError),
    /// A parameter does not exist, or its value is out of range.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A pattern fits no parameter.
    #[error("no search parameter is called {0:?}")]
    Pattern(String),
    /// The state cannot be read or written.
    #[error("cannot use the state {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The state is that of another tuning, or damaged.
    #[error("{} is no state of this tuning: {reason}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is different.
        reason: String,
    },
}

/// A parameter that is tuned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// Where it starts.
    pub start: i32,
    /// Its smallest value.
    pub min: i32,
    /// Its largest value.
    pub max: i32,
    /// How far the engines of the last pair differ from the present value.
    pub step: f64,
    /// Its present value.
    pub value: f64,
}

impl Tuned {
    /// Its value, rounded.
    #[must_use]
    pub fn rounded(&self) -> i32 {
        // The value never leaves its range.
        self.value.round() as i32
    }

    /// How far it has moved, in steps.
    #[must_use]
    pub fn moved(&self) -> f64 {
        (self.value - f64::from(self.start)) / self.step
    }
}

/// The parameters that patterns stand for: names, or beginnings of names followed by `*`, at their values in `start`.
///
/// # Errors
/// [`TuneError::Pattern`] for one that fits nothing.
pub fn select(patterns: &[String], start: &Params) -> Result<Vec<Tuned>, TuneError> {
    let fits = |pattern: &str, info: &ParamInfo| match pattern.strip_suffix('*') {
        Some(beginning) => info.name.starts_with(beginning),
        None => info.name == pattern,
    };
    if let Some(pattern) =
        patterns.iter().find(|pattern| !Params::TABLE.iter().any(|info| fits(pattern, info)))
    {
        return Err(TuneError::Pattern(pattern.clone()));
    }
    let selected = start.values().filter(|(info, _)| patterns.iter().any(|pattern| fits(pattern, info)));
    let tuned = |(info, value): (&ParamInfo, i32)| {
        let ParamInfo { name, min, max, step, .. } = *info;
        let (step, name) = (f64::from(step), name.to_owned());
        Tuned { name, start: value, min, max, step, value: f64::from(value) }
    };
    Ok(selected.map(tuned).collect())
}

/// The state of a tuning, and all that determines how it goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Games are played with this evaluator and these limits: for people to read, and compared when a run goes on.
    pub setting: String,
    /// Decides openings and perturbations.
    pub seed: u64,
    /// Pairs of the whole run: how fast steps and pulls get smaller depends on it.
    pub pairs: u64,
    /// Pairs for which the parameters stand still.
    pub batch: u64,
    /// How strongly the last pair pulls: its winner moves a parameter by this part of its step for each win.
    pub rate: f64,
    /// Pairs played.
    pub done: u64,
    /// Games that were not drawn.
    pub decisive: u64,
    /// The parameters.
    pub params: Vec<Tuned>,
    /// The values after each tenth of the run.
    pub history: Vec<Vec<f64>>,
}

/// How fast pulls get smaller (Spall's recommendation, as is the next).
const ALPHA: f64 = 0.602;
/// How fast steps get smaller.
const GAMMA: f64 = 0.101;
/// Pairs at the beginning in which pulls are damped, as a part of the run.
const STABILITY: f64 = 0.1;
/// Parts of a run after which the values are kept.
const PARTS: u64 = 10;

impl State {
    /// How far a pair's engines are from the present value of a parameter.
    fn step(&self, param: &Tuned, pair: u64) -> f64 {
        param.step * (self.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// How far a pair's result pulls a parameter, for each win more of the engine that had the larger value.
    fn pull(&self, param: &Tuned, pair: u64) -> f64 {
        let (pairs, number) = (self.pairs as f64, (pair + 1) as f64);
        let damping = STABILITY * pairs;
        // In units of the last pair's: a_k / c_k with a_k = a / (A + k)^α and c_k = c / k^γ.
        let later = ((damping + pairs) / (damping + number)).powf(ALPHA) / (pairs / number).powf(GAMMA);
        self.rate * param.step * later
    }

    /// The parameters' directions for a pair: +1 or -1 each.
    fn directions(&self, pair: u64) -> Vec<f64> {
        let mut random = seed::stream(self.seed, &[1, pair]);
        self.params.iter().map(|_| if random.random::<bool>() { 1.0 } else { -1.0 }).collect()
    }

    /// The values of a pair's engines: one step in the pair's directions, and one step against them. A value between two whole numbers becomes
    /// one of both at random, so that on average it is what it should be.
    #[must_use]
    pub fn perturbed(&self, pair: u64) -> [Vec<i32>; 2] {
        let mut random = seed::stream(self.seed, &[2, pair]);
        let directions = self.directions(pair);
        [1.0, -1.0].map(|sign| {
            let params = self.params.iter().zip(&directions);
            params
                .map(|(param, direction)| {
                    let exact = param.value + sign * direction * self.step(param, pair);
                    let rounded = (exact + random.random::<f64>()).floor();
                    rounded.clamp(f64::from(param.min), f64::from(param.max)) as i32
                })
                .collect()
        })
    }

    /// Moves the parameters by the results of the next pairs: the half points (0 to 4) of each pair's first engine.
    pub fn learn(&mut self, half_points: &[u8]) {
        let mut values: Vec<f64> = self.params.iter().map(|param| param.value).collect();
        for (pair, &points) in (self.done..).zip(half_points) {
            // Wins less losses, draws counting nothing.
            let result = f64::from(points) - 2.0;
            let directions = self.directions(pair);
            for ((value, param), direction) in values.iter_mut().zip(&self.params).zip(directions) {
                *value += self.pull(param, pair) * result * direction;
                *value = value.clamp(f64::from(param.min), f64::from(param.max));
            }
        }
        for (param, value) in self.params.iter_mut().zip(values) {
            param.value = value;
        }
        let part = |done: u64| done * PARTS / self.pairs.max(1);
        let before = part(self.done);
        self.done += half_points.len() as u64;
        for _ in before..part(self.done) {
            self.history.push(self.params.iter().map(|param| param.value).collect());
        }
    }

    /// Reads the state of a run, and checks that it is of the same one.
    ///
    /// # Errors
    /// [`TuneError::Io`], [`TuneError::State`].
    pub fn resume(&self, path: &Path) -> Result<State, TuneError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| TuneError::Io { path: path.to_owned(), source })?;
        let differs = |reason: String| TuneError::State { path: path.to_owned(), reason };
        let state: State = serde_json::from_str(&text).map_err(|error| differs(error.to_string()))?;
        let begun = |state: &State| {
            let params: Vec<_> = state
                .params
                .iter()
                .map(|param| (param.name.clone(), param.start, param.min, param.max))
                .collect();
            let State { setting, seed, pairs, batch, rate, .. } = state;
            format!("{setting}; seed {seed}, {pairs} pairs, batches of {batch}, rate {rate}; {params:?}")
        };
        if begun(&state) != begun(self) {
            return Err(differs(format!("it began as {}, this run as {}", begun(&state), begun(self))));
        }
        Ok(state)
    }

    /// Writes the state. A file of the same name is replaced at once or not at all.
    ///
    /// # Errors
    /// [`TuneError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), TuneError> {
        let io_error = |source| TuneError::Io { path: path.to_owned(), source };
        let text = serde_json::to_string_pretty(self).map_err(|error| io_error(error.into()))?;
        let unfinished = path.with_extension("unfinished");
        std::fs::write(&unfinished, text + "\n").map_err(io_error)?;
        std::fs::rename(&unfinished, path).map_err(io_error)
    }
}

/// What a tuning plays with.
#[derive(Debug, Clone)]
pub struct Tuner {
    /// Both engines, but for the tuned parameters.
    pub side: Side,
    /// Where games start.
    pub book: Vec<Board>,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Worker threads.
    pub threads: usize,
}

impl Tuner {
    /// What determines the games, for [`State::setting`].
    #[must_use]
    pub fn setting(&self) -> String {
        format!("{}, book of {}, {:?}", self.side, self.book.len(), self.adjudication)
    }

    /// Plays the pairs that are left. After each batch the state is handed to `keep`.
    ///
    /// # Errors
    /// [`TuneError`]; also those of `keep`.
    ///
    /// # Panics
    /// If the book is empty.
    pub fn run(
        &self,
        state: &mut State,
        mut keep: impl FnMut(&State) -> Result<(), TuneError>,
    ) -> Result<(), TuneError> {
        assert!(!self.book.is_empty(), "a tuning needs openings");
        for param in &state.params {
            self.side.params.clone().set(&param.name, param.start)?;
        }
        let openings = OpeningOrder::new(state.seed, self.book.len());
        let mut workers = (0..self.threads.max(1))
            .map(|_| Ok((self.side.player()?, self.side.player()?, openings.clone())))
            .collect::<Result<Vec<_>, EngineError>>()?;
        let mut progress = Progress::new("pairs", state.done, state.pairs);
        while state.done < state.pairs {
            let batch = state.done..(state.done + state.batch.max(1)).min(state.pairs);
            let mut points = Vec::new();
            let mut decisive = 0;
            let present = &*state;
            let _ = in_order(
                workers.iter_mut(),
                batch,
                |(first, second, openings), pair| {
                    let [up, down] = present.perturbed(pair);
                    set(first, &present.params, &up);
                    set(second, &present.params, &down);
                    let opening = &self.book[openings.opening(pair)];
                    play_pair(first, second, opening, &self.adjudication)
                },
                |_, result| {
                    points.push(result.total());
                    decisive += result.half_points.iter().filter(|&&points| points != 1).count() as u64;
                    ControlFlow::<()>::Continue(())
                },
            );
            state.learn(&points);
            state.decisive += decisive;
            keep(state)?;
            progress.update(state.done, || summary(state));
        }
        progress.finish();
        Ok(())
    }
}

fn set(player: &mut Player<AnyEvaluator>, params: &[Tuned], values: &[i32]) {
    for (param, &value) in params.iter().zip(values) {
        // The names and ranges were checked before the first game.
        let _ = player.engine.set_param(&param.name, value);
    }
}

/// The parameters that have moved most, in steps.
fn summary(state: &State) -> String {
    let mut params: Vec<&Tuned> = state.params.iter().collect();
    params.sort_by(|a, b| b.moved().abs().total_cmp(&a.moved().abs()));
    let most = params
        .iter()
        .take(4)
        .map(|param| format!("{} {:.1} ({:+.2} steps)", param.name, param.value, param.moved()));
    most.collect::<Vec<_>>().join(", ")
}
