//! Quiescence search: captures and queen promotions until the position is quiet; in check, all evasions.
//!
//! Source: chessprogramming.org, "Quiescence Search", with delta pruning and SEE pruning.

use crate::learned::quiet_context::QuietContext;
use crate::score::{MAX_PLY, Score};
use crate::tree::lookup::bound_allows;
use crate::tree::node_type::NodeType;
use crate::tree::packed::unpack;
use crate::tree::picker::{Picker, PickerContext, is_noisy};
use crate::tree::see::{captured_piece, piece_value, see_at_least};
use crate::tree::window::Window;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use argali_tt as tt;
use cozy_chess::{Board, Move};
use std::cell::LazyCell;

impl<E: Evaluator> Worker<'_, E> {
    /// The score of `board` once captures are played out, within `window` (fail-soft).
    pub(crate) fn quiescence<N: NodeType>(&mut self, board: &Board, ply: usize, window: Window) -> Score {
        self.quiescence_at::<N>(board, ply, 0, window)
    }

    /// The same at `depth` plies from the first node of this quiescence search.
    fn quiescence_at<N: NodeType>(&mut self, board: &Board, ply: usize, depth: i32, window: Window) -> Score {
        let Window { mut alpha, beta } = window;
        let params = self.params();
        if N::PV {
            self.pv.clear(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }

        // 1. Stop, draw, deepest ply.
        if self.is_stopping() {
            return Score::DRAW;
        }
        if self.is_draw(board, ply) {
            return Score::DRAW;
        }
        let in_check = !board.checkers().is_empty();
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.evaluate(board) };
        }

        // 2. Transposition table. Any stored depth is enough.
        let key = self.key();
        let known = self.look_up(board, ply);
        let entry = known.entry;
        let table_score = entry
            .filter(|entry| entry.bound != tt::Bound::None)
            .and_then(|entry| Score::from_tt(entry.score, ply, board.halfmove_clock()));
        if let (false, Some(entry), Some(score)) = (N::PV, entry, table_score)
            && bound_allows(entry.bound, score, beta)
        {
            return score;
        }
        let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        let table_move = entry
            .and_then(|entry| unpack(entry.mv))
            .filter(|&mv| (in_check || is_noisy(board, mv)) && board.is_legal(mv));

        // 3. Standing pat: the side to move is rarely forced to capture.
        let mut raw_eval = None;
        let mut best = if in_check {
            -Score::INFINITE
        } else {
            let raw = self.raw_evaluation(board, &known);
            raw_eval = Some(raw);
            let static_eval = self.corrected(board, ply, raw);
            match (entry, table_score) {
                (Some(entry), Some(score))
                    if bound_allows(entry.bound, score, static_eval) && !score.is_decisive() =>
                {
                    score
                }
                _ => static_eval,
            }
        };
        let stand_pat = best;
        if best >= beta {
            if entry.is_none() {
                self.store(key, None, best.to_tt(ply), raw_eval, 0, tt::Bound::Lower, was_pv);
            }
            return best;
        }
        alpha = alpha.max(best);
        let futility = stand_pat + params.delta_margin;

        // 4. Moves.
        let full_width = self.settings().is_full_width();
        let recapture_square = self.stack.back(ply, 1).played.map(|mv| mv.to);
        let is_far = depth >= params.quiescence_depth;
        let mut searched = 0;
        let start = self.moves.len();
        let mut picker = if in_check {
            Picker::all(table_move, [None; 2], start)
        } else {
            Picker::captures(table_move, if full_width { i32::MIN / 2 } else { 0 }, start)
        };
        let before = self.stack.continuations(ply);
        let context = LazyCell::new(|| QuietContext::new(board, before));
        let mut best_move: Option<Move> = None;
        let mut bound = tt::Bound::Upper;
        let mut tried = 0;
        loop {
            let mut source = PickerContext {
                board,
                params,
                histories: self.histories,
                quiet: if in_check { Some(&context) } else { None },
                checks: None,
                moves: self.moves,
            };
            let Some(mv) = picker.next(&mut source) else { break };
            tried += 1;
            self.prefetch(board, mv);

            if !full_width && !best.is_loss() {
                // 4a. A board full of queens or rooks has more sequences of captures than can be searched. So a node searches a few
                // moves and then only recaptures (Stockfish). Far from the first node, it searches a single move.
                let is_recapture = Some(mv.to) == recapture_square;
                if searched > 0 && is_far
                    || !in_check && !is_recapture && (is_far || searched >= params.quiescence_moves)
                {
                    continue;
                }
                // 4b. Delta pruning: even the captured piece would not lift the score to alpha. Near the first node,
                // recaptures are searched all the same. And once a defence to check is found, quiet evasions are not worth a look each.
                if in_check {
                    if !is_noisy(board, mv) {
                        picker.skip_quiets();
                        if tried > 1 {
                            continue;
                        }
                    }
                } else if mv.promotion.is_none() && !(is_recapture && depth < params.delta_recapture_depth) {
                    let gain = captured_piece(board, mv).map_or(0, piece_value);
                    let hope = futility + gain;
                    if hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                    if futility <= alpha && !see_at_least(board, mv, 1) {
                        best = best.max(futility);
                        continue;
                    }
                }
            }

            searched += 1;
            let child = self.make(board, mv, ply);
            let score =
                -self.quiescence_at::<N>(&child, ply + 1, depth + 1, Window { alpha, beta }.flipped());
            self.unmake();
            if self.has_stopped() {
                self.moves.truncate(start);
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        self.pv.extend(ply, mv);
                    }
                    if score >= beta {
                        bound = tt::Bound::Lower;
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);

        // 5. In check without a move: mate.
        if in_check && tried == 0 {
            return Score::mated_in_plies(ply);
        }
        if best >= beta && !best.is_decisive() {
            best = Score::from_raw((best.raw() + beta.raw()) / 2);
        }
        self.store(key, best_move, best.to_tt(ply), raw_eval, 0, bound, was_pv);
        best
    }
}
