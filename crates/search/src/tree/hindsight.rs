//! Step 6a of a node: what the node knows may call the reduction that led to it too large or too small.

use crate::score::Score;
use crate::tree::formulas::PLY;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;

impl<E: Evaluator> Worker<'_, E> {
    /// How much deeper than planned to search a node whose static evaluation is `static_eval` (plies): deeper after a large
    /// reduction, if the last move did not make its side's position worse (`worsened`), so that more is in it than its
    /// reduction says; shallower if both evaluations say that the side to move is well off.
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
        let previous = self.stack.back(ply, 1);
        if previous.reduction >= 3 * PLY && !worsened {
            return 1;
        }
        if let (Some(now), Some(before)) = (static_eval, previous.static_eval)
            && previous.reduction >= 2 * PLY
            && depth >= 2
            && now - -before > self.params().hindsight_margin
        {
            return -1;
        }
        0
    }
}
