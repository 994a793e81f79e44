//! Self-play: in each thread an engine plays against itself, and every game is recorded.
//!
//! A game depends only on the settings, the seed, the run (the number of games that the file had at its start) and its number in the run.
//! The order of the games in the file is fixed only with one thread.

use crate::filter::Filter;
use crate::game::Game;
use crate::labelling::Labelling;
use crate::openings::Openings;
use crate::progress::Progress;
use crate::referee::{self, Adjudication, Referee};
use crate::result::GameResult;
use crate::seed::{self, Random};
use crate::writer::{Tally, WriteError, Writer};
use argali_eval::Evaluator;
use argali_search::{Engine, EngineError, Limits, Position};
use cozy_chess::{Board, Move};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why self-play ended early.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// An engine could not be made.
    #[error("cannot start an engine")]
    Engine(#[from] EngineError),
    /// The games cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// At this number of games in the file.
    Games(u64),
    /// At this number of positions in the file that the default [`Filter`] keeps.
    Kept(u64),
}

impl Target {
    fn done(self, tally: Tally) -> u64 {
        match self {
            Target::Games(_) => tally.games,
            Target::Kept(_) => tally.kept,
        }
    }

    fn total(self) -> u64 {
        match self {
            Target::Games(total) | Target::Kept(total) => total,
        }
    }

    fn is_reached(self, tally: Tally) -> bool {
        self.done(tally) >= self.total()
    }
}

/// The settings of self-play.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// How moves are searched, and which score is recorded. The table is cleared for each game.
    pub labelling: Labelling,
    /// The mean number of side positions for each ply of a game (0 to 1).
    ///
    /// A side position is one after a random move that the game does not play. It is searched like the game's positions and recorded as a
    /// game of one ply. Most positions of a search tree come from such moves, and games of good moves alone do not show what they cost.
    pub side_positions: f64,
    /// Where games start.
    pub openings: Openings,
    /// Starts are dropped if a short search scores them further from 0 than this (centipawns).
    pub max_start_score: i32,
    /// Nodes of that search.
    pub start_nodes: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Worker threads.
    pub threads: usize,
    /// Seed of the random moves.
    pub seed: u64,
    /// When to end.
    pub target: Target,
}

/// A line that says how games were made.
impl fmt::Display for SelfPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SelfPlay { labelling, openings, max_start_score, adjudication, seed, side_positions, .. } = self;
        write!(
            f,
            "{labelling}, {} random plies, Chess960 {}, book of {}, {side_positions} side positions a ply, \
             starts within {max_start_score} cp, won at {} cp for {} plies, seed {seed}",
            openings.random_plies,
            openings.chess960,
            openings.book.len(),
            adjudication.win_score,
            adjudication.win_plies,
        )
    }
}

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    /// The games that it added.
    pub played: Tally,
    /// The games that the file has now.
    pub held: Tally,
    /// Its time.
    pub elapsed: Duration,
    /// Nodes searched for the recorded plies.
    pub nodes: u64,
}

/// The longest time between two writes of the file, which is what a killed run loses.
const FLUSH_INTERVAL: Duration = Duration::from_secs(5);

/// Plays until the target is reached, and appends the games to a file that already has `held`.
///
/// # Errors
/// [`SelfPlayError`]; the games written so far stay.
pub fn run<E: Evaluator + Clone>(
    settings: &SelfPlay,
    evaluator: &E,
    mut writer: Writer,
    mut held: Tally,
) -> Result<Report, SelfPlayError> {
    let began = Instant::now();
    let mut played = Tally::default();
    let mut nodes = 0;
    if !settings.target.is_reached(held) {
        let engines = (0..settings.threads.max(1))
            .map(|_| settings.labelling.engine(evaluator.clone()))
            .collect::<Result<Vec<_>, _>>()?;
        let shared =
            Shared { settings, run: held.games, next: AtomicU64::new(0), enough: AtomicBool::new(false) };
        let (sender, receiver) = mpsc::sync_channel(64);
        let collected = std::thread::scope(|scope| {
            for engine in engines {
                let sender = sender.clone();
                let shared = &shared;
                scope.spawn(move || work(engine, shared, &sender));
            }
            // The workers hold the only senders: the channel ends with the last of them.
            drop(sender);
            let collected = collect(&shared, &receiver, &mut writer, &mut held, &mut played, &mut nodes);
            shared.enough.store(true, Relaxed);
            collected
        });
        collected?;
    }
    writer.flush()?;
    Ok(Report { played, held, elapsed: began.elapsed(), nodes })
}

/// What the workers share.
struct Shared<'a> {
    settings: &'a SelfPlay,
    run: u64,
    /// Number of the next game.
    next: AtomicU64,
    enough: AtomicBool,
}

/// A game on its way to the file.
struct Finished {
    record: Vec<u8>,
    tally: Tally,
    nodes: u64,
}

