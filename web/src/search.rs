//! Searches on request.

use crate::abi;
use crate::request::Answer;
use crate::rules::{MoveText, Record};
use argali_search::{Bound, Engine, EngineError, Limits, Score, ScoreKind, StopHandle, Strength, Wdl};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::time::Duration;

/// The size of the transposition table (MiB).
const HASH_MIB: usize = 32;

/// What to search, and for how long: until the first of the limits. Without any, the search goes on until the worker that
/// it runs in is ended.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SearchRequest {
    game: Record,
    /// How many best lines to report.
    #[serde(default)]
    lines: usize,
    /// Plies.
    depth: Option<u32>,
    nodes: Option<u64>,
    millis: Option<u64>,
    /// Play no stronger than this.
    elo: Option<u32>,
    /// With `elo`, what chooses the move: a random number from 0 up to 1.
    #[serde(default)]
    random: f64,
}

/// A line while the search goes on. Scores and chances are those of the side to move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    /// Its rank, from 1.
    line: usize,
    depth: u32,
    selective_depth: u32,
    score: ScoreText,
    bound: &'static str,
    wdl: [u32; 3],
    nodes: u64,
    millis: f64,
    moves: Vec<MoveText>,
}

/// What a search found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Found {
    /// The move to play; none if the game is over.
    best: Option<MoveText>,
    score: ScoreText,
    wdl: [u32; 3],
    depth: u32,
    nodes: u64,
    millis: f64,
}

/// Centipawns, of which 100 mean an even chance to win, or moves to the mate.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ScoreText {
    Cp(i32),
    Mate(i32),
}

impl ScoreText {
    fn new(score: Score) -> ScoreText {
        match score.kind() {
            ScoreKind::Mate(moves) => ScoreText::Mate(moves),
            _ => ScoreText::Cp(score.centipawns().unwrap_or_default()),
        }
    }
}

/// The engine, made when the first search asks for it.
#[derive(Default)]
pub(crate) struct Searcher {
    engine: Option<Engine>,
}

impl Searcher {
    /// Searches, sending a [`Report`] for each line of each iteration.
    pub(crate) fn search(&mut self, request: &SearchRequest) -> Result<Found, Box<dyn Error>> {
        let position = request.game.position()?;
        let board = position.board();
        let strength = request.elo.map(Strength::new);
        let limits = request.limits();
        let limits = strength.map_or(limits.clone(), |strength| strength.limit(&limits, board));
        let mut observer = |report: &argali_search::IterationReport| {
            abi::send(&Answer::<_, ()>::Report(Report {
                line: report.line,
                depth: report.depth,
                selective_depth: report.selective_depth,
                score: ScoreText::new(report.score),
                bound: match report.bound {
                    Bound::Exact => "exact",
                    Bound::Lower => "lower",
                    Bound::Upper => "upper",
                },
                wdl: permille(report.wdl),
                nodes: report.nodes,
                millis: millis(report.elapsed),
                moves: MoveText::line(&position, &report.moves),
            }));
        };
        let stop = StopHandle::new();
        let outcome = self.engine()?.search_observed(&position, &limits, &stop, &mut observer);
        let mut outcome = outcome.expect("the handle is fresh");
        if let Some(strength) = strength {
            strength.choose(&mut outcome, board, 1, (request.random * 2f64.powi(64)) as u64);
        }
        Ok(Found {
            best: outcome.best.map(|mv| MoveText::new(&position, mv)),
            score: ScoreText::new(outcome.score),
            wdl: permille(outcome.wdl),
            depth: outcome.depth,
            nodes: outcome.nodes,
            millis: millis(outcome.elapsed),
        })
    }

    /// Forgets what earlier searches have learned.
    pub(crate) fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    fn engine(&mut self) -> Result<&mut Engine, EngineError> {
        if self.engine.is_none() {
            self.engine = Some(Engine::builder().hash_mib(HASH_MIB).time_source(abi::now).build()?);
        }
        Ok(self.engine.as_mut().expect("it was made above"))
    }
}

impl SearchRequest {
    fn limits(&self) -> Limits {
        let mut limits = Limits::new().multi_pv(self.lines);
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.move_time = self.millis.map(Duration::from_millis);
        limits
    }
}

fn permille(wdl: Wdl) -> [u32; 3] {
    [wdl.win, wdl.draw, wdl.loss]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
