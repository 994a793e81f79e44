//! A tapered, hand-written evaluation, and an example of an [`Evaluator`] without state.
//!
//! Every term is a function of a [`View`], the board from one side's point of view, and returns a [`Taper`], a pair of a
//! midgame and an endgame value. The sum of white's terms minus the sum of black's is interpolated by the remaining material,
//! scaled down in drawish endings, and negated if black is to move.
//!
//! The terms are the common ones (<https://www.chessprogramming.org/Evaluation>), and only those that sensible play needs. The
//! evaluation plays the first training games of a network, and is a starting point for your own. The numbers are in
//! `weights.rs` and `psqt.rs`.

mod breakdown;
mod endings;
mod psqt;
mod spans;
mod taper;
mod view;
mod weights;

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

use crate::Evaluator;
use crate::endings::mop_up;
use crate::forward::bits::{Work, with_popcnt};
pub use breakdown::{Breakdown, Row, Tapered, Term};
use breakdown::{Ledger, Trace};
use endings::{SCALE_FULL, scale, steps};
use psqt::PIECE_SQUARE;
use spans::{north, south, south_fill};
use taper::{Taper, t};
use view::{View, rank};
use weights::WEIGHTS;

/// Sum of [`phase`] over all pieces of the initial position.
const FULL_PHASE: i32 = 24;

/// A classical evaluation: no data to load, no state to keep.
///
/// ```
/// use argali_eval::{Classical, Evaluator};
/// use cozy_chess::Board;
///
/// let board: Board = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse()?;
/// let value = Classical.evaluate(&board, &mut ());
/// assert!(value < 0, "black, to move, is a pawn down");
/// assert_eq!(Classical.explain(&board).side_to_move, value);
/// # Ok::<(), cozy_chess::FenParseError>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Classical;

impl Classical {
    /// The evaluation of `board`, term by term.
    pub fn explain(&self, board: &Board) -> Breakdown {
        let mut ledger = Ledger::default();
        let sum = evaluate(board, &mut ledger);
        let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
        Breakdown {
            rows: ledger.rows(),
            phase: sum.phase,
            scale: sum.scale,
            tempo: sum.tempo * sign,
            white: sum.side_to_move * sign,
            side_to_move: sum.side_to_move,
        }
    }
}

impl Evaluator for Classical {
    type State = ();

    fn evaluate(&self, board: &Board, _state: &mut ()) -> i32 {
        with_popcnt(Value(board))
    }
}

/// The evaluation without a breakdown, as a [`Work`] item.
struct Value<'a>(&'a Board);

impl Work for Value<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        evaluate(self.0, &mut ()).side_to_move
    }
}

/// An evaluation with its intermediate values.
struct Sum {
    phase: i32,
    scale: i32,
    tempo: i32,
    side_to_move: i32,
}

#[inline(always)]
fn evaluate(board: &Board, trace: &mut impl Trace) -> Sum {
    let us = board.side_to_move();
    let (own, foe) = (View::new(board, us), View::new(board, !us));
    let total = terms(board, &own, us, trace) - terms(board, &foe, !us, trace);
    let phase = phase(board);
    let scale = if total.eg() >= 0 { scale(&own) } else { scale(&foe) };
    let blended = (total.mg() * phase + total.eg() * (FULL_PHASE - phase)) / FULL_PHASE * scale / SCALE_FULL;
    let tempo = if scale == 0 { 0 } else { WEIGHTS.tempo };
    Sum { phase, scale, tempo, side_to_move: blended + tempo }
}

/// The game phase: 24 with all pieces on the board, 0 without any.
#[inline(always)]
fn phase(board: &Board) -> i32 {
    let count = |piece: Piece| board.pieces(piece).len() as i32;
    let phase =
        count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    phase.min(FULL_PHASE)
}

/// The sum of all terms for the side of `view`.
#[inline(always)]
fn terms(board: &Board, view: &View, side: Color, trace: &mut impl Trace) -> Taper {
    trace.note(Term::Material, side, material(view))
        + trace.note(Term::Mobility, side, mobility(view))
        + trace.note(Term::BishopPair, side, bishop_pair(view))
        + trace.note(Term::Passed, side, passed(view))
        + trace.note(Term::MopUp, side, t(0, mop_up(board, side).unwrap_or(0)))
}

/// Piece values and piece-square tables.
#[inline(always)]
fn material(view: &View) -> Taper {
    let mut score = Taper::ZERO;
    for piece in Piece::ALL {
        for square in view.own(piece) {
            score += PIECE_SQUARE[piece as usize][square as usize];
        }
    }
    score
}

/// Squares that the pieces reach, except those that own pawns or the king occupy or that enemy pawns attack. Bishops see through own
/// queens, and rooks through own rooks and queens, because a battery is an advantage.
#[inline(always)]
fn mobility(view: &View) -> Taper {
    let room = !(view.own(Piece::Pawn) | view.own(Piece::King) | view.foe_pawn_attacks);
    let oblique = view.occupied - view.own(Piece::Queen);
    let straight = oblique - view.own(Piece::Rook);
    reach(view, Piece::Knight, room, &WEIGHTS.knight_mobility, get_knight_moves)
        + reach(view, Piece::Bishop, room, &WEIGHTS.bishop_mobility, |square| {
            get_bishop_moves(square, oblique)
        })
        + reach(view, Piece::Rook, room, &WEIGHTS.rook_mobility, |square| get_rook_moves(square, straight))
        + reach(view, Piece::Queen, room, &WEIGHTS.queen_mobility, |square| {
            get_bishop_moves(square, view.occupied) | get_rook_moves(square, view.occupied)
        })
}

/// The mobility of one kind of piece; `moves` gives its moves.
#[inline(always)]
fn reach(
    view: &View,
    piece: Piece,
    room: BitBoard,
    by_count: &[Taper],
    moves: impl Fn(Square) -> BitBoard,
) -> Taper {
    let mut score = Taper::ZERO;
    for square in view.own(piece) {
        score += by_count[(moves(square) & room).len() as usize];
    }
    score
}

/// Bonus for the bishop pair.
#[inline(always)]
fn bishop_pair(view: &View) -> Taper {
    if view.own(Piece::Bishop).len() >= 2 { WEIGHTS.bishop_pair } else { Taper::ZERO }
}

/// Passed pawns, by their rank, by what stands in front of them, and by the distances of the kings.
#[inline(always)]
fn passed(view: &View) -> Taper {
    let (own, foe) = (view.own(Piece::Pawn), view.foe(Piece::Pawn));
    let stopped = south_fill(view.foe_pawn_attacks) | south_fill(south(foe | own));
    let mut score = Taper::ZERO;
    for square in own & !stopped {
        let rank = rank(square);
        score += WEIGHTS.passed_pawn[rank];
        if north(square.bitboard()).is_disjoint(view.foe_all) {
            score += WEIGHTS.passed_unblocked[rank];
        }
        let ahead = square as usize + 8;
        let urgency = (rank as i32 - 2).max(0);
        let kings = WEIGHTS.passed_foe_king * steps(view.foe_king as usize, ahead).min(5)
            + WEIGHTS.passed_own_king * steps(view.king as usize, ahead).min(5);
        score += t(0, urgency * kings / 4);
    }
    score
}
