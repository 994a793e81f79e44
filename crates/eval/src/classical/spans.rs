//! Shifts and fills of bitboards, for a side that moves up the board.

use cozy_chess::BitBoard;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// Every square moved one rank up.
#[inline(always)]
pub(super) const fn north(set: BitBoard) -> BitBoard {
    BitBoard(set.0 << 8)
}

/// Every square moved one rank down.
#[inline(always)]
pub(super) const fn south(set: BitBoard) -> BitBoard {
    BitBoard(set.0 >> 8)
}

/// The squares beside those of the set.
#[inline(always)]
pub(super) const fn beside(set: BitBoard) -> BitBoard {
    BitBoard((set.0 & !FILE_H) << 1 | (set.0 & !FILE_A) >> 1)
}

/// The set and everything below it.
#[inline(always)]
pub(super) const fn south_fill(set: BitBoard) -> BitBoard {
    let mut bits = set.0;
    bits |= bits >> 8;
    bits |= bits >> 16;
    bits |= bits >> 32;
    BitBoard(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{File, Rank, Square};

    #[test]
    fn fills_start_at_the_set() {
        let e4 = Square::E4.bitboard();
        assert_eq!(south_fill(e4).len(), 4);
        assert!(south_fill(e4).is_subset(File::E.bitboard()));
        assert_eq!(north(e4), Square::E5.bitboard());
        assert_eq!(south(e4), Square::E3.bitboard());
    }

    #[test]
    fn nothing_wraps_around_the_edge() {
        assert_eq!(beside(Square::A4.bitboard()), Square::B4.bitboard());
        assert_eq!(beside(Square::H4.bitboard()), Square::G4.bitboard());
        assert_eq!(north(Rank::Eighth.bitboard()), BitBoard::EMPTY);
        assert_eq!(south(Rank::First.bitboard()), BitBoard::EMPTY);
    }
}
