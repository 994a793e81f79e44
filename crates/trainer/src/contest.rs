//! A match: two sides play pairs of games from the openings of a book, on any number of threads.
//!
//! Pair number *n* depends on nothing but the settings, the seed and *n*. Pairs are counted in order of their numbers, so the
//! result, and where a sequential test ends, do not depend on the number of threads.

use crate::any_evaluator::AnyEvaluator;
use crate::in_order::in_order;
use crate::pair::{PairResult, Player, play_pair};
use crate::pentanomial::Pentanomial;
use crate::progress::Progress;
use crate::referee::Adjudication;
use crate::seed;
use crate::sprt::Sprt;
use argali_search::{Engine, EngineError, Limits, Params};
use cozy_chess::Board;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a match ended early.
#[derive(Debug, Error)]
pub enum ContestError {
    /// An engine could not be made.
    #[error("cannot start an engine")]
    Engine(#[from] EngineError),
    /// The log cannot be read or written.
    #[error("cannot use the log {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The log exists already.
    #[error("{} exists already; go on with --resume, or choose another name", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The log is that of another match.
    #[error("{} belongs to another match: it began with {found}, this one begins with {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it begins with.
        found: String,
        /// What it should begin with.
        expected: String,
    },
    /// A line of the log is damaged.
    #[error("line {line} of {} is none of a match: {text:?}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// The line.
        text: String,
    },
}

/// One side of a match.
#[derive(Debug, Clone)]
pub struct Side {
    /// What it evaluates with.
    pub evaluator: AnyEvaluator,
    /// Its search parameters.
    pub params: Params,
    /// Its transposition table, in MiB; it is cleared for each game.
    pub hash_mib: usize,
    /// The limits of each of its searches.
    pub limits: Limits,
}

impl Side {
    /// A player for one thread.
    ///
    /// # Errors
    /// [`EngineError`] if there is no memory for it.
    pub fn player(&self) -> Result<Player<AnyEvaluator>, EngineError> {
        let builder = Engine::builder().evaluator(self.evaluator.clone());
        let engine = builder.hash_mib(self.hash_mib).params(self.params.clone()).build()?;
        Ok(Player { engine, limits: self.limits.clone() })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Side { evaluator, params, hash_mib, limits } = self;
        write!(f, "{}, hash {hash_mib} MiB", evaluator.identity())?;
        let Limits { nodes, soft_nodes, move_time, depth, .. } = limits;
        let limits = [("nodes", *nodes), ("soft nodes", *soft_nodes), ("plies", depth.map(u64::from))];
        for (unit, limit) in limits {
            if let Some(limit) = limit {
                write!(f, ", {limit} {unit}")?;
            }
        }
        if let Some(time) = move_time {
            write!(f, ", {time:?} a move")?;
        }
        for (info, value) in params.values().filter(|(info, value)| *value != info.default) {
            write!(f, ", {} = {value}", info.name)?;
        }
        Ok(())
    }
}

/// The settings of a match.
#[derive(Debug, Clone)]
pub struct Contest {
    /// Both sides; the score is that of the first one.
    pub sides: [Side; 2],
    /// Where games start.
    pub book: Vec<Board>,
    /// Decides the order of the openings.
    pub seed: u64,
    /// Pairs to play at most.
    pub pairs: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Ends the match as soon as it decides.
    pub sprt: Option<Sprt>,
    /// Worker threads.
    pub threads: usize,
}

/// The result of a match so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Pairs by their points.
    pub pentanomial: Pentanomial,
    /// Games lost, drawn and won by the first side.
    pub games: [u64; 3],
    /// Games won by White and by Black.
    pub by_color: [u64; 2],
    /// Plies played.
    pub plies: u64,
    /// Nodes searched.
    pub nodes: u64,
}

impl Score {
    /// Counts a pair.
    pub fn add(&mut self, pair: &PairResult) {
        self.pentanomial.add(pair.total());
        let [with_white, with_black] = pair.half_points;
        for points in pair.half_points {
            self.games[usize::from(points)] += 1;
        }
        self.by_color[0] += u64::from(with_white == 2) + u64::from(with_black == 0);
        self.by_color[1] += u64::from(with_white == 0) + u64::from(with_black == 2);
        self.plies += u64::from(pair.plies);
        self.nodes += pair.nodes;
    }
}

/// A line of the log.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    pair: u64,
    opening: usize,
    #[serde(flatten)]
    result: PairResult,
}

/// The file that a match goes on from: the settings in its first line, then a line for each pair, in order.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    held: Vec<PairResult>,
}

impl Log {
    /// Opens the log of a match whose settings are `header`, or begins it. A line that is cut off at the end is removed.
    ///
    /// # Errors
    /// [`ContestError`] if the file cannot be used, exists though it should not be resumed, or is another match's.
    pub fn open(path: &Path, header: &str, resume: bool) -> Result<Log, ContestError> {
        let io_error = |source| ContestError::Io { path: path.to_owned(), source };
        if path.exists() && !resume {
            return Err(ContestError::Exists { path: path.to_owned() });
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io_error)?;
        let (mut held, mut whole, mut number) = (Vec::new(), 0, 0);
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        while reader.read_line(&mut line).map_err(io_error)? > 0 && line.ends_with('\n') {
            whole += line.len() as u64;
            number += 1;
            let text = line.trim_end();
            if number == 1 && text != header {
                let found = text.to_owned();
                let expected = header.to_owned();
                return Err(ContestError::Other { path: path.to_owned(), found, expected });
            }
            if number > 1 {
                match serde_json::from_str::<Line>(text) {
                    Ok(line)
                        if line.pair == held.len() as u64
                            && line.result.half_points.iter().all(|&p| p <= 2) =>
                    {
                        held.push(line.result);
                    }
                    _ => {
                        let text = text.to_owned();
                        return Err(ContestError::Line { path: path.to_owned(), line: number, text });
                    }
                }
            }
            line.clear();
        }
        file.set_len(whole).map_err(io_error)?;
        file.seek(SeekFrom::End(0)).map_err(io_error)?;
        let mut log = Log { file, path: path.to_owned(), held };
        if number == 0 {
            log.write(header)?;
        }
        Ok(log)
    }

