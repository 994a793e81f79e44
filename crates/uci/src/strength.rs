//! Playing weaker, as people do.
//!
//! A weak player sees less, and is less sure of what he sees. So a limited search has fewer nodes, and what is played is
//! not always the best of its lines, but each with a chance that falls with what it gives away (a softmax, as in
//! Stockfish's skill levels and in Maia's and Leela's temperature). What matters is the loss as it is felt: a hundred
//! centipawns mean much in an even game and little in one that is won, and a mate that was seen is hardly ever missed.
//!
//! # What the Elo mean
//!
//! They are those of Stockfish 15.1's own `UCI_Elo`, found by matches against it, both sides set to the same figure:
//!
//! | `UCI_Elo` | nodes | temperature | lines | won–drawn–lost | score | difference (Elo) |
//! |---|---|---|---|---|---|---|
//! | 1,500 | 1,169 | 18.4 cp | 6 | 50–4–46 | 52.0 % | +14 ± 66 |
//! | 1,800 | 3,587 | 11.4 cp | 6 | 41–7–52 | 44.5 % | -38 ± 74 |
//! | 2,100 | 24,380 | 4.5 cp | 4 | 47–15–38 | 54.5 % | +31 ± 70 |
//!
//! The error bars are of 95 %. One thread and 16 MiB of hash each, a balanced book of openings, each played with both
//! colours, no tablebases, 4 s + 0.04 s for Stockfish; the engine's nodes take a small part of that. The nodes are those after which no
//! iteration is begun; searches have about one and a half times as many. Stockfish picks its move at a fixed depth at each
//! level, but what its table holds of longer searches makes the pick better: without a clock, asked for that depth alone, it was
//! level at 1,500 with a player of 300 nodes and 31 centipawns.
//!
//! The rest is extrapolated: above 2,100 by the slope from 1,500 on, below 1,500 by matches of the engine against itself. The player
//! with 300 nodes and 31 centipawns, of 1,300 today, won by 382 ± 147 Elo (60 games) against that of 950, and by 536 ± 179
//! (80 games) against that of 600, so the weakest may be stronger than said. All these are engines' Elo; what people's rating
//! they match is not known.

use crate::random::Random;
use argali_search::{Limits, Outcome, Score};

/// A strength below the full one, in Elo.
///
/// ```
/// use argali_uci::Strength;
///
/// let beginner = Strength::new(Strength::MIN);
/// let master = Strength::new(Strength::MAX);
/// assert!(beginner.nodes() < master.nodes() && beginner.temperature() > master.temperature());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "u32", from = "u32")
)]
pub struct Strength {
    elo: u32,
}

/// Points of play for Elo, between which the line is straight. Points say how far a player lies above the weakest, in Elo of the
/// engine against itself, roughly. From 1,500 to 2,100 they were measured.
const POINTS: [(u32, f64); 5] =
    [(Strength::MIN, 0.0), (1_500, 900.0), (1_800, 1_065.0), (2_100, 1_347.0), (Strength::MAX, 1_460.0)];
/// Nodes of the weakest player.
const NODES: f64 = 2.58;
/// Points for which nodes double.
const NODES_DOUBLE: f64 = 102.0;
/// Nodes of the first iteration over several lines, about; with each further iteration the sum doubles.
const FIRST_ITERATION: f64 = 150.0;
/// Temperature of the weakest player (centipawns).
const HIGHEST_TEMPERATURE: f64 = 90.0;
/// Points at which the temperature has halved.
const TEMPERATURE_HALVED: f64 = 533.0;
/// By which power of the points the temperature halves: ever faster.
const TEMPERATURE_POWER: f64 = 1.58;
/// Lines that the weakest player wavers between.
const MOST_LINES: f64 = 10.0;
/// Points for which there is a line less.
const LINE_LESS: f64 = 240.0;
/// Up to about this many centipawns, a score is felt as it is; beyond, only its logarithm.
const FELT: f64 = 300.0;

impl From<u32> for Strength {
    /// As [`Strength::new`].
    fn from(elo: u32) -> Strength {
        Strength::new(elo)
    }
}

impl From<Strength> for u32 {
    /// As [`Strength::elo`].
    fn from(strength: Strength) -> u32 {
        strength.elo
    }
}

impl Strength {
    /// The weakest (Elo).
    pub const MIN: u32 = 600;
    /// The strongest (Elo).
    pub const MAX: u32 = 2_250;
    /// What is set unless another is asked for (Elo).
    pub const DEFAULT: u32 = 1_500;

