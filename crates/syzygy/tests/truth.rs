//! Compares the tables with a solution of two endings that is computed from the rules alone: the values, and that no recommended move
//! loses a ply when the win has none to spare. Since a capture or pawn move resets the halfmove clock, this proves that the
//! recommended moves win these endings at any clock.

mod common;

use argali_search::{Tablebase, TablebaseValue};
use argali_suite::legal_moves;
use argali_syzygy::Syzygy;
use common::{factor, is_checkmate, tables};
use cozy_chess::{Board, BoardBuilder, Color, Piece, Square, get_king_moves};

const UNKNOWN: u8 = u8::MAX;

/// Plies to mate of every position of a white king and piece against the black king, with best play.
struct Solution {
    piece: Piece,
    plies: Vec<u8>,
}

struct Node {
    index: usize,
    /// Positions after the moves that keep the material.
    next: Vec<u32>,
    /// Black can take the piece, or is stalemated.
    escapes: bool,
}

impl Solution {
    fn new(piece: Piece) -> Solution {
        let mut plies = vec![UNKNOWN; 2 << 18];
        let mut open = Vec::new();
        for (index, solved) in plies.iter_mut().enumerate() {
            let Some(board) = board(piece, index) else { continue };
            let moves = legal_moves(&board);
            if is_checkmate(&board) {
                *solved = 0;
                continue;
            }
            let mut node = Node { index, next: Vec::new(), escapes: moves.is_empty() };
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                match index_of(&after, piece) {
                    Some(next) => node.next.push(next as u32),
                    None => node.escapes = true,
                }
            }
            open.push(node);
        }
        for distance in 1..UNKNOWN {
            let before = open.len();
            let solved: Vec<usize> = open
                .iter()
                .filter(|node| {
                    let mut next = node.next.iter().map(|&next| plies[next as usize]);
                    if is_white(node.index) {
                        next.any(|plies| plies == distance - 1)
                    } else {
                        !node.escapes && next.all(|plies| plies < distance)
                    }
                })
                .map(|node| node.index)
                .collect();
            for &index in &solved {
                plies[index] = distance;
            }
            open.retain(|node| plies[node.index] == UNKNOWN);
            if open.len() == before {
                break;
            }
        }
        Solution { piece, plies }
    }

    /// Plies to mate, or `None` for a draw.
    fn of(&self, board: &Board) -> Option<u8> {
        index_of(board, self.piece).map(|index| self.plies[index]).filter(|&plies| plies != UNKNOWN)
    }
}

fn is_white(index: usize) -> bool {
    index >> 18 == 0
}

fn board(piece: Piece, index: usize) -> Option<Board> {
    let side_to_move = if is_white(index) { Color::White } else { Color::Black };
    let mut builder = BoardBuilder { side_to_move, ..BoardBuilder::empty() };
    for (shift, men) in
        [(12, (Piece::King, Color::White)), (6, (piece, Color::White)), (0, (Piece::King, Color::Black))]
    {
        let square = index >> shift & 63;
        if builder.board[square].replace(men).is_some() {
            return None;
        }
    }
    // The board type accepts kings on adjacent squares.
    builder.build().ok().filter(|board| !kings_touch(board))
}

fn kings_touch(board: &Board) -> bool {
    get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

fn index_of(board: &Board, piece: Piece) -> Option<usize> {
    let piece = board.colored_pieces(Color::White, piece).next_square()? as usize;
    let turn = board.side_to_move() as usize;
    Some(
        (turn << 12 | (board.king(Color::White) as usize) << 6 | piece) << 6
            | board.king(Color::Black) as usize,
    )
}

/// Positions with the white king on one of ten squares. All others are reflections or rotations of these.
fn representatives(piece: Piece) -> impl Iterator<Item = Board> {
    (0..2 << 18)
        .filter(|index| {
            let king = Square::index(index >> 12 & 63);
            king.file() as usize <= 3 && king.rank() as usize <= king.file() as usize
        })
        .filter_map(move |index| board(piece, index))
}

fn check(tables: &Syzygy, piece: Piece, longest: u8) {
    let solution = Solution::new(piece);
    assert_eq!(solution.plies.iter().filter(|&&plies| plies != UNKNOWN).max(), Some(&longest));
    let (mut positions, mut roots) = (0, 0);
    let stride = 32 / factor().min(32);
    for (number, board) in representatives(piece).enumerate() {
        let plies = solution.of(&board);
        let expected = match plies {
            None => TablebaseValue::Draw,
            Some(_) if board.side_to_move() == Color::White => TablebaseValue::Win,
            Some(_) => TablebaseValue::Loss,
        };
        assert_eq!(tables.probe(&board), Some(expected), "{board}");
        positions += 1;
        if number % stride == 0
            && let (Some(plies), Color::White) = (plies, board.side_to_move())
        {
            roots += 1;
            check_root(tables, &solution, &board, plies);
        }
    }
    assert!(positions > 40_000 && roots > 400, "{positions} {roots}");
}

fn check_root(tables: &Syzygy, solution: &Solution, board: &Board, plies: u8) {
    if plies > 1 {
        let mut late = board.clone();
        late.set_halfmove_clock(101 - plies);
        let ranks = tables.rank_root(&late, true, false).unwrap();
        assert!(ranks.iter().all(|rank| rank.value != TablebaseValue::Win), "{late}: a ply too late to win");
    }
    for (clock, repeated) in [(0, false), (0, true), (99 - plies, false), (100 - plies, false)] {
        let mut root = board.clone();
        root.set_halfmove_clock(clock);
        let ranks = tables.rank_root(&root, true, repeated).unwrap();
        let top = ranks.iter().map(|rank| rank.rank).max().unwrap();
        for best in ranks.iter().filter(|rank| rank.rank == top) {
            let mut after = root.clone();
            after.play_unchecked(best.mv);
            let left = solution.of(&after).unwrap_or_else(|| panic!("{root}: {} draws", best.mv));
            assert_eq!(best.value, TablebaseValue::Win, "{root}: {}", best.mv);
            assert!(clock + 1 + left <= 100, "{root}: {} mates in {left} plies", best.mv);
            if repeated {
                assert_eq!(left, plies - 1, "{root}: {} does not make progress", best.mv);
            }
        }
    }
}

#[test]
fn king_and_rook() {
    let Some(tables) = tables() else { return };
    // The longest mate takes 16 moves.
    check(&tables, Piece::Rook, 32);
}

#[test]
fn king_and_queen() {
    let Some(tables) = tables() else { return };
    // The longest mate takes 10 moves.
    check(&tables, Piece::Queen, 20);
}
