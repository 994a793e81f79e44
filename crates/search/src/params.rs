//! The tunable parameters of the search, each declared once.
//!
//! Parameters belong to an engine, so a tuner can play two sets against each other in one process. Arithmetic on them is in
//! `formulas.rs`.

use crate::error::ParamError;

/// The description of one parameter, for tuners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ParamInfo {
    /// Name of the field of [`Params`].
    pub name: &'static str,
    /// What it does, and its unit.
    pub doc: &'static str,
    /// The default value.
    pub default: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// A useful step for tuning.
    pub step: i32,
}

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal, $step:literal;)+) => {
        /// The tunable parameters of one engine.
        ///
        /// ```
        /// use argali_search::Params;
        ///
        /// let mut params = Params::default();
        /// params.set("aspiration_window", 30)?;
        /// assert_eq!(params.aspiration_window, 30);
        /// assert!(params.set("aspiration_window", -1).is_err());
        /// # Ok::<(), argali_search::ParamError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)+ }
            }
        }

        impl Params {
            /// All parameters, in order of declaration.
            pub const TABLE: &'static [ParamInfo] = &[
                $(ParamInfo {
                    name: stringify!($name),
                    doc: concat!($($doc),+),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                },)+
            ];

            /// Changes one parameter by name.
            ///
            /// # Errors
            /// [`ParamError`] when the name is unknown or the value out of range; nothing changes then.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                let Some(info) = Params::TABLE.iter().find(|info| info.name == name) else {
                    return Err(ParamError::Unknown(name.to_owned()));
                };
                if !(info.min..=info.max).contains(&value) {
                    let ParamInfo { name, min, max, .. } = *info;
                    return Err(ParamError::Range { name, value, min, max });
                }
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => {}
                }
                Ok(())
            }

            /// All parameters with their values, in order of declaration.
            pub fn values(&self) -> impl ExactSizeIterator<Item = (&'static ParamInfo, i32)> + use<> {
                Params::TABLE.iter().zip([$(self.$name),+])
            }
        }
    };
}

