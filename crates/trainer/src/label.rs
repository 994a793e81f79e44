//! Labels of positions for training, by a static evaluation or a search.

use crate::any_evaluator::AnyEvaluator;
use argali_search::{
    Bound, Engine, EngineError, IterationReport, Limits, Params, Position, Score, StopHandle,
};
use cozy_chess::{Board, Color};
use std::fmt;
use std::time::{Duration, Instant};

/// The extent of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// No search: the static evaluation.
    Static,
    /// To this depth (plies).
    Depth(u32),
    /// Exactly this number of nodes.
    Nodes(u64),
    /// To the end of the iteration that reaches this number of nodes, or to eight times that number.
    SoftNodes(u64),
}

/// A way to label positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// The extent of the search.
    pub effort: Effort,
    /// No pruning, reductions or extensions.
    pub full_width: bool,
    /// The mean of the last two iterations' scores: one of them ends on a move of White, the other on one of Black.
    pub both_parities: bool,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.full_width {
            f.write_str("full width, ")?;
        }
        match self.effort {
            Effort::Static => f.write_str("static"),
            Effort::Depth(plies) => write!(f, "depth {plies}"),
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Effort::SoftNodes(nodes) => write!(f, "{nodes} soft nodes"),
        }?;
        if self.both_parities { f.write_str(", both parities") } else { Ok(()) }
    }
}

/// A label and what it cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Labelled {
    /// Centipawns for White. The score of a search is that of UCI, ±3,000 for a mate; the static evaluation is internal.
    pub score: f64,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken, without clearing the memory.
    pub elapsed: Duration,
}

/// Labels positions, each with cleared memory.
#[derive(Debug)]
pub struct Labeller {
    evaluator: AnyEvaluator,
    label: Label,
    engine: Engine<AnyEvaluator>,
}

impl Labeller {
    /// A labeller with a table of `hash_mib` MiB.
    ///
    /// # Errors
    /// [`EngineError`] if there is not enough memory.
    pub fn new(
        evaluator: AnyEvaluator,
        label: Label,
        params: &Params,
        hash_mib: usize,
    ) -> Result<Labeller, EngineError> {
        let builder =
            Engine::builder().evaluator(evaluator.clone()).params(params.clone()).hash_mib(hash_mib);
        let engine = if label.full_width { builder.full_width() } else { builder }.build()?;
        Ok(Labeller { evaluator, label, engine })
    }

    /// Labels a position.
    pub fn label(&mut self, position: &Position) -> Labelled {
        let board = position.board();
        let limits = match self.label.effort {
            Effort::Static => {
                let began = Instant::now();
                let score = f64::from(self.evaluator.evaluate_once(board));
                return Labelled { score: for_white(board, score), nodes: 0, elapsed: began.elapsed() };
            }
            Effort::Depth(plies) => Limits::new().depth(plies),
            Effort::Nodes(nodes) => Limits::new().nodes(nodes),
            Effort::SoftNodes(nodes) => Limits::new().soft_nodes(nodes).nodes(nodes.saturating_mul(8)),
        };
        self.engine.new_game();
        let mut iterations: Vec<(u32, Score)> = Vec::new();
        let mut keep = |report: &IterationReport| {
            if report.bound == Bound::Exact {
                iterations.retain(|(depth, _)| *depth != report.depth);
                iterations.push((report.depth, report.score));
            }
        };
        let outcome = self
            .engine
            .search_observed(position, &limits, &StopHandle::new(), &mut keep)
            .expect("the handle is fresh");
        let score = match iterations.as_slice() {
            [.., (_, one), (_, other)] if self.label.both_parities => (shown(*one) + shown(*other)) / 2.0,
            _ => shown(outcome.score),
        };
        Labelled { score: for_white(board, score), nodes: outcome.nodes, elapsed: outcome.elapsed }
    }
}

/// Centipawns as UCI shows them, with ±3,000 for mates.
fn shown(score: Score) -> f64 {
    match score.centipawns() {
        Some(centipawns) => f64::from(centipawns),
        None if score.is_win() => 3_000.0,
        None => -3_000.0,
    }
}

fn for_white(board: &Board, score: f64) -> f64 {
    match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}