    /// The pairs of earlier runs.
    pub(crate) fn held(&self) -> &[PairResult] {
        &self.held
    }

    /// Adds a pair.
    pub(crate) fn add(&mut self, pair: u64, opening: usize, result: PairResult) -> Result<(), ContestError> {
        self.write(&serde_json::json!(Line { pair, opening, result }).to_string())
    }

    fn write(&mut self, line: &str) -> Result<(), ContestError> {
        let io_error = |source| ContestError::Io { path: self.path.clone(), source };
        writeln!(self.file, "{line}").map_err(io_error)
    }
}

/// What a run of a match came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    /// All pairs, those of earlier runs included.
    pub score: Score,
    /// Pairs that this run added.
    pub played: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Contest {
    /// Index of the opening of a pair: the book in random order, then in another one.
    #[must_use]
    pub fn opening(&self, pair: u64) -> usize {
        OpeningOrder::new(self.seed, self.book.len()).opening(pair)
    }

    /// What a match consists of, but for how long it is and on how many threads it runs: the first line of its log.
    #[must_use]
    pub fn header(&self) -> String {
        let [a, b] = &self.sides;
        serde_json::json!({
            "a": a.to_string(),
            "b": b.to_string(),
            "book": book_name(&self.book),
            "seed": self.seed,
            "adjudication": format!("{:?}", self.adjudication),
        })
        .to_string()
    }

    /// Plays what the log does not hold yet.
    ///
    /// # Errors
    /// [`ContestError`].
    ///
    /// # Panics
    /// If the book is empty.
    pub fn run(&self, mut log: Option<Log>) -> Result<Report, ContestError> {
        assert!(!self.book.is_empty(), "a match needs openings");
        let began = Instant::now();
        let mut score = Score::default();
        let decided =
            |score: &Score| self.sprt.is_some_and(|sprt| sprt.verdict(&score.pentanomial).is_some());
        for pair in log.iter().flat_map(|log| &log.held) {
            if score.pentanomial.pairs() < self.pairs && !decided(&score) {
                score.add(pair);
            }
        }
        let held = score.pentanomial.pairs();
        if held == self.pairs || decided(&score) {
            return Ok(Report { score, played: 0, elapsed: began.elapsed() });
        }
        let workers = (0..self.threads.max(1))
            .map(|_| {
                Ok((
                    self.sides[0].player()?,
                    self.sides[1].player()?,
                    OpeningOrder::new(self.seed, self.book.len()),
                ))
            })
            .collect::<Result<Vec<_>, EngineError>>()?;
        let mut progress = Progress::new("games", 2 * held, 2 * self.pairs);
        let flow = in_order(
            workers,
            held..self.pairs,
            |(first, second, openings), pair| {
                let opening = openings.opening(pair);
                (opening, play_pair(first, second, &self.book[opening], &self.adjudication))
            },
            |pair, (opening, result)| {
                score.add(&result);
                if let Some(log) = &mut log
                    && let Err(error) = log.add(pair, opening, result)
                {
                    return ControlFlow::Break(Err(error));
                }
                progress.update(2 * score.pentanomial.pairs(), || self.summary(&score));
                if decided(&score) { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
            },
        );
        progress.finish();
        if let ControlFlow::Break(result) = flow {
            result?;
        }
        Ok(Report { score, played: score.pentanomial.pairs() - held, elapsed: began.elapsed() })
    }

    /// The state of the match in a few words.
    #[must_use]
    pub fn summary(&self, score: &Score) -> String {
        let pentanomial = &score.pentanomial;
        let mut text = format!(
            "{pentanomial} {:.2} %, Elo {}, LOS {:.1} %",
            100.0 * pentanomial.score(),
            pentanomial.elo(),
            100.0 * pentanomial.superiority()
        );
        if let Some(sprt) = self.sprt {
            text.push_str(&format!(", LLR {:+.2}", sprt.log_likelihood_ratio(pentanomial)));
        }
        text
    }
}

/// A name for the positions of a book, for the first line of a log.
pub(crate) fn book_name(book: &[Board]) -> String {
    let sum = book
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, board| (sum ^ board.hash()).wrapping_mul(0x0100_0000_01b3));
    format!("{} positions {sum:016x}", book.len())
}

/// The order in which the openings of a book are played: all of them in a random order, then in another one.
#[derive(Debug, Clone)]
pub struct OpeningOrder {
    seed: u64,
    round: Option<u64>,
    order: Vec<usize>,
}

impl OpeningOrder {
    /// The order that belongs to a seed, for a book of so many openings.
    #[must_use]
    pub fn new(seed: u64, openings: usize) -> OpeningOrder {
        OpeningOrder { seed, round: None, order: (0..openings).collect() }
    }

    /// Index of the opening of a pair.
    ///
    /// # Panics
    /// If the book is empty.
    pub fn opening(&mut self, pair: u64) -> usize {
        let openings = self.order.len() as u64;
        let round = pair / openings;
        if self.round != Some(round) {
            self.order.sort_unstable();
            self.order.shuffle(&mut seed::stream(self.seed, &[round]));
            self.round = Some(round);
        }
        self.order[(pair % openings) as usize]
    }
}
