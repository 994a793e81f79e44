//! Negamax with alpha-beta pruning, as principal variation search (chessprogramming.org, "Principal Variation
//! Search"), fail-soft. The node function is a list of numbered steps; each names its technique, and the longer ones are
//! functions in `steps.rs`.

use crate::learned::history::QuietRows;
use crate::learned::quiet_context::QuietContext;
use crate::score::{MAX_PLY, Score};
use crate::tree::checks::Checks;
use crate::tree::formulas::{
    PLY, dampened, evaluation_bonus, futility_margin, history_bonus, late_move_count, razor_margin,
    reverse_futility_margin,
};
use crate::tree::lookup::{Known, bound_allows};
use crate::tree::node_type::{NodeType, NonPv};
use crate::tree::packed::unpack;
use crate::tree::picker::{Picker, PickerContext, is_noisy};
use crate::tree::see::see_at_least;
use crate::tree::steps::Singularity;
use crate::tree::window::Window;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use argali_tt as tt;
use arrayvec::ArrayVec;
use cozy_chess::{Board, Color, Move, Piece};
use std::cell::LazyCell;

/// The moves of a node that may get a malus; further ones are not recorded.
type Tried = ArrayVec<Move, 32>;

/// Scores from tablebases are stored with this much more depth than the node has (plies).
const TABLEBASE_DEPTH: i32 = 6;

