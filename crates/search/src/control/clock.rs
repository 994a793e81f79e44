//! From limits to a time budget: pure arithmetic, no clock is read here.
//!
//! The soft limit says after which time no new iteration is worth starting; the search scales it by how settled the best
//! move is. The hard limit ends an iteration. Shares of the clock follow chessprogramming.org, "Time Management",
//! and the tuned values of open engines.

use crate::limits::Limits;
use crate::params::Params;
use std::time::Duration;

/// How long a search may take, counted from its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Planned time; only a game's clock sets it.
    pub soft: Option<Duration>,
    /// Never longer than this.
    pub hard: Option<Duration>,
}

/// The least that any budget allows.
const FLOOR: Duration = Duration::from_millis(1);
/// The longest time that is told apart from longer ones: a century, so that no sum or product leaves the range.
const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 3_600);
/// Overheads kept back on the clock, so that one late wake-up does not lose the game.
const OVERHEADS_KEPT: u32 = 5;

impl Budget {
    pub(crate) fn new(limits: &Limits, params: &Params) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = limits.clock {
            let overhead = limits.overhead.min(LONGEST);
            let remaining = clock.remaining.min(LONGEST);
            let left = remaining.saturating_sub(overhead).max(FLOOR);
            let kept = (overhead * OVERHEADS_KEPT).min(remaining / 2);
            let usable = remaining.saturating_sub(kept).max(FLOOR);
            let share = f64::from(params.time_share) / 1_000.0;
            let share = match clock.moves_to_go {
                // The last move before the control may use the clock, but leaves a reserve for the next ones.
                Some(moves) => (1.1 / f64::from(moves.max(1))).clamp(share, 0.7),
                None => share,
            };
            // Each move loses the overhead again: only what the increment has beyond it may be planned with, or the clock
            // drifts to where one late wake-up decides the game.
            let increment = clock.increment.min(LONGEST).saturating_sub(overhead);
            let increment = increment.mul_f64(f64::from(params.time_increment) / 100.0);
            let plan = usable.mul_f64(share) + increment;
            let hard = plan.mul_f64(f64::from(params.time_hard) / 100.0);
            // With a control to reach, a long think must leave time for the other moves.
            let ceiling = usable.mul_f64(0.65).min(left);
            budget.hard = Some(hard.min(ceiling).max(FLOOR));
            budget.soft = Some(plan.mul_f64(0.68).min(ceiling).max(FLOOR));
        }
        if let Some(time) = limits.move_time {
            let time = time.max(FLOOR);
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }
}

/// Facts of a completed iteration that stretch or shrink the soft limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// Iterations in a row with the same best move.
    pub stability: u32,
    /// Centipawns that the score fell since the iteration before (negative when it rose).
    pub score_drop: i32,
    /// Share of the nodes that was spent on the best move, 0 to 1.
    pub best_move_share: f64,
}

impl Progress {
    /// The factor on the soft limit: below 1 when everything points to one move.
    pub(crate) fn scale(self) -> f64 {
        let stability = [1.6, 1.25, 1.05, 0.92, 0.84, 0.8][self.stability.min(5) as usize];
        let drop = (1.0 + f64::from(self.score_drop.clamp(-20, 60)) / 100.0).clamp(0.85, 1.5);
        let effort = (1.75 - 1.1 * self.best_move_share).clamp(0.6, 1.6);
        stability * drop * effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Clock;
    use proptest::prelude::*;

    fn budget(remaining: u64, increment: u64, moves: Option<u32>, overhead: u64) -> Budget {
        let ms = Duration::from_millis;
        let mut clock = Clock::new(ms(remaining), ms(increment));
        clock.moves_to_go = moves;
        Budget::new(&Limits::new().clock(clock).overhead(ms(overhead)), &Params::default())
    }

    proptest! {
        #[test]
        fn a_budget_never_exceeds_the_clock(
            remaining in 0u64..10_000_000,
            increment in 0u64..100_000,
            moves in prop::option::of(0u32..100),
            overhead in 0u64..5_000,
        ) {
            let budget = budget(remaining, increment, moves, overhead);
            let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
            let left = Duration::from_millis(remaining.saturating_sub(overhead).max(1));
            prop_assert!(hard <= left && soft <= left);
            prop_assert!(soft >= FLOOR && hard >= FLOOR);
            // The hard limit is at least as long as the plan.
            prop_assert!(soft <= hard);
        }
    }

    #[test]
    fn move_time_is_kept_whatever_the_overhead() {
        let limits = Limits::new().move_time(Duration::from_millis(500)).overhead(Duration::from_millis(10));
        let budget = Budget::new(&limits, &Params::default());
        assert_eq!(budget, Budget { soft: None, hard: Some(Duration::from_millis(500)) });
    }

    #[test]
    fn one_move_to_go_may_use_most_of_the_clock_but_not_all() {
        let budget = budget(10_000, 0, Some(1), 10);
        assert!(budget.soft.unwrap() > Duration::from_secs(3));
        assert!(budget.hard.unwrap() < Duration::from_secs(8));
    }

    #[test]
    fn an_increment_of_the_overhead_is_not_spent() {
        assert_eq!(budget(300, 10, None, 10), budget(300, 0, None, 10));
        assert!(budget(300, 10, None, 10).soft.unwrap() < Duration::from_millis(10));
    }

    #[test]
    fn a_huge_clock_does_not_overflow() {
        let budget = budget(1 << 40, 1 << 40, None, 10);
        assert!(budget.soft.unwrap() > Duration::from_secs(1000));
    }

    #[test]
    fn a_settled_move_is_answered_sooner_than_an_unsettled_one() {
        let settled = Progress { stability: 8, score_drop: 0, best_move_share: 0.9 };
        let unsettled = Progress { stability: 0, score_drop: 40, best_move_share: 0.3 };
        assert!(settled.scale() < 0.75 && unsettled.scale() > 1.5);
    }
}
