//! Moves in 16 bits, as the table stores them: from (6), to (6), promotion (3, 0 for none).

use cozy_chess::{Move, Piece, Square};

/// No move. A real move never leaves and enters the same square, so zero (a1a1) is free.
pub(crate) const NO_MOVE: u16 = 0;

const PROMOTIONS: [Option<Piece>; 8] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen), None, None, None];

#[inline]
pub(crate) fn pack(mv: Option<Move>) -> u16 {
    let Some(mv) = mv else { return NO_MOVE };
    let promotion = match mv.promotion {
        Some(Piece::Knight) => 1,
        Some(Piece::Bishop) => 2,
        Some(Piece::Rook) => 3,
        Some(Piece::Queen) => 4,
        _ => 0,
    };
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}

/// Any 16 bits decode; the caller checks the move for legality before playing it.
#[inline]
pub(crate) fn unpack(packed: u16) -> Option<Move> {
    if packed == NO_MOVE {
        return None;
    }
    Some(Move {
        from: Square::index(usize::from(packed & 63)),
        to: Square::index(usize::from(packed >> 6 & 63)),
        promotion: PROMOTIONS[usize::from(packed >> 12 & 7)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_suite::legal_moves;
    use cozy_chess::Board;
    use proptest::prelude::*;

    #[test]
    fn every_legal_move_survives_packing() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            let board: Board = fen.parse().unwrap();
            for mv in legal_moves(&board) {
                assert_eq!(unpack(pack(Some(mv))), Some(mv));
            }
        }
        assert_eq!(unpack(pack(None)), None);
    }

    proptest! {
        #[test]
        fn any_bits_decode(bits: u16) {
            let _ = unpack(bits);
        }
    }
}
