//! Staged move picking: the moves of a node in order, generated and scored only when needed.
//!
//! Order (chessprogramming.org, "Move Ordering"): the table's move; captures and queen promotions that do not lose
//! material, by victim and history; killers; quiet moves by history; losing captures.

use crate::learned::history::Histories;
use crate::learned::quiet_context::QuietContext;
use crate::params::Params;
use crate::tree::checks::Checks;
use crate::tree::see::{captured_piece, piece_value, see_at_least};
use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square};
use std::ops::Deref;

/// A move with its score for ordering and, if it is quiet, its history.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
    pub history: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    LosingCaptures,
    Done,
}

/// The state of picking at one node.
///
/// Scored moves lie in a list that all nodes of a worker share as a stack: this picker's part begins at `start`, and
/// the node truncates the list to that mark when it returns. Layout from `start`: losing captures that were passed over,
/// remaining captures, then the quiet moves.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    only_captures: bool,
    skip_quiets: bool,
    see_threshold: Option<i32>,
    /// The history of the last picked move, if it is quiet and no killer or table move.
    quiet_history: Option<i32>,
    generated: ArrayVec<PieceMoves, 18>,
    start: usize,
    losing_end: usize,
    cursor: usize,
    end: usize,
}

/// What a picker reads of its worker.
pub(crate) struct PickerContext<'a> {
    pub board: &'a Board,
    pub params: &'a Params,
    pub histories: &'a Histories,
    /// The context of quiet moves, computed on first use; `None` if only captures are wanted.
    pub quiet: Option<&'a dyn Deref<Target = QuietContext>>,
    /// Which quiet moves give check, where that matters for their order.
    pub checks: Option<&'a Checks>,
    pub moves: &'a mut Vec<ScoredMove>,
}

impl Picker {
    /// All moves of a node. `table_move` must be legal.
    pub(crate) fn all(table_move: Option<Move>, killers: [Option<Move>; 2], start: usize) -> Picker {
        Picker {
            stage: if table_move.is_some() { Stage::TableMove } else { Stage::Generate },
            table_move,
            killers,
            only_captures: false,
            skip_quiets: false,
            see_threshold: None,
            quiet_history: None,
            generated: ArrayVec::new(),
            start,
            losing_end: start,
            cursor: start,
            end: start,
        }
    }

    /// Captures and queen promotions that gain at least `see_threshold` centipawns.
    pub(crate) fn captures(table_move: Option<Move>, see_threshold: i32, start: usize) -> Picker {
        let mut picker = Picker::all(table_move, [None; 2], start);
        picker.only_captures = true;
        picker.see_threshold = Some(see_threshold);
        picker
    }

    /// Skips the quiet moves that have not been picked yet.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The history of the last picked move, if it was a quiet move that was ordered by it.
    #[inline]
    pub(crate) fn quiet_history(&self) -> Option<i32> {
        self.quiet_history
    }

