//! The longer steps of a node, in the order of [`Worker::negamax`].

use crate::learned::quiet_context::QuietContext;
use crate::score::Score;
use crate::tree::formulas::{history_bonus, history_malus, null_move_reduction, singular_beta_margin};
use crate::tree::node_type::{NodeType, NonPv};
use crate::tree::picker::{Picker, PickerContext, is_noisy};
use crate::tree::see::see_at_least;
use crate::tree::window::Window;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use cozy_chess::{Board, Move};
use std::ops::Deref;

/// The result of a search that excludes the table's move.
pub(crate) enum Singularity {
    /// How much deeper the table's move is searched (plies); negative for shallower.
    Extension(i32),
    /// The node ends with this score, or the search is stopped.
    Cut(Score),
}

impl<E: Evaluator> Worker<'_, E> {
    /// Step 7, hindsight: how much deeper than planned to search a node that was reduced (plies). Deeper after a large
    /// reduction if the opponent's position did not get worse by the reduced move: there is more in it than its reduction
    /// says; in check that is not known. Shallower if both static evaluations say that the side to move stands well.
    ///
    /// Source: hindsight depth adjustments of Stockfish, 2024.
    #[inline]
    pub(crate) fn hindsight(
        &self,
        ply: usize,
        depth: i32,
        static_eval: Option<Score>,
        worsened: bool,
    ) -> i32 {
        let params = self.params();
        let previous = self.stack.back(ply, 1);
        if previous.reduction >= params.hindsight_deeper && !worsened && static_eval.is_some() {
            return 1;
        }
        if let (Some(now), Some(before)) = (static_eval, previous.static_eval)
            && previous.reduction >= params.hindsight_shallower
            && depth >= 2
            && now - -before > params.hindsight_margin
        {
            return -1;
        }
        0
    }

    /// Step 10, null move: the score if passing fails high. Any score if the search was stopped.
    pub(crate) fn null_move(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        beta: Score,
        eval: Score,
    ) -> Option<Score> {
        let params = self.params();
        let reduced = depth - null_move_reduction(params, depth, eval - beta);
        let child = self.make_null(board, ply)?;
        let reply = Window { alpha: -beta, beta: -beta + 1 };
        let score = -self.negamax::<NonPv>(&child, ply + 1, reduced, reply, false);
        self.unmake();
        if self.has_stopped() {
            return Some(Score::DRAW);
        }
        if score < beta {
            return None;
        }
        // A mate after a null move is not proven.
        let score = if score.is_decisive() { beta } else { score };
        if depth < params.null_verify_depth || self.null_floor > 0 {
            return Some(score);
        }
        self.null_floor = ply + (params.null_verify_plies * reduced.max(1) / 100) as usize;
        let window = Window { alpha: beta - 1, beta };
        let verified = self.negamax::<NonPv>(board, ply, reduced, window, false);
        self.null_floor = 0;
        (verified >= beta || self.has_stopped()).then_some(score)
    }

    /// Step 12, ProbCut: the score of a capture that reaches `probcut_beta`, if there is one.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn probcut(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        probcut_beta: Score,
        static_eval: Score,
        table_move: Option<Move>,
        cut_node: bool,
    ) -> Option<Score> {
        let params = self.params();
        let start = self.moves.len();
        let threshold = probcut_beta - static_eval;
        let table_move = table_move.filter(|&mv| is_noisy(board, mv) && see_at_least(board, mv, threshold));
        let mut picker = Picker::captures(table_move, threshold, start);
        let window = Window { alpha: -probcut_beta, beta: -probcut_beta + 1 };
        let mut found = None;
        loop {
            let mut source = PickerContext {
                board,
                params,
                histories: self.histories,
                quiet: None,
                checks: None,
                moves: self.moves,
            };
            let Some(mv) = picker.next(&mut source) else { break };
            self.prefetch(board, mv);
            let child = self.make(board, mv, ply);
            let mut score = -self.quiescence::<NonPv>(&child, ply + 1, window);
            let reduced = depth - params.probcut_reduction;
            if score >= probcut_beta && reduced > 0 {
                score = -self.negamax::<NonPv>(&child, ply + 1, reduced, window, !cut_node);
            }
            self.unmake();
            if self.has_stopped() {
                break;
            }
            if score >= probcut_beta {
                found = Some(score);
                break;
            }
        }
        self.moves.truncate(start);
        found
    }

    /// Steps 15a to 15c, singular extension: searches the node without `mv`, which scores at least `score` by the table
    /// (chessprogramming.org, "Singular Extensions").
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn singular<N: NodeType>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        mv: Move,
        score: Score,
        beta: Score,
        cut_node: bool,
    ) -> Singularity {
        let params = self.params();
        let singular_beta = score - singular_beta_margin(params, depth);
        let window = Window { alpha: singular_beta - 1, beta: singular_beta };
        self.stack[ply].excluded = Some(mv);
        let others = self.negamax::<NonPv>(board, ply, (depth - 1) / 2, window, cut_node);
        self.stack[ply].excluded = None;
        if self.has_stopped() {
            return Singularity::Cut(Score::DRAW);
        }
        let mut extension = 0;
        if others < singular_beta {
            // 15a. Singular extension: if all other moves fail low against a lower bound, the table's move is the only good one
            // (Anantharaman, Campbell and Hsu 1988, in the form of Stockfish).
            extension = 1;
            if !N::PV && self.stack[ply].double_extensions <= params.singular_double_limit {
                if others < singular_beta - params.singular_double {
                    extension = 2;
                }
                if !is_noisy(board, mv) && others < singular_beta - params.singular_triple {
                    extension = 3;
                }
            }
        } else if others >= beta && !others.is_decisive() {
            // 15b. Multi-cut: another move beats beta too (Björnsson and Marsland 2001).
            return Singularity::Cut(others);
        } else if score >= beta {
            // 15c. Negative extension: several moves are good, so this one is searched less deeply.
            extension = -params.singular_negative;
        } else if cut_node {
            extension = -1;
        }
        Singularity::Extension(extension)
    }

    /// Step 20: rewards the move that cut off, and penalises those tried before it.
    pub(crate) fn learn(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        mv: Move,
        [quiets, captures]: [&[Move]; 2],
        context: &impl Deref<Target = QuietContext>,
    ) {
        let bonus = history_bonus(self.params(), depth);
        let malus = history_malus(self.params(), depth);
        if is_noisy(board, mv) {
            self.histories.reward_capture(board, mv, bonus);
        } else {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(piece) = board.piece_on(mv.from) {
                self.histories.reward_quiet(piece, mv, context, bonus);
            }
            for &quiet in quiets {
                if let Some(piece) = board.piece_on(quiet.from) {
                    self.histories.reward_quiet(piece, quiet, context, -malus);
                }
            }
        }
        for &capture in captures {
            self.histories.reward_capture(board, capture, -malus);
        }
    }

    /// Rewards the quiet move that led to the node at `ply`, in the histories that do not depend on earlier moves.
    pub(crate) fn reward_played(&mut self, ply: usize, bonus: i32) {
        let frame = self.stack.back(ply, 1);
        if let (true, Some(mv)) = (frame.was_quiet, frame.played) {
            self.histories.reward_rows(frame.quiet_rows, mv.to, bonus);
        }
    }

    /// Step 20: rewards the quiet move that led here; by more if it was ordered late, although it was good.
    pub(crate) fn reward_previous(&mut self, ply: usize, depth: i32) {
        let params = self.params();
        let frame = self.stack.back(ply, 1);
        let (Some((color, piece)), Some(mv), true) = (frame.piece_to.mover(), frame.played, frame.was_quiet)
        else {
            return;
        };
        let is_late = frame.move_count > params.bonus_prior_moves as usize;
        let own = params.bonus_prior_own + if is_late { params.bonus_prior_late } else { 0 };
        let bonus = history_bonus(params, depth);
        let before = self.stack.continuations(ply - 1);
        self.histories.reward_rows(frame.quiet_rows, mv.to, bonus * own / 100);
        self.histories.reward_continuation(color, piece, mv, &before, bonus * params.bonus_prior / 100);
    }
}
