//! Tactical positions with one or a few best moves.

/// A position and the moves that solve it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tactic {
    /// The problem's name.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Each of the moves that solve it, in coordinate notation.
    pub best: &'static [&'static str],
}

/// Combinations from Fred Reinfeld's "Win at Chess" (1958), in the numbering of the WAC test.
pub const TACTICS: &[Tactic] = &[
    Tactic {
        name: "WAC.003",
        fen: "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
        best: &["e3g3"],
    },
    Tactic {
        name: "WAC.004",
        fen: "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
        best: &["h6h7"],
    },
    Tactic { name: "WAC.005", fen: "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", best: &["c6c4"] },
    Tactic { name: "WAC.006", fen: "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", best: &["b6b7"] },
    Tactic {
        name: "WAC.007",
        fen: "rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1",
        best: &["g4e3"],
    },
    Tactic {
        name: "WAC.008",
        fen: "r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1",
        best: &["e7f7"],
    },
    Tactic {
        name: "WAC.010",
        fen: "2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - 0 1",
        best: &["h4h7"],
    },
    Tactic {
        name: "WAC.011",
        fen: "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1",
        best: &["f3c6"],
    },
    Tactic {
        name: "WAC.012",
        fen: "4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - 0 1",
        best: &["g4f3"],
    },
    Tactic {
        name: "WAC.013",
        fen: "5rk1/pp4p1/2n1p2p/2Npq3/2p5/6P1/P3P1BP/R4Q1K w - - 0 1",
        best: &["f1f8"],
    },
    Tactic {
        name: "WAC.014",
        fen: "r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - - 0 1",
        best: &["h3h7"],
    },
    Tactic {
        name: "WAC.016",
        fen: "r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - - 0 1",
        best: &["e2c3"],
    },
    Tactic {
        name: "WAC.017",
        fen: "1k5r/pppbn1pp/4q1r1/1P3p2/2NPp3/1QP5/P4PPP/R1B1R1K1 w - - 0 1",
        best: &["c4e5"],
    },
    Tactic { name: "WAC.018", fen: "R7/P4k2/8/8/8/8/r7/6K1 w - - 0 1", best: &["a8h8"] },
    Tactic {
        name: "WAC.019",
        fen: "r1b2rk1/ppbn1ppp/4p3/1QP4q/3P4/N4N2/5PPP/R1B2RK1 w - - 0 1",
        best: &["c5c6"],
    },
    Tactic {
        name: "WAC.020",
        fen: "r2qkb1r/1ppb1ppp/p7/4p3/P1Q1P3/2P5/5PPP/R1B2KNR b kq - 0 1",
        best: &["d7b5"],
    },
];
