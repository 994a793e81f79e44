//! Tests tables on a few positions when they are opened, so that a damaged file is reported then and not during a game.

use crate::convert;
use crate::error::reason;
use crate::guard::guarded;
use crate::material::{MAX_MEN, Men};
use crate::scan::TableFile;
use cozy_chess::{Board, BoardBuilder, Rank, Square};
use shakmaty::Chess;
use shakmaty_syzygy::{Metric, SyzygyError, Tablebase};

/// Tables with more pieces are not tested: there are many, they are large, and they are often on slow disks.
pub(crate) const MOST_MEN: usize = MAX_MEN - 2;

/// Positions tested for each table.
const POSITIONS: u64 = 24;

/// The fault of the table in `file`, if one is found.
///
/// Drawn positions and those with a winning capture are answered without DTZ tables. Some DTZ tables are therefore not opened here;
/// these are rarely or never opened in a search either.
pub(crate) fn fault(tables: &Tablebase<Chess>, file: &TableFile) -> Option<String> {
    positions(file.men).find_map(|position| match file.metric {
        Metric::Wdl => own_fault(file, guarded(|| tables.probe_wdl_after_zeroing(&position))),
        Metric::Dtz => own_fault(file, guarded(|| tables.probe_dtz(&position))),
    })
}

/// The fault of an answer, if this table caused it and not another one that was probed on the way.
fn own_fault<T>(file: &TableFile, answer: Result<Result<T, SyzygyError>, String>) -> Option<String> {
    match answer {
        Ok(Err(SyzygyError::ProbeFailed { metric, material, error })) => {
            let own = metric == file.metric && Men::from_name(&material.to_string()) == Some(file.men);
            own.then(|| reason(&error))
        }
        Ok(_) => None,
        Err(panic) => Some(panic),
    }
}

/// Some legal positions with this material, always the same, with either side to move.
fn positions(men: Men) -> impl Iterator<Item = Chess> {
    let mut random = Random(0x5deece66d);
    (0..POSITIONS).filter_map(move |index| {
        // Most placements are legal; without pawns nearly all are.
        (0..64).find_map(|_| {
            let side_to_move =
                if index % 2 == 0 { cozy_chess::Color::White } else { cozy_chess::Color::Black };
            place(men, side_to_move, &mut random).and_then(|board| convert::position(&board))
        })
    })
}

fn place(men: Men, side_to_move: cozy_chess::Color, random: &mut Random) -> Option<Board> {
    let mut builder = BoardBuilder { side_to_move, ..BoardBuilder::empty() };
    for (piece, color) in men.each() {
        let square = Square::index((random.next() % 64) as usize);
        let back = matches!(square.rank(), Rank::First | Rank::Eighth);
        if builder.board[square as usize].is_some() || piece == cozy_chess::Piece::Pawn && back {
            return None;
        }
        builder.board[square as usize] = Some((piece, color));
    }
    builder.build().ok()
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_positions_for_every_table() {
        use shakmaty::Position as _;
        for name in ["KvK", "KQvK", "KPvKP", "KPPPPvK", "KQQQvKQ", "KBNvKR"] {
            let men = Men::from_name(name).unwrap();
            let found: Vec<Chess> = positions(men).collect();
            assert!(found.len() >= POSITIONS as usize / 2, "{name}: {}", found.len());
            assert!(found.iter().all(|position| position.board().occupied().count() == men.count()));
            assert!(found.iter().any(|position| position.turn().is_white()));
            assert!(found.iter().any(|position| position.turn().is_black()));
        }
    }
}
