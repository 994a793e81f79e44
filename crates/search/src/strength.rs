//! Play at limited strength.
//!
//! A limited search gets fewer nodes, and the move is drawn at random from its best lines: the more a line loses against the best one,
//! the lower is its probability. The distribution is a softmax with a temperature, as in Leela and Maia. Losses in decided positions
//! count less than in even ones, and a mate that was found is hardly ever missed.
//!
//! From [`Strength::MATES_BARE_KING`] on, the side with a queen or rook against a bare king plays without random errors. Otherwise the
//! fifty-move rule would often save the bare king, which does not happen between club players.
//!
//! # Calibration
//!
//! The scale is that of Stockfish 15.1's `UCI_Elo`. It was measured in matches with both sides set to the same Elo:
//!
//! | `UCI_Elo` | nodes | temperature | lines | won–drawn–lost | score | difference (Elo) |
//! |---|---|---|---|---|---|---|
//! | 1,500 | 1,169 | 18.4 cp | 6 | 50–4–46 | 52.0 % | +14 ± 66 |
//! | 1,800 | 3,587 | 11.4 cp | 6 | 41–7–52 | 44.5 % | -38 ± 74 |
//! | 2,100 | 24,380 | 4.5 cp | 4 | 47–15–38 | 54.5 % | +31 ± 70 |
//!
//! The intervals are at 95 % confidence. Conditions: one thread and 16 MiB of hash each, a balanced opening book, each opening played
//! with both colours, no tablebases, and 4 s + 0.04 s for Stockfish. `nodes` is the count after which no new iteration begins; a search
//! has about one and a half times as many. Stockfish's strength depends on the clock: without one, limited to the depth of its level,
//! 1,500 is equal to a player with 300 nodes and 31 centipawns.
//!
//! Other strengths are extrapolated: above 2,100 by the slope from 1,500 on, below 1,500 by matches of the engine against itself. The
//! player with 300 nodes and 31 centipawns (today 1,300) won by 382 ± 147 Elo (60 games) against 950, and by 536 ± 179 Elo (80 games)
//! against 600, so the weakest may be stronger than stated. How these figures relate to ratings of humans is not known.

use crate::{Limits, Outcome, Score};
use cozy_chess::{Board, Piece};

/// A limited strength, in Elo.
///
/// ```
/// use argali_search::{Engine, Limits, Position, Strength};
///
/// let (mut engine, position) = (Engine::builder().hash_mib(1).build()?, Position::startpos());
/// let beginner = Strength::new(800);
/// let limits = beginner.limit(&Limits::new(), position.board());
/// let mut outcome = engine.search(&position, &limits);
/// let random = 0x5eed_0123_4567_89ab; // from any source of random numbers
/// beginner.choose(&mut outcome, position.board(), 1, random);
/// assert!(outcome.best.is_some() && outcome.lines.len() == 1);
/// # Ok::<(), argali_search::EngineError>(())
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

/// Playing strength in points for each Elo, interpolated linearly. A point is about one Elo in matches of the engine against itself,
/// counted from the weakest player. The values from 1,500 to 2,100 are measured.
const POINTS: [(u32, f64); 5] =
    [(Strength::MIN, 0.0), (1_500, 900.0), (1_800, 1_065.0), (2_100, 1_347.0), (Strength::MAX, 1_460.0)];
