//! Measures what the moves of short searches lose, judged by long searches. It finds harmful pruning without games.

use crate::any_evaluator::AnyEvaluator;
use argali_search::{Engine, EngineError, Limits, Params, Position, Score, Wdl};
use cozy_chess::{Board, Move};

/// Measures moves of short searches by long ones.
#[derive(Debug)]
pub struct Regret {
    chooser: Engine<AnyEvaluator>,
    reference: Engine<AnyEvaluator>,
    reference_nodes: u64,
}

/// The loss of a choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// Whether the long search chose the same move.
    pub same: bool,
    /// What was lost, in expected score (0 to 1).
    pub expected_score: f64,
}

impl Regret {
    /// Short searches run with `params`, long ones of `reference_nodes` nodes with the default parameters. Each has a table of
    /// `hash_mib` MiB.
    ///
    /// # Errors
    /// [`EngineError`] if there is not enough memory.
    pub fn new(
        evaluator: &AnyEvaluator,
        params: &Params,
        reference_nodes: u64,
        hash_mib: usize,
    ) -> Result<Regret, EngineError> {
        let builder = || Engine::builder().evaluator(evaluator.clone()).hash_mib(hash_mib);
        Ok(Regret {
            chooser: builder().params(params.clone()).build()?,
            reference: builder().build()?,
            reference_nodes,
        })
    }

    /// The losses of the moves that searches of these numbers of nodes choose. Empty if the game is over.
    ///
    /// The move of the long search and each other chosen move are searched alone, with the nodes of the long search. A move that then
    /// scores better than that of the long search has lost nothing.
    pub fn losses(&mut self, position: &Position, nodes: &[u64]) -> Vec<Loss> {
        let Some((best, _)) =
            search(&mut self.reference, position, Limits::new().nodes(self.reference_nodes))
        else {
            return Vec::new();
        };
        let mut known: Vec<(Move, f64)> = Vec::new();
        let mut worth = |mv: Move| {
            if let Some((_, worth)) = known.iter().find(|(known, _)| *known == mv) {
                return *worth;
            }
            let limits = Limits::new().nodes(self.reference_nodes).search_moves([mv]);
            let score =
                search(&mut self.reference, position, limits).map_or(Score::cp(0), |(_, score)| score);
            let worth = expected_score(score, position.board());
            known.push((mv, worth));
            worth
        };
        let choices =
            nodes.iter().filter_map(|&nodes| search(&mut self.chooser, position, Limits::new().nodes(nodes)));
        choices
            .map(|(choice, _)| match choice == best {
                true => Loss { same: true, expected_score: 0.0 },
                false => Loss { same: false, expected_score: (worth(best) - worth(choice)).max(0.0) },
            })
            .collect()
    }
}

/// The move and score of a search with cleared memory.
fn search(engine: &mut Engine<AnyEvaluator>, position: &Position, limits: Limits) -> Option<(Move, Score)> {
    engine.new_game();
    let outcome = engine.search(position, &limits);
    Some((outcome.best?, outcome.raw_score()))
}

/// The expected score of the side to move.
fn expected_score(score: Score, board: &Board) -> f64 {
    let wdl = Wdl::of_raw(score, board);
    (f64::from(wdl.win) + f64::from(wdl.draw) / 2.0) / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_search_loses_what_a_long_one_sees() {
        let mut regret = Regret::new(&AnyEvaluator::Classical, &Params::default(), 20_000, 1).unwrap();
        let mate: Position = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1".parse().unwrap();
        let losses = regret.losses(&mate, &[20_000]);
        assert_eq!(losses, [Loss { same: true, expected_score: 0.0 }]);
        // A search of one node chooses a move, but does not see the mate on f7.
        let hanging: Position =
            "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4".parse().unwrap();
        let [one, many] = regret.losses(&hanging, &[1, 20_000])[..] else { panic!("two choices") };
        assert!(many.same, "{many:?}");
        assert!(one.same || one.expected_score > 0.1, "anything but the mate on f7 loses: {one:?}");
        let over: Position = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
        assert_eq!(regret.losses(&over, &[100]), []);
    }
}
