//! Correction history: the average error of the static evaluation in similar positions, as found by the search.
//!
//! Similar positions have the same pawns, the same other pieces of White or of Black, or the same last two moves.
//! Source: static evaluation correction history, chessprogramming.org and the Caissa and Stockfish engines, 2024.

use crate::learned::history::{Continuations, PieceTo, mix, pawn_key};
use cozy_chess::{Board, Color, Piece};

/// Entries of one table by pieces, for each side to move.
const SIZE: usize = 16_384;
/// Fixed-point unit: one centipawn.
const GRAIN: i32 = 256;
/// Largest correction by one table (centipawns).
const MAX: i32 = 64;

/// The evaluation errors that one worker has recorded in the current game.
#[derive(Debug)]
pub(crate) struct Corrections {
    /// By pawn structure, then by the other pieces of White, of Black.
    pieces: [Box<[i16]>; 3],
    /// By the last two moves.
    moves: Box<[i16]>,
}

/// The entries of a node. They are computed when the move to it is made, so that they can be prefetched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorrectionPlaces {
    pieces: [u32; 3],
    moves: u32,
    /// Whether both of the last two moves are known. Otherwise nothing is written.
    has_moves: bool,
}

impl CorrectionPlaces {
    /// The initial value.
    pub(crate) const NONE: CorrectionPlaces = CorrectionPlaces { pieces: [0; 3], moves: 0, has_moves: false };

    /// The places of `board`, to which the moves `before` led.
    #[inline]
    pub(crate) fn new(board: &Board, before: &Continuations) -> CorrectionPlaces {
        let side = board.side_to_move() as u32 * SIZE as u32;
        let place = |key: u64| side + (key >> (u64::BITS - SIZE.ilog2())) as u32;
        // A sum of products: the multiplications run in parallel.
        let pieces = |color| {
            let squares = |piece| board.colored_pieces(color, piece).0;
            mix(squares(Piece::Knight)
                .wrapping_mul(0xBF58_476D_1CE4_E5B9)
                .wrapping_add(squares(Piece::Bishop).wrapping_mul(0x94D0_49BB_1331_11EB))
                .wrapping_add(squares(Piece::Rook).wrapping_mul(0xD6E8_FEB8_6659_FD93))
                .wrapping_add(squares(Piece::Queen).wrapping_mul(0xA076_1D64_78BD_642F))
                .wrapping_add(squares(Piece::King).wrapping_mul(0xE703_7ED1_A0B4_28DB)))
        };
        CorrectionPlaces {
            pieces: [place(pawn_key(board)), place(pieces(Color::White)), place(pieces(Color::Black))],
            moves: (before[1].index() * PieceTo::COUNT + before[0].index()) as u32,
            has_moves: before[0] != PieceTo::NONE && before[1] != PieceTo::NONE,
        }
    }
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        let zeros = |len: usize| vec![0i16; len].into_boxed_slice();
        let table = || zeros(2 * SIZE);
        Corrections { pieces: [table(), table(), table()], moves: zeros(PieceTo::COUNT * PieceTo::COUNT) }
    }

    pub(crate) fn clear(&mut self) {
        self.pieces.iter_mut().for_each(|table| table.fill(0));
        self.moves.fill(0);
    }

    /// Prefetches the entries that [`Corrections::of`] reads.
    #[inline]
    pub(crate) fn prefetch(&self, places: &CorrectionPlaces) {
        for (table, &place) in self.pieces.iter().zip(&places.pieces) {
            argali_tt::prefetch(&table[place as usize]);
        }
        argali_tt::prefetch(&self.moves[places.moves as usize]);
    }

    /// The average difference between the search's score and the static evaluation (centipawns).
    #[inline]
    pub(crate) fn of(&self, places: &CorrectionPlaces) -> i32 {
        let pieces =
            self.pieces.iter().zip(&places.pieces).map(|(table, &place)| i32::from(table[place as usize]));
        let sum = pieces.sum::<i32>() + i32::from(self.moves[places.moves as usize]);
        sum / (2 * GRAIN)
    }

    /// Records that the search's score was `error` centipawns above the static evaluation.
    pub(crate) fn learn(&mut self, places: &CorrectionPlaces, depth: i32, error: i32) {
        let weight = (depth + 1).min(16);
        let target = error.clamp(-256, 256) * GRAIN;
        let adjust = |entry: &mut i16| {
            let mixed = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
            let bound = MAX * GRAIN;
            *entry = mixed.clamp(-bound, bound) as i16;
        };
        for (table, &place) in self.pieces.iter_mut().zip(&places.pieces) {
            adjust(&mut table[place as usize]);
        }
        if places.has_moves {
            adjust(&mut self.moves[places.moves as usize]);
        }
    }
}

const _: () = assert!(SIZE.is_power_of_two());

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Square;

    const NO_MOVES: Continuations = [PieceTo::NONE; 4];

    #[test]
    fn corrections_converge_to_the_error_and_belong_to_one_structure() {
        let mut corrections = Corrections::new();
        let board = Board::startpos();
        let places = CorrectionPlaces::new(&board, &NO_MOVES);
        for _ in 0..200 {
            corrections.learn(&places, 12, 10);
        }
        // Three tables, each near 10 centipawns, at half weight.
        assert!((13..=15).contains(&corrections.of(&places)), "{}", corrections.of(&places));
        let mut other = board.clone();
        other.play("e2e4".parse().unwrap());
        assert_eq!(corrections.of(&CorrectionPlaces::new(&other, &NO_MOVES)), 0);
        corrections.clear();
        assert_eq!(corrections.of(&places), 0);
    }

    #[test]
    fn the_last_two_moves_count_if_both_are_known() {
        let mut corrections = Corrections::new();
        let (white, black) = (
            PieceTo::new(Color::White, Piece::Knight, Square::F3),
            PieceTo::new(Color::Black, Piece::Pawn, Square::E5),
        );
        let board = Board::startpos();
        let after_two = CorrectionPlaces::new(&board, &[black, white, PieceTo::NONE, PieceTo::NONE]);
        let after_one = CorrectionPlaces::new(&board, &[black, PieceTo::NONE, PieceTo::NONE, PieceTo::NONE]);
        for _ in 0..200 {
            corrections.learn(&after_two, 12, 10);
        }
        assert!((18..=20).contains(&corrections.of(&after_two)), "{}", corrections.of(&after_two));
        assert!((13..=15).contains(&corrections.of(&after_one)), "{}", corrections.of(&after_one));
    }
}
