//! Step 11 of a node: ProbCut (Buro 1995).

use crate::score::Score;
use crate::tree::node_type::NonPv;
use crate::tree::picker::{Picker, PickerContext, is_noisy};
use crate::tree::see::see_at_least;
use crate::tree::window::Window;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use cozy_chess::{Board, Move};

impl<E: Evaluator> Worker<'_, E> {
    /// The score of a capture that reaches `probcut_beta`, if there is one.
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
        let start = self.moves.len();
        let threshold = probcut_beta - static_eval;
        let table_move = table_move.filter(|&mv| is_noisy(board, mv) && see_at_least(board, mv, threshold));
        let mut picker = Picker::captures(table_move, threshold, start);
        let window = Window { alpha: -probcut_beta, beta: -probcut_beta + 1 };
        let mut found = None;
        loop {
            let mut source =
                PickerContext { board, histories: self.histories, quiet: None, moves: self.moves };
            let Some(mv) = picker.next(&mut source) else { break };
            self.foresee(board, mv);
            let child = self.make(board, mv, ply);
            let mut score = -self.quiescence::<NonPv>(&child, ply + 1, window);
            if score >= probcut_beta && depth > 4 {
                score = -self.negamax::<NonPv>(&child, ply + 1, depth - 4, window, !cut_node);
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
}
