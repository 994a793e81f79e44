//! Tells whether a move gives check, before it is made.

use cozy_chess::{
    BitBoard, Board, Move, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The squares from which each piece gives check, and the pieces that give a discovered check when they leave their line. Computed once
/// for a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks {
    king: Square,
    direct: [BitBoard; Piece::NUM],
    discoverers: BitBoard,
}

impl Checks {
    /// The checks of the side to move.
    pub(crate) fn new(board: &Board) -> Checks {
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = board.occupied();
        let diagonal = get_bishop_moves(king, occupied);
        let straight = get_rook_moves(king, occupied);
        let direct = [
            get_pawn_attacks(king, !us),
            get_knight_moves(king),
            diagonal,
            straight,
            diagonal | straight,
            BitBoard::EMPTY,
        ];
        let bishops = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
        let rooks = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        let snipers = (get_bishop_rays(king) & bishops | get_rook_rays(king) & rooks) & board.colors(us);
        let mut discoverers = BitBoard::EMPTY;
        for sniper in snipers {
            let between = get_between_rays(sniper, king) & occupied;
            if between.len() == 1 {
                discoverers |= between & board.colors(us);
            }
        }
        Checks { king, direct, discoverers }
    }

    /// Whether `mv` by `piece` gives check. Checks by promotion, castling and en passant are rare and not detected.
    #[inline]
    pub(crate) fn given_by(&self, piece: Piece, mv: Move) -> bool {
        self.direct[piece as usize].has(mv.to)
            || self.discoverers.has(mv.from) && !get_line_rays(self.king, mv.from).has(mv.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_suite::legal_moves;

    #[test]
    fn checks_agree_with_the_board_after_the_move() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p2B1/2PP4/1PN2N2/P1Q2PPP/R3KB1R w KQ - 1 10",
            "4k3/8/8/4N3/8/8/4R3/4K3 w - - 0 1",
            "6k1/8/4N3/8/2B5/8/8/4K2R w - - 0 1",
            "3q2k1/5ppp/8/2b1n3/3r4/8/5PPP/4R1K1 b - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let checks = Checks::new(&board);
            for mv in legal_moves(&board) {
                let mut child = board.clone();
                child.play(mv);
                let castles = board.colors(board.side_to_move()).has(mv.to);
                if mv.promotion.is_none() && !castles {
                    let piece = board.piece_on(mv.from).unwrap();
                    assert_eq!(checks.given_by(piece, mv), !child.checkers().is_empty(), "{fen} {mv}");
                }
            }
        }
    }
}
