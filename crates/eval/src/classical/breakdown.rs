//! The evaluation, term by term.

use std::fmt;

use cozy_chess::Color;

use super::endings::SCALE_FULL;
use super::taper::Taper;

/// A term of the classical evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Term {
    /// Piece values and piece-square tables.
    Material,
    /// Squares that knights, bishops, rooks and queens reach safely.
    Mobility,
    /// Two bishops.
    BishopPair,
    /// Passed pawns.
    Passed,
    /// Driving a bare king to the edge.
    MopUp,
}

impl Term {
    /// Every term, in the order of the table.
    pub const ALL: [Self; 5] = [Self::Material, Self::Mobility, Self::BishopPair, Self::Passed, Self::MopUp];

    /// A short English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Mobility => "mobility",
            Self::BishopPair => "bishop pair",
            Self::Passed => "passed pawns",
            Self::MopUp => "mop-up",
        }
    }
}

/// Centipawns for the midgame and for the endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Tapered {
    /// Value with all pieces on the board.
    pub midgame: i32,
    /// Value with only kings and pawns.
    pub endgame: i32,
}

impl From<Taper> for Tapered {
    fn from(pair: Taper) -> Self {
        Self { midgame: pair.mg(), endgame: pair.eg() }
    }
}

/// The value of a [`Term`] for each side, each from its own point of view (more is better).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Row {
    /// The term.
    pub term: Term,
    /// White's value.
    pub white: Tapered,
    /// Black's value.
    pub black: Tapered,
}

/// The classical evaluation of one board, term by term. Its [`Display`](fmt::Display) is a table.
///
/// ```
/// use argali_eval::Classical;
/// use cozy_chess::Board;
///
/// let breakdown = Classical.explain(&Board::default());
/// assert!(breakdown.to_string().contains("passed pawns"));
/// assert_eq!(breakdown.white, breakdown.tempo, "white has only the first move");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Breakdown {
    /// One row per term, in the order of [`Term::ALL`].
    pub rows: Vec<Row>,
    /// Weight of the midgame values, 0 to 24.
    pub phase: i32,
    /// Scale of the endgame value in drawish endings, 0 to 64 (64 is unscaled).
    pub scale: i32,
    /// Centipawns for the right to move, from white's point of view.
    pub tempo: i32,
    /// The evaluation in centipawns from white's point of view.
    pub white: i32,
    /// The evaluation in centipawns from the side to move's point of view, as
    /// [`evaluate`](crate::Evaluator::evaluate) gives it.
    pub side_to_move: i32,
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<13}|{:^15}|{:^15}|{:^15}", "term", "white", "black", "difference")?;
        writeln!(f, "{:<13}|{1:>7}{2:>7} |{1:>7}{2:>7} |{1:>7}{2:>7}", "", "mg", "eg")?;
        writeln!(f, "{0:-<13}+{0:-<15}+{0:-<15}+{0:-<15}", "")?;
        let mut sum = Tapered::default();
        for Row { term, white, black } in &self.rows {
            let (midgame, endgame) = (white.midgame - black.midgame, white.endgame - black.endgame);
            sum.midgame += midgame;
            sum.endgame += endgame;
            writeln!(
                f,
                "{:<13}|{:>7}{:>7} |{:>7}{:>7} |{midgame:>7}{endgame:>7}",
                term.name(),
                white.midgame,
                white.endgame,
                black.midgame,
                black.endgame,
            )?;
        }
        writeln!(f, "{0:-<13}+{0:-<15}+{0:-<15}+{0:-<15}", "")?;
        writeln!(f, "{:<13}|{:15}|{:15}|{:>7}{:>7}", "sum", "", "", sum.midgame, sum.endgame)?;
        writeln!(f, "phase {}/24, scale {}/{SCALE_FULL}, tempo {:+} cp", self.phase, self.scale, self.tempo)?;
        write!(f, "evaluation {:+} cp for white, {:+} cp for the side to move", self.white, self.side_to_move)
    }
}

/// Observes the terms of an evaluation. `()` ignores them at no cost.
pub(super) trait Trace {
    /// Records the value of `term` for `side`, and returns it.
    fn note(&mut self, term: Term, side: Color, value: Taper) -> Taper;
}

impl Trace for () {
    #[inline(always)]
    fn note(&mut self, _term: Term, _side: Color, value: Taper) -> Taper {
        value
    }
}

/// Sums per term and side.
#[derive(Default)]
pub(super) struct Ledger([[Taper; 2]; Term::ALL.len()]);

impl Trace for Ledger {
    fn note(&mut self, term: Term, side: Color, value: Taper) -> Taper {
        self.0[term as usize][side as usize] += value;
        value
    }
}

impl Ledger {
    pub(super) fn rows(&self) -> Vec<Row> {
        let sides = |term: Term| self.0[term as usize];
        Term::ALL
            .into_iter()
            .map(|term| Row { term, white: sides(term)[0].into(), black: sides(term)[1].into() })
            .collect()
    }
}
