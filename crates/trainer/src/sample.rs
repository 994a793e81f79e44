//! A training position in 32 bytes, seen from the side to move.
//!
//! It is the [`ChessBoard`] of the published bulletformat, so other trainers can read files of samples.

use crate::game::Ply;
use crate::result::GameResult;
use bulletformat::ChessBoard;
use cozy_chess::{Board, Color};

/// Size of a sample, in memory and in a file.
pub const BYTES: usize = 32;

/// A position with the score of its search and the result of its game, all from the point of view of the side to move.
pub type Sample = ChessBoard;

/// The sample of a position of a game.
#[must_use]
pub fn sample(board: &Board, ply: Ply, result: GameResult) -> Sample {
    let us = board.side_to_move();
    // White is to move in every sample: squares of the others are turned upside down.
    let flip = if us == Color::White { 0 } else { 56 };
    let mut squares: Vec<(u8, u8)> = board
        .occupied()
        .into_iter()
        .filter_map(|square| {
            let piece = board.piece_on(square)? as u8;
            let foe = u8::from(board.color_on(square)? != us) << 3;
            Some((square as u8 ^ flip, foe | piece))
        })
        .collect();
    squares.sort_unstable();
    let mut pcs = [0; 16];
    for (index, &(_, code)) in squares.iter().enumerate() {
        pcs[index / 2] |= code << (4 * (index % 2));
    }
    Sample {
        occ: squares.iter().fold(0, |bits, &(square, _)| bits | 1 << square),
        pcs,
        score: ply.score_for(us),
        result: result.half_points(us),
        ksq: board.king(us) as u8 ^ flip,
        // Seen by the other side, whose view is turned again.
        opp_ksq: board.king(!us) as u8 ^ flip ^ 56,
        extra: [0; 3],
    }
}

/// Number of pieces.
#[must_use]
pub fn pieces(sample: &Sample) -> usize {
    sample.occ.count_ones() as usize
}

/// The bytes of a sample, as a bulletformat file has them.
#[must_use]
pub fn to_bytes(sample: &Sample) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes[..8].copy_from_slice(&sample.occ.to_le_bytes());
    bytes[8..24].copy_from_slice(&sample.pcs);
    bytes[24..26].copy_from_slice(&sample.score.to_le_bytes());
    bytes[26] = sample.result;
    bytes[27] = sample.ksq;
    bytes[28] = sample.opp_ksq;
    bytes[29..].copy_from_slice(&sample.extra);
    bytes
}

/// The opposite of [`to_bytes`].
///
/// # Errors
/// What is wrong, if the bytes are not a valid training position.
pub fn from_bytes(bytes: &[u8; BYTES]) -> Result<Sample, &'static str> {
    let sample = Sample {
        occ: u64::from_le_bytes(std::array::from_fn(|index| bytes[index])),
        pcs: std::array::from_fn(|index| bytes[8 + index]),
        score: i16::from_le_bytes([bytes[24], bytes[25]]),
        result: bytes[26],
        ksq: bytes[27],
        opp_ksq: bytes[28],
        extra: [bytes[29], bytes[30], bytes[31]],
    };
    if !(2..=32).contains(&pieces(&sample)) {
        return Err("a number of pieces other than 2 to 32");
    }
    if sample.into_iter().any(|(code, _)| code & 7 > 5) {
        return Err("an unknown kind of piece");
    }
    if sample.ksq > 63 || sample.opp_ksq > 63 {
        return Err("a king off the board");
    }
    if sample.result > 2 {
        return Err("a result that is none of 0, 1, 2");
    }
    Ok(sample)
}
