//! What a worker learns: histories that order quiet moves and captures, from cut-offs, and corrections of the static evaluation.
//!
//! All tables use the gravity update of Stockfish: a bonus moves an entry towards its bound, the less the closer it
//! is, so that entries forget (chessprogramming.org, "History Heuristic").

use crate::correction::Corrections;
use crate::quiet_context::{BUTTERFLIES, QuietContext, STRUCTURES};
use crate::see::captured_piece;
use cozy_chess::{Board, Color, Move, Piece, Square};

/// Bound of every move history entry.
pub(crate) const HISTORY_MAX: i32 = 16_384;

const SQUARES: usize = Square::NUM;
const PIECES: usize = 2 * Piece::NUM;
const PIECE_SQUARES: usize = PIECES * SQUARES;

/// A piece of a colour on its target square, as an index. White pawn on a1 cannot occur and stands for "no move".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) const NONE: PieceTo = PieceTo(0);

    #[inline]
    pub(crate) fn new(color: Color, piece: Piece, to: Square) -> PieceTo {
        PieceTo(((color as usize * Piece::NUM + piece as usize) * SQUARES + to as usize) as u16)
    }

    /// Colour and piece of the move, unless it is "no move".
    #[inline]
    pub(crate) fn mover(self) -> Option<(Color, Piece)> {
        let mover = self.index() / SQUARES;
        (self != PieceTo::NONE).then(|| (Color::index(mover / Piece::NUM), Piece::index(mover % Piece::NUM)))
    }

    /// How many there are.
    pub(crate) const COUNT: usize = PIECE_SQUARES;

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves that led to a node, nearest first: one, two, four and six plies back.
pub(crate) type Continuations = [PieceTo; 4];

/// All that one worker has learned in the current game.
#[derive(Debug)]
pub(crate) struct Histories {
    /// Quiet moves by colour, from and to, and whether these are attacked: the butterfly boards.
    quiet: Box<[i16]>,
    /// Quiet moves by pawn structure.
    structure: Box<[i16]>,
    /// Captures by piece, target and captured piece.
    capture: Box<[i16]>,
    /// Quiet moves by an earlier move and this one.
    continuation: Box<[i16]>,
    pub corrections: Corrections,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        let zeros = |len: usize| vec![0i16; len].into_boxed_slice();
        Histories {
            quiet: zeros(BUTTERFLIES),
            structure: zeros(STRUCTURES * PIECE_SQUARES),
            capture: zeros(PIECE_SQUARES * Piece::NUM),
            continuation: zeros(PIECE_SQUARES * PIECE_SQUARES),
            corrections: Corrections::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.structure.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.corrections.clear();
    }

    /// Score of a quiet move for ordering, pruning and reducing: at most five times [`HISTORY_MAX`].
    #[inline]
    pub(crate) fn quiet_score(&self, piece: Piece, mv: Move, context: &QuietContext) -> i32 {
        self.quiet_scorer(context).score(piece, mv)
    }

    /// Scores quiet moves of one node.
    #[inline]
    pub(crate) fn quiet_scorer<'a>(&'a self, context: &'a QuietContext) -> QuietScorer<'a> {
        let row = |earlier: PieceTo| {
            let start = earlier.index() * PIECE_SQUARES;
            &self.continuation[start..start + PIECE_SQUARES]
        };
        QuietScorer { histories: self, context, along: context.before.map(row) }
    }

    /// Score of a capture or promotion.
    #[inline]
    pub(crate) fn capture_score(&self, board: &Board, mv: Move) -> i32 {
        capture_index(board, mv).map_or(0, |index| i32::from(self.capture[index]))
    }

    pub(crate) fn reward_quiet(&mut self, piece: Piece, mv: Move, context: &QuietContext, bonus: i32) {
        nudge(&mut self.quiet[context.butterfly(mv)], bonus);
        nudge(&mut self.structure[context.by_structure(piece, mv)], bonus);
        self.reward_continuation(context.color, piece, mv, &context.before, bonus);
    }

    pub(crate) fn reward_continuation(
        &mut self,
        color: Color,
        piece: Piece,
        mv: Move,
        before: &Continuations,
        bonus: i32,
    ) {
        let to = PieceTo::new(color, piece, mv.to).index();
        for (distance, earlier) in before.iter().enumerate() {
            if *earlier != PieceTo::NONE {
                let bonus = if distance < 2 { bonus } else { bonus / 2 };
                nudge(&mut self.continuation[earlier.index() * PIECE_SQUARES + to], bonus);
            }
        }
    }

    pub(crate) fn reward_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let Some(index) = capture_index(board, mv) {
            nudge(&mut self.capture[index], bonus);
        }
    }
}

/// The tables that score the quiet moves of one node, looked up once.
pub(crate) struct QuietScorer<'a> {
    histories: &'a Histories,
    context: &'a QuietContext,
    along: [&'a [i16]; 4],
}

impl QuietScorer<'_> {
    #[inline]
    pub(crate) fn score(&self, piece: Piece, mv: Move) -> i32 {
        let to = PieceTo::new(self.context.color, piece, mv.to).index();
        let [one, two, four, six] = self.along.map(|row| i32::from(row[to]));
        let butterfly = i32::from(self.histories.quiet[self.context.butterfly(mv)]);
        let structure = i32::from(self.histories.structure[self.context.by_structure(piece, mv)]);
        butterfly + structure / 2 + one + two + four / 2 + six / 4
    }
}

/// Moves an entry towards `±HISTORY_MAX` by `bonus`, less the closer it already is.
#[inline]
fn nudge(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
}

/// `None` if there is no piece to move, which does not happen for legal moves.
#[inline]
fn capture_index(board: &Board, mv: Move) -> Option<usize> {
    let piece = board.piece_on(mv.from)?;
    // A promotion without capture shares the place of "captures a king", which cannot occur.
    let victim = captured_piece(board, mv).unwrap_or(Piece::King);
    Some(PieceTo::new(board.side_to_move(), piece, mv.to).index() * Piece::NUM + victim as usize)
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
                nudge(&mut entry, bonus);
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
