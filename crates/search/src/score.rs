//! Scores. The only place with arithmetic on mates and plies.
//!
//! A score is from the side to move's point of view, in centipawns. Three ranges share one integer, so that all scores can be
//! compared directly: ordinary evaluations, tablebase wins (the distance to mate is unknown) and mates (the distance in plies
//! is known). Mate and tablebase scores count plies from the *root*. In the transposition table they count from the *stored
//! node*, because the same position is reached at different plies. Only [`Score::to_tt`] and [`Score::from_tt`] convert
//! between the two (chessprogramming.org, "Mate Score").

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply a search can reach, counted from the root.
pub const MAX_PLY: usize = 246;

const MATE: i32 = 32_000;
const MATE_FLOOR: i32 = MATE - MAX_PLY as i32;
const TABLEBASE: i32 = 31_000;
const TABLEBASE_FLOOR: i32 = TABLEBASE - MAX_PLY as i32;

/// A search score from the side to move's point of view.
///
/// Reported scores are normalised: 100 centipawns are a 50 % chance to win. The search itself uses the evaluator's centipawns, which
/// fields and methods called `raw_score` return. [`Score::normalised`] converts.
///
/// ```
/// use argali_search::{Score, ScoreKind};
///
/// assert_eq!(Score::cp(35).kind(), ScoreKind::Centipawns(35));
/// assert_eq!(Score::mate_in_plies(5).kind(), ScoreKind::Mate(3));
/// assert_eq!(Score::mated_in_plies(4).kind(), ScoreKind::Mate(-2));
/// assert!(Score::mate_in_plies(5) > Score::cp(2_000));
/// ```
///
/// With the feature `serde` it is serialised as its [`kind`](Score::kind): `{"cp":35}`, `{"mate":-2}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "ScoreKind", try_from = "ScoreKind")
)]
pub struct Score(i32);

/// The meaning of a [`Score`], for people and protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ScoreKind {
    /// Centipawns for the side to move.
    #[cfg_attr(feature = "serde", serde(rename = "cp"))]
    Centipawns(i32),
    /// Mate in this many full moves; negative when the side to move is mated, 0 when it is mated already.
    Mate(i32),
    /// A win proven by tablebases in a position that is reached in so many plies. The distance to mate from there is unknown.
    TablebaseWin(u32),
    /// A loss proven by tablebases in a position that is reached in so many plies.
    TablebaseLoss(u32),
}

impl Score {
    /// A drawn game.
    pub const DRAW: Score = Score(0);
    /// Above every score that a search returns.
    pub const INFINITE: Score = Score(MATE + 1);
    /// The largest evaluation that is neither a tablebase win nor a mate: 30,000 centipawns.
    pub const MAX_EVAL: Score = Score(30_000);

    /// A score of `centipawns`, clamped to ±[`Score::MAX_EVAL`], so that no evaluator can claim a mate.
    #[inline]
    #[must_use]
    pub const fn cp(centipawns: i32) -> Score {
        let max = Score::MAX_EVAL.0;
        Score(if centipawns > max {
            max
        } else if centipawns < -max {
            -max
        } else {
            centipawns
        })
    }

    /// The side to move mates in `plies` half-moves.
    #[inline]
    #[must_use]
    pub const fn mate_in_plies(plies: usize) -> Score {
        Score(MATE - plies as i32)
    }

    /// The side to move is mated in `plies` half-moves.
    #[inline]
    #[must_use]
    pub const fn mated_in_plies(plies: usize) -> Score {
        Score(plies as i32 - MATE)
    }

    /// A tablebase win for the side to move, seen at `ply`.
    #[inline]
    #[must_use]
    pub const fn tablebase_win(ply: usize) -> Score {
        Score(TABLEBASE - ply as i32)
    }

    /// A tablebase loss for the side to move, seen at `ply`.
    #[inline]
    #[must_use]
    pub const fn tablebase_loss(ply: usize) -> Score {
        Score(ply as i32 - TABLEBASE)
    }

