//! No bytes make the reader of networks panic. An accepted network is written as the same bytes, and evaluates the same with and without a
//! state.

use argali_eval::features::INPUTS;
use argali_eval::{Evaluator, MAX_EVALUATION, Network};
use cozy_chess::Board;

/// The smallest hidden layer.
const HIDDEN: u32 = 32;

/// Reads the bytes as a file, and then as the numbers of a network in an otherwise valid file.
pub fn run(data: &[u8]) {
    check(data);
    let Some((&shape, numbers)) = data.split_first() else { return };
    check(&sealed(1 << (shape & 3), numbers));
}

fn check(bytes: &[u8]) {
    let Ok(network) = Network::from_bytes(bytes) else { return };
    assert!(network.to_bytes() == bytes, "the file is written otherwise than it was read");
    let board = Board::startpos();
    let mut state = Default::default();
    network.reset(&board, &mut state);
    let value = network.evaluate(&board, &mut state);
    assert_eq!(value, network.evaluate_once(&board));
    assert!(value.abs() <= MAX_EVALUATION, "{value}");
}

/// A file with a valid header. `numbers` are repeated to fill it; it is filled with zeros if there are none.
fn sealed(buckets: u32, numbers: &[u8]) -> Vec<u8> {
    let mut header = Vec::new();
    for word in [1, INPUTS as u32, HIDDEN, buckets] {
        header.extend(word.to_le_bytes());
    }
    let hidden = HIDDEN as usize;
    let weights = 2 * (INPUTS * hidden + hidden + buckets as usize * 2 * hidden);
    let length = weights + 4 * buckets as usize;
    let body: Vec<u8> = numbers.iter().copied().cycle().chain(std::iter::repeat(0)).take(length).collect();
    // FNV-1a.
    let checksum = header.iter().chain(&body).fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    [b"ARGALINN", header.as_slice(), &checksum.to_le_bytes(), &body].concat()
}
