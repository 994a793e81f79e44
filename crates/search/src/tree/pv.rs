//! Principal variations: the triangular table of the search, and the check of a line before it is reported.

use crate::position::{Position, position_key};
use crate::score::MAX_PLY;
use cozy_chess::{Board, Move, Piece};

/// The best line found below each ply (chessprogramming.org, "Triangular PV-Table").
#[derive(Debug)]
pub(crate) struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl PvTable {
    pub(crate) fn new() -> PvTable {
        PvTable { lines: vec![Vec::new(); MAX_PLY + 2] }
    }

    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line at `ply` becomes `mv` and the line below it.
    pub(crate) fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}

/// Whether neither side can mate by any series of legal moves: bare kings, one minor piece, or bishops that all
/// stand on one colour of squares.
#[inline]
pub(crate) fn insufficient_material(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    if knights.is_empty() {
        let dark = cozy_chess::BitBoard::DARK_SQUARES;
        return (bishops & dark).is_empty() || (bishops & !dark).is_empty();
    }
    bishops.is_empty() && knights.len() == 1
}

/// Whether `board` has a legal move.
pub(crate) fn has_legal_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// `line` as far as it is legal from `root`, cut where the game is over: mate, stalemate, dead position, third
/// repetition, or the fifty-move rule. Reported lines pass through here, whatever the transposition table contained.
pub(crate) fn sound_line(root: &Position, line: &[Move]) -> Vec<Move> {
    let mut board = root.board().clone();
    let mut keys = root.earlier_keys().to_vec();
    keys.push(position_key(&board));
    let mut sound = Vec::with_capacity(line.len());
    for &mv in line {
        let over = !sound.is_empty() && game_over(&board, &keys);
        if over || !board.is_legal(mv) {
            break;
        }
        board.play_unchecked(mv);
        keys.push(position_key(&board));
        sound.push(mv);
    }
    sound
}

fn game_over(board: &Board, keys: &[u64]) -> bool {
    let occurrences = keys.last().map_or(0, |last| keys.iter().filter(|&key| key == last).count());
    insufficient_material(board)
        || board.halfmove_clock() >= 100
        || occurrences >= 3
        || !has_legal_move(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_positions_are_recognised() {
        let dead = [
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/5N2/3K4/8/8 b - - 0 1",
            "8/2b5/4k3/8/5B2/3K4/8/8 w - - 0 1",
        ];
        let alive = [
            "8/2b5/4k3/8/4B3/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/5NN1/3K4/8/8 b - - 0 1",
            "8/8/4k3/8/4P3/3K4/8/8 w - - 0 1",
        ];
        for fen in dead {
            assert!(insufficient_material(&fen.parse().unwrap()), "{fen}");
        }
        for fen in alive {
            assert!(!insufficient_material(&fen.parse().unwrap()), "{fen}");
        }
    }

    #[test]
    fn lines_stop_at_mate_and_at_illegal_moves() {
        let root = Position::new("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap());
        let line: Vec<Move> = ["a1a8", "g8f8"].iter().map(|mv| mv.parse().unwrap()).collect();
        assert_eq!(sound_line(&root, &line), line[..1]);
        let line: Vec<Move> = ["a1a2", "g8g1"].iter().map(|mv| mv.parse().unwrap()).collect();
        assert_eq!(sound_line(&root, &line), line[..1]);
    }

    #[test]
    fn lines_stop_at_the_third_repetition() {
        let root = Position::startpos();
        let cycle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let line: Vec<Move> = cycle.iter().cycle().take(12).map(|mv| mv.parse().unwrap()).collect();
        assert_eq!(sound_line(&root, &line).len(), 8);
    }
}