/// Nodes of the weakest player.
const NODES: f64 = 2.58;
/// Points that double the nodes.
const NODES_DOUBLE: f64 = 102.0;
/// Approximate nodes of the first iteration over several lines. Each further iteration doubles the sum.
const FIRST_ITERATION: f64 = 150.0;
/// Temperature of the weakest player (centipawns).
const HIGHEST_TEMPERATURE: f64 = 90.0;
/// Points at which the temperature is half of the highest.
const TEMPERATURE_HALVED: f64 = 533.0;
/// Exponent of the points: above 1, the temperature falls faster for stronger players.
const TEMPERATURE_POWER: f64 = 1.58;
/// Lines that the weakest player chooses from.
const MOST_LINES: f64 = 10.0;
/// Points for which the number of lines falls by one.
const POINTS_PER_LINE: f64 = 240.0;
/// Scores count in full up to about this many centipawns, and logarithmically beyond.
const FULL_WEIGHT: f64 = 300.0;
/// Nodes that are enough to mate a bare king with a queen or rook.
const MATING_NODES: u64 = 5_000;

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
    /// The lowest strength (Elo).
    pub const MIN: u32 = 600;
    /// The highest strength (Elo).
    pub const MAX: u32 = 2_250;
    /// The default (Elo).
    pub const DEFAULT: u32 = 1_500;
    /// From this strength on, a queen or rook against a bare king is played without random errors (Elo).
    pub const MATES_BARE_KING: u32 = 1_350;

    /// A strength of `elo`, clamped to [`Strength::MIN`]`..=`[`Strength::MAX`].
    #[must_use]
    pub fn new(elo: u32) -> Strength {
        Strength { elo: elo.clamp(Strength::MIN, Strength::MAX) }
    }

    /// The strength in Elo.
    #[must_use]
    pub fn elo(self) -> u32 {
        self.elo
    }

    /// The strength in points above the weakest player ([`POINTS`]).
    fn points(self) -> f64 {
        let above = POINTS.iter().position(|&(elo, _)| elo >= self.elo).unwrap_or(POINTS.len() - 1);
        let [(low, low_points), (high, high_points)] = [POINTS[above.max(1) - 1], POINTS[above.max(1)]];
        let part = f64::from(self.elo - low) / f64::from(high - low);
        low_points + part * (high_points - low_points)
    }

    /// The number of nodes after which no new iteration begins.
    #[must_use]
    pub fn nodes(self) -> u64 {
        (NODES * (self.points() / NODES_DOUBLE).exp2()) as u64
    }

    /// The depth that is about as strong as [`Strength::nodes`] (plies), for searches that cannot be limited by nodes.
    #[must_use]
    pub fn depth(self) -> u32 {
        (1.0 + (self.nodes() as f64 / FIRST_ITERATION).log2()).round().max(1.0) as u32
    }

    /// The loss at which a line's probability is 1/e of that of the best line (centipawns in an even position).
    #[must_use]
    pub fn temperature(self) -> f64 {
        HIGHEST_TEMPERATURE * (-(self.points() / TEMPERATURE_HALVED).powf(TEMPERATURE_POWER)).exp2()
    }

    /// The number of lines from which the move is drawn.
    #[must_use]
    pub fn lines(self) -> usize {
        (MOST_LINES - self.points() / POINTS_PER_LINE).round() as usize
    }

    /// The limits for a search of `board` at this strength: `limits`, or tighter ones.
    #[must_use]
    pub fn limit(self, limits: &Limits, board: &Board) -> Limits {
        let mut limits = limits.clone();
        let exempt = self.is_exempt(board);
        if !exempt {
            limits.multi_pv = limits.multi_pv.max(self.lines());
        }
        if limits.ponder {
            // Pondering must not add strength, and must not end before the opponent has moved.
            limits.depth = Some(limits.depth.map_or(self.depth(), |depth| depth.min(self.depth())));
        } else {
            let nodes = if exempt { self.nodes().max(MATING_NODES) } else { self.nodes() };
            limits.soft_nodes = Some(limits.soft_nodes.map_or(nodes, |soft| soft.min(nodes)));
        }
        limits
    }

    /// Draws the move from the lines of a search of `board` under the limits of [`Strength::limit`], and makes it the best move of
    /// `outcome`. Keeps `lines` lines: if one, the line of the move; otherwise the best ones, in order. `random` is 64 random bits.
    pub fn choose(self, outcome: &mut Outcome, board: &Board, lines: usize, random: u64) {
        // Before the first iteration there are no scores to choose by.
        let choice = if outcome.depth == 0 || self.is_exempt(board) { 1 } else { self.lines() };
        let candidates = &outcome.lines[..outcome.lines.len().min(choice)];
        let best = candidates.iter().map(|line| weighed(line.raw_score)).fold(f64::NEG_INFINITY, f64::max);
        let probabilities = candidates.iter().map(|line| {
            let probability = ((weighed(line.raw_score) - best) / self.temperature()).exp();
            if line.moves.is_empty() { 0.0 } else { probability }
        });
        if let Some(chosen) = draw(probabilities, random) {
            let line = &outcome.lines[chosen];
            outcome.best = line.moves.first().copied();
            outcome.ponder = line.moves.get(1).copied();
            (outcome.score, outcome.wdl) = (line.score, line.wdl);
            if lines <= 1 {
                outcome.lines.swap(0, chosen);
            }
        }
        outcome.lines.truncate(lines.max(1));
    }

    /// Whether the side to move has a queen or rook against a bare king, and is strong enough to play without random errors.
    fn is_exempt(self, board: &Board) -> bool {
        let us = board.side_to_move();
        let heavy = board.pieces(Piece::Queen) | board.pieces(Piece::Rook);
        self.elo >= Strength::MATES_BARE_KING
            && board.colors(!us).len() == 1
            && !(board.colors(us) & heavy).is_empty()
    }
}

/// A score with large advantages compressed (centipawns).
fn weighed(score: Score) -> f64 {
    let centipawns = f64::from(score.raw());
    centipawns.signum() * FULL_WEIGHT * (centipawns.abs() / FULL_WEIGHT).ln_1p()
}

