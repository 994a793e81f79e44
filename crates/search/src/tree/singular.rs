//! Steps 14a to 14c of a node: is the table's move the only good one? (chessprogramming.org, "Singular Extensions").

use crate::score::Score;
use crate::tree::formulas::singular_beta_margin;
use crate::tree::node_type::{NodeType, NonPv};
use crate::tree::picker::is_noisy;
use crate::tree::window::Window;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use cozy_chess::{Board, Move};

/// What a search without the table's move says.
pub(crate) enum Singularity {
    /// How much deeper the table's move is searched (plies); negative for shallower.
    Extension(i32),
    /// The node ends with this score, or the search is stopped.
    Cut(Score),
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches the node without `mv`, of which the table knows that it scores at least `score`.
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
            // 14a. Singular extension: if all other moves fail low against a lower bound, the table's move is the only
            // good one (Anantharaman, Campbell and Hsu 1988, in the form of Stockfish).
            extension = 1;
            if !N::PV && self.stack[ply].double_extensions <= 8 {
                if others < singular_beta - params.singular_double {
                    extension = 2;
                }
                if !is_noisy(board, mv) && others < singular_beta - params.singular_triple {
                    extension = 3;
                }
            }
        } else if others >= beta && !others.is_decisive() {
            // 14b. Multi-cut: another move beats beta too (Björnsson and Marsland 2001).
            return Singularity::Cut(others);
        } else if score >= beta {
            // 14c. Negative extension: several moves are good, this one needs less care.
            extension = -2;
        } else if cut_node {
            extension = -1;
        }
        Singularity::Extension(extension)
    }
}
