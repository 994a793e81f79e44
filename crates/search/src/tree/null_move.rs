//! Step 9 of a node: null move pruning (chessprogramming.org, "Null Move Pruning").

use crate::score::Score;
use crate::tree::formulas::null_move_reduction;
use crate::tree::node_type::NonPv;
use crate::tree::window::Window;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use cozy_chess::Board;

impl<E: Evaluator> Worker<'_, E> {
    /// The score with which passing fails high, if it does; any score once the search is stopped.
    pub(crate) fn null_move(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        beta: Score,
        eval: Score,
        cut_node: bool,
    ) -> Option<Score> {
        let reduced = depth - null_move_reduction(self.params(), depth, eval - beta);
        let child = self.make_null(board, ply)?;
        let reply = Window { alpha: -beta, beta: -beta + 1 };
        let score = -self.negamax::<NonPv>(&child, ply + 1, reduced, reply, !cut_node);
        self.unmake();
        if self.has_stopped() {
            return Some(Score::DRAW);
        }
        if score < beta {
            return None;
        }
        // A mate that the opponent's pass allowed is not proven.
        let score = if score.is_decisive() { beta } else { score };
        if depth < self.params().null_verify_depth || self.null_floor > 0 {
            return Some(score);
        }
        self.null_floor = ply + (3 * reduced.max(1) / 4) as usize;
        let window = Window { alpha: beta - 1, beta };
        let verified = self.negamax::<NonPv>(board, ply, reduced, window, false);
        self.null_floor = 0;
        (verified >= beta || self.has_stopped()).then_some(score)
    }
}