params! {
    /// Half-width of the first aspiration window (centipawns).
    aspiration_window = 14, 5..=100, 4;
    /// Beyond this half-width the window is opened fully (centipawns).
    aspiration_limit = 500, 100..=2000, 100;
    /// The first iteration that uses a window (plies).
    aspiration_depth = 4, 2..=8, 1;

    /// Table: from this halfmove clock on it does not cut, because a draw by the fifty-move rule is near.
    table_clock = 88, 50..=100, 6;
    /// Table: deepest node that a bound does not cut if it contradicts what is expected of the node (plies).
    table_contrary_depth = 5, 0..=12, 1;

    /// Reverse futility: deepest remaining depth (plies).
    rfp_depth = 8, 3..=14, 1;
    /// Reverse futility: margin for each ply of depth (centipawns).
    rfp_margin = 76, 30..=150, 8;
    /// Reverse futility: margin less when improving (centipawns).
    rfp_improving = 54, 0..=150, 8;
    /// Reverse futility: margin less when the opponent's last move made its position worse (centipawns).
    rfp_worsened = 20, 0..=80, 6;

    /// Hindsight: a reduction from which on a node is searched deeper if it is not worse than before, in 1/1024 ply.
    hindsight_deeper = 3072, 1024..=6144, 256;
    /// Hindsight: a reduction from which on a node is searched shallower if both sides agree on it, in 1/1024 ply.
    hindsight_shallower = 2048, 1024..=6144, 256;
    /// Hindsight: sum of both sides' evaluations beyond which a reduced node is searched yet shallower (centipawns).
    hindsight_margin = 150, 50..=400, 25;

    /// Razoring: deepest remaining depth (plies).
    razor_depth = 4, 1..=8, 1;
    /// Razoring: margin for each ply of depth (centipawns).
    razor_margin = 280, 100..=600, 25;

    /// Null move: shallowest depth (plies).
    null_depth = 3, 1..=6, 1;
    /// Null move: centipawns that the static evaluation has to be above beta at depth 0.
    null_margin = 95, 0..=400, 20;
    /// Null move: the same, less for each ply of depth (centipawns).
    null_depth_margin = 20, 0..=50, 4;
    /// Null move: reduction at depth 0, in 1/256 ply.
    null_base = 1024, 512..=1536, 64;
    /// Null move: reduction added for each ply of depth, in 1/256 ply.
    null_slope = 87, 0..=160, 10;
    /// Null move: centipawns above beta that add one ply of reduction.
    null_eval_divisor = 205, 50..=400, 20;
    /// Null move: most plies of reduction that are added so.
    null_eval_max = 3, 1..=6, 1;
    /// Null move: a reduced search verifies from this depth on (plies).
    null_verify_depth = 14, 8..=30, 1;
    /// Null move: no null moves in this share of the depth of a verification, in 1/100.
    null_verify_plies = 75, 25..=100, 8;

    /// ProbCut: shallowest depth (plies).
    probcut_depth = 5, 3..=10, 1;
    /// ProbCut: margin above beta (centipawns).
    probcut_margin = 160, 80..=400, 15;
    /// ProbCut: margin less when improving (centipawns).
    probcut_improving = 50, 0..=150, 8;
    /// ProbCut: how much shallower a capture is verified (plies).
    probcut_reduction = 4, 2..=6, 1;

    /// ProbCut by the table alone: margin above beta (centipawns).
    table_probcut_margin = 400, 150..=800, 25;

    /// Internal iterative reduction: shallowest depth (plies).
    iir_depth = 4, 2..=8, 1;

    /// Pruning: history units that count for one ply of the reduced depth; never more than one.
    pruning_history = 16384, 4000..=30000, 1000;
    /// Late move pruning: quiet moves tried at depth 0.
    lmp_base = 5, 1..=10, 1;
    /// Futility: deepest reduced depth (plies).
    futility_depth = 8, 3..=12, 1;
    /// Futility: margin at depth 0 (centipawns).
    futility_base = 90, 20..=250, 10;
    /// Futility: margin for each ply of reduced depth (centipawns).
    futility_margin = 150, 30..=200, 10;
    /// Futility: history units that count for a centipawn.
    futility_history = 200, 50..=600, 25;
    /// History pruning: deepest reduced depth (plies).
    history_pruning_depth = 5, 1..=10, 1;
    /// History pruning: margin for each ply of depth (history units).
    history_pruning_margin = 4800, 1000..=8000, 400;
    /// SEE pruning of quiet moves: margin for the square of reduced depth (centipawns).
    see_quiet_margin = 19, 5..=80, 4;
    /// SEE pruning of captures: margin for each ply of depth (centipawns).
    see_capture_margin = 95, 30..=250, 10;
    /// SEE pruning of captures: history units that count for a centipawn.
    see_history = 64, 16..=200, 8;

    /// Extensions: none beyond this multiple of the iteration's depth.
    extension_limit = 2, 1..=4, 1;
    /// Extensions: the least depth of an iteration for that limit (plies).
    extension_depth = 8, 1..=16, 1;

    /// Singular extension: shallowest depth (plies).
    singular_depth = 5, 4..=12, 1;
    /// Singular extension: how much shallower than the node the table's entry may be (plies).
    singular_table_depth = 3, 1..=6, 1;
    /// Singular extension: margin below the table's score for each ply of depth, in 1/16 centipawn.
    singular_margin = 24, 4..=64, 4;
    /// Singular extension: margin of a double extension (centipawns).
    singular_double = 16, 0..=60, 4;
    /// Singular extension: margin of a triple extension (centipawns).
    singular_triple = 90, 20..=250, 15;
    /// Singular extension: double extensions on a path that may be exceeded by one.
    singular_double_limit = 8, 1..=20, 1;
    /// Singular extension: plies less where the table's move is good enough but not the only one.
    singular_negative = 2, 0..=4, 1;

    /// Late move reduction: constant term, in 1/1024 ply.
    lmr_base = 550, 0..=1500, 64;
    /// Late move reduction: factor of ln(depth) ln(move number), in 1/1024 ply.
    lmr_factor = 460, 250..=700, 24;
    /// Late move reduction: more in a node that is expected to fail high, in 1/1024 ply.
    lmr_cut_node = 1700, 0..=3072, 128;
    /// Late move reduction: less in a node that is or was on a principal variation, in 1/1024 ply.
    lmr_was_pv = 1000, 0..=2560, 128;
    /// Late move reduction: more when the static evaluation does not improve, in 1/1024 ply.
    lmr_not_improving = 900, 0..=2048, 128;
    /// Late move reduction: less for killers, in 1/1024 ply.
    lmr_killer = 900, 0..=2048, 128;
    /// Late move reduction: less for a move that gives check, in 1/1024 ply.
    lmr_check = 2400, 0..=3072, 128;
    /// Late move reduction: more when the table's move is a capture, in 1/1024 ply.
    lmr_noisy_tt = 800, 0..=2048, 128;
    /// Late move reduction: more where many of the children's siblings failed high, in 1/1024 ply.
    lmr_cutoffs = 1150, 0..=2560, 128;
    /// Late move reduction: how many fail highs are not yet many.
    lmr_cutoff_count = 3, 1..=6, 1;
    /// Late move reduction: less for captures and promotions, in 1/1024 ply.
    lmr_noisy = 1024, 0..=2560, 128;
    /// Late move reduction: history units of a capture that remove one ply.
    lmr_noisy_history = 14000, 3000..=30000, 1000;
    /// Late move reduction: history units that remove one ply.
    lmr_history = 9500, 3000..=20000, 800;
    /// After a reduced search, go deeper if the score is this far above the best (centipawns).
    lmr_deeper = 40, 10..=120, 6;
    /// The same, for each ply of depth (centipawns).
    lmr_deeper_depth = 2, 0..=8, 1;
    /// After a reduced search, go less deep if the score is not this far above the best, for each ply of depth (centipawns).
    lmr_shallower_depth = 1, 0..=8, 1;
    /// After a move that exceeds alpha, the rest is searched one ply shallower at depths above this (plies).
    alpha_raise_min = 2, 1..=8, 1;
    /// The same at depths below this (plies).
    alpha_raise_max = 14, 4..=30, 1;

    /// Order of quiet moves: history units for a piece that leaves or enters the reach of a lesser one; half as many more for queens.
    order_threat = 5000, 0..=20000, 800;
    /// Order of quiet moves: history units for a check on a square that is not attacked.
    order_check = 6000, 0..=20000, 800;
    /// Order of captures: history units for each centipawn that is captured.
    capture_victim = 16, 4..=64, 2;
    /// Order of captures: units of it that let a capture lose one centipawn and still come before the quiet moves.
    capture_trust = 64, 16..=200, 8;

    /// History bonus for each ply of depth (history units).
    bonus_slope = 155, 50..=400, 20;
    /// Largest history bonus (history units).
    bonus_max = 1700, 600..=4000, 150;
    /// History malus for each ply of depth (history units).
    malus_slope = 200, 50..=400, 20;
    /// Largest history malus (history units).
    malus_max = 1500, 600..=4000, 150;
    /// A fail high this far above beta is rewarded as one ply deeper (centipawns).
    bonus_margin = 100, 20..=300, 20;
    /// History units of a quiet move for each centipawn by which it improved the evaluation of its side, in 1/10.
    evaluation_bonus = 50, 0..=200, 10;
    /// The most history units that it gains or loses so.
    evaluation_bonus_max = 1500, 200..=4000, 150;
    /// Share of the bonus for the move that led to a fail low, in 1/100.
    bonus_prior = 50, 0..=200, 10;
    /// The same in the histories that do not depend on earlier moves, in 1/100.
    bonus_prior_own = 70, 0..=200, 10;
    /// The same, more if the move came late, in 1/100.
    bonus_prior_late = 60, 0..=200, 10;
    /// How many moves came before one that is late.
    bonus_prior_moves = 8, 1..=30, 2;

    /// Quiescence: moves of a node that are searched before recaptures alone are left.
    quiescence_moves = 3, 1..=20, 1;
    /// Quiescence: how far from its first node a single move is searched, an evasion or a recapture (plies).
    quiescence_depth = 8, 2..=40, 2;
    /// Quiescence: how far from its first node delta pruning begins to count for recaptures, too (plies).
    delta_recapture_depth = 4, 0..=20, 1;
    /// Quiescence: margin of delta pruning (centipawns).
    delta_margin = 150, 50..=400, 20;

    /// Time: share of the remaining clock planned for a move, in 1/1000.
    time_share = 45, 15..=90, 4;
    /// Time: share of the increment planned for a move, in 1/100.
    time_increment = 80, 30..=100, 5;
    /// Time: hard limit as a multiple of the plan, in 1/100.
    time_hard = 330, 150..=800, 25;
    /// Time: soft limit as a part of the plan, in 1/100.
    time_soft = 68, 30..=150, 5;
    /// Time: the most of the remaining clock that a move may use, in 1/100.
    time_ceiling = 65, 30..=90, 5;
    /// Time: with moves to go, a move's share as a multiple of the even one, in 1/100.
    time_control = 110, 70..=200, 10;
    /// Time: with moves to go, the largest share of the remaining clock, in 1/100.
    time_control_max = 70, 30..=90, 5;
    /// Time: overheads that are kept back on the clock.
    time_overheads = 5, 0..=20, 1;
    /// Time: the first iteration that scales the soft limit (plies).
    time_scale_depth = 6, 1..=12, 1;
    /// Time: factor on the soft limit when the best move has just changed, in 1/100.
    time_stable_0 = 160, 100..=250, 8;
    /// Time: factor on the soft limit after 1 iteration with the same best move, in 1/100.
    time_stable_1 = 125, 80..=200, 6;
    /// Time: factor on the soft limit after 2 iterations with the same best move, in 1/100.
    time_stable_2 = 105, 70..=160, 5;
    /// Time: factor on the soft limit after 3 iterations with the same best move, in 1/100.
    time_stable_3 = 92, 60..=140, 4;
    /// Time: factor on the soft limit after 4 iterations with the same best move, in 1/100.
    time_stable_4 = 84, 50..=130, 4;
    /// Time: factor on the soft limit after 5 or more iterations with the same best move, in 1/100.
    time_stable_5 = 80, 50..=120, 4;
    /// Time: the largest rise of the score that shortens the soft limit, by a percent each (centipawns).
    time_rise = 15, 0..=50, 4;
    /// Time: the largest drop of the score that extends the soft limit, by a percent each (centipawns).
    time_drop = 50, 10..=150, 8;
    /// Time: factor on the soft limit when no node was spent on the best move, in 1/100.
    time_effort_base = 175, 120..=250, 8;
    /// Time: how much of that factor goes when all nodes were spent on the best move, in 1/100.
    time_effort_slope = 110, 20..=115, 8;
    /// Time: the largest of these factors, in 1/100.
    time_effort_max = 160, 110..=250, 8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        for info in Params::TABLE {
            assert!((info.min..=info.max).contains(&info.default), "{}", info.name);
            assert!(!info.doc.is_empty() && info.step > 0);
        }
    }

    #[test]
    fn values_belong_to_their_names() {
        let mut params = Params::default();
        assert!(params.values().all(|(info, value)| value == info.default));
        params.set("rfp_depth", 5).unwrap();
        let changed: Vec<_> = params.values().filter(|(info, value)| *value != info.default).collect();
        assert_eq!(changed.len(), 1);
        assert_eq!((changed[0].0.name, changed[0].1), ("rfp_depth", 5));
    }

    #[test]
    fn unknown_names_and_values_out_of_range_are_told_apart() {
        let mut params = Params::default();
        assert!(matches!(params.set("no_such_thing", 1), Err(ParamError::Unknown(_))));
        let error = params.set("rfp_depth", 99).unwrap_err();
        assert_eq!(error.to_string(), "rfp_depth = 99 is outside 3..=14");
        assert_eq!(params, Params::default());
    }
}