impl<E: Evaluator> Worker<'_, E> {
    /// The score of `board` to `depth` plies, within `window`. `cut_node` says that a fail high is expected.
    pub(crate) fn negamax<N: NodeType>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> Score {
        // 1. At depth 0 only captures are left.
        if depth <= 0 {
            return self.quiescence::<N::Next>(board, ply, window);
        }
        let Window { mut alpha, mut beta } = window;
        let params = self.params();
        let full_width = self.settings().is_full_width();
        let mut depth = depth.min(MAX_PLY as i32);
        if N::PV {
            self.pv.clear(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.is_stopping() {
            return Score::DRAW;
        }
        let in_check = !board.checkers().is_empty();

        if !N::ROOT {
            // 2. Draws by rule.
            if self.is_draw(board, ply) {
                return Score::DRAW;
            }
            if ply >= MAX_PLY {
                return if in_check { Score::DRAW } else { self.evaluate(board) };
            }
            // 3. Mate distance pruning: a shorter mate than the one already found is not possible here.
            alpha = alpha.max(Score::mated_in_plies(ply));
            beta = beta.min(Score::mate_in_plies(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. Transposition table.
        let key = self.key();
        let excluded = self.stack[ply].excluded;
        let known = if excluded.is_some() { Known::NOTHING } else { self.look_up(board, ply) };
        let entry = known.entry;
        let table_score = entry
            .filter(|entry| entry.bound != tt::Bound::None)
            .and_then(|entry| Score::from_tt(entry.score, ply, board.halfmove_clock()));
        let table_depth = entry.map_or(0, |entry| i32::from(entry.depth));
        let table_bound = entry.map_or(tt::Bound::None, |entry| entry.bound);
        let table_move = if N::ROOT {
            self.root_moves[self.first_root_move].line.first().copied()
        } else {
            entry.and_then(|entry| unpack(entry.mv)).filter(|&mv| board.is_legal(mv))
        };
        let was_pv = if excluded.is_some() {
            self.stack[ply].was_pv
        } else {
            N::PV || entry.is_some_and(|entry| entry.pv)
        };
        self.stack[ply].was_pv = was_pv;
        if let (false, Some(score)) = (N::PV, table_score)
            && table_depth >= depth
            && bound_allows(table_bound, score, beta)
            // Near the end of the halfmove clock, a stored score may be a draw by the fifty-move rule.
            && i32::from(board.halfmove_clock()) < params.table_clock
            // A bound that contradicts the expected node type is trusted only at a high depth (Stockfish).
            && (cut_node == (score >= beta) || depth > params.table_contrary_depth || full_width)
        {
            // A quiet move that cuts off again gets its bonus again.
            if let (true, Some(mv)) = (score >= beta, table_move)
                && !is_noisy(board, mv)
            {
                let context = self.quiet_context(board, ply);
                if let Some(piece) = board.piece_on(mv.from) {
                    let bonus = history_bonus(params, depth);
                    self.histories.reward_quiet(piece, mv, &context, bonus);
                }
            }
            return score;
        }

        // 5. Endgame tablebases.
        let mut best = -Score::INFINITE;
        let mut ceiling = Score::INFINITE;
        if !N::ROOT
            && excluded.is_none()
            && let Some((score, bound)) = self.probe_tablebase(board, ply, depth)
        {
            if bound == tt::Bound::Exact
                || bound_allows(bound, score, beta) && (bound == tt::Bound::Lower || score <= alpha)
            {
                let stored_depth = (depth + TABLEBASE_DEPTH).min(MAX_PLY as i32 - 1);
                self.store(key, None, score.to_tt(ply), None, stored_depth, bound, was_pv);
                return score;
            }
            if N::PV {
                if bound == tt::Bound::Lower {
                    best = score;
                    alpha = alpha.max(score);
                } else {
                    ceiling = score;
                }
            }
        }

        // 6. Static evaluation: corrected by the correction histories, and replaced by the table's score if that is a better estimate.
        let us = board.side_to_move();
        let mut raw_eval = None;
        let static_eval;
        let eval;
        if in_check {
            static_eval = None;
            eval = -Score::INFINITE;
        } else if excluded.is_some() {
            static_eval = self.stack[ply].static_eval;
            eval = static_eval.unwrap_or(Score::DRAW);
        } else {
            let raw = self.raw_evaluation(board, &known);
            if entry.is_none() {
                self.store(key, None, 0, Some(raw), 0, tt::Bound::None, was_pv);
            }
            raw_eval = Some(raw);
            let corrected = self.corrected(board, ply, raw);
            static_eval = Some(corrected);
            eval = match table_score {
                Some(score) if !score.is_decisive() && bound_allows(table_bound, score, corrected) => score,
                _ => corrected,
            };
        }
        if excluded.is_none() {
            self.stack[ply].static_eval = static_eval;
        }
        let improving = match static_eval {
            None => false,
            Some(now) => match (self.stack.back(ply, 2).static_eval, self.stack.back(ply, 4).static_eval) {
                (Some(before), _) | (None, Some(before)) => now > before,
                (None, None) => true,
            },
        };
        // Whether the opponent's last move made the opponent's position worse.
        let worsened = match (static_eval, self.stack.back(ply, 1).static_eval) {
            (Some(now), Some(before)) => now > -before,
            _ => false,
        };
        self.stack[ply + 2].cutoffs = 0;
        self.stack[ply + 1].excluded = None;
        // Killers are those of cousins: nodes with the same grandparent.
        self.stack[ply + 2].killers = [None; 2];

        // 6a. How both sides' evaluations changed says what the opponent's quiet move was worth (Stockfish).
        if !full_width
            && excluded.is_none()
            && let (Some(now), Some(before)) = (static_eval, self.stack.back(ply, 1).static_eval)
        {
            self.reward_played(ply, evaluation_bonus(params, now.raw() + before.raw()));
        }

        // 7. Hindsight: adjusts the depth if the reduction of the last move was too large or too small.
        if !full_width && !N::ROOT && excluded.is_none() {
            depth += self.hindsight(ply, depth, static_eval, worsened);
        }

        let (we_have_pieces, they_have_pieces) = (has_pieces(board, us), has_pieces(board, !us));
        if !full_width && !N::PV && !in_check && excluded.is_none() {
            // 8. Razoring: far below alpha, only captures can raise the score enough (Stockfish).
            if depth <= params.razor_depth
                && eval + razor_margin(params, depth) <= alpha
                && !alpha.is_decisive()
            {
                let score = self.quiescence::<NonPv>(board, ply, Window::zero(alpha));
                if score <= alpha || self.has_stopped() {
                    return score;
                }
            }

            // 9. Reverse futility pruning: far above beta, the opponent will not catch up in a few plies. Not for a bare king, whose
            // endings the static evaluation does not know well enough.
            if depth <= params.rfp_depth
                && (we_have_pieces || !they_have_pieces)
                && eval - reverse_futility_margin(params, depth, improving, worsened) >= beta
                && !beta.is_loss()
                && !eval.is_decisive()
            {
                return Score::from_raw((eval.raw() + beta.raw()) / 2);
            }

            // 10. Null move pruning: if passing fails high, a real move will too (Donninger 1993). At high depths, a search without
            // null moves verifies this, because of zugzwang (Tabibi and Netanyahu 2002).
            if depth >= params.null_depth
                && ply >= self.null_floor
                && can_lose_a_move(board)
                && eval >= beta
                && static_eval
                    .is_some_and(|eval| eval + params.null_depth_margin * depth >= beta + params.null_margin)
                && !beta.is_loss()
                && self.stack.back(ply, 1).played.is_some()
                && let Some(score) = self.null_move(board, ply, depth, beta, eval)
            {
                return score;
            }
        }

        // 11. Internal iterative reduction: without a table move the move ordering is poor. A shallower search fills the table
        // for the next visit (Schröder, Rebel 2021).
        if !full_width
            && depth >= params.iir_depth
            && table_move.is_none()
            && excluded.is_none()
            && (N::PV || cut_node)
        {
            depth -= 1;
        }

        // 12. ProbCut: a capture that beats beta by a margin in a reduced search will beat beta in the full one
        // (Buro 1995, in the form of Stockfish).
        let probcut_beta = beta + params.probcut_margin - params.probcut_improving * i32::from(improving);
        if !full_width
            && !N::PV
            && !in_check
            && excluded.is_none()
            && depth >= params.probcut_depth
            && !beta.is_decisive()
            && !(table_score.is_some_and(|score| score < probcut_beta)
                && table_depth > depth - params.probcut_reduction)
        {
            if let Some(score) = self.probcut(
                board,
                ply,
                depth,
                probcut_beta,
                static_eval.unwrap_or(eval),
                table_move,
                cut_node,
            ) {
                if !self.has_stopped() {
                    let stored_depth = depth - params.probcut_reduction + 1;
                    self.store(key, None, score.to_tt(ply), raw_eval, stored_depth, tt::Bound::Lower, was_pv);
                }
                return score;
            }
            if self.has_stopped() {
                return Score::DRAW;
            }
        }

        // 12a. The same by the table's word alone, with a larger margin (Stockfish).
        let table_beta = beta + params.table_probcut_margin;
        if !full_width
            && !N::ROOT
            && excluded.is_none()
            && table_bound == tt::Bound::Lower
            && table_depth >= depth - params.probcut_reduction
            && !beta.is_decisive()
            && table_score.is_some_and(|score| score >= table_beta && !score.is_decisive())
        {
            return table_beta;
        }

        // 13. The moves.
        let start = self.moves.len();
        let killers = self.stack[ply].killers;
        let before = self.stack.continuations(ply);
        // Many nodes end with a capture and need no context for quiet moves.
        let context = LazyCell::new(|| QuietContext::new(board, before));
        let table_move_noisy = table_move.is_some_and(|mv| is_noisy(board, mv));
        let mut picker = Picker::all(table_move, killers, start);
        let mut best_move: Option<Move> = None;
        let mut bound = tt::Bound::Upper;
        let mut move_count = 0;
        let mut tried_quiets = Tried::new();
        let mut tried_captures = Tried::new();
        let quiet_limit = late_move_count(params, depth, improving);
        let checks = Checks::new(board);

        loop {
            let mut source = PickerContext {
                board,
                params,
                histories: self.histories,
                quiet: Some(&context),
                checks: Some(&checks),
                moves: self.moves,
            };
            let Some(mv) = picker.next(&mut source) else { break };
            if Some(mv) == excluded || N::ROOT && !self.is_searched_at_root(mv) {
                continue;
            }
            move_count += 1;
            self.prefetch(board, mv);
            let noisy = is_noisy(board, mv);
            let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
            let history = if noisy {
                self.histories.capture_score(board, mv)
            } else {
                picker.quiet_history().unwrap_or_else(|| self.histories.quiet_score(piece, mv, &context))
            };
            let mut reduction = self.search.resources.reductions.at(depth, move_count);
            if N::ROOT {
                self.report_root_move(mv, move_count);
            }

            // 14. Pruning, once a move is found that does not lose.
            if !full_width && !N::ROOT && we_have_pieces && !best.is_loss() {
                let trust = (history / params.pruning_history).clamp(-1, 1);
                let reduced_depth = (depth - reduction / PLY + trust).max(0);
                if noisy || checks.given_by(piece, mv) {
                    // 14a. Captures and checks that lose too much.
                    let loss = -params.see_capture_margin * depth
                        - if noisy { history / params.see_history } else { 0 };
                    if (noisy || !context.is_safe(mv))
                        && !see_at_least(board, mv, loss)
                        && !is_desperado(board, mv, alpha)
                    {
                        continue;
                    }
                } else {
                    // 14b. Late move pruning.
                    if move_count > quiet_limit {
                        picker.skip_quiets();
                    }
                    // 14c. History pruning.
                    if reduced_depth <= params.history_pruning_depth
                        && history < -params.history_pruning_margin * depth
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    // 14d. Futility pruning.
                    if let (Some(static_eval), false) = (static_eval, in_check) {
                        let hope = static_eval
                            + futility_margin(params, reduced_depth)
                            + history / params.futility_history;
                        if reduced_depth <= params.futility_depth && hope <= alpha && !alpha.is_decisive() {
                            picker.skip_quiets();
                            best = best.max(hope.min(alpha));
                            continue;
                        }
                    }
                    // 14e. Quiet moves that lose material.
                    let loss = -params.see_quiet_margin * reduced_depth * reduced_depth;
                    if !context.is_safe(mv)
                        && !see_at_least(board, mv, loss)
                        && !is_desperado(board, mv, alpha)
                    {
                        continue;
                    }
                }
            }

            // 15. Extensions.
            let mut extension = 0;
            let limited = (ply as i32) < params.extension_limit * self.root_depth.max(params.extension_depth);
            if let (false, true, Some(score)) =
                (N::ROOT, Some(mv) == table_move && excluded.is_none(), table_score)
                && !full_width
                && limited
                && depth >= params.singular_depth + i32::from(was_pv)
                && table_depth >= depth - params.singular_table_depth
                && matches!(table_bound, tt::Bound::Lower | tt::Bound::Exact)
                && !score.is_decisive()
            {
                // 15a to 15c.
                match self.singular::<N>(board, ply, depth, mv, score, beta, cut_node) {
                    Singularity::Extension(plies) => extension = plies,
                    Singularity::Cut(score) => {
                        self.moves.truncate(start);
                        return score;
                    }
                }
            }

            // 15d. Check extension: checks are forcing and cheap to follow.
            if !full_width
                && limited
                && extension == 0
                && checks.given_by(piece, mv)
                && see_at_least(board, mv, 0)
            {
                extension = 1;
            }

            // 16. Make the move.
            let nodes_before = self.nodes;
            if !noisy {
                self.stack[ply].quiet_rows = QuietRows::new(piece, mv, &context);
            }
            let child = self.make(board, mv, ply);
            self.stack[ply].move_count = move_count;
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + i32::from(extension >= 2);
            let gives_check = !child.checkers().is_empty();
            let new_depth = depth - 1 + extension;
            let mut score = -Score::INFINITE;

            // 17. Late move reductions, then a zero window at full depth, then the full window.
            let mut needs_full_depth = !N::PV || move_count > 1;
            if !full_width && depth >= 2 && move_count > 1 + usize::from(N::ROOT) {
                reduction += params.lmr_cut_node * i32::from(cut_node);
                reduction -= params.lmr_was_pv * i32::from(was_pv);
                reduction += params.lmr_not_improving * i32::from(!improving);
                reduction += params.lmr_noisy_tt * i32::from(table_move_noisy && !noisy);
                reduction -= params.lmr_check * i32::from(gives_check);
                reduction +=
                    params.lmr_cutoffs * i32::from(self.stack[ply + 1].cutoffs > params.lmr_cutoff_count);
                if noisy {
                    reduction -= params.lmr_noisy + history * PLY / params.lmr_noisy_history;
                } else {
                    reduction -= params.lmr_killer * i32::from(killers.contains(&Some(mv)));
                    reduction -= history * PLY / params.lmr_history;
                }
                let reduced = (new_depth - reduction / PLY).min(new_depth + i32::from(N::PV)).max(1);
                if reduced < new_depth {
                    needs_full_depth = false;
                    self.stack[ply].reduction = reduction;
                    score =
                        -self.negamax::<NonPv>(&child, ply + 1, reduced, Window::zero(alpha).flipped(), true);
                    self.stack[ply].reduction = 0;
                    if score > alpha {
                        let deeper = score > best + params.lmr_deeper + params.lmr_deeper_depth * new_depth;
                        let shallower = score < best + params.lmr_shallower_depth * new_depth;
                        let again = new_depth + i32::from(deeper) - i32::from(shallower);
                        if again > reduced {
                            score = -self.negamax::<NonPv>(
                                &child,
                                ply + 1,
                                again,
                                Window::zero(alpha).flipped(),
                                !cut_node,
                            );
                        }
                        if !noisy && score > alpha {
                            let bonus = history_bonus(params, new_depth);
                            self.histories.reward_continuation(us, piece, mv, &before, bonus);
                        }
                    }
                }
            }
            if needs_full_depth {
                score = -self.negamax::<NonPv>(
                    &child,
                    ply + 1,
                    new_depth,
                    Window::zero(alpha).flipped(),
                    !cut_node,
                );
            }
            if N::PV && (move_count == 1 || score > alpha) {
                score = -self.negamax::<N::Next>(
                    &child,
                    ply + 1,
                    new_depth,
                    Window { alpha, beta }.flipped(),
                    false,
                );
            }
            self.unmake();
            if self.has_stopped() {
                self.moves.truncate(start);
                return Score::DRAW;
            }
            if N::ROOT {
                self.note_root_move(mv, move_count, score, alpha, beta, self.nodes - nodes_before);
            }

            // 18. A better move?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.pv.extend(ply, mv);
                    }
                    if score >= beta {
                        bound = tt::Bound::Lower;
                        self.stack[ply].cutoffs += 1;
                        break;
                    }
                    alpha = score;
                    bound = tt::Bound::Exact;
                    // After one move has raised alpha, another is less likely to: search the rest less deeply.
                    if !full_width
                        && depth > params.alpha_raise_min
                        && depth < params.alpha_raise_max
                        && !score.is_decisive()
                        && !N::ROOT
                    {
                        depth -= 1;
                    }
                }
            }
            if Some(mv) != best_move {
                let tried = if noisy { &mut tried_captures } else { &mut tried_quiets };
                let _ = tried.try_push(mv);
            }
        }
        self.moves.truncate(start);

        // 19. No legal move: mate or stalemate. In a singular search the excluded move may be the only one.
        if move_count == 0 {
            if excluded.is_some() {
                return alpha;
            }
            return if in_check { Score::mated_in_plies(ply) } else { Score::DRAW };
        }

        // 20. Learn from the cut-off.
        if let (true, Some(mv)) = (bound == tt::Bound::Lower, best_move) {
            // More for a move that the static evaluation did not foresee.
            let unforeseen = static_eval.is_some_and(|eval| eval <= window.alpha);
            let depth = depth + i32::from(best > beta + params.bonus_margin) + i32::from(unforeseen);
            self.learn(board, ply, depth, mv, [&tried_quiets, &tried_captures], &context);
        } else if bound == tt::Bound::Upper && !N::ROOT {
            // All replies fail low, so the opponent's last move was good.
            self.reward_previous(ply, depth);
        }
        // 20a. Scores far above beta are unreliable, most of all at a low depth (Stockfish).
        if !full_width && bound == tt::Bound::Lower && !N::ROOT && !best.is_decisive() && !beta.is_decisive()
        {
            best = dampened(best, beta, depth);
        }
        best = best.min(ceiling);

        // 21. Learn the error of the static evaluation, unless the best move is a capture or the bound says nothing about the error.
        if let (Some(static_eval), None) = (static_eval, excluded) {
            let quiet = best_move.is_none_or(|mv| !is_noisy(board, mv));
            let informative = match bound {
                tt::Bound::Lower => best > static_eval,
                tt::Bound::Upper => best < static_eval,
                _ => true,
            };
            if quiet && informative && !best.is_decisive() {
                self.histories.corrections.learn(&self.stack[ply].corrections, depth, best - static_eval);
            }
        }

        // 22. Store. Secondary lines at the root do not overwrite the best one.
        if excluded.is_none() && !(N::ROOT && self.first_root_move > 0) {
            self.store(key, best_move, best.to_tt(ply), raw_eval, depth, bound, was_pv);
        }
        best
    }

    /// The context in which the quiet moves of this node are scored.
    #[inline]
    pub(crate) fn quiet_context(&self, board: &Board, ply: usize) -> QuietContext {
        QuietContext::new(board, self.stack.continuations(ply))
    }

    /// The static evaluation after correction, scaled down towards the fifty-move rule.
    #[inline]
    pub(crate) fn corrected(&self, board: &Board, ply: usize, raw: Score) -> Score {
        let fading = 200 - i32::from(board.halfmove_clock());
        let correction = if self.settings().is_full_width() {
            0
        } else {
            self.histories.corrections.of(&self.stack[ply].corrections)
        };
        Score::cp(raw.raw() * fading / 200 + correction)
    }
}

/// Whether a side that is losing moves its last piece besides king and pawns: once that is given up, stalemate may save the game
/// (Stockfish).
fn is_desperado(board: &Board, mv: Move, alpha: Score) -> bool {
    let us = board.colors(board.side_to_move());
    alpha < Score::DRAW && us - board.pieces(Piece::Pawn) - board.pieces(Piece::King) == mv.from.bitboard()
}

/// Whether the side to move has more than pawns and one minor piece. Otherwise zugzwang is so common that a null move proves nothing.
#[inline]
fn can_lose_a_move(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    let major = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    !(own & major).is_empty() || (own & minor).len() > 1
}

/// Whether `color` has more than king and pawns. Otherwise zugzwang is common.
#[inline]
fn has_pieces(board: &Board, color: Color) -> bool {
    let others = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    !(board.colors(color) & !others).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::ending::Control;
    use crate::control::stopwatch::Stopwatch;
    use crate::position::position_key;
    use crate::tree::formulas::Reductions;
    use crate::tree::search::{Resources, Search, Settings};
    use crate::tree::worker::Memory;
    use crate::{Limits, Position, StopHandle};
    use argali_eval::Classical;
    use std::sync::Arc;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Searches `fen` to `depth` with a zero window at `alpha` centipawns, while the table holds an entry for it of depth 2 with a score
    /// of 300. Returns the score, and whether it came from the table alone.
    fn ask(fen: &str, bound: tt::Bound, depth: i32, alpha: i32) -> (Score, bool) {
        let settings = Settings { full_width: true, ..Settings::default() };
        let resources = Arc::new(Resources {
            evaluator: Arc::new(Classical),
            table: tt::Table::new(1).expect("1 MiB can be had"),
            reductions: Reductions::new(&settings.params),
            settings,
        });
        let position: Position = fen.parse().expect("a position");
        let stored = tt::Entry { score: 300, depth: 2, bound, ..tt::Entry::BLANK };
        resources.table.store(position_key(position.board()), stored);
        let params = &resources.settings.params;
        let control =
            Control::new(&Limits::new(), params, Stopwatch::start(None, None), &StopHandle::new(), 1);
        let search = Search::new(&resources, control, &position);
        let mut memory = Memory::new();
        let mut worker = Worker::new(&search, 0, &mut memory);
        let window = Window::zero(Score::cp(alpha));
        let score = worker.negamax::<NonPv>(position.board(), 0, depth, window, true);
        (score, worker.nodes == 0)
    }

    /// Seed: a stored score cuts off only where its depth suffices and its bound allows.
    #[test]
    fn the_table_cuts_where_depth_suffices_and_the_bound_allows() {
        use tt::Bound::{Exact, Lower, None, Upper};
        for (bound, depth, alpha, cuts) in [
            (Lower, 2, 200, true),
            (Lower, 1, 200, true),
            (Lower, 2, 299, true),
            // Too shallow.
            (Lower, 3, 200, false),
            (Upper, 3, 400, false),
            (Exact, 3, 200, false),
            // A lower bound of 300 does not answer "more than 300?"; an upper bound of 300 does not answer "at least 300?".
            (Lower, 2, 300, false),
            (Upper, 2, 299, false),
            (Upper, 2, 300, true),
            (Upper, 1, 400, true),
            (Exact, 2, 200, true),
            (Exact, 2, 400, true),
            // No score.
            (None, 2, 200, false),
        ] {
            let (score, cut) = ask(START, bound, depth, alpha);
            let question = format!("{bound:?} at depth {depth}: more than {alpha}?");
            assert_eq!(cut, cuts, "{question}");
            assert_eq!(score == Score::cp(300), cuts, "{question} {score}");
        }
    }

    #[test]
    fn the_table_does_not_hide_the_fifty_move_rule() {
        let rook_ending = |clock| format!("8/5k2/8/8/3R4/3K4/8/8 w - - {clock} 90");
        assert!(ask(&rook_ending(80), tt::Bound::Lower, 2, 200).1);
        assert!(!ask(&rook_ending(99), tt::Bound::Lower, 2, 200).1);
    }
}
