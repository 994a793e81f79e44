//! A tapered, hand-written evaluation, and an example of an [`Evaluator`] without state.
//!
//! Every term is a function of a [`View`], the board as one side sees it, and returns a [`Taper`], a midgame and an
//! endgame value in one. The sum over white's view less the sum over black's is blended by the material left on the
//! board, scaled down where endings are drawish, and turned to the side to move.
//!
//! The terms are the customary ones (<https://www.chessprogramming.org/Evaluation>); the numbers are in `weights.rs` and
//! `psqt.rs`.

mod breakdown;
mod endings;
mod psqt;
mod spans;
mod taper;
mod view;
mod weights;

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use crate::Evaluator;
use crate::forward::bits::{Work, with_popcnt};
pub use breakdown::{Breakdown, Row, Tapered, Term};
use breakdown::{Ledger, Trace};
use endings::{SCALE_FULL, mop_up, scale, steps};
use psqt::PIECE_SQUARE;
use spans::{beside, files, north, north_fill, south, south_fill};
use taper::{Taper, t};
use view::{Attacks, View, file, rank};
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
    /// The evaluation of `board` with each term's part in it.
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

/// The evaluation without its explanation, as a piece of work.
struct Value<'a>(&'a Board);

impl Work for Value<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        evaluate(self.0, &mut ()).side_to_move
    }
}

/// An evaluation with the numbers that shaped it.
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
    let mut own_side = Side::new(&own, us, trace);
    let mut foe_side = Side::new(&foe, !us, trace);
    own_side.score += interplay(&own, &own_side, &foe_side.attacks, us, trace);
    foe_side.score += interplay(&foe, &foe_side, &own_side.attacks, !us, trace);
    // The danger of a king is its own side's loss, but its enemy's view.
    own_side.score += trace.note(Term::KingDanger, us, king_danger(&foe, &foe_side, &own_side.attacks));
    foe_side.score += trace.note(Term::KingDanger, !us, king_danger(&own, &own_side, &foe_side.attacks));

    let total = own_side.score - foe_side.score;
    let phase = phase(board);
    let scale = if total.eg() >= 0 { scale(&own) } else { scale(&foe) };
    let blended = (total.mg() * phase + total.eg() * (FULL_PHASE - phase)) / FULL_PHASE * scale / SCALE_FULL;
    let tempo = if scale == 0 { 0 } else { WEIGHTS.tempo };
    Sum { phase, scale, tempo, side_to_move: blended + tempo }
}

/// How much of a midgame this is: 24 with all pieces on the board, 0 without any.
#[inline(always)]
fn phase(board: &Board) -> i32 {
    let count = |piece: Piece| board.pieces(piece).len() as i32;
    let phase =
        count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    phase.min(FULL_PHASE)
}

/// What can be said of one side without knowing the other's attacks, and what the rest needs to know.
struct Side {
    score: Taper,
    attacks: Attacks,
    /// The enemy king's surroundings: its neighbours, itself, and the rank in front.
    ring: BitBoard,
    /// Danger that the pieces attacking the ring mean for the enemy king.
    danger: i32,
}

impl Side {
    #[inline(always)]
    fn new(view: &View, side: Color, trace: &mut impl Trace) -> Self {
        let near = get_king_moves(view.foe_king) | view.foe_king.bitboard();
        let mut this =
            Self { score: Taper::ZERO, attacks: Attacks::default(), ring: near | south(near), danger: 0 };
        this.attacks.by[Piece::Pawn as usize] = view.own_pawn_attacks;
        this.attacks.by[Piece::King as usize] = get_king_moves(view.king);

        let weights = &WEIGHTS;
        let straight = view.occupied - (view.own(Piece::Rook) | view.own(Piece::Queen));
        let oblique = view.occupied - view.own(Piece::Queen);
        let mut material = PIECE_SQUARE[Piece::King as usize][view.king as usize];
        for square in view.own(Piece::Pawn) {
            material += PIECE_SQUARE[Piece::Pawn as usize][square as usize];
        }
        let mut mobility = Taper::ZERO;
        material += this.look(view, Piece::Knight, &weights.knight_mobility, &mut mobility, get_knight_moves);
        material += this.look(view, Piece::Bishop, &weights.bishop_mobility, &mut mobility, |square| {
            get_bishop_moves(square, oblique)
        });
        material += this.look(view, Piece::Rook, &weights.rook_mobility, &mut mobility, |square| {
            get_rook_moves(square, straight)
        });
        material += this.look(view, Piece::Queen, &weights.queen_mobility, &mut mobility, |square| {
            get_bishop_moves(square, view.occupied) | get_rook_moves(square, view.occupied)
        });

        this.score += trace.note(Term::Material, side, material);
        this.score += trace.note(Term::Mobility, side, mobility);
        this.score += trace.note(Term::Pieces, side, pieces(view));
        this.score += trace.note(Term::Pawns, side, pawns(view));
        this.score += trace.note(Term::Shelter, side, t(shelter(view), 0));
        this.score += trace.note(Term::MopUp, side, t(0, mop_up(view)));
        this
    }