fn work<E: Evaluator>(mut engine: Engine<E>, shared: &Shared<'_>, sender: &SyncSender<Finished>) {
    let filter = Filter::default();
    loop {
        let number = shared.next.fetch_add(1, Relaxed);
        let finished = match shared.settings.target {
            Target::Games(total) => shared.run + number >= total,
            Target::Kept(_) => false,
        };
        if finished || shared.enough.load(Relaxed) {
            return;
        }
        let mut random = seed::stream(shared.settings.seed, &[shared.run, number]);
        let Played { game, aside, nodes } = play(&mut engine, shared.settings, &mut random);
        let mut record = Vec::with_capacity(40 + 44 * game.plies.len());
        let mut tally = Tally::default();
        for game in std::iter::once(&game).chain(&aside) {
            game.encode(&mut record);
            tally.add(filter.tally(game));
        }
        // The receiver is gone only when the file could not be written.
        if sender.send(Finished { record, tally, nodes }).is_err() {
            return;
        }
    }
}

/// Writes the games as they come in.
fn collect(
    shared: &Shared<'_>,
    receiver: &Receiver<Finished>,
    writer: &mut Writer,
    held: &mut Tally,
    played: &mut Tally,
    nodes: &mut u64,
) -> Result<(), WriteError> {
    let target = shared.settings.target;
    let what = match target {
        Target::Games(_) => "games",
        Target::Kept(_) => "kept positions",
    };
    let mut progress = Progress::new(what, target.done(*held), target.total());
    let began = Instant::now();
    let mut flushed = Instant::now();
    loop {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok(game) => {
                writer.append(&game.record)?;
                held.add(game.tally);
                played.add(game.tally);
                *nodes += game.nodes;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if target.is_reached(*held) {
            shared.enough.store(true, Relaxed);
        }
        if flushed.elapsed() >= FLUSH_INTERVAL {
            flushed = Instant::now();
            writer.flush()?;
        }
        progress.update(target.done(*held), || {
            let rate = |count: u64| count as f64 / began.elapsed().as_secs_f64().max(1e-3);
            format!(
                "{} games, {} positions, {} kept; {:.0} positions and {:.0} kept a second",
                held.games,
                held.positions,
                held.kept,
                rate(played.positions),
                rate(played.kept),
            )
        });
    }
    progress.finish();
    Ok(())
}

/// A played game.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The game.
    pub game: Game,
    /// Its side positions that are worth learning from, as games of one ply.
    pub aside: Vec<Game>,
    /// Nodes searched for the game and its side positions.
    pub nodes: u64,
}

/// Plays a game.
pub fn play<E: Evaluator>(engine: &mut Engine<E>, settings: &SelfPlay, random: &mut Random) -> Played {
    let start = balanced_start(engine, settings, random);
    let mut referee = Referee::new(&settings.adjudication);
    let mut position = Position::new(start.clone());
    let mut played = Played {
        game: Game { start, result: GameResult::Draw, plies: Vec::with_capacity(160) },
        aside: Vec::new(),
        nodes: 0,
    };
    played.game.result = loop {
        if let Some(result) = referee::finished(&position) {
            break result;
        }
        // A game that goes on has a legal move, so the search has one, too.
        let Some(ply) = settings.labelling.search(engine, &position, &mut played.nodes) else {
            break GameResult::Draw;
        };
        played.game.plies.push(ply);
        if let Some(result) = referee.adjudicate(position.board(), i32::from(ply.score)) {
            break result;
        }
        if settings.side_positions > 0.0 && random.random_bool(settings.side_positions.min(1.0)) {
            let aside = step_aside(engine, settings, &position, ply.mv, random, &mut played.nodes);
            played.aside.extend(aside);
        }
        if position.play(ply.mv).is_err() {
            break GameResult::Draw;
        }
    };
    played
}

/// The position after a random move other than `played`, if the filter keeps it. Its result is the one that its score predicts.
fn step_aside<E: Evaluator>(
    engine: &mut Engine<E>,
    settings: &SelfPlay,
    position: &Position,
    played: Move,
    random: &mut Random,
    nodes: &mut u64,
) -> Option<Game> {
    let mut moves = Vec::with_capacity(64);
    position.board().generate_moves(|batch| {
        moves.extend(batch);
        false
    });
    moves.retain(|&mv| mv != played);
    let mv = *moves.choose(random)?;
    let mut aside = position.clone();
    aside.play(mv).ok()?;
    if referee::finished(&aside).is_some() || !aside.board().checkers().is_empty() {
        return None;
    }
    let ply = settings.labelling.search(engine, &aside, nodes)?;
    let start = aside.board().clone();
    let result = match ply.score {
        score if score > SIDE_WIN => GameResult::WhiteWins,
        score if score < -SIDE_WIN => GameResult::BlackWins,
        _ => GameResult::Draw,
    };
    Filter::default().keeps(&start, ply).then_some(Game { start, result, plies: vec![ply] })
}

/// Beyond this score (centipawns) a side position counts as won.
const SIDE_WIN: i16 = 150;

fn balanced_start<E: Evaluator>(engine: &mut Engine<E>, settings: &SelfPlay, random: &mut Random) -> Board {
    let limits = Limits::new().soft_nodes(settings.start_nodes).nodes(8 * settings.start_nodes);
    loop {
        let start = settings.openings.draw(random);
        engine.new_game();
        let position = Position::new(start.clone());
        if referee::finished(&position).is_some() {
            continue;
        }
        let outcome = engine.search(&position, &limits);
        if outcome.raw_score().raw().abs() <= settings.max_start_score {
            return start;
        }
    }
}