    /// A strength of `elo`, brought into [`Strength::MIN`]`..=`[`Strength::MAX`].
    #[must_use]
    pub fn new(elo: u32) -> Strength {
        Strength { elo: elo.clamp(Strength::MIN, Strength::MAX) }
    }

    /// Elo.
    #[must_use]
    pub fn elo(self) -> u32 {
        self.elo
    }

    /// How far the strength lies above that of the weakest player.
    fn points(self) -> f64 {
        let above = POINTS.iter().position(|&(elo, _)| elo >= self.elo).unwrap_or(POINTS.len() - 1);
        let [(low, low_points), (high, high_points)] = [POINTS[above.max(1) - 1], POINTS[above.max(1)]];
        let part = f64::from(self.elo - low) / f64::from(high - low);
        low_points + part * (high_points - low_points)
    }

    /// After so many nodes no new iteration is begun.
    #[must_use]
    pub fn nodes(self) -> u64 {
        (NODES * (self.points() / NODES_DOUBLE).exp2()) as u64
    }

    /// Depth that is about as strong as the nodes (plies), for searches that count no nodes.
    #[must_use]
    pub fn depth(self) -> u32 {
        (1.0 + (self.nodes() as f64 / FIRST_ITERATION).log2()).round().max(1.0) as u32
    }

    /// How much a line may be felt to give away before its chance falls to 1/e of that of the best (centipawns).
    #[must_use]
    pub fn temperature(self) -> f64 {
        HIGHEST_TEMPERATURE * (-(self.points() / TEMPERATURE_HALVED).powf(TEMPERATURE_POWER)).exp2()
    }

    /// How many lines are chosen from.
    #[must_use]
    pub fn lines(self) -> usize {
        (MOST_LINES - self.points() / LINE_LESS).round() as usize
    }

    /// The limits of a search that plays at this strength at most.
    #[must_use]
    pub fn limit(self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        limits.lines = limits.lines.max(self.lines());
        if limits.ponder {
            // Thinking on the opponent's time must not add strength, and must not end before the opponent has moved.
            limits.depth = Some(limits.depth.map_or(self.depth(), |depth| depth.min(self.depth())));
        } else {
            limits.soft_nodes = Some(limits.soft_nodes.map_or(self.nodes(), |nodes| nodes.min(self.nodes())));
        }
        limits
    }

    /// Chooses among the lines of a search, and makes the chosen one what is played. `shown` lines are kept: if that is
    /// one, the chosen one; otherwise the best, in their order.
    pub(crate) fn waver(self, outcome: &mut Outcome, shown: usize, random: &mut Random) {
        // Before the first iteration there is nothing to choose by.
        let choice = if outcome.depth == 0 { 1 } else { self.lines() };
        let lines = &outcome.lines[..outcome.lines.len().min(choice)];
        let best = lines.iter().map(|line| felt(line.score)).fold(f64::NEG_INFINITY, f64::max);
        let weights = lines.iter().map(|line| {
            let chance = ((felt(line.score) - best) / self.temperature()).exp();
            if line.moves.is_empty() { 0.0 } else { chance }
        });
        if let Some(chosen) = random.index(weights) {
            let line = &outcome.lines[chosen];
            outcome.best = line.moves.first().copied();
            outcome.ponder = line.moves.get(1).copied();
            outcome.score = line.score;
            if shown == 1 {
                outcome.lines.swap(0, chosen);
            }
        }
        outcome.lines.truncate(shown.max(1));
    }
}

