//! The ranking of root moves: pure arithmetic on distances, without access to tables.
//!
//! Only root moves of the best rank are searched. The ranks decide which moves may be played, and the search chooses between these.
//! There are two conflicting aims. For progress, the distance to zeroing (DTZ: plies to the next capture, pawn move or mate) must
//! shrink. For short mates, the search needs a choice, because optimal DTZ play prefers winning a pawn to mating. The rules:
//!
//! - A mate is best.
//! - A move is *certain* if it wins with at least one ply of the fifty-move rule to spare, even if the table's distance is rounded
//!   down. Certain moves rank above all others. Those with a distance of at most [`FREE_PLIES`] are equal, and longer ones rank
//!   by distance. This keeps every mate in [`FREE_PLIES`] plies or less, because the DTZ is never longer than the distance to mate.
//! - If no ply is to spare, or a position has been repeated, moves rank by distance alone. The distance then shrinks with each move,
//!   so the win is kept, and no position can occur a third time.
//! - Losing moves are equal, so that the search finds the most stubborn defence. Near the fifty-move rule the longer distance is
//!   better.
//!
//! The margin and the treatment of losing moves follow Stockfish's ranking. Unlike there, long certain wins rank by distance, which
//! avoids long manoeuvres in endings such as bishop and knight against king.

use argali_search::{RootRank, TablebaseValue};
use cozy_chess::Move;

/// Winning moves with at most this distance (plies) to the next capture, pawn move or mate are equal to one another.
pub(crate) const FREE_PLIES: i32 = 20;

/// The fifty-move rule in plies.
const FIFTY_MOVES: i32 = 100;

const MATE: i32 = 1 << 20;
const CERTAIN: i32 = 1 << 18;
/// Larger than all distances, which are less than 2^15.
const BY_DISTANCE: i32 = 1 << 16;

/// The effect of a root move, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Mate.
    Mate,
    /// A capture or a pawn move, which resets the halfmove clock, to a position of this value.
    Zeroing(TablebaseValue),
    /// A draw.
    Draw,
    /// Another move.
    Quiet {
        /// Plies to the next capture, pawn move or mate, this move included; positive if the move wins, negative if it
        /// loses; more than 100 away from zero if the fifty-move rule draws even with the clock at 0.
        distance: i32,
        /// The true distance may be one ply longer: tables store some distances in moves.
        rounded: bool,
    },
    /// The distance is unknown; this is the value for a clock of 0.
    Unmeasured(TablebaseValue),
}

impl Effect {
    /// 1 if the move wins, 0 if it draws, -1 if it loses, without the fifty-move rule.
    pub fn sign(self) -> i32 {
        match self {
            Effect::Mate => 1,
            Effect::Draw => 0,
            Effect::Quiet { distance, .. } => distance.signum(),
            Effect::Zeroing(value) | Effect::Unmeasured(value) => match value {
                TablebaseValue::Win | TablebaseValue::CursedWin => 1,
                TablebaseValue::Draw => 0,
                TablebaseValue::Loss | TablebaseValue::BlessedLoss => -1,
            },
        }
    }

    /// Sharpens a rounded distance: the root's own entry shows that no move wins in fewer plies than `shortest`. The two sides of a
    /// table are rounded differently, so both together are more precise.
    pub fn at_least(self, shortest: i32) -> Effect {
        match self {
            Effect::Quiet { distance, rounded: true } if 0 < distance && distance < shortest => {
                Effect::Quiet { distance: distance + 1, rounded: false }
            }
            other => other,
        }
    }
}

/// The state of a root position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circumstances {
    /// The halfmove clock (plies).
    pub clock: i32,
    /// Whether the fifty-move rule is in force.
    pub fifty_move_rule: bool,
    /// Whether a position has occurred twice since the last irreversible move.
    pub repeated: bool,
}