    /// Goes over the own pieces of one kind: adds to the attack map, the mobility and the danger to the enemy king, and
    /// returns the material.
    #[inline(always)]
    fn look(
        &mut self,
        view: &View,
        piece: Piece,
        by_count: &[Taper],
        mobility: &mut Taper,
        moves: impl Fn(Square) -> BitBoard,
    ) -> Taper {
        let room = !(view.own(Piece::Pawn) | view.own(Piece::King) | view.foe_pawn_attacks);
        let mut material = Taper::ZERO;
        let mut reach = BitBoard::EMPTY;
        for square in view.own(piece) {
            material += PIECE_SQUARE[piece as usize][square as usize];
            let attacked = moves(square);
            reach |= attacked;
            *mobility += by_count[(attacked & room).len() as usize];
            let hits = (attacked & self.ring).len() as i32;
            // Without a branch: whether a piece looks at the king is hard to predict.
            self.danger +=
                WEIGHTS.attacker[piece as usize] * i32::from(hits > 0) + WEIGHTS.ring_attack * hits;
        }
        self.attacks.by[piece as usize] = reach;
        material
    }
}

/// Bishop pair, knight outposts, rooks on open files.
#[inline(always)]
fn pieces(view: &View) -> Taper {
    let mut score = Taper::ZERO;
    if view.own(Piece::Bishop).len() >= 2 {
        score += WEIGHTS.bishop_pair;
    }
    let ranks = Rank::Fourth.bitboard() | Rank::Fifth.bitboard() | Rank::Sixth.bitboard();
    let outposts = ranks & view.own_pawn_attacks & !south_fill(view.foe_pawn_attacks);
    score += WEIGHTS.knight_outpost * (view.own(Piece::Knight) & outposts).len() as i32;
    let semi_open = view.own(Piece::Rook) & !files(view.own(Piece::Pawn));
    let open = semi_open & !files(view.foe(Piece::Pawn));
    score += WEIGHTS.rook_open_file * open.len() as i32;
    score += WEIGHTS.rook_semi_open_file * (semi_open - open).len() as i32;
    score
}

/// Pawn structure, passed pawns apart.
#[inline(always)]
fn pawns(view: &View) -> Taper {
    let pawns = view.own(Piece::Pawn);
    let doubled = pawns & south_fill(south(pawns));
    let isolated = pawns & !beside(files(pawns));
    let unsafe_steps = view.foe_pawn_attacks & !north_fill(view.own_pawn_attacks);
    let backward = pawns & south(unsafe_steps) & !isolated;
    let mut score = WEIGHTS.doubled_pawn * doubled.len() as i32
        + WEIGHTS.isolated_pawn * isolated.len() as i32
        + WEIGHTS.backward_pawn * backward.len() as i32;
    for square in pawns & (view.own_pawn_attacks | beside(pawns)) {
        score += WEIGHTS.connected_pawn[rank(square)];
    }
    score
}

