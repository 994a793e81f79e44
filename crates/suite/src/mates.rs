//! Positions in which the side to move mates, with the proven distance.

/// A position in which the side to move mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mate {
    /// The position.
    pub fen: &'static str,
    /// The number of moves in which the side to move mates against the best defence.
    pub moves: u32,
}

/// Mates in one to three moves, nearest first. The distances are proven by exhaustive search.
pub const MATES: &[Mate] = &[
    Mate { fen: "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", moves: 1 },
    Mate { fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", moves: 1 },
    Mate { fen: "8/6Pn/7k/7q/8/8/r7/4K1R1 w - - 0 1", moves: 1 },
    Mate { fen: "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", moves: 1 },
    Mate { fen: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", moves: 2 },
    Mate { fen: "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", moves: 2 },
    Mate { fen: "8/3p4/2pP4/4P3/1k6/3RN2p/2PP3K/3R4 w - - 0 1", moves: 2 },
    Mate { fen: "8/8/Q7/7k/5K2/8/8/8 w - - 0 1", moves: 2 },
    Mate { fen: "k7/8/2K5/8/8/8/8/1R6 w - - 0 1", moves: 2 },
    Mate { fen: "8/3p4/2pP4/2k1P3/8/3RN2p/2PP3K/1R6 w - - 0 1", moves: 3 },
    Mate { fen: "4Q3/1k6/8/2K5/8/8/8/8 w - - 0 1", moves: 3 },
    Mate { fen: "8/8/8/8/4k3/8/8/2BQKB2 w - - 0 1", moves: 3 },
    Mate { fen: "8/8/8/8/8/k2K4/8/5R2 w - - 0 1", moves: 3 },
];