    /// The score as a plain number. For mates and tablebase wins, only the order of raw values is meaningful.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::raw`].
    #[inline]
    pub(crate) const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// Whether the score is a mate, for either side.
    #[inline]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_FLOOR
    }

    /// Whether the score is proven (mate or tablebase) for either side.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= TABLEBASE_FLOOR
    }

    /// Whether the side to move is proven to win.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= TABLEBASE_FLOOR
    }

    /// Whether the side to move is proven to lose.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -TABLEBASE_FLOOR
    }

    /// Plies to the mate, if the score is a mate.
    #[must_use]
    pub const fn plies_to_mate(self) -> Option<usize> {
        if self.is_mate() { Some((MATE - self.0.abs()) as usize) } else { None }
    }

    /// The kind of the score and its value.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        if self.is_mate() {
            let plies = MATE - self.0.abs();
            let moves = (plies + 1) / 2;
            ScoreKind::Mate(if self.0 > 0 { moves } else { -moves })
        } else if self.0 >= TABLEBASE_FLOOR {
            ScoreKind::TablebaseWin((TABLEBASE - self.0) as u32)
        } else if self.0 <= -TABLEBASE_FLOOR {
            ScoreKind::TablebaseLoss((TABLEBASE + self.0) as u32)
        } else {
            ScoreKind::Centipawns(self.0)
        }
    }

    /// The score in centipawns, as protocols write it: tablebase wins are about ±20,000; `None` for a mate.
    #[must_use]
    pub const fn centipawns(self) -> Option<i32> {
        match self.kind() {
            ScoreKind::Mate(_) => None,
            ScoreKind::Centipawns(centipawns) => Some(centipawns),
            ScoreKind::TablebaseWin(plies) => Some(20_000 - plies as i32),
            ScoreKind::TablebaseLoss(plies) => Some(plies as i32 - 20_000),
        }
    }

    /// The score as the table stores it: distances count from the stored node, which is `ply` plies from the root.
    #[inline]
    pub(crate) const fn to_tt(self, ply: usize) -> i16 {
        let rebased = if self.0 >= TABLEBASE_FLOOR {
            self.0 + ply as i32
        } else if self.0 <= -TABLEBASE_FLOOR {
            self.0 - ply as i32
        } else {
            self.0
        };
        rebased as i16
    }

    /// The inverse of [`Score::to_tt`]. Any `i16` is accepted, because a table entry may be wrong.
    ///
    /// `None` for a mate beyond the fifty-move horizon, because the game may be drawn before it. As a large ordinary score it
    /// would exceed every line that makes progress, and a long ending would not be won in time.
    #[inline]
    pub(crate) const fn from_tt(stored: i16, ply: usize, halfmove_clock: u8) -> Option<Score> {
        let stored = stored as i32;
        let left = 100 - halfmove_clock as i32;
        if stored >= TABLEBASE_FLOOR {
            let top = if stored >= MATE_FLOOR { MATE } else { TABLEBASE };
            if stored > top || top - stored > left {
                return None;
            }
            Some(Score(stored - ply as i32))
        } else if stored <= -TABLEBASE_FLOOR {
            let top = if stored <= -MATE_FLOOR { MATE } else { TABLEBASE };
            if stored < -top || top + stored > left {
                return None;
            }
            Some(Score(stored + ply as i32))
        } else {
            Some(Score(stored))
        }
    }
}

impl From<Score> for ScoreKind {
    fn from(score: Score) -> ScoreKind {
        score.kind()
    }
}

/// A value that is not a score: a mate or a tablebase win beyond [`MAX_PLY`], or centipawns beyond [`Score::MAX_EVAL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreRange(pub ScoreKind);

impl fmt::Display for ScoreRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = Score::MAX_EVAL.0;
        write!(f, "{:?} is not a score: centipawns reach to ±{max}, other scores {MAX_PLY} plies", self.0)
    }
}

impl std::error::Error for ScoreRange {}

impl TryFrom<ScoreKind> for Score {
    type Error = ScoreRange;