/// An index drawn at random with these weights; `None` if all are 0.
fn draw(weights: impl Iterator<Item = f64> + Clone, random: u64) -> Option<usize> {
    // The upper 53 bits give a uniform fraction from 0 to below 1.
    let fraction = (random >> 11) as f64 / (1_u64 << 53) as f64;
    let mut left = fraction * weights.clone().sum::<f64>();
    let mut last = None;
    for (index, weight) in weights.enumerate().filter(|&(_, weight)| weight > 0.0) {
        last = Some(index);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Position};
    use proptest::prelude::*;

    fn outcome(fen: &str, strength: Strength) -> Outcome {
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let position: Position = fen.parse().unwrap();
        let limits = strength.limit(&Limits::new(), position.board());
        engine.search(&position, &limits)
    }

    /// The `number`th of `many` values, evenly spread over all of 64 bits.
    fn evenly(number: u64, many: u64) -> u64 {
        u64::MAX / many * number
    }

    /// How often which move is played over 1,000 evenly spread random numbers.
    fn played(fen: &str, elo: u32) -> Vec<(String, usize)> {
        let strength = Strength::new(elo);
        let found = outcome(fen, strength);
        let board: Board = fen.parse().unwrap();
        let mut counts: Vec<(String, usize)> = Vec::new();
        for number in 0..1_000_u64 {
            let mut outcome = found.clone();
            strength.choose(&mut outcome, &board, 1, evenly(number, 1_000));
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
    fn no_strength_misses_a_mate_that_was_found_or_a_hanging_queen() {
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
    fn measured_strengths_keep_their_settings() {
        // A change of these figures requires new matches.
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
        let (strength, board) = (Strength::new(1_500), Board::startpos());
        let limits = strength.limit(&Limits::new().depth(2).multi_pv(3).soft_nodes(7), &board);
        assert_eq!((limits.depth, limits.soft_nodes), (Some(2), Some(7)));
        assert_eq!(strength.limit(&Limits::new(), &board).soft_nodes, Some(strength.nodes()));
        assert_eq!(strength.limit(&Limits::new().multi_pv(40), &board).multi_pv, 40);
        let pondering = strength.limit(&Limits::new().ponder(), &board);
        assert_eq!((pondering.depth, pondering.soft_nodes), (Some(strength.depth()), None));
    }

    #[test]
    fn several_shown_lines_keep_their_order() {
        let strength = Strength::new(Strength::MIN);
        let found = outcome(OPENING, strength);
        let board: Board = OPENING.parse().unwrap();
        for number in 0..50 {
            let mut outcome = found.clone();
            strength.choose(&mut outcome, &board, 3, evenly(number, 50));
            assert_eq!(outcome.lines, found.lines[..3]);
        }
    }

    #[test]
    fn a_finished_game_still_has_no_move() {
        let strength = Strength::new(Strength::MIN);
        let fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        let mut outcome = outcome(fen, strength);
        strength.choose(&mut outcome, &fen.parse().unwrap(), 1, 1);
        assert_eq!((outcome.best, outcome.lines.len()), (None, 1));
    }

    /// A club player mates with a queen or rook for every random number. A beginner may fail.
    #[test]
    fn a_bare_king_is_mated_without_random_errors() {
        for fen in ["8/8/8/4k3/8/8/3QK3/8 w - - 0 1", "8/8/8/4k3/8/8/3RK3/8 w - - 0 1"] {
            let board: Board = fen.parse().unwrap();
            let club = Strength::new(Strength::MATES_BARE_KING).limit(&Limits::new(), &board);
            assert_eq!((club.multi_pv, club.soft_nodes), (1, Some(MATING_NODES)));
            assert_eq!(played(fen, Strength::MATES_BARE_KING).len(), 1, "{fen}");
            assert!(played(fen, Strength::MIN).len() > 1, "{fen}");
        }
        let king_and_pawn = "8/8/8/3k4/8/8/3PK3/8 w - - 0 1".parse().unwrap();
        assert!(Strength::new(1_500).limit(&Limits::new(), &king_and_pawn).multi_pv > 1);
    }

    #[test]
    fn draws_follow_the_weights() {
        let mut counts = [0_u32; 3];
        for number in 0..1_000 {
            counts[draw([1.0, 0.0, 3.0].into_iter(), evenly(number, 1_000)).unwrap()] += 1;
        }
        assert!(counts[0].abs_diff(250) <= 1 && counts[1] == 0, "{counts:?}");
        assert_eq!(draw([0.0, 0.0].into_iter(), 7), None);
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
        fn better_weighs_more(a in -32_000_i32..32_000, b in -32_000_i32..32_000) {
            let weight = |cp: i32| weighed(Score::cp(cp));
            prop_assert_eq!(a.clamp(-30_000, 30_000).cmp(&b.clamp(-30_000, 30_000)), weight(a).total_cmp(&weight(b)));
        }
    }
}
