//! Every number of the classical evaluation but the piece-square tables.

use super::taper::{Taper, t};

/// Centipawns, midgame and endgame, for the side that has the feature; penalties are negative.
///
/// The magnitudes are the customary ones of the literature on hand-written evaluations
/// (<https://www.chessprogramming.org/Evaluation>), on top of piece-square tables that already hold the average value of
/// a piece, which is why mobility is centred on zero.
pub(super) struct Weights {
    /// Added for the side to move.
    pub tempo: i32,
    /// By the number of safe squares a knight reaches.
    pub knight_mobility: [Taper; 9],
    /// By the number of safe squares a bishop reaches.
    pub bishop_mobility: [Taper; 14],
    /// By the number of safe squares a rook reaches.
    pub rook_mobility: [Taper; 15],
    /// By the number of safe squares a queen reaches.
    pub queen_mobility: [Taper; 28],
    /// Two bishops or more.
    pub bishop_pair: Taper,
    /// A knight on the fourth to sixth rank that a pawn defends and no enemy pawn can ever attack.
    pub knight_outpost: Taper,
    /// A rook on a file without pawns.
    pub rook_open_file: Taper,
    /// A rook on a file without own pawns.
    pub rook_semi_open_file: Taper,
    /// A pawn in front of another own pawn, for the rear one.
    pub doubled_pawn: Taper,
    /// A pawn without own pawns on the files beside it.
    pub isolated_pawn: Taper,
    /// A pawn that cannot advance without being taken by a pawn, and that no pawn can come to support.
    pub backward_pawn: Taper,
    /// A pawn that is defended by a pawn or stands beside one, by rank.
    pub connected_pawn: [Taper; 8],
    /// A pawn that no enemy pawn can stop or take, by rank; on top of the piece-square tables.
    pub passed_pawn: [Taper; 8],
    /// A passed pawn whose next square is free of enemies, by rank.
    pub passed_unblocked: [Taper; 8],
    /// A passed pawn whose next square the opponent neither occupies nor attacks, by rank.
    pub passed_safe_step: [Taper; 8],
    /// A passed pawn from the fourth rank on: endgame value of each king step that the opponent is away from its next
    /// square, in units of a quarter centipawn times the rank above the third.
    pub passed_foe_king: i32,
    /// The same for steps that the own king is away.
    pub passed_own_king: i32,
    /// Pawn attacks a knight, bishop, rook or queen.
    pub threat_by_pawn: Taper,
    /// Knight or bishop attacks a rook or queen.
    pub threat_by_minor: Taper,
    /// Rook attacks a queen.
    pub threat_by_rook: Taper,
    /// A piece or pawn attacked and not defended at all.
    pub hanging: Taper,
    /// Nearest own pawn in front of the king on its file and those beside: none, then by distance in ranks.
    pub shelter: [i32; 8],
    /// Nearest enemy pawn on those files: none, then by distance in ranks.
    pub storm: [i32; 8],
    /// Danger units for a knight, bishop, rook or queen that attacks the king's surroundings.
    pub attacker: [i32; 6],
    /// Danger units for each attack on a square of the surroundings.
    pub ring_attack: i32,
    /// Danger units for each attacked square of the surroundings that only king or queen defends.
    pub ring_weak: i32,
    /// Danger units for each kind of piece that could check from a square the defender doesn't cover.
    pub safe_check: [i32; 6],
    /// Danger units when the attacker has no queen.
    pub no_queen: i32,
    /// Danger units are capped here; the midgame penalty is their square divided by `danger_divisor`.
    pub danger_cap: i32,
    /// See `danger_cap`.
    pub danger_divisor: i32,
    /// The endgame penalty is the danger divided by this.
    pub danger_endgame_divisor: i32,
    /// Against a bare king: for each step of that king from the centre.
    pub mop_up_edge: i32,
    /// Against a bare king: for each step that the kings are closer than seven.
    pub mop_up_kings: i32,
}

/// The weights in use.
#[rustfmt::skip]
pub(super) static WEIGHTS: Weights = Weights {
    tempo: 16,
    knight_mobility: [
        t(-34, -40), t(-22, -26), t(-10, -12), t(-4, -3), t(2, 3), t(7, 9), t(11, 11), t(15, 12), t(19, 12),
    ],
    bishop_mobility: [
        t(-30, -38), t(-20, -24), t(-8, -12), t(-3, -5), t(2, 2), t(6, 8), t(9, 12),
        t(11, 15), t(13, 18), t(15, 19), t(17, 20), t(20, 20), t(22, 22), t(24, 22),
    ],
    rook_mobility: [
        t(-24, -40), t(-16, -24), t(-10, -12), t(-6, -5), t(-4, 1), t(-2, 6), t(0, 10), t(3, 14),
        t(6, 17), t(8, 20), t(10, 23), t(11, 25), t(13, 26), t(14, 27), t(15, 27),
    ],
    queen_mobility: {
        let mut table = [Taper::ZERO; 28];
        let mut squares = 0;
        while squares < 28 {
            // Steep for a queen that is shut in, flat for one that has a dozen squares anyway.
            let n = squares as i32;
            table[squares] = if n < 12 { t(2 * n - 20, 4 * n - 42) } else { t(2 + n / 2, 4 + n) };
            squares += 1;
        }
        table
    },
    bishop_pair: t(24, 46),
    knight_outpost: t(20, 12),
    rook_open_file: t(26, 8),
    rook_semi_open_file: t(11, 8),
    doubled_pawn: t(-4, -14),
    isolated_pawn: t(-9, -9),
    backward_pawn: t(-7, -7),
    connected_pawn: [t(0, 0), t(2, 0), t(6, 2), t(8, 5), t(13, 12), t(24, 26), t(40, 40), t(0, 0)],
    passed_pawn: [t(0, 0), t(-4, 4), t(-4, 8), t(-2, 24), t(18, 42), t(32, 60), t(20, 50), t(0, 0)],
    passed_unblocked: [t(0, 0), t(0, 0), t(0, 2), t(2, 6), t(6, 14), t(12, 28), t(24, 46), t(0, 0)],
    passed_safe_step: [t(0, 0), t(0, 0), t(0, 2), t(2, 6), t(6, 16), t(14, 30), t(28, 44), t(0, 0)],
    passed_foe_king: 16,
    passed_own_king: -8,
    threat_by_pawn: t(46, 34),
    threat_by_minor: t(28, 26),
    threat_by_rook: t(26, 14),
    hanging: t(22, 16),
    shelter: [-22, 14, 6, -6, -12, -14, -16, -18],
    storm: [0, -6, -18, -10, -4, 0, 0, 0],
    attacker: [0, 20, 15, 18, 18, 0],
    ring_attack: 7,
    ring_weak: 12,
    safe_check: [0, 44, 26, 46, 40, 0],
    no_queen: -60,
    danger_cap: 320,
    danger_divisor: 130,
    danger_endgame_divisor: 8,
    mop_up_edge: 12,
    mop_up_kings: 8,
};
