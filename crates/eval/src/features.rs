//! The inputs of the network: maps a piece on a square to an input index. The trainer uses the same mapping.
//!
//! Each side has its own view of the board. In it, the side's pieces come first, its back rank is the first rank, and its king
//! stands on one of the files a to d: if the king stands on e to h, the view is mirrored. Each of the 768 inputs of a view is
//! a piece (own or enemy, six kinds) on one of 64 squares. Mirrored positions share their weights.
//!
//! The technique is that of horizontally mirrored "768" networks
//! (<https://www.chessprogramming.org/NNUE#Input_features>).

use cozy_chess::{Board, Color, File, Piece, Square};

/// Inputs of one view: two colours, six pieces, 64 squares.
pub const INPUTS: usize = 768;

/// Whether the view of a side with its king on `king` is mirrored.
pub const fn mirrored(king: Square) -> bool {
    king as usize % 8 >= File::E as usize
}

/// The input for a `piece` of `color` on `square`, in the view of the side `perspective` whose king stands on `king`.
///
/// ```
/// use argali_eval::features::{INPUTS, index};
/// use cozy_chess::{Color, Piece, Square};
///
/// let input = index(Color::White, Square::G1, Color::White, Piece::Pawn, Square::E4);
/// assert!(input < INPUTS);
/// // Black, with its king on b8, has the same view of its own pawn on d5.
/// assert_eq!(input, index(Color::Black, Square::B8, Color::Black, Piece::Pawn, Square::D5));
/// ```
pub const fn index(perspective: Color, king: Square, color: Color, piece: Piece, square: Square) -> usize {
    PieceSquare::new(color, piece, square).index(perspective, mirrored(king))
}

/// Calls `visit` with every active input of `board` in the view of `perspective`.
pub fn active(board: &Board, perspective: Color, mut visit: impl FnMut(usize)) {
    let mirrored = mirrored(board.king(perspective));
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                visit(PieceSquare::new(color, piece, square).index(perspective, mirrored));
            }
        }
    }
}

/// The output bucket of a position with `pieces` pieces (kings and pawns included, 2 to 32). `buckets`, the number of buckets of
/// the network, must divide 32. Fewer pieces give a lower bucket.
///
/// # Panics
/// If `buckets` is zero.
pub const fn bucket(pieces: usize, buckets: usize) -> usize {
    let bucket = pieces.saturating_sub(2) / 32usize.div_ceil(buckets);
    // Boards with more than 32 pieces, which no game reaches, get the last bucket.
    if bucket < buckets { bucket } else { buckets - 1 }
}

/// A piece on a square, in two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PieceSquare(u16);

impl PieceSquare {
    pub(crate) const fn new(color: Color, piece: Piece, square: Square) -> Self {
        Self((color as u16) << 9 | (piece as u16) << 6 | square as u16)
    }

    /// The input in the view of `perspective`.
    pub(crate) const fn index(self, perspective: Color, mirrored: bool) -> usize {
        let flip_ranks = perspective as usize * 56;
        let flip_files = mirrored as usize * 7;
        let square = (self.0 as usize & 63) ^ flip_ranks ^ flip_files;
        let piece = self.0 as usize >> 6 & 7;
        let foe = self.0 as usize >> 9 ^ perspective as usize;
        (foe * 6 + piece) * 64 + square
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_input_has_one_piece_and_square() {
        for (perspective, king) in
            [(Color::White, Square::A1), (Color::White, Square::H1), (Color::Black, Square::E8)]
        {
            let mut seen = [false; INPUTS];
            for color in Color::ALL {
                for piece in Piece::ALL {
                    for square in Square::ALL {
                        let input = index(perspective, king, color, piece, square);
                        assert!(!std::mem::replace(&mut seen[input], true), "{input} twice");
                    }
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn the_first_inputs_are_own_pawns() {
        assert_eq!(index(Color::White, Square::D1, Color::White, Piece::Pawn, Square::A2), 8);
        assert_eq!(index(Color::White, Square::E1, Color::White, Piece::Pawn, Square::H2), 8);
        assert_eq!(index(Color::Black, Square::D8, Color::Black, Piece::Pawn, Square::A7), 8);
        assert_eq!(index(Color::Black, Square::D8, Color::White, Piece::King, Square::A8), 384 + 5 * 64);
    }

    #[test]
    fn buckets_share_the_piece_counts() {
        for buckets in [1, 2, 4, 8] {
            assert_eq!(bucket(2, buckets), 0);
            assert_eq!(bucket(32, buckets), buckets - 1);
        }
        assert_eq!((bucket(5, 8), bucket(6, 8)), (0, 1));
    }

    proptest! {
        #[test]
        fn the_own_king_is_seen_on_the_files_a_to_d(king in 0..64usize, perspective in 0..2usize) {
            let (king, color) = (Square::index(king), Color::ALL[perspective]);
            let input = index(color, king, color, Piece::King, king);
            prop_assert!(input % 8 < 4);
        }
    }
}
