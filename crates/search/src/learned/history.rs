//! Histories: statistics of cut-offs, by which quiet moves and captures are ordered.
//!
//! All tables use Stockfish's gravity update: a bonus moves an entry towards its bound, by less the closer the entry is, so that old
//! results fade (chessprogramming.org, "History Heuristic").

use crate::learned::correction::Corrections;
use crate::learned::quiet_context::{BUTTERFLY_ROWS, PAWN_ROWS, QuietContext};
use crate::tree::see::captured_piece;
use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};

/// Bound of every move history entry.
pub(crate) const HISTORY_MAX: i32 = 16_384;

const SQUARES: usize = Square::NUM;
const PIECES: usize = 2 * Piece::NUM;
const PIECE_SQUARES: usize = PIECES * SQUARES;

/// An entry for each target square.
type Row = [i16; SQUARES];

/// A piece of a colour on its target square, as an index. A white pawn on a1 cannot occur and means "no move".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) const NONE: PieceTo = PieceTo(0);

    #[inline]
    pub(crate) fn new(color: Color, piece: Piece, to: Square) -> PieceTo {
        PieceTo((PieceTo::row(color, piece) * SQUARES + to as usize) as u16)
    }

    /// Colour and piece; `None` for "no move".
    #[inline]
    pub(crate) fn mover(self) -> Option<(Color, Piece)> {
        let mover = self.index() / SQUARES;
        (self != PieceTo::NONE).then(|| (Color::index(mover / Piece::NUM), Piece::index(mover % Piece::NUM)))
    }

    /// The row of a piece of a colour.
    #[inline]
    fn row(color: Color, piece: Piece) -> usize {
        color as usize * Piece::NUM + piece as usize
    }

    /// The number of values.
    pub(crate) const COUNT: usize = PIECE_SQUARES;

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves that led to a node, nearest first: one, two, four and six plies back.
pub(crate) type Continuations = [PieceTo; 4];

/// The rows of the histories of a quiet move that do not depend on earlier moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietRows {
    /// The row in the butterfly boards.
    butterfly: u16,
    /// The row in the table by pawn structure.
    pawns: u16,
}

impl QuietRows {
    /// Some rows, for plies without a quiet move.
    pub(crate) const FIRST: QuietRows = QuietRows { butterfly: 0, pawns: 0 };

    #[inline]
    pub(crate) fn new(piece: Piece, mv: Move, context: &QuietContext) -> QuietRows {
        let row = context.pawn_row * PIECES + PieceTo::row(context.color, piece);
        QuietRows {
            butterfly: context.butterfly_row(mv.from, context.threats.all.has(mv.to)) as u16,
            pawns: row as u16,
        }
    }
}

/// The histories of one worker.
#[derive(Debug)]
pub(crate) struct Histories {
    /// Butterfly history: quiet moves by colour, origin and target, and whether these are attacked.
    quiet: Box<[Row]>,
    /// Pawn history: quiet moves by pawn structure and piece.
    pawns: Box<[Row]>,
    /// Capture history: captures by piece, target and captured piece.
    capture: Box<[i16]>,
    /// Continuation history: quiet moves by an earlier move and the piece that moves.
    continuation: Box<[Row]>,
    pub corrections: Corrections,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        let zeros = |rows: usize| vec![[0; SQUARES]; rows].into_boxed_slice();
        Histories {
            quiet: zeros(BUTTERFLY_ROWS),
            pawns: zeros(PAWN_ROWS * PIECES),
            capture: vec![0; PIECE_SQUARES * Piece::NUM].into_boxed_slice(),
            continuation: zeros(PIECE_SQUARES * PIECES),
            corrections: Corrections::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill([0; SQUARES]);
        self.pawns.fill([0; SQUARES]);
        self.capture.fill(0);
        self.continuation.fill([0; SQUARES]);
        self.corrections.clear();
    }

    /// Score of a quiet move for ordering, pruning and reducing: at most five times [`HISTORY_MAX`].
    #[inline]
    pub(crate) fn quiet_score(&self, piece: Piece, mv: Move, context: &QuietContext) -> i32 {
        self.quiet_scorer(piece, mv.from, context).score(mv.to)
    }

