//! Distributes games to engines, and restores their order.
//!
//! Each game begins with an empty table, so the result depends only on the game, not on the number of jobs.

use super::analysis::{Analysis, analyse, positions};
use super::arguments::{AnnotateArguments, DEFAULT_NODES};
use super::error::AnnotateError;
use super::markup::{Style, annotate};
use crate::failure::Failure;
use crate::openings::Openings;
use argali_pgn::{Game, PgnError, RawGame, RawGames};
use argali_search::{Engine, Limits, Position, StopHandle};
use cozy_chess::{Board, Move};
use indicatif::ProgressBar;
use same_file::Handle;
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Stack of a thread that searches (bytes).
const STACK_SIZE: usize = 8 << 20;

/// The games of the input.
pub struct Games {
    raws: RawGames<Box<dyn BufRead + Send>>,
    /// The identity of the file; `None` if the system does not tell.
    handle: Option<Handle>,
    path: PathBuf,
    /// Bytes that were read of the file.
    pub read: Arc<AtomicU64>,
    /// How many games were distributed.
    turns: u64,
    /// How many games an earlier run has annotated.
    passed: u64,
}

impl Games {
    /// The games of the file at `path`, or of standard input if that is `-`.
    pub fn open(path: &Path) -> Result<Games, Failure> {
        let file = Some(path).filter(|path| path.as_os_str() != "-");
        let input = crate::input::open(file, true)?;
        let raws = RawGames::new(input.reader);
        Ok(Games { raws, handle: input.handle, path: path.to_owned(), read: input.read, turns: 0, passed: 0 })
    }

    /// Whether the games are read from this file, so that it must not be written.
    pub fn is_from(&self, file: &io::Result<Handle>) -> bool {
        let regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|about| about.is_file());
        file.as_ref().is_ok_and(|file| regular(file) && self.handle.as_ref() == Some(file))
    }

    /// Notes that an earlier run has annotated a game.
    pub fn pass(&mut self) {
        self.passed += 1;
    }

    /// How many games an earlier run has annotated.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The index of the game that is being distributed, from 0.
    fn turn(&mut self) -> u64 {
        self.turns += 1;
        self.turns - 1
    }

    /// The error that ended the input.
    pub fn interrupted(&self, source: PgnError) -> AnnotateError {
        AnnotateError::Interrupted { path: self.path.clone(), source }
    }
}

impl Iterator for Games {
    type Item = Result<RawGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.raws.next()
    }
}

/// Reads a game and its positions.
pub fn read(raw: &RawGame) -> Result<(Game, Vec<Position>), String> {
    let game = Game::parse(raw).map_err(|error| error.to_string())?;
    match positions(&game) {
        Some(positions) => Ok((game, positions)),
        None => Err(format!("game {}, line {}: somebody passes (--), as in no game", raw.number, raw.line)),
    }
}

/// An annotated game.
pub struct Annotated {
    /// Its number in the input, from 1.
    pub number: u64,
    /// The game, annotated.
    pub game: Game,
    /// Its evaluation.
    pub analysis: Analysis,
}

/// The result of a game with its index, or the error that ended the input.
type Message = (u64, Result<Result<Annotated, String>, Failure>);

/// What all games share.
pub struct Work<'a> {
    limits: Limits,
    style: Style,
    openings: Openings,
    bar: &'a ProgressBar,
    /// Whether the progress bar counts positions, not bytes.
    by_positions: bool,
    stop: StopHandle,
}

impl<'a> Work<'a> {
    /// The work for these arguments.
    pub fn new(arguments: &'a AnnotateArguments, bar: &'a ProgressBar, by_positions: bool) -> Work<'a> {
        Work {
            limits: limits(arguments),
            style: Style { wdl: arguments.wdl, line: arguments.line as usize },
            openings: Openings::new(),
            bar,
            by_positions,
            stop: StopHandle::new(),
        }
    }

    /// Annotates the games, and returns them, or their errors, in order.
    pub fn run(
        &self,
        games: Games,
        engines: Vec<Engine>,
        mut accept: impl FnMut(Result<Annotated, String>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let games = Mutex::new(games);
        thread::scope(|scope| {
            let (sender, messages) = mpsc::channel::<Message>();
            for mut engine in engines {
                let (games, sender) = (&games, sender.clone());
                let builder = thread::Builder::new().name("argali-annotate".into()).stack_size(STACK_SIZE);
                let work = move || self.work(games, &mut engine, &sender);
                builder.spawn_scoped(scope, work).map_err(Failure::io("starting a thread"))?;
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut next = 0;
            for (turn, message) in messages {
                let accepted = message.and_then(|result| {
                    early.insert(turn, result);
                    while let Some(result) = early.remove(&next) {
                        accept(result)?;
                        next += 1;
                    }
                    Ok(())
                });
                if accepted.is_err() {
                    // The others stop after their current position.
                    self.stop.stop();
                    return accepted;
                }
            }
            Ok(())
        })
    }

    /// Annotates games until there are none, or until the work is stopped.
    fn work(&self, games: &Mutex<Games>, engine: &mut Engine, messages: &Sender<Message>) {
        while !self.stop.is_stopped() {
            let mut source = games.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(raw) = source.next() else { return };
            let turn = source.turn();
            let bytes = source.read.load(Relaxed);
            let message = match raw {
                Err(error) if error.is_io() => Err(source.interrupted(error).into()),
                Err(error) => Ok(Err(error.to_string())),
                Ok(raw) => {
                    drop(source);
                    match self.annotate(engine, &raw) {
                        Some(result) => Ok(result),
                        None => return,
                    }
                }
            };
            if !self.by_positions {
                self.bar.set_position(bytes.max(self.bar.position()));
            }
            if messages.send((turn, message)).is_err() {
                return;
            }
        }
    }

    /// Annotates a game; `None` if the work was stopped.
    fn annotate(&self, engine: &mut Engine, raw: &RawGame) -> Option<Result<Annotated, String>> {
        let (mut game, positions) = match read(raw) {
            Ok(read) => read,
            Err(reason) => return Some(Err(reason)),
        };
        let moves: Vec<Move> = game.line.moves.iter().filter_map(|node| node.mv).collect();
        let done = || {
            if self.by_positions {
                self.bar.inc(1);
            }
        };
        let analysis = analyse(engine, &self.limits, &positions, &moves, &self.stop, done)?;
        let ordinary = game.start == Board::startpos();
        let boards = analysis.positions.iter().map(|judged| &judged.board);
        let opening = ordinary.then(|| self.openings.of(boards)).flatten();
        annotate(&mut game, &analysis, opening, self.style);
        Some(Ok(Annotated { number: raw.number, game, analysis }))
    }
}

fn limits(arguments: &AnnotateArguments) -> Limits {
    let super::arguments::Limits { nodes, depth, movetime } = arguments.limits;
    let mut limits = Limits::new();
    limits.depth = depth;
    limits.nodes = nodes;
    limits.move_time = movetime.map(Duration::from_millis);
    if depth.is_none() && nodes.is_none() && movetime.is_none() {
        limits.nodes = Some(DEFAULT_NODES);
    }
    limits
}
