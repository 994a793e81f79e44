//! Judges the answers of searches by one worker that searches deeper.

use super::search;
use argali_search::cozy_chess::Move;
use argali_search::{Engine, EngineError, Limits, Outcome, Position};
use std::collections::HashMap;

/// How many plies deeper than the judged searches the judge searches.
pub const PLIES_DEEPER: u32 = 4;

/// The largest loss by one answer that is counted (centipawns), so that a single blunder does not dominate the mean.
pub const MOST: i32 = 200;

/// Judges moves, with a cache of the results.
pub struct Judge {
    engine: Engine,
    limits: Limits,
    /// The results by the number of the position.
    best: HashMap<usize, Outcome>,
    losses: HashMap<(usize, Move), i32>,
}

impl Judge {
    /// A judge of the answers of searches to `depth` plies.
    pub fn new(depth: u32, hash_mib: usize) -> Result<Judge, EngineError> {
        Ok(Judge {
            engine: Engine::builder().hash_mib(hash_mib).build()?,
            limits: Limits::new().depth(depth.saturating_add(PLIES_DEEPER)),
            best: HashMap::new(),
            losses: HashMap::new(),
        })
    }

    /// The loss by `mv` at `position`, whose number is `index` (centipawns, 0 to [`MOST`]).
    pub fn loss(&mut self, index: usize, position: &Position, mv: Move) -> i32 {
        if let Some(&loss) = self.losses.get(&(index, mv)) {
            return loss;
        }
        let Judge { engine, limits, best, .. } = self;
        let best = best.entry(index).or_insert_with(|| search(engine, position, limits));
        let loss = if best.best == Some(mv) {
            0
        } else {
            let only = search(engine, position, &limits.clone().search_moves([mv]));
            (best.raw_score().raw() - only.raw_score().raw()).clamp(0, MOST)
        };
        self.losses.insert((index, mv), loss);
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blunder_counts_at_most_so_much_and_the_best_move_nothing() {
        let position: Position = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1".parse().unwrap();
        let mut judge = Judge::new(1, 1).unwrap();
        assert_eq!(judge.loss(0, &position, "d1d8".parse().unwrap()), 0, "it mates");
        assert_eq!(judge.loss(0, &position, "d1d7".parse().unwrap()), MOST);
        assert_eq!((judge.best.len(), judge.losses.len()), (1, 2));
    }
}
