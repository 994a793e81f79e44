//! Endings that are more drawish, or easier to win, than their material suggests.

use cozy_chess::{BitBoard, File, Piece};

use super::view::View;

/// A score keeps `SCALE_FULL / SCALE_FULL` of its value in a normal position.
pub(super) const SCALE_FULL: i32 = 64;

/// The share of its value that an advantage of the side of `view` keeps, in parts of [`SCALE_FULL`].
///
/// The figures follow the literature (<https://www.chessprogramming.org/Draw_Evaluation>): without pawns an extra piece is seldom
/// enough, bishops of opposite colours often draw even with extra pawns, and fewer pawns mean fewer wins.
#[inline(always)]
pub(super) fn scale(view: &View) -> i32 {
    let pawns = view.own(Piece::Pawn);
    let (own, foe) = (pieces_value(&view.own), pieces_value(&view.foe));
    if pawns.is_empty() {
        // A lone minor piece or two knights cannot win, and neither can one extra minor piece.
        let two_knights = own == 6 && view.own(Piece::Knight).len() == 2;
        if own <= 3 || (two_knights && foe <= 3) {
            return 0;
        }
        if own - foe <= 3 {
            return if foe <= 3 { 6 } else { 14 };
        }
        return SCALE_FULL;
    }
    let (own_bishops, foe_bishops) = (view.own(Piece::Bishop), view.foe(Piece::Bishop));
    if own == 3 && !own_bishops.is_empty() && wrong_rook_pawn(view, pawns, own_bishops) {
        return 0;
    }
    let light = BitBoard::LIGHT_SQUARES;
    let opposite = own_bishops.len() == 1
        && foe_bishops.len() == 1
        && own_bishops.is_subset(light) != foe_bishops.is_subset(light);
    if opposite {
        let only_bishops = own == 3 && foe == 3;
        return if only_bishops {
            16 + 4 * pawns.len().min(6) as i32
        } else {
            46 + 2 * pawns.len().min(8) as i32
        };
    }
    SCALE_FULL.min(40 + 7 * pawns.len() as i32)
}

/// King steps between two squares.
#[inline(always)]
pub(super) fn steps(a: usize, b: usize) -> i32 {
    let files = (a % 8).abs_diff(b % 8);
    let ranks = (a / 8).abs_diff(b / 8);
    files.max(ranks) as i32
}

/// The value of the pieces without the pawns, by the usual count: 3, 3, 5, 9.
#[inline(always)]
fn pieces_value(side: &[BitBoard; 6]) -> i32 {
    let count = |piece: Piece| side[piece as usize].len() as i32;
    3 * (count(Piece::Knight) + count(Piece::Bishop)) + 5 * count(Piece::Rook) + 9 * count(Piece::Queen)
}

/// Whether all pawns are on one rook file, the bishop does not control the promotion square, and the enemy king is in that corner.
#[inline(always)]
fn wrong_rook_pawn(view: &View, pawns: BitBoard, bishop: BitBoard) -> bool {
    let light_bishop = bishop.is_subset(BitBoard::LIGHT_SQUARES);
    // A8 is light, H8 is dark.
    let (corner, corner_is_light) = if pawns.is_subset(File::A.bitboard()) {
        (56, true)
    } else if pawns.is_subset(File::H.bitboard()) {
        (63, false)
    } else {
        return false;
    };
    light_bishop != corner_is_light && steps(view.foe_king as usize, corner) <= 1
}