    /// Scores the quiet moves of one piece.
    #[inline]
    pub(crate) fn quiet_scorer(&self, piece: Piece, from: Square, context: &QuietContext) -> QuietScorer<'_> {
        let row = PieceTo::row(context.color, piece);
        let along = |earlier: PieceTo| &self.continuation[earlier.index() * PIECES + row];
        // Written out, because `array::map` is not inlined here.
        let [one, two, four, six] = context.before;
        QuietScorer {
            quiet: [
                &self.quiet[context.butterfly_row(from, false)],
                &self.quiet[context.butterfly_row(from, true)],
            ],
            threats: context.threats.all,
            pawns: &self.pawns[context.pawn_row * PIECES + row],
            along: [along(one), along(two), along(four), along(six)],
        }
    }

    /// Score of a capture or promotion.
    #[inline]
    pub(crate) fn capture_score(&self, board: &Board, mv: Move) -> i32 {
        board
            .piece_on(mv.from)
            .map_or(0, |piece| self.capture_of(board, piece, mv, captured_piece(board, mv)))
    }

    /// As [`Histories::capture_score`], with the moving and the captured piece given.
    #[inline]
    pub(crate) fn capture_of(&self, board: &Board, piece: Piece, mv: Move, victim: Option<Piece>) -> i32 {
        i32::from(self.capture[capture_index(board, piece, mv, victim)])
    }

    pub(crate) fn reward_quiet(&mut self, piece: Piece, mv: Move, context: &QuietContext, bonus: i32) {
        self.reward_rows(QuietRows::new(piece, mv, context), mv.to, bonus);
        self.reward_continuation(context.color, piece, mv, &context.before, bonus);
    }

    /// Adds a bonus to a quiet move to the square `to`, in the histories that do not depend on earlier moves.
    #[inline]
    pub(crate) fn reward_rows(&mut self, rows: QuietRows, to: Square, bonus: i32) {
        add_bonus(&mut self.quiet[usize::from(rows.butterfly)][to as usize], bonus);
        add_bonus(&mut self.pawns[usize::from(rows.pawns)][to as usize], bonus);
    }

    pub(crate) fn reward_continuation(
        &mut self,
        color: Color,
        piece: Piece,
        mv: Move,
        before: &Continuations,
        bonus: i32,
    ) {
        let row = PieceTo::row(color, piece);
        for (distance, earlier) in before.iter().enumerate() {
            if *earlier != PieceTo::NONE {
                let bonus = if distance < 2 { bonus } else { bonus / 2 };
                add_bonus(&mut self.continuation[earlier.index() * PIECES + row][mv.to as usize], bonus);
            }
        }
    }

    pub(crate) fn reward_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let Some(piece) = board.piece_on(mv.from) {
            add_bonus(&mut self.capture[capture_index(board, piece, mv, captured_piece(board, mv))], bonus);
        }
    }
}

/// The rows for the quiet moves of one piece.
pub(crate) struct QuietScorer<'a> {
    /// Rows for targets that are not attacked, and for those that are.
    quiet: [&'a Row; 2],
    threats: BitBoard,
    pawns: &'a Row,
    along: [&'a Row; 4],
}

impl QuietScorer<'_> {
    #[inline]
    pub(crate) fn score(&self, to: Square) -> i32 {
        let entry = |row: &Row| i32::from(row[to as usize]);
        let [one, two, four, six] = self.along;
        let butterfly = entry(self.quiet[usize::from(self.threats.has(to))]);
        butterfly + entry(self.pawns) / 2 + entry(one) + entry(two) + entry(four) / 2 + entry(six) / 4
    }
}

/// Moves an entry towards `±HISTORY_MAX` by `bonus`, less the closer it already is.
#[inline]
fn add_bonus(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
}

#[inline]
fn capture_index(board: &Board, piece: Piece, mv: Move, victim: Option<Piece>) -> usize {
    // A promotion without capture uses the entry of "captures a king", which cannot occur.
    let victim = victim.unwrap_or(Piece::King);
    PieceTo::new(board.side_to_move(), piece, mv.to).index() * Piece::NUM + victim as usize
}

/// A multiplicative hash (Fibonacci hashing with a fold), good in its upper bits.
#[inline]
pub(crate) fn mix(bits: u64) -> u64 {
    let product = (bits ^ bits >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// The key of a pawn structure.
#[inline]
pub(crate) fn pawn_key(board: &Board) -> u64 {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
    mix(mix(pawns(Color::White)) ^ pawns(Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entries_stay_within_their_bound(bonuses in prop::collection::vec(-40_000i32..40_000, 1..200)) {
            let mut entry = 0i16;
            for bonus in bonuses {
                add_bonus(&mut entry, bonus);
                prop_assert!(i32::from(entry).abs() <= HISTORY_MAX);
            }
        }
    }

    #[test]
    fn a_rewarded_move_scores_higher_and_clearing_forgets() {
        let mut histories = Histories::new();
        let mv: Move = "g1f3".parse().unwrap();
        let before = [
            PieceTo::new(Color::Black, Piece::Pawn, Square::E5),
            PieceTo::NONE,
            PieceTo::NONE,
            PieceTo::NONE,
        ];
        let context = QuietContext::new(&Board::startpos(), before);
        let alone = QuietContext::new(&Board::startpos(), [PieceTo::NONE; 4]);
        histories.reward_quiet(Piece::Knight, mv, &context, 500);
        assert_eq!(histories.quiet_score(Piece::Knight, mv, &context), 1_250);
        assert_eq!(histories.quiet_score(Piece::Knight, mv, &alone), 750);
        histories.clear();
        assert_eq!(histories.quiet_score(Piece::Knight, mv, &context), 0);
    }
}
