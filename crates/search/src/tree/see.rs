//! Static exchange evaluation: what a sequence of captures on one square is worth.
//!
//! Source: the swap algorithm, chessprogramming.org, "SEE - The Swap Algorithm", in the form that only asks whether
//! a threshold is reached (Stockfish's `see_ge`).

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// Exchange values in centipawns, by piece.
pub(crate) const PIECE_VALUES: [i32; Piece::NUM] = [100, 320, 335, 500, 950, 0];

#[inline]
pub(crate) fn piece_value(piece: Piece) -> i32 {
    PIECE_VALUES[piece as usize]
}

/// The piece that `mv` takes, en passant included. Castling (king takes own rook) takes nothing.
#[inline]
pub(crate) fn captured_piece(board: &Board, mv: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        return board.piece_on(mv.to);
    }
    let is_pawn = board.pieces(Piece::Pawn).has(mv.from);
    (is_pawn && mv.from.file() != mv.to.file()).then_some(Piece::Pawn)
}

/// Whether the exchange that `mv` begins gains at least `threshold` centipawns.
pub(crate) fn see_at_least(board: &Board, mv: Move, threshold: i32) -> bool {
    let us = board.side_to_move();
    // Castling cannot lose material.
    if board.colors(us).has(mv.to) {
        return threshold <= 0;
    }
    let captured = captured_piece(board, mv);
    let mut balance = captured.map_or(0, piece_value) - threshold;
    let mut next_victim = match mv.promotion {
        Some(promotion) => {
            balance += piece_value(promotion) - piece_value(Piece::Pawn);
            promotion
        }
        None => match board.piece_on(mv.from) {
            Some(piece) => piece,
            None => return false,
        },
    };
    // 1. Without a recapture, the threshold is missed.
    if balance < 0 {
        return false;
    }
    // 2. If the moved piece is lost, the threshold is still reached.
    balance -= piece_value(next_victim);
    if balance >= 0 {
        return true;
    }

    let mut occupied = board.occupied() ^ mv.from.bitboard() | mv.to.bitboard();
    if captured == Some(Piece::Pawn) && !board.colors(!us).has(mv.to) {
        occupied ^= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers_to(board, mv.to, occupied) & occupied;
    let mut side = !us;

    // 3. Both sides recapture with their least valuable piece until one of them stops.
    loop {
        let ours = attackers & board.colors(side);
        let Some((piece, from)) = least_valuable(board, ours) else { break };
        // The king cannot take a defended piece.
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break;
        }
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(mv.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(mv.to, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        next_victim = piece;
        balance = -balance - 1 - piece_value(next_victim);
        if balance >= 0 {
            break;
        }
    }
    // The side that stopped has lost the exchange.
    side != us
}

fn attackers_to(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
}

#[inline]
fn least_valuable(board: &Board, among: BitBoard) -> Option<(Piece, Square)> {
    for piece in Piece::ALL {
        if let Some(square) = (among & board.pieces(piece)).next_square() {
            return Some((piece, square));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact value of the exchange, by bisection over thresholds.
    fn see(fen: &str, mv: &str) -> i32 {
        let board: Board = fen.parse().unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(board.is_legal(mv), "{fen} {mv}");
        (-2_000..=2_000).rev().find(|&threshold| see_at_least(&board, mv, threshold)).unwrap()
    }

    #[test]
    fn exchanges_have_their_known_values() {
        let (pawn, knight, bishop, rook, queen) = (100, 320, 335, 500, 950);
        let cases = [
            // An undefended pawn.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
            // A defended pawn taken by a knight, with x-rays behind on both sides.
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
            // A rook takes a pawn that a rook defends.
            ("4k3/4r3/8/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", pawn - rook),
            // En passant, taken back by a pawn.
            ("4k3/2p5/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", pawn),
            // A bishop for a knight, taken back.
            ("4k3/3p4/2n5/8/B7/8/8/4K3 w - - 0 1", "a4c6", knight - bishop),
            // A quiet move onto an attacked square.
            ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -knight),
            // A promotion that is taken at once.
            ("1r2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", -pawn),
            ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", queen - pawn),
            // The king takes back only what is not defended.
            ("8/8/3k4/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", pawn),
            ("8/8/3k4/4p3/8/8/4R3/6K1 w - - 0 1", "e2e5", pawn - rook),
        ];
        for (fen, mv, value) in cases {
            assert_eq!(see(fen, mv), value, "{fen} {mv}");
        }
    }

    #[test]
    fn castling_is_even() {
        assert_eq!(see("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1"), 0);
    }
}
