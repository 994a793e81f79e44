//! Access to the transposition table.
//!
//! An access to a large table misses the caches and takes a hundred nanoseconds or more, as long as a small node. So the entry is
//! prefetched as soon as a move is considered ([`Worker::prefetch`]). If the table probably does not have the position, the evaluation is
//! computed before the entry is read, because it will be needed.

use crate::score::Score;
use crate::tree::packed::pack;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use argali_tt as tt;
use cozy_chess::{Board, Move};

/// What is known of a node before it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The table's entry.
    pub entry: Option<tt::Entry>,
    /// The static evaluation, if it was already computed.
    evaluation: Option<Score>,
}

impl Known {
    pub(crate) const NOTHING: Known = Known { entry: None, evaluation: None };
}

impl<E: Evaluator> Worker<'_, E> {
    /// Prefetches the table's entry for the position after `mv`.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: &Board, mv: Move) {
        self.table().prefetch(self.next_keys.key_after(board, mv));
    }

    /// Looks up the node at `ply`.
    #[inline]
    pub(crate) fn look_up(&mut self, board: &Board, ply: usize) -> Known {
        // If the position before was new, this one usually is.
        let is_likely_new = self.stack.back(ply, 1).is_new;
        let evaluation =
            if is_likely_new && board.checkers().is_empty() { Some(self.evaluate(board)) } else { None };
        let entry = if self.settings().without_table() { None } else { self.table().probe(self.key()) };
        self.stack[ply].is_new = entry.is_none();
        Known { entry, evaluation }
    }

    /// The static evaluation of `board`, without correction.
    #[inline]
    pub(crate) fn raw_evaluation(&mut self, board: &Board, known: &Known) -> Score {
        match (known.evaluation, known.entry) {
            (Some(evaluation), _) => evaluation,
            (None, Some(entry)) if entry.eval != tt::NO_EVAL => Score::cp(i32::from(entry.eval)),
            (None, _) => self.evaluate(board),
        }
    }

    /// Writes to the table; `raw_eval` is the static evaluation without correction.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn store(
        &self,
        key: u64,
        mv: Option<Move>,
        score: i16,
        raw_eval: Option<Score>,
        depth: i32,
        bound: tt::Bound,
        pv: bool,
    ) {
        if self.settings().without_table() {
            return;
        }
        let eval = raw_eval.map_or(tt::NO_EVAL, |eval| eval.raw() as i16);
        let depth = depth.clamp(0, 255) as u8;
        self.table().store(key, tt::Entry { mv: pack(mv), score, eval, depth, bound, pv });
    }
}

/// Whether a stored score of this bound decides the question "at least `beta`?".
#[inline]
pub(crate) fn bound_allows(bound: tt::Bound, score: Score, beta: Score) -> bool {
    match bound {
        tt::Bound::Exact => true,
        tt::Bound::Lower => score >= beta,
        tt::Bound::Upper => score < beta,
        tt::Bound::None => false,
    }
}
