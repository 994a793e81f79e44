//! Time management: how long a search may take, and when another iteration is not worth its time.
//!
//! The hard limit ends an iteration. After the soft limit no new iteration starts; it is scaled by the stability of the best move.
//! Only a game's clock sets a soft limit; a fixed time per move is used in full. The shares of the clock follow
//! chessprogramming.org, "Time Management", and the tuned values of open-source engines.

use crate::control::stopwatch::Stopwatch;
use crate::limits::{Clock, Limits};
use crate::outcome::StopReason;
use crate::params::Params;
use crate::score::Score;
use cozy_chess::Move;
use std::time::Duration;

/// The smallest time that a limit allows.
const FLOOR: Duration = Duration::from_millis(1);
/// Longer times are clamped to this one (a century), so that no sum or product overflows.
const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 3_600);

/// The clock of one search.
pub(crate) struct TimeManager {
    stopwatch: Stopwatch,
    budget: Budget,
    scaling: Scaling,
}

/// A completed iteration, as the time manager needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    /// Its depth (plies).
    pub depth: u32,
    /// Score of the best move.
    pub score: Score,
    /// How the best move and its score have changed.
    pub trend: Trend,
    /// The share of nodes spent on the best move, 0 to 1.
    pub best_move_share: f64,
    /// Whether no other move is legal.
    pub is_only_move: bool,
}

