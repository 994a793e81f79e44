//! The weights of the classical evaluation, except the piece-square tables.

use super::taper::{Taper, t};

/// Centipawns, midgame and endgame, for the side that has the feature; penalties are negative.
///
/// The magnitudes are common in the literature on hand-written evaluations (<https://www.chessprogramming.org/Evaluation>).
/// The piece-square tables already contain the average value of a piece, so mobility is centred on zero.
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
    /// A pawn that no enemy pawn can stop or take, by rank; on top of the piece-square tables.
    pub passed_pawn: [Taper; 8],
    /// A passed pawn whose next square is free of enemies, by rank.
    pub passed_unblocked: [Taper; 8],
    /// A passed pawn from the fourth rank on: endgame value of each king step that the opponent is away from its next
    /// square, in units of a quarter centipawn times the rank above the third.
    pub passed_foe_king: i32,
    /// The same for steps that the own king is away.
    pub passed_own_king: i32,
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
            // Steep for a trapped queen, flat for a queen with a dozen squares or more.
            let n = squares as i32;
            table[squares] = if n < 12 { t(2 * n - 20, 4 * n - 42) } else { t(2 + n / 2, 4 + n) };
            squares += 1;
        }
        table
    },
    bishop_pair: t(24, 46),
    passed_pawn: [t(0, 0), t(-4, 4), t(-4, 8), t(-2, 24), t(18, 42), t(32, 60), t(20, 50), t(0, 0)],
    passed_unblocked: [t(0, 0), t(0, 0), t(0, 2), t(2, 6), t(6, 14), t(12, 28), t(24, 46), t(0, 0)],
    passed_foe_king: 16,
    passed_own_king: -8,
};
