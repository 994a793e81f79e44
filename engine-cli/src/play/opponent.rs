//! The engine as an opponent.

use super::arguments::PlayArguments;
use super::random;
use crate::failure::Failure;
use argali_search::{Clock, Engine, Limits, Outcome, Position, Score, Strength};
use cozy_chess::Move;
use std::time::{Duration, Instant};

/// Time for a move without another limit, and for a hint.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// Time that a move costs outside the search.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The engine accepts a draw if it is not better than this (centipawns), once the opening is over,
const EQUAL: i32 = 10;
const OPENING: u16 = 20;
/// or if it is worse than this at any time.
const WORSE: i32 = -100;

/// The engine with its limits.
pub struct Opponent {
    engine: Engine,
    strength: Option<Strength>,
    limits: Limits,
    /// Its last score, from its point of view.
    last: Option<Score>,
}

impl Opponent {
    /// An opponent for these arguments, of limited strength if `elo` is given.
    pub fn new(arguments: &PlayArguments, elo: Option<u32>) -> Result<Opponent, Failure> {
        let engine = Engine::builder().hash_mib(arguments.hash).threads(arguments.threads).build()?;
        let mut limits = Limits::new();
        limits.nodes = arguments.nodes;
        limits.move_time = arguments.movetime.map(Duration::from_millis);
        Ok(Opponent { engine, strength: elo.map(Strength::new), limits, last: None })
    }

    /// Chooses a move, given its clock and increment. Also returns the time it took.
    pub fn choose(
        &mut self,
        position: &Position,
        clock: Option<(Duration, Duration)>,
    ) -> (Option<Move>, Duration) {
        let start = Instant::now();
        let mut limits = self.limits.clone();
        limits.clock = clock.map(|(left, increment)| Clock::new(left, increment));
        limits.overhead = OVERHEAD;
        if limits.nodes.is_none() && limits.move_time.is_none() && clock.is_none() {
            limits.move_time = Some(MOVE_TIME);
        }
        let board = position.board();
        let outcome = match self.strength {
            None => self.search(position, &limits),
            Some(strength) => {
                let mut outcome = self.search(position, &strength.limit(&limits, board));
                strength.choose(&mut outcome, board, 1, random());
                outcome
            }
        };
        self.last = Some(outcome.score);
        (outcome.best, start.elapsed())
    }

    /// A good move for the user.
    pub fn hint(&mut self, position: &Position) -> Option<Move> {
        self.search(position, &Limits::new().move_time(MOVE_TIME)).best
    }

    /// Whether it accepts a draw at this move of the game.
    pub fn agrees(&self, number: u16) -> bool {
        let score = self.last.map_or(0, Score::raw);
        score <= WORSE || (score <= EQUAL && number > OPENING)
    }

    /// Forgets its last score, because the position has changed.
    pub fn forget(&mut self) {
        self.last = None;
    }

    fn search(&mut self, position: &Position, limits: &Limits) -> Outcome {
        self.engine.search(position, limits)
    }
}
