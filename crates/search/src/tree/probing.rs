//! Tablebase probes: at the root, to rank its moves, and in step 5 of a node.

use crate::score::Score;
use crate::tablebase::{RootRank, TablebaseValue};
use crate::tree::search::Search;
use crate::tree::worker::Worker;
use argali_eval::Evaluator;
use argali_tt as tt;
use cozy_chess::{Board, Color};

impl<E: Evaluator> Search<E> {
    /// Ranks the root moves if all of them are in the tablebases.
    pub(crate) fn rank_root_moves(&mut self) {
        let settings = &self.resources.settings;
        let Some(tablebase) = settings.tablebase.as_deref() else { return };
        let rules = settings.tablebase_rules;
        let board = self.root.board();
        let limit = rules.probe_limit.min(tablebase.max_pieces());
        if self.root_moves.is_empty() || board.occupied().len() > limit || has_castle_rights(board) {
            return;
        }
        let repeated = self.root.has_repeated();
        let Some(ranks) = tablebase.rank_root(board, rules.fifty_move_rule, repeated) else { return };
        for root_move in &mut self.root_moves {
            if let Some(rank) = ranks.iter().find(|rank| rank.mv == root_move.mv) {
                root_move.rank = rank.rank;
                root_move.tablebase_score = Some(match rank.value {
                    TablebaseValue::Win => Score::tablebase_win(0),
                    TablebaseValue::Loss => Score::tablebase_loss(0),
                    _ => Score::DRAW,
                });
            }
            // Tables do not know the game's history: a third repetition is a draw.
            if root_move.tablebase_score.is_some() && self.root.repeats_thrice(root_move.mv) {
                root_move.rank = RootRank::DRAW;
                root_move.tablebase_score = Some(Score::DRAW);
            }
        }
        self.root_moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.rank));
        self.root_tablebase_hits = ranks.len() as u64;
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// Score and bound of `board` from the tablebases.
    pub(crate) fn probe_tablebase(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
    ) -> Option<(Score, tt::Bound)> {
        let tablebase = self.search.settings().tablebase.as_deref()?;
        let rules = self.search.settings().tablebase_rules;
        let pieces = board.occupied().len();
        let limit = rules.probe_limit.min(tablebase.max_pieces());
        let deep_enough = pieces < limit || depth >= rules.probe_depth as i32;
        if pieces > limit || !deep_enough || board.halfmove_clock() != 0 || has_castle_rights(board) {
            return None;
        }
        let value = tablebase.probe(board)?;
        self.tablebase_hits += 1;
        let counts = rules.fifty_move_rule;
        Some(match value {
            TablebaseValue::Win => (Score::tablebase_win(ply), tt::Bound::Lower),
            TablebaseValue::CursedWin if !counts => (Score::tablebase_win(ply), tt::Bound::Lower),
            TablebaseValue::Loss => (Score::tablebase_loss(ply), tt::Bound::Upper),
            TablebaseValue::BlessedLoss if !counts => (Score::tablebase_loss(ply), tt::Bound::Upper),
            _ => (Score::DRAW, tt::Bound::Exact),
        })
    }
}

#[inline]
fn has_castle_rights(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    })
}
