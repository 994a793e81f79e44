//! Positions with known numbers of leaves ([perft](https://www.chessprogramming.org/Perft_Results)).

/// A position and how many sequences of legal moves start from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Perft {
    /// What the position tests.
    pub name: &'static str,
    /// The position; castling rights of Chess960 as Shredder-FEN.
    pub fen: &'static str,
    /// Sequences of 1, 2, 3, ... half-moves.
    pub leaves: &'static [u64],
}

/// Positions of ordinary chess that exercise each rule of movement.
pub const PERFT: &[Perft] = &[
    Perft {
        name: "the ordinary start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        leaves: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    },
    Perft {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        leaves: &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    },
    Perft {
        name: "en passant that uncovers a check",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        leaves: &[14, 191, 2_812, 43_238],
    },
    Perft {
        name: "promotions",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        leaves: &[6, 264, 9_467, 422_333],
    },
    Perft {
        name: "promotion that takes",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        leaves: &[44, 1_486, 62_379, 2_103_487],
    },
    Perft {
        name: "a quiet middlegame",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        leaves: &[46, 2_079, 89_890, 3_894_594],
    },
    Perft {
        name: "promotions of both sides",
        fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        leaves: &[24, 496, 9_483, 182_838, 3_605_103, 71_179_139],
    },
    Perft {
        name: "en passant that would uncover the queen",
        fen: "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        leaves: &[6, 136, 863, 20_471],
    },
    Perft {
        name: "castling both ways",
        fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        leaves: &[26, 568, 13_744, 314_346, 7_594_526, 179_862_938],
    },
];

/// Positions of Chess960.
pub const PERFT_CHESS960: &[Perft] = &[
    Perft {
        name: "castling among crowded men",
        fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        leaves: &[21, 528, 12_189, 326_672, 8_146_062, 227_689_589],
    },
    Perft {
        name: "rooks on e and h",
        fen: "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        leaves: &[21, 807, 18_002, 667_366, 16_253_601],
    },
    Perft {
        name: "one side may castle",
        fen: "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        leaves: &[20, 479, 10_471, 273_318, 6_417_013, 177_654_692],
    },
    Perft {
        name: "white may not castle",
        fen: "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        leaves: &[22, 593, 13_440, 382_958, 9_183_776, 274_103_539],
    },
    Perft {
        name: "three rights",
        fen: "qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9",
        leaves: &[33, 823, 26_895, 713_420, 23_114_629],
    },
];