impl TimeManager {
    pub(crate) fn new(limits: &Limits, params: &Params, stopwatch: Stopwatch) -> TimeManager {
        TimeManager { stopwatch, budget: Budget::new(limits, params), scaling: Scaling::new(params) }
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    pub(crate) fn has_hard_limit(&self) -> bool {
        self.budget.hard.is_some()
    }

    pub(crate) fn is_hard_limit_over(&self) -> bool {
        self.budget.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether no further iteration should start, and why.
    pub(crate) fn is_enough(&self, iteration: &Iteration) -> Option<StopReason> {
        let soft = self.budget.soft?;
        // A mate that deeper iterations keep confirming will not get shorter.
        let is_settled_mate =
            iteration.score.plies_to_mate().is_some_and(|plies| iteration.depth as usize > 2 * plies + 4);
        let planned = soft.mul_f64(self.scaling.factor(iteration));
        if iteration.is_only_move {
            Some(StopReason::OnlyMove)
        } else if is_settled_mate || self.elapsed() >= planned {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// How long a search may take, counted from its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Budget {
    /// Planned time; only a game's clock sets it.
    soft: Option<Duration>,
    /// Never longer than this.
    hard: Option<Duration>,
}

impl Budget {
    fn new(limits: &Limits, params: &Params) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = &limits.clock {
            let (soft, hard) = Budget::of_clock(clock, limits.overhead.min(LONGEST), params);
            budget = Budget { soft: Some(soft), hard: Some(hard) };
        }
        if let Some(time) = limits.move_time {
            let time = time.max(FLOOR);
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }

    fn of_clock(clock: &Clock, overhead: Duration, params: &Params) -> (Duration, Duration) {
        let percent = |param: i32| f64::from(param) / 100.0;
        let remaining = clock.remaining.min(LONGEST);
        let left = remaining.saturating_sub(overhead).max(FLOOR);
        // A few overheads are held in reserve, so that one late wake-up does not lose the game on time.
        let kept = (overhead * params.time_overheads.unsigned_abs()).min(remaining / 2);
        let usable = remaining.saturating_sub(kept).max(FLOOR);
        let share = f64::from(params.time_share) / 1_000.0;
        let share = match clock.moves_to_go {
            // The last move before the control may use the clock, but leaves a reserve for the next ones.
            Some(moves) => {
                let even = percent(params.time_control) / f64::from(moves.max(1));
                even.clamp(share, percent(params.time_control_max))
            }
            None => share,
        };
        // Each move costs the overhead, so only the increment minus the overhead can be planned. Otherwise the clock
        // drifts down until one late wake-up loses the game.
        let increment = clock.increment.min(LONGEST).saturating_sub(overhead);
        let plan = usable.mul_f64(share) + increment.mul_f64(percent(params.time_increment));
        // With a time control ahead, a long think must leave time for the remaining moves.
        let ceiling = usable.mul_f64(percent(params.time_ceiling)).min(left);
        // The last milliseconds of a game without increment have to do for many moves.
        let floor = FLOOR.min(remaining / 100);
        let limit = |time: i32| plan.mul_f64(percent(time)).min(ceiling).max(floor);
        (limit(params.time_soft), limit(params.time_hard))
    }
}

/// How the best move and its score change from iteration to iteration.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trend {
    last: Option<(Move, Score)>,
    /// Iterations in a row with the same best move.
    stability: usize,
    /// Centipawns that the score fell since the iteration before (negative when it rose).
    score_drop: i32,
}

impl Trend {
    /// Records the best move of an iteration.
    pub(crate) fn note(&mut self, best: Move, score: Score) {
        let (last, last_score) = self.last.unwrap_or((best, score));
        self.stability = if last == best { self.stability + 1 } else { 0 };
        self.score_drop = last_score - score;
        self.last = Some((best, score));
    }
}

/// The factors on the soft limit: below 1 when everything points to one move.
#[derive(Clone, Debug)]
struct Scaling {
    first_depth: i32,
    /// By iterations in a row with the same best move (percent).
    stability: [i32; 6],
    /// The range of score changes that count (centipawns), each of which counts a percent.
    score_drop: (i32, i32),
    /// For the share of the nodes spent on other moves than the best one: base, slope and maximum (percent).
    effort: (i32, i32, i32),
}

impl Scaling {
    fn new(params: &Params) -> Scaling {
        Scaling {
            first_depth: params.time_scale_depth,
            stability: [
                params.time_stable_0,
                params.time_stable_1,
                params.time_stable_2,
                params.time_stable_3,
                params.time_stable_4,
                params.time_stable_5,
            ],
            score_drop: (-params.time_rise, params.time_drop),
            effort: (params.time_effort_base, params.time_effort_slope, params.time_effort_max),
        }
    }

    fn factor(&self, iteration: &Iteration) -> f64 {
        if (iteration.depth as i32) < self.first_depth {
            return 1.0;
        }
        let trend = &iteration.trend;
        let stability = self.stability[trend.stability.min(self.stability.len() - 1)];
        let drop = 100 + trend.score_drop.clamp(self.score_drop.0, self.score_drop.1);
        let (base, slope, most) = self.effort;
        let effort = (f64::from(base) - f64::from(slope) * iteration.best_move_share).min(f64::from(most));
        f64::from(stability) * f64::from(drop) * effort / 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            prop_assert!(soft > Duration::ZERO && hard > Duration::ZERO);
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

    fn iteration(depth: u32, moves: &[&str], score_drop: i32, best_move_share: f64) -> Iteration {
        let mut trend = Trend::default();
        for (index, mv) in moves.iter().enumerate() {
            let drop = if index + 1 == moves.len() { score_drop } else { 0 };
            trend.note(mv.parse().unwrap(), Score::cp(-drop));
        }
        Iteration { depth, score: Score::cp(-score_drop), trend, best_move_share, is_only_move: false }
    }

    #[test]
    fn a_settled_move_is_answered_sooner_than_an_unsettled_one() {
        let scaling = Scaling::new(&Params::default());
        let settled = scaling.factor(&iteration(9, &["e2e4"; 9], 0, 0.9));
        let unsettled = scaling.factor(&iteration(9, &["e2e4", "d2d4"], 40, 0.3));
        assert!(settled < 0.75 && unsettled > 1.5, "{settled} {unsettled}");
        let early = scaling.factor(&iteration(5, &["e2e4", "d2d4"], 40, 0.3));
        assert!((early - 1.0).abs() < f64::EPSILON, "{early}");
    }

    #[test]
    fn the_only_move_and_a_settled_mate_take_no_time() {
        let limits = Limits::new().clock(Clock::new(Duration::from_secs(600), Duration::ZERO));
        let time = TimeManager::new(&limits, &Params::default(), Stopwatch::start(None, None));
        let ordinary = iteration(9, &["e2e4"; 9], 0, 0.5);
        assert_eq!(time.is_enough(&ordinary), None);
        assert_eq!(time.is_enough(&Iteration { is_only_move: true, ..ordinary }), Some(StopReason::OnlyMove));
        let mate = |plies| Iteration { score: Score::mate_in_plies(plies), ..ordinary };
        assert_eq!(time.is_enough(&mate(1)), Some(StopReason::Time));
        assert_eq!(time.is_enough(&mate(5)), None);
    }
}