/// Rank and value of a move with this effect.
pub(crate) fn rank(mv: Move, effect: Effect, at: Circumstances) -> RootRank {
    let (rank, value) = match effect {
        Effect::Mate => (MATE, TablebaseValue::Win),
        Effect::Draw => (0, TablebaseValue::Draw),
        // The clock does not matter, because the move resets it.
        Effect::Zeroing(value) => (zeroing_rank(value, at.repeated), value),
        Effect::Unmeasured(value) => (unmeasured_rank(value), value),
        Effect::Quiet { distance, rounded } => quiet(distance, i32::from(rounded), at),
    };
    RootRank::new(mv, rank, if at.fifty_move_rule { value } else { without_rule(value) })
}

fn zeroing_rank(value: TablebaseValue, repeated: bool) -> i32 {
    match value {
        TablebaseValue::Win => certain(1, repeated),
        TablebaseValue::CursedWin => by_distance(FIFTY_MOVES + 1, 0),
        TablebaseValue::Draw => 0,
        TablebaseValue::BlessedLoss => -BY_DISTANCE + FIFTY_MOVES + 1,
        TablebaseValue::Loss => -CERTAIN,
    }
}

fn unmeasured_rank(value: TablebaseValue) -> i32 {
    match value {
        TablebaseValue::Win => CERTAIN - BY_DISTANCE,
        TablebaseValue::CursedWin => 1,
        TablebaseValue::Draw => 0,
        TablebaseValue::BlessedLoss => -1,
        TablebaseValue::Loss => -CERTAIN,
    }
}

fn quiet(distance: i32, rounded: i32, at: Circumstances) -> (i32, TablebaseValue) {
    let end = distance.abs() + at.clock;
    if distance > 0 {
        // Exactly at the limit a rounded distance leaves the value open. The better value is returned.
        let value = if end <= FIFTY_MOVES { TablebaseValue::Win } else { TablebaseValue::CursedWin };
        let longest = distance + rounded;
        let rank = if longest + at.clock < FIFTY_MOVES {
            certain(longest, at.repeated)
        } else {
            by_distance(distance, rounded)
        };
        (rank, value)
    } else if distance < 0 {
        let value = if end <= FIFTY_MOVES { TablebaseValue::Loss } else { TablebaseValue::BlessedLoss };
        // The attacker may lose a ply with each inaccuracy, so distances count from half of the limit on.
        let rank = if 2 * -distance + at.clock < FIFTY_MOVES { -CERTAIN } else { -BY_DISTANCE - distance };
        (rank, value)
    } else {
        (0, TablebaseValue::Draw)
    }
}

fn certain(longest: i32, repeated: bool) -> i32 {
    CERTAIN - if repeated { longest } else { longest.max(FREE_PLIES) }
}

fn by_distance(distance: i32, rounded: i32) -> i32 {
    BY_DISTANCE - (2 * distance + rounded)
}

