//! Aspiration windows: search in a narrow window around the last score, and widen it on failure (chessprogramming.org, "Aspiration Windows").

use crate::Bound;
use crate::params::Params;
use crate::score::Score;
use crate::tree::node_type::Root;
use crate::tree::window::Window;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use std::cmp::Reverse;

/// A window around the last score, and how far it is widened next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aspiration {
    pub window: Window,
    delta: i32,
    limit: i32,
}

impl Aspiration {
    /// A narrow window around the last score; the full window in early iterations and in decided games.
    pub(crate) fn new(params: &Params, depth: i32, last: Score) -> Aspiration {
        let (delta, limit) = (params.aspiration_window, params.aspiration_limit);
        let narrow = depth >= params.aspiration_depth && !last.is_decisive();
        let window = if narrow { Window::around(last, delta, delta) } else { Window::FULL };
        Aspiration { window, delta, limit }
    }

    /// After a fail low: alpha moves down, and beta halfway towards it, because the score is probably near alpha.
    pub(crate) fn fail_low(&mut self, score: Score) {
        let Window { alpha, beta } = self.window;
        self.delta *= 2;
        let lowered = Window::around(score, self.delta, 0).alpha;
        self.window.beta = Score::from_raw((alpha.raw() + beta.raw()) / 2);
        self.window.alpha = if self.delta > self.limit { Window::FULL.alpha } else { lowered };
    }

    /// After a fail high: beta moves up.
    pub(crate) fn fail_high(&mut self, score: Score) {
        self.delta *= 2;
        let raised = Window::around(score, 0, self.delta).beta;
        self.window.beta = if self.delta > self.limit { Window::FULL.beta } else { raised };
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches the root until a score falls within its window, or the search is stopped. Afterwards the root moves are
    /// sorted, best first, from the current line on.
    pub(crate) fn aspirate(&mut self, depth: i32) {
        let last = self.root_moves[self.first_root_move].previous;
        let mut aspiration = Aspiration::new(self.params(), depth, last);
        let board = self.search.root.board();
        let mut failed_high = 0;
        loop {
            // After a fail high, a shallower search is enough to confirm the move (Stockfish).
            let reduced = (depth - failed_high).max(1);
            let score = self.negamax::<Root>(board, 0, reduced, aspiration.window, false);
            self.root_moves[self.first_root_move..self.last_root_move]
                .sort_by_key(|root_move| Reverse((root_move.score, root_move.previous)));
            if self.has_stopped() {
                return;
            }
            if score <= aspiration.window.alpha {
                self.report_bound(depth, Bound::Upper);
                aspiration.fail_low(score);
                failed_high = 0;
            } else if score >= aspiration.window.beta {
                self.report_bound(depth, Bound::Lower);
                aspiration.fail_high(score);
                failed_high += i32::from(!self.settings().is_full_width());
            } else {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aspiration(last: i32) -> Aspiration {
        let mut params = Params::default();
        params.set("aspiration_window", 50).unwrap();
        Aspiration::new(&params, 10, Score::cp(last))
    }

    /// Seed: a narrow window around the last score, doubled on fail, full past the limit.
    #[test]
    fn windows_fail_and_widen_correctly() {
        let mut wide = aspiration(100);
        assert_eq!(wide.window, Window { alpha: Score::cp(50), beta: Score::cp(150) });
        wide.fail_high(Score::cp(160));
        assert_eq!(wide.window, Window { alpha: Score::cp(50), beta: Score::cp(260) });
        wide.fail_high(Score::cp(270));
        assert_eq!(wide.window.beta, Score::cp(470));
        wide.fail_high(Score::cp(500));
        assert_eq!(wide.window.beta, Score::cp(900));
        wide.fail_high(Score::cp(950));
        assert_eq!(wide.window, Window { alpha: Score::cp(50), beta: Score::INFINITE });

        let mut low = aspiration(100);
        low.fail_low(Score::cp(40));
        assert_eq!(low.window, Window { alpha: Score::cp(-60), beta: Score::cp(100) });
        for _ in 0..3 {
            low.fail_low(low.window.alpha);
        }
        assert_eq!(low.window.alpha, -Score::INFINITE);
    }

    #[test]
    fn a_failing_window_opens_fully_after_a_few_steps() {
        for last in [-29_000, -300, 0, 300, 29_000] {
            let mut high = aspiration(last);
            let mut low = aspiration(last);
            for _ in 0..8 {
                high.fail_high(high.window.beta);
                low.fail_low(low.window.alpha);
                assert!(low.window.alpha < low.window.beta && high.window.alpha < high.window.beta);
            }
            assert_eq!(high.window.beta, Score::INFINITE);
            assert_eq!(low.window.alpha, -Score::INFINITE);
        }
    }

    #[test]
    fn early_iterations_and_decided_games_use_the_full_window() {
        assert_eq!(Aspiration::new(&Params::default(), 1, Score::cp(10)).window, Window::FULL);
        assert_eq!(Aspiration::new(&Params::default(), 20, Score::mate_in_plies(9)).window, Window::FULL);
    }
}