    /// The score of a kind. A mate in N moves is one of 2N − 1 plies, and being mated in N moves one of 2N plies.
    fn try_from(kind: ScoreKind) -> Result<Score, ScoreRange> {
        let plies = |plies: Option<u32>| plies.map(|plies| plies as usize).filter(|&plies| plies <= MAX_PLY);
        let score = match kind {
            ScoreKind::Centipawns(cp) => Some(Score::cp(cp)).filter(|score| score.0 == cp),
            ScoreKind::Mate(moves @ 1..) => {
                plies((moves as u32).checked_mul(2)).map(|plies| Score::mate_in_plies(plies - 1))
            }
            ScoreKind::Mate(moves) => plies(moves.unsigned_abs().checked_mul(2)).map(Score::mated_in_plies),
            ScoreKind::TablebaseWin(ply) => plies(Some(ply)).map(Score::tablebase_win),
            ScoreKind::TablebaseLoss(ply) => plies(Some(ply)).map(Score::tablebase_loss),
        };
        score.ok_or(ScoreRange(kind))
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Display for Score {
    /// Pawns with a sign (`+0.35`; about ±200 for a tablebase win), or `#3` / `#-2` for mates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.kind(), self.centipawns()) {
            (_, Some(centipawns)) => format!("{:+.2}", f64::from(centipawns) / 100.0),
            (ScoreKind::Mate(moves), None) => format!("#{moves}"),
            (_, None) => unreachable!("only mates have no centipawns"),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this one (the search failed high).
    Lower,
    /// The true score is at most this one (the search failed low).
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_score_is_made_again_from_its_kind() {
        for score in [
            Score::cp(-30_000),
            Score::DRAW,
            Score::mate_in_plies(1),
            Score::mate_in_plies(35),
            Score::mated_in_plies(0),
            Score::mated_in_plies(12),
            Score::tablebase_win(0),
            Score::tablebase_loss(7),
        ] {
            assert_eq!(Score::try_from(score.kind()), Ok(score));
        }
        for kind in [
            ScoreKind::Centipawns(30_001),
            ScoreKind::Mate(200),
            ScoreKind::Mate(i32::MIN),
            ScoreKind::TablebaseWin(999),
        ] {
            assert_eq!(Score::try_from(kind), Err(ScoreRange(kind)));
        }
        assert_eq!(Score::tablebase_loss(7).centipawns(), Some(-19_993));
        assert_eq!(Score::mate_in_plies(3).centipawns(), None);
    }

    #[test]
    fn mate_distances_read_as_moves() {
        assert_eq!(Score::mate_in_plies(1).kind(), ScoreKind::Mate(1));
        assert_eq!(Score::mate_in_plies(3).kind(), ScoreKind::Mate(2));
        assert_eq!(Score::mated_in_plies(0).kind(), ScoreKind::Mate(0));
        assert_eq!(Score::mated_in_plies(2).kind(), ScoreKind::Mate(-1));
        assert_eq!(Score::mate_in_plies(5).to_string(), "#3");
        assert_eq!(Score::cp(-150).to_string(), "-1.50");
    }

    /// Seed: mate scores are rebased by ply on store and probe.
    #[test]
    fn mate_scores_are_rebased_by_ply_on_store_and_probe() {
        // A mate seen 7 plies from the root at a node 4 plies from it is 3 plies away from that node.
        let stored = Score::mate_in_plies(7).to_tt(4);
        assert_eq!(stored, Score::mate_in_plies(3).to_tt(0));
        // The same node reached at ply 10 means mate 13 plies from that root.
        assert_eq!(Score::from_tt(stored, 10, 0), Some(Score::mate_in_plies(13)));
        assert_eq!(Score::from_tt(Score::mated_in_plies(7).to_tt(4), 10, 0), Some(Score::mated_in_plies(13)));
    }

    #[test]
    fn a_mate_behind_the_fifty_move_horizon_is_not_trusted() {
        for score in [Score::mate_in_plies(20), Score::mated_in_plies(20)] {
            assert_eq!(Score::from_tt(score.to_tt(0), 0, 80), Some(score));
            assert_eq!(Score::from_tt(score.to_tt(0), 0, 81), None);
        }
    }

    proptest! {
        #[test]
        fn table_round_trip_is_the_identity(raw in -MATE..=MATE, ply in 0usize..MAX_PLY) {
            let score = Score(raw);
            // A node cannot have a mate that is closer to the root than the node itself.
            let distance = score.plies_to_mate().unwrap_or(MAX_PLY);
            prop_assume!(!score.is_decisive() || (score.is_mate() && distance >= ply && distance - ply <= 100));
            prop_assume!(raw.abs() <= TABLEBASE || raw.abs() >= MATE_FLOOR);
            prop_assert_eq!(Score::from_tt(score.to_tt(ply), ply, 0), Some(score));
        }

        #[test]
        fn any_stored_value_decodes_to_a_score_in_range(stored: i16, ply in 0usize..=MAX_PLY, clock in 0u8..=100) {
            if let Some(score) = Score::from_tt(stored, ply, clock) {
                prop_assert!(score < Score::INFINITE && score > -Score::INFINITE);
            }
        }
    }
}