/// Passed pawns, by how far they are and what stands in their way.
#[inline(always)]
fn passed(view: &View, foe_attacks: BitBoard) -> Taper {
    let (own, foe) = (view.own(Piece::Pawn), view.foe(Piece::Pawn));
    let stopped = south_fill(view.foe_pawn_attacks) | south_fill(south(foe | own));
    let mut score = Taper::ZERO;
    for square in own & !stopped {
        let rank = rank(square);
        let step = north(square.bitboard());
        score += WEIGHTS.passed_pawn[rank];
        if step.is_disjoint(view.foe_all) {
            score += WEIGHTS.passed_unblocked[rank];
            if step.is_disjoint(foe_attacks) {
                score += WEIGHTS.passed_safe_step[rank];
            }
        }
        let ahead = square as usize + 8;
        let urgency = (rank as i32 - 2).max(0);
        let kings = WEIGHTS.passed_foe_king * steps(view.foe_king as usize, ahead).min(5)
            + WEIGHTS.passed_own_king * steps(view.king as usize, ahead).min(5);
        score += t(0, urgency * kings / 4);
    }
    score
}

/// Terms that need the attacks of both sides.
#[inline(always)]
fn interplay(view: &View, side: &Side, foe: &Attacks, color: Color, trace: &mut impl Trace) -> Taper {
    let foe_attacks = foe.all().flip_ranks();
    let score = trace.note(Term::Passed, color, passed(view, foe_attacks));
    score + trace.note(Term::Threats, color, threats(view, &side.attacks, foe_attacks))
}

/// Enemy pieces attacked by lesser ones, or not defended.
#[inline(always)]
fn threats(view: &View, attacks: &Attacks, foe_attacks: BitBoard) -> Taper {
    let [_, knights, bishops, rooks, queens, _] = view.foe;
    let by = |piece: Piece| attacks.by[piece as usize];
    let majors = rooks | queens;
    let pawn = by(Piece::Pawn) & (knights | bishops | majors);
    let minor = (by(Piece::Knight) | by(Piece::Bishop)) & majors;
    let hanging = attacks.all() & view.foe_all & !foe_attacks;
    WEIGHTS.threat_by_pawn * pawn.len() as i32
        + WEIGHTS.threat_by_minor * minor.len() as i32
        + WEIGHTS.threat_by_rook * (by(Piece::Rook) & queens).len() as i32
        + WEIGHTS.hanging * hanging.len() as i32
}

/// Own pawns before the king and enemy pawns coming at it, in midgame centipawns.
#[inline(always)]
fn shelter(view: &View) -> i32 {
    let king_rank = rank(view.king);
    let ahead = !0xff << (8 * king_rank);
    let centre = file(view.king).clamp(1, 6);
    let mut score = 0;
    for file in centre - 1..=centre + 1 {
        let squares = BitBoard(ahead & 0x0101_0101_0101_0101 << file);
        let distance = |pawns: BitBoard| {
            let pawns = pawns & squares;
            let nearest = pawns.0.trailing_zeros() as usize / 8;
            if pawns.is_empty() { 0 } else { nearest - king_rank }
        };
        score += WEIGHTS.shelter[distance(view.own(Piece::Pawn))];
        score += WEIGHTS.storm[distance(view.foe(Piece::Pawn))];
    }
    score
}

/// What the attack of the side of `view` costs its opponent's king: a negative score for that opponent.
///
/// Danger grows with the square of what attacks (<https://www.chessprogramming.org/King_Safety#Attack_Units>).
#[inline(always)]
fn king_danger(view: &View, side: &Side, foe: &Attacks) -> Taper {
    let (attacks, king) = (&side.attacks, view.foe_king);
    let mut danger = side.danger;
    let held = foe.by_pawn_minor_or_rook().flip_ranks();
    let reach = attacks.all();
    danger += WEIGHTS.ring_weak * (side.ring & reach & !held).len() as i32;

    let safe = !(view.own_all | foe.all().flip_ranks());
    let oblique = get_bishop_moves(king, view.occupied) & safe;
    let straight = get_rook_moves(king, view.occupied) & safe;
    let from = [BitBoard::EMPTY, get_knight_moves(king) & safe, oblique, straight, oblique | straight];
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let checks = !from[piece as usize].is_disjoint(attacks.by[piece as usize]);
        danger += WEIGHTS.safe_check[piece as usize] * i32::from(checks);
    }
    if view.own(Piece::Queen).is_empty() {
        danger += WEIGHTS.no_queen;
    }
    let danger = danger.clamp(0, WEIGHTS.danger_cap);
    t(-danger * danger / WEIGHTS.danger_divisor, -danger / WEIGHTS.danger_endgame_divisor)
}
