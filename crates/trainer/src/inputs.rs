//! The network's inputs for a sample, by the mapping of the evaluation.

use crate::sample::Sample;
use argali_eval::features;
use cozy_chess::{Color, Piece, Square};

/// A table of the inputs, because the mapping is used sixty times a sample.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// The input of the side to move, by whether the view is mirrored, piece code and square.
    own: Vec<u16>,
    /// The same for the other side.
    other: Vec<u16>,
}

/// Piece codes (four bits) times squares.
const VIEW: usize = 16 * 64;

impl Default for Inputs {
    fn default() -> Inputs {
        let table = |perspective: Color| {
            let mut inputs = vec![0; 2 * VIEW];
            for (mirrored, king) in [(0, Square::A1), (1, Square::H1)] {
                for color in Color::ALL {
                    for piece in Piece::ALL {
                        for square in Square::ALL {
                            let code = (color as usize) << 3 | piece as usize;
                            let input = features::index(perspective, king, color, piece, square);
                            inputs[mirrored * VIEW + code * 64 + square as usize] = input as u16;
                        }
                    }
                }
            }
            inputs
        };
        Inputs { own: table(Color::White), other: table(Color::Black) }
    }
}

/// The active inputs of a sample: the same number for both sides.
#[derive(Debug, Clone, Default)]
pub struct Active {
    sides: [[u16; 32]; 2],
    count: usize,
}

impl Active {
    /// Those of the side to move (0) or of the other side (1).
    #[inline]
    #[must_use]
    pub fn side(&self, side: usize) -> &[u16] {
        &self.sides[side][..self.count]
    }
}

impl Inputs {
    /// Finds the active inputs of a sample.
    #[inline]
    pub fn find(&self, sample: &Sample, active: &mut Active) {
        let view =
            |king: u8| if features::mirrored(Square::index(usize::from(king & 63))) { VIEW } else { 0 };
        let own = &self.own[view(sample.ksq)..][..VIEW];
        let other = &self.other[view(sample.opp_ksq)..][..VIEW];
        active.count = 0;
        for (code, square) in *sample {
            let cell = usize::from(code & 15) * 64 + usize::from(square & 63);
            active.sides[0][active.count & 31] = own[cell];
            active.sides[1][active.count & 31] = other[cell];
            active.count += 1;
        }
        active.count = active.count.min(32);
    }
}