    /// The next move.
    #[inline]
    pub(crate) fn next(&mut self, context: &mut PickerContext<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Generate;
                    return self.table_move;
                }
                Stage::Generate => {
                    self.generate(context);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.next_good_capture(context) {
                        return Some(mv);
                    }
                    self.stage = if self.only_captures { Stage::Done } else { Stage::FirstKiller };
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.playable_killer(context.board, 0) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiets;
                    if let Some(mv) = self.playable_killer(context.board, 1) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiets => {
                    self.cursor = self.end;
                    if !self.skip_quiets {
                        self.generate_quiets(context);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.skip_quiets && self.cursor < context.moves.len() {
                        let picked = take_best(context.moves, self.cursor);
                        self.cursor += 1;
                        self.quiet_history = Some(picked.history);
                        return Some(picked.mv);
                    }
                    self.quiet_history = None;
                    self.cursor = self.start;
                    self.stage = Stage::LosingCaptures;
                }
                Stage::LosingCaptures => {
                    if self.cursor < self.losing_end {
                        let picked = context.moves[self.cursor];
                        self.cursor += 1;
                        return Some(picked.mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Generates once; captures are unpacked and scored at once, quiet moves stay packed by piece.
    fn generate(&mut self, context: &mut PickerContext<'_>) {
        let board = context.board;
        board.generate_moves(|moves| {
            self.generated.push(moves);
            false
        });
        for &piece_moves in &self.generated {
            let PieceMoves { piece, from, .. } = piece_moves;
            let mut captures = piece_moves;
            captures.to &= noisy_targets(board, piece);
            if piece == Piece::Pawn {
                for mv in captures {
                    // Only a pawn has moves to these squares that are not noisy: promotions to lesser pieces.
                    if Some(mv) != self.table_move && is_noisy(board, mv) {
                        let victim = captured_piece(board, mv);
                        let score = capture_order(context, piece, mv, victim);
                        context.moves.push(ScoredMove { mv, score, history: 0 });
                    }
                }
            } else {
                for to in captures.to & !targets_from(from, &[self.table_move]) {
                    let mv = Move { from, to, promotion: None };
                    let score = capture_order(context, piece, mv, board.piece_on(to));
                    context.moves.push(ScoredMove { mv, score, history: 0 });
                }
            }
        }
        self.end = context.moves.len();
    }

    fn next_good_capture(&mut self, context: &mut PickerContext<'_>) -> Option<Move> {
        while self.cursor < self.end {
            let picked = take_best(context.moves, self.cursor);
            self.cursor += 1;
            let threshold = self.see_threshold.unwrap_or(-picked.score / context.params.capture_trust);
            if see_at_least(context.board, picked.mv, threshold) {
                return Some(picked.mv);
            }
            // The place at `losing_end` is free: everything before the cursor was picked or is a losing capture.
            context.moves[self.losing_end] = picked;
            self.losing_end += 1;
        }
        None
    }

    fn playable_killer(&self, board: &Board, index: usize) -> Option<Move> {
        let killer = self.killers[index]?;
        let playable = !self.skip_quiets
            && Some(killer) != self.table_move
            && (index == 0 || Some(killer) != self.killers[0])
            && !is_noisy(board, killer)
            && self.generated.iter().any(|moves| moves.has(killer));
        playable.then_some(killer)
    }

    fn generate_quiets(&mut self, context: &mut PickerContext<'_>) {
        let board = context.board;
        let us = board.side_to_move();
        let Some(quiet) = context.quiet else { return };
        let [first, second] = self.killers;
        let picked = [self.table_move, first, second];
        for &piece_moves in &self.generated {
            let PieceMoves { piece, from, .. } = piece_moves;
            let scorer = context.histories.quiet_scorer(piece, from, quiet);
            let order = QuietOrder::new(context.params, quiet, context.checks, piece, from);
            let mut quiets = piece_moves;
            quiets.to &= !board.colors(!us);
            if piece == Piece::Pawn {
                for mv in quiets {
                    if !picked.contains(&Some(mv)) && !is_noisy(board, mv) {
                        let history = scorer.score(mv.to);
                        context.moves.push(ScoredMove { mv, score: history + order.bonus(mv), history });
                    }
                }
            } else {
                for to in quiets.to & !targets_from(from, &picked) {
                    let mv = Move { from, to, promotion: None };
                    let history = scorer.score(to);
                    context.moves.push(ScoredMove { mv, score: history + order.bonus(mv), history });
                }
            }
        }
    }
}

/// What orders the quiet moves of one piece besides their history: a piece that a lesser one attacks had better go, and not where
/// a lesser one attacks; and a check that cannot be taken back is worth an early look (Stockfish).
struct QuietOrder<'a> {
    piece: Piece,
    attacked: BitBoard,
    leaves: i32,
    enters: i32,
    check: i32,
    checks: Option<&'a Checks>,
    threats: BitBoard,
}

impl<'a> QuietOrder<'a> {
    #[inline]
    fn new(
        params: &Params,
        quiet: &QuietContext,
        checks: Option<&'a Checks>,
        piece: Piece,
        from: Square,
    ) -> QuietOrder<'a> {
        let attacked = quiet.threats.by_lesser(piece);
        let enters = if piece == Piece::Queen { params.order_threat * 3 / 2 } else { params.order_threat };
        let leaves = enters * i32::from(attacked.has(from));
        QuietOrder {
            piece,
            attacked,
            leaves,
            enters,
            check: params.order_check,
            checks,
            threats: quiet.threats.all,
        }
    }

    #[inline]
    fn bonus(&self, mv: Move) -> i32 {
        let is_safe_check =
            !self.threats.has(mv.to) && self.checks.is_some_and(|checks| checks.given_by(self.piece, mv));
        self.leaves - self.enters * i32::from(self.attacked.has(mv.to))
            + self.check * i32::from(is_safe_check)
    }
}

/// The targets of those moves from `from` that a piece other than a pawn can make.
#[inline]
fn targets_from(from: Square, moves: &[Option<Move>]) -> BitBoard {
    // A killer may be a promotion, of a pawn that stood here in another position.
    let moves = moves.iter().flatten().filter(|mv| mv.from == from && mv.promotion.is_none());
    moves.fold(BitBoard::EMPTY, |targets, mv| targets | mv.to.bitboard())
}

/// Whether a move takes something or promotes to a queen. Only such moves change material in the quiescence search.
#[inline]
pub(crate) fn is_noisy(board: &Board, mv: Move) -> bool {
    mv.promotion == Some(Piece::Queen) || is_capture(board, mv)
}

#[inline]
pub(crate) fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to)
        || mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from)
}

