//! Perft: counts sequences of legal moves, as a test of move generation.

use argali_search::StopHandle;
use cozy_chess::{Board, Move};

/// Counts the sequences of `depth` legal moves from `board`, and reports the count of each root move as soon as it is known.
/// Returns `None` if it was stopped.
///
/// ```
/// use argali_search::StopHandle;
/// use cozy_chess::Board;
///
/// let total = argali_uci::perft(&Board::startpos(), 3, &StopHandle::new(), |_, _| {});
/// assert_eq!(total, Some(8_902));
/// ```
pub fn perft(board: &Board, depth: u32, stop: &StopHandle, tell: impl FnMut(Move, u64)) -> Option<u64> {
    perft_until(board, depth, &|| stop.is_stopped(), tell)
}

/// As [`perft`], until `is_over` returns true.
pub(crate) fn perft_until(
    board: &Board,
    depth: u32,
    is_over: &impl Fn() -> bool,
    mut tell: impl FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    let mut total = 0;
    for mv in moves {
        let mut next = board.clone();
        next.play_unchecked(mv);
        let leaves = count(&next, depth - 1, is_over)?;
        tell(mv, leaves);
        total += leaves;
    }
    Some(total)
}

fn count(board: &Board, depth: u32, is_over: &impl Fn() -> bool) -> Option<u64> {
    if is_over() {
        return None;
    }
    let mut total = 0;
    match depth {
        0 => total = 1,
        // At the last ply it is enough to count the moves.
        1 => {
            board.generate_moves(|set| {
                total += set.len() as u64;
                false
            });
        }
        _ => {
            let stopped = board.generate_moves(|set| {
                set.into_iter().any(|mv| {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    match count(&next, depth - 1, is_over) {
                        Some(leaves) => total += leaves,
                        None => return true,
                    }
                    false
                })
            });
            if stopped {
                return None;
            }
        }
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_suite::{PERFT, PERFT_CHESS960};

    #[test]
    fn known_positions_have_known_counts() {
        for known in PERFT.iter().chain(PERFT_CHESS960) {
            let board: Board = known.fen.parse().unwrap();
            for (depth, &expected) in (1..).zip(known.leaves).filter(|&(_, &leaves)| leaves < 1_000_000) {
                let mut sum = 0;
                let total = perft(&board, depth, &StopHandle::new(), |_, leaves| sum += leaves);
                assert_eq!((total, sum), (Some(expected), expected), "{} at depth {depth}", known.name);
            }
        }
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let stop = StopHandle::new();
        stop.stop();
        assert_eq!(perft(&Board::startpos(), 9, &stop, |_, _| {}), None);
    }

    #[test]
    fn no_move_is_one_sequence() {
        assert_eq!(perft(&Board::startpos(), 0, &StopHandle::new(), |_, _| {}), Some(1));
    }
}