fn without_rule(value: TablebaseValue) -> TablebaseValue {
    match value {
        TablebaseValue::CursedWin => TablebaseValue::Win,
        TablebaseValue::BlessedLoss => TablebaseValue::Loss,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Square;

    fn rank_of(effect: Effect, clock: i32, repeated: bool) -> i32 {
        ranked(effect, clock, repeated, true).rank
    }

    fn value_of(effect: Effect, clock: i32, fifty_move_rule: bool) -> TablebaseValue {
        ranked(effect, clock, false, fifty_move_rule).value
    }

    fn ranked(effect: Effect, clock: i32, repeated: bool, fifty_move_rule: bool) -> RootRank {
        let mv = Move { from: Square::A1, to: Square::A2, promotion: None };
        rank(mv, effect, Circumstances { clock, fifty_move_rule, repeated })
    }

    fn quiet(distance: i32) -> Effect {
        Effect::Quiet { distance, rounded: false }
    }

    #[test]
    fn kinds_of_moves_come_in_their_order() {
        use TablebaseValue::{BlessedLoss, CursedWin, Loss, Win};
        let ordered = [
            Effect::Mate,
            Effect::Zeroing(Win),
            quiet(40),
            quiet(99),
            quiet(100),
            Effect::Zeroing(CursedWin),
            quiet(130),
            Effect::Draw,
            quiet(-130),
            Effect::Zeroing(BlessedLoss),
            quiet(-80),
            quiet(-55),
            Effect::Zeroing(Loss),
        ];
        for pair in ordered.windows(2) {
            assert!(rank_of(pair[0], 0, false) > rank_of(pair[1], 0, false), "{pair:?}");
        }
    }

    #[test]
    fn near_certain_wins_are_equal_so_that_the_search_finds_mates() {
        let near = rank_of(Effect::Zeroing(TablebaseValue::Win), 0, false);
        for clock in [0, 30, 79] {
            assert_eq!(rank_of(quiet(2), clock, false), near);
            assert_eq!(rank_of(quiet(FREE_PLIES), clock, false), near);
        }
        assert!(rank_of(quiet(FREE_PLIES + 1), 0, false) < near);
        assert!(rank_of(Effect::Mate, 0, false) > near);
    }

    #[test]
    fn a_repetition_makes_every_distance_count() {
        let ranks = [1, 2, 3, 10, 50].map(|distance| rank_of(quiet(distance), 10, true));
        assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
    }

    #[test]
    fn distances_count_when_no_ply_is_to_spare() {
        // 6 + 93 plies leave one to spare, 8 + 93 none.
        assert_eq!(rank_of(quiet(2), 93, false), rank_of(quiet(6), 93, false));
        assert!(rank_of(quiet(6), 93, false) > rank_of(quiet(7), 93, false));
        assert!(rank_of(quiet(7), 93, false) > rank_of(quiet(8), 93, false));
        // A rounded distance may be a ply longer.
        let rounded = Effect::Quiet { distance: 6, rounded: true };
        assert!(rank_of(quiet(6), 93, false) > rank_of(rounded, 93, false));
        assert!(rank_of(rounded, 93, false) > rank_of(quiet(7), 93, false));
    }

    #[test]
    fn the_clock_spoils_wins_and_saves_losses_if_the_rule_counts() {
        use TablebaseValue::{BlessedLoss, CursedWin, Loss, Win};
        assert_eq!(value_of(quiet(40), 60, true), Win);
        assert_eq!(value_of(quiet(40), 61, true), CursedWin);
        assert_eq!(value_of(quiet(40), 61, false), Win);
        assert_eq!(value_of(quiet(-40), 60, true), Loss);
        assert_eq!(value_of(quiet(-40), 61, true), BlessedLoss);
        assert_eq!(value_of(quiet(-40), 61, false), Loss);
        // Moves that reset the clock, and mates, do not depend on it.
        assert_eq!(value_of(Effect::Zeroing(Win), 100, true), Win);
        assert_eq!(value_of(Effect::Zeroing(CursedWin), 0, true), CursedWin);
        assert_eq!(value_of(Effect::Zeroing(CursedWin), 0, false), Win);
        assert_eq!(value_of(Effect::Mate, 100, true), Win);
    }

    #[test]
    fn the_defender_waits_for_the_fifty_move_rule_when_it_is_in_sight() {
        // Far from the limit the search chooses the defence.
        assert_eq!(rank_of(quiet(-4), 0, false), rank_of(quiet(-30), 0, false));
        let ranks = [-20, -24, -30, -40].map(|distance| rank_of(quiet(distance), 70, false));
        assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
        assert!(ranks[3] < rank_of(Effect::Draw, 70, false));
    }

    #[test]
    fn the_root_narrows_what_rounding_leaves_open() {
        let rounded = |distance| Effect::Quiet { distance, rounded: true };
        assert_eq!(rounded(4).at_least(5), quiet(5));
        assert_eq!(rounded(4).at_least(4), rounded(4));
        assert_eq!(rounded(-4).at_least(5), rounded(-4));
        assert_eq!(quiet(4).at_least(5), quiet(4));
    }

    #[test]
    fn without_distances_values_rank() {
        use TablebaseValue::{BlessedLoss, CursedWin, Draw, Loss, Win};
        let ranks = [Win, CursedWin, Draw, BlessedLoss, Loss].map(|value| {
            let ranked = ranked(Effect::Unmeasured(value), 90, false, true);
            assert_eq!(ranked.value, value);
            ranked.rank
        });
        assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
    }
}