/// Squares on which a move of this piece may be noisy.
#[inline]
fn noisy_targets(board: &Board, piece: Piece) -> BitBoard {
    let us = board.side_to_move();
    let mut targets = board.colors(!us);
    if piece == Piece::Pawn {
        targets |= Rank::Eighth.relative_to(us).bitboard();
        if let Some(file) = board.en_passant() {
            targets |= Square::new(file, Rank::Sixth.relative_to(us)).bitboard();
        }
    }
    targets
}

/// The order of an underpromotion, as a loss in centipawns.
const UNDERPROMOTION: i32 = -2_000;

/// Most valuable victim first, then history.
#[inline]
fn capture_order(context: &PickerContext<'_>, piece: Piece, mv: Move, victim: Option<Piece>) -> i32 {
    let promotion = match mv.promotion {
        Some(Piece::Queen) => piece_value(Piece::Queen),
        Some(_) => UNDERPROMOTION,
        None => 0,
    };
    let gain = victim.map_or(0, piece_value) + promotion;
    context.params.capture_victim * gain + context.histories.capture_of(context.board, piece, mv, victim)
}

/// Moves the best of `moves[from..]` to `from` and returns it.
#[inline]
fn take_best(moves: &mut [ScoredMove], from: usize) -> ScoredMove {
    let rest = &mut moves[from..];
    let (mut best, mut best_score) = (0, rest[0].score);
    for (index, candidate) in rest.iter().enumerate().skip(1) {
        if candidate.score > best_score {
            (best, best_score) = (index, candidate.score);
        }
    }
    rest.swap(0, best);
    rest[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::history::PieceTo;
    use argali_suite::legal_moves;
    use proptest::prelude::*;

    fn picked(board: &Board, mut picker: Picker) -> Vec<Move> {
        let (histories, params) = (Histories::new(), Params::default());
        let mut moves = Vec::new();
        let quiet = QuietContext::new(board, [PieceTo::NONE; 4]);
        let mut context = PickerContext {
            board,
            params: &params,
            histories: &histories,
            quiet: Some(&&quiet),
            checks: Some(&Checks::new(board)),
            moves: &mut moves,
        };
        std::iter::from_fn(|| picker.next(&mut context)).collect()
    }

    /// Seed: the stored move is ordered first even when it was stored too shallow to cut.
    #[test]
    fn the_table_move_comes_first_and_once() {
        let board = Board::startpos();
        let mv: Move = "a2a3".parse().unwrap();
        let order = picked(&board, Picker::all(Some(mv), [Some(mv), None], 0));
        assert_eq!(order[0], mv);
        assert_eq!(order.len(), 20);
    }

    /// A killer from another position must not hide a move with the same squares.
    #[test]
    fn a_killer_that_promotes_does_not_hide_the_move_of_a_piece() {
        let board: Board = "8/4R3/8/8/8/8/k7/4K3 w - - 0 1".parse().unwrap();
        let order = picked(&board, Picker::all(None, [Some("e7e8n".parse().unwrap()), None], 0));
        assert_eq!(order.len(), legal_moves(&board).len());
        assert!(order.contains(&"e7e8".parse().unwrap()));
    }

    #[test]
    fn winning_captures_come_before_killers_before_quiet_moves_before_losing_captures() {
        // exd5 wins a pawn, Qxd5 would lose the queen... the pawn on d5 is defended by the knight alone.
        let board: Board = "4k3/8/5n2/3p4/4P3/3Q4/8/4K3 w - - 0 1".parse().unwrap();
        let killer: Move = "d3a6".parse().unwrap();
        let order = picked(&board, Picker::all(None, [Some(killer), None], 0));
        assert_eq!(order[0], "e4d5".parse().unwrap());
        assert_eq!(order[1], killer);
        assert_eq!(*order.last().unwrap(), "d3d5".parse().unwrap());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn every_legal_move_is_picked_exactly_once(choices in prop::collection::vec(0usize..218, 0..80), pick in 0usize..218) {
            let mut board = Board::startpos();
            for choice in choices {
                let moves = legal_moves(&board);
                if moves.is_empty() {
                    break;
                }
                let mut expected: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let table_move = moves[pick % moves.len()];
                let killer = moves[choice % moves.len()];
                for table_move in [None, Some(table_move)] {
                    let order = picked(&board, Picker::all(table_move, [Some(killer), table_move], 0));
                    let mut order: Vec<String> = order.iter().map(ToString::to_string).collect();
                    order.sort();
                    expected.sort();
                    prop_assert_eq!(&order, &expected);
                }
                let noisy = picked(&board, Picker::captures(None, -10_000, 0));
                prop_assert_eq!(noisy.len(), moves.iter().filter(|&&mv| is_noisy(&board, mv)).count());
                board.play(moves[choice % moves.len()]);
            }
        }
    }
}
