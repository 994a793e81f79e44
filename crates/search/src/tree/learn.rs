//! Step 19 of a node: what a cut-off teaches the histories.

use crate::learned::quiet_context::QuietContext;
use crate::tree::formulas::{history_bonus, history_malus};
use crate::tree::picker::is_noisy;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use cozy_chess::{Board, Move};
use std::ops::Deref;

impl<E: Evaluator> Worker<'_, E> {
    /// Rewards the move that cut off and punishes those tried before it.
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

    /// Rewards the quiet move that led here in the continuation history of the moves before it.
    pub(crate) fn reward_previous(&mut self, ply: usize, depth: i32) {
        let frame = self.stack.back(ply, 1);
        let Some((color, piece)) = frame.piece_to.mover() else { return };
        if !frame.was_quiet {
            return;
        }
        if let Some(mv) = frame.played {
            let before = self.stack.continuations(ply - 1);
            let bonus = history_bonus(self.params(), depth) / 2;
            self.histories.reward_continuation(color, piece, mv, &before, bonus);
        }
    }
}
