//! What a position is worth by a static evaluation or a search: the label that training would learn from.

use crate::any_evaluator::AnyEvaluator;
use argali_search::{
    Bound, Engine, EngineError, IterationReport, Limits, Params, Position, Score, StopHandle,
};
use cozy_chess::{Board, Color};
use std::fmt;
use std::time::{Duration, Instant};

/// How much is searched for a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Nothing: the static evaluation.
    Static,
    /// So many plies.
    Depth(u32),
    /// Exactly so many nodes.
    Nodes(u64),
    /// The iteration that reaches so many nodes is the last one, at most eight times as many.
    SoftNodes(u64),
}

/// A way to label positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// How much is searched.
    pub effort: Effort,
    /// No pruning, reductions or extensions.
    pub full_width: bool,
    /// The mean of the last two iterations' scores, one of which ends on a move of either side.
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
    /// Centipawns for White: of a search those that people see, ±3,000 for a mate; of the static
    /// evaluation as it is.
    pub score: f64,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken, without that for clearing the memory before.
    pub elapsed: Duration,
}

/// Labels positions, each from an empty memory.
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
    /// [`EngineError`] if there is no memory for it.
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

/// Centipawns as a program that speaks UCI shows them, with ±3,000 for mates.
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
