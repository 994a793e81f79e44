//! The engine as an opponent.

use super::arguments::PlayArguments;
use super::random;
use crate::failure::Failure;
use argali_search::{Clock, Engine, Limits, Outcome, Position, Score, Strength};
use cozy_chess::Move;
use std::time::{Duration, Instant};

/// Time for a move where nothing limits it, and for a hint.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// Time that a move loses outside the search.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The engine accepts a draw if it is not better than this (centipawns), once the opening is over,
const EQUAL: i32 = 10;
const OPENING: u16 = 20;
/// or if it is worse than this at any time.
const WORSE: i32 = -100;

/// The engine, and how it plays.
pub struct Opponent {
    engine: Engine,
    strength: Option<Strength>,
    limits: Limits,
    /// What it thought of the position after its last move, from its side.
    last: Option<Score>,
}

impl Opponent {
    /// An opponent as the arguments ask for it, of limited strength if there are `elo`.
    pub fn new(arguments: &PlayArguments, elo: Option<u32>) -> Result<Opponent, Failure> {
        let engine = Engine::builder().hash_mib(arguments.hash).threads(arguments.threads).build()?;
        let mut limits = Limits::new();
        limits.nodes = arguments.nodes;
        limits.move_time = arguments.movetime.map(Duration::from_millis);
        Ok(Opponent { engine, strength: elo.map(Strength::new), limits, last: None })
    }

    /// Chooses a move, with so much on its clock and so much that a move adds. Returns what it took as well.
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

    /// A good move for the person.
    pub fn hint(&mut self, position: &Position) -> Option<Move> {
        self.search(position, &Limits::new().move_time(MOVE_TIME)).best
    }

    /// Whether it agrees to a draw at this move of the game.
    pub fn agrees(&self, number: u16) -> bool {
        let score = self.last.map_or(0, Score::raw);
        score <= WORSE || (score <= EQUAL && number > OPENING)
    }

    /// Forgets what it thought: the position is another one now.
    pub fn forget(&mut self) {
        self.last = None;
    }

    fn search(&mut self, position: &Position, limits: &Limits) -> Outcome {
        self.engine.search(position, limits)
    }
}