/// A score as a player feels it (centipawns): as it is where the game is even, and ever less of it beyond.
fn felt(score: Score) -> f64 {
    let centipawns = f64::from(score.raw());
    centipawns.signum() * FELT * (centipawns.abs() / FELT).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_search::{Engine, Position, Silent, StopHandle};
    use proptest::prelude::*;

    fn outcome(fen: &str, strength: Strength) -> Outcome {
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let position: Position = fen.parse().unwrap();
        let limits = strength.limit(&Limits::new());
        engine.search(&position, &limits, &StopHandle::new(), &mut Silent)
    }

    /// How often which move is played in 1,000 tries.
    fn played(fen: &str, elo: u32) -> Vec<(String, usize)> {
        let strength = Strength::new(elo);
        let found = outcome(fen, strength);
        let mut random = Random::new(u64::from(elo));
        let mut counts: Vec<(String, usize)> = Vec::new();
        for _ in 0..1_000 {
            let mut outcome = found.clone();
            strength.waver(&mut outcome, 1, &mut random);
            assert_eq!(outcome.lines.len(), 1);
            assert_eq!(outcome.lines[0].moves.first(), outcome.best.as_ref());
            let name = outcome.best.unwrap().to_string();
            match counts.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        counts
    }

    const OPENING: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn the_weak_vary_more_than_the_strong() {
        let weak = played(OPENING, Strength::MIN);
        let strong = played(OPENING, Strength::MAX);
        assert!(weak.len() >= 5, "{weak:?}");
        assert!(weak[0].1 < strong[0].1, "{weak:?} {strong:?}");
    }

    #[test]
    fn nobody_misses_a_mate_that_was_seen_or_a_queen_that_hangs() {
        for (fen, best, at_least) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", 950),
            ("4k3/8/8/3q4/4P3/8/5PPP/6K1 w - - 0 1", "e4d5", 900),
        ] {
            for elo in [Strength::MIN, 1_500, 2_000, Strength::MAX] {
                let counts = played(fen, elo);
                assert_eq!(counts[0].0, best, "{elo}: {counts:?}");
                assert!(counts[0].1 >= at_least, "{elo}: {counts:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_errs_in_the_same_way() {
        assert_eq!(played(OPENING, 1_000), played(OPENING, 1_000));
    }

    #[test]
    fn what_was_measured_is_what_is_played() {
        // Whoever changes one of these figures has to play the matches again.
        for (elo, nodes, temperature, lines, depth) in
            [(1_500, 1_169, 18.4, 6, 4), (1_800, 3_587, 11.4, 6, 6), (2_100, 24_380, 4.5, 4, 8)]
        {
            let strength = Strength::new(elo);
            assert!(strength.nodes().abs_diff(nodes) <= nodes / 200, "{elo}: {}", strength.nodes());
            assert!((strength.temperature() - temperature).abs() < 0.05, "{elo}: {}", strength.temperature());
            assert_eq!((strength.lines(), strength.depth()), (lines, depth), "{elo}");
        }
    }

    #[test]
    fn limits_are_tightened_and_never_loosened() {
        let strength = Strength::new(1_500);
        let limits = strength.limit(&Limits::new().depth(2).lines(3).soft_nodes(7));
        assert_eq!((limits.depth, limits.soft_nodes), (Some(2), Some(7)));
        assert_eq!(strength.limit(&Limits::new()).soft_nodes, Some(strength.nodes()));
        assert_eq!(strength.limit(&Limits::new().lines(40)).lines, 40);
        let pondering = strength.limit(&Limits::new().ponder());
        assert_eq!((pondering.depth, pondering.soft_nodes), (Some(strength.depth()), None));
    }

    #[test]
    fn several_shown_lines_keep_their_order() {
        let strength = Strength::new(Strength::MIN);
        let found = outcome(OPENING, strength);
        let mut random = Random::new(3);
        for _ in 0..50 {
            let mut outcome = found.clone();
            strength.waver(&mut outcome, 3, &mut random);
            assert_eq!(outcome.lines, found.lines[..3]);
        }
    }

    #[test]
    fn a_finished_game_has_no_move_still() {
        let strength = Strength::new(Strength::MIN);
        let mut outcome = outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", strength);
        strength.waver(&mut outcome, 1, &mut Random::new(1));
        assert_eq!((outcome.best, outcome.lines.len()), (None, 1));
    }

    proptest! {
        #[test]
        fn more_elo_is_never_less_of_anything(elo in Strength::MIN..Strength::MAX) {
            let [lower, higher] = [elo, elo + 1].map(Strength::new);
            prop_assert!(lower.nodes() <= higher.nodes() && lower.depth() <= higher.depth());
            prop_assert!(lower.temperature() > higher.temperature() && lower.lines() >= higher.lines());
            prop_assert!(lower.depth() >= 1 && lower.lines() >= 2);
        }

        #[test]
        fn better_is_felt_better(a in -32_000_i32..32_000, b in -32_000_i32..32_000) {
            let felt = |cp: i32| felt(Score::cp(cp));
            prop_assert_eq!(a.clamp(-30_000, 30_000).cmp(&b.clamp(-30_000, 30_000)), felt(a).total_cmp(&felt(b)));
        }
    }
}
