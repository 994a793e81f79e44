//! Converts the search's board to that of the table reader by copying bitboards.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square, get_pawn_attacks};
use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError, Setup};

/// The same position for the table reader; `None` if no table can contain it: with castling rights, or if the reader considers the
/// board illegal.
pub(crate) fn position(board: &Board) -> Option<Chess> {
    if has_castling_rights(board) {
        return None;
    }
    let role = |piece| bits(board.pieces(piece));
    let pieces = shakmaty::Board::try_from_bitboards(
        ByRole {
            pawn: role(Piece::Pawn),
            knight: role(Piece::Knight),
            bishop: role(Piece::Bishop),
            rook: role(Piece::Rook),
            queen: role(Piece::Queen),
            king: role(Piece::King),
        },
        ByColor { black: bits(board.colors(Color::Black)), white: bits(board.colors(Color::White)) },
    )
    .ok()?;
    let mut setup = Setup::empty();
    setup.board = pieces;
    setup.turn = shakmaty::Color::from_white(board.side_to_move() == Color::White);
    setup.ep_square = en_passant(board);
    setup.halfmoves = u32::from(board.halfmove_clock());
    // Tables also contain positions with impossible checks or too much material.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

fn bits(squares: BitBoard) -> Bitboard {
    Bitboard(squares.0)
}

fn has_castling_rights(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    })
}

/// The target square of an en passant capture. The board stores the file of every double pawn step; it matters only if a pawn can
/// capture.
fn en_passant(board: &Board) -> Option<shakmaty::Square> {
    let us = board.side_to_move();
    let target = Square::new(board.en_passant()?, Rank::Sixth.relative_to(us));
    let capturers = get_pawn_attacks(target, !us) & board.colored_pieces(us, Piece::Pawn);
    (!capturers.is_empty()).then(|| shakmaty::Square::new(target as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    /// Converts a board through FEN, for comparison.
    fn by_fen(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap()
    }

    #[test]
    fn positions_are_those_that_their_fen_says() {
        for fen in [
            "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
            "8/8/8/4k3/8/8/4P3/4K3 b - - 37 80",
            "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1",
            "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
            "k7/8/8/2pP4/8/8/8/4K3 w - - 0 1",
            "1n2k3/8/8/3QR3/5b2/8/8/4K3 b - - 3 9",
        ] {
            let board: Board = fen.parse().unwrap();
            let converted = position(&board).unwrap();
            let expected = by_fen(fen);
            assert_eq!(converted, expected, "{fen}");
            use shakmaty::Position as _;
            assert_eq!(converted.halfmoves(), expected.halfmoves(), "{fen}");
            assert_eq!(converted.maybe_ep_square(), expected.maybe_ep_square(), "{fen}");
        }
    }

    #[test]
    fn an_en_passant_square_that_no_pawn_attacks_is_dropped() {
        use shakmaty::Position as _;
        let mut board: Board = "4k3/8/8/8/8/1p6/2P5/4K3 w - - 0 1".parse().unwrap();
        board.play("c2c4".parse().unwrap());
        assert!(board.en_passant().is_some());
        assert!(position(&board).unwrap().maybe_ep_square().is_none());
    }

    #[test]
    fn castling_rights_are_outside_the_tables() {
        let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        assert!(position(&board).is_none());
    }

    #[test]
    fn impossible_checks_are_accepted() {
        // A double check by two rooks on one line. No move leads there, but such a board can be set up.
        let board: Board = "4k3/8/8/8/4R3/8/4R3/4K3 b - - 0 1".parse().unwrap();
        assert!(position(&board).is_some());
        let board: Board = "4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        assert!(position(&board).is_some());
    }
}
