//! How positions of games are searched for their labels.

use crate::game::Ply;
use argali_eval::Evaluator;
use argali_search::{
    Bound, Engine, EngineError, IterationReport, Limits, Observer, Outcome, Position, StopHandle,
};
use cozy_chess::{Board, Color};
use std::fmt;
use std::ops::ControlFlow;

/// How the moves of a game are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// As the engine plays, with all its pruning.
    Selective,
    /// Every move is searched, to at most this depth (plies) if there is one.
    ///
    /// The README compares the labels of both ("Labels"). Before version 0.2, selective searches of a few hundred nodes gave the worse ones.
    Full(Option<u32>),
}

/// Which score of a search is recorded. Bounds are never recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// The score of the last iteration.
    Last,
    /// The mean of the last two iterations.
    ///
    /// The leaves of consecutive depths have different sides to move. A network that learns from one parity alone overestimates or
    /// underestimates the side to move, and each generation adds to the error of the one before.
    Mean,
}

/// The searches that label positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labelling {
    /// Which moves are searched.
    pub width: Width,
    /// Which score is recorded.
    pub label: Label,
    /// A search starts no iteration after this many nodes …
    pub soft_nodes: u64,
    /// … and stops at this many.
    pub hard_nodes: u64,
    /// Transposition table of each engine, in MiB.
    pub hash_mib: usize,
}

/// A line that says how labels were made.
impl fmt::Display for Labelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Labelling { width, label, soft_nodes, hard_nodes, hash_mib } = self;
        match width {
            Width::Selective => write!(f, "selective")?,
            Width::Full(None) => write!(f, "full width")?,
            Width::Full(Some(depth)) => write!(f, "full width to depth {depth}")?,
        }
        let label = match label {
            Label::Last => "last score",
            Label::Mean => "mean of the last two scores",
        };
        write!(f, ", {soft_nodes} soft nodes, {hard_nodes} hard, {label}, hash {hash_mib} MiB")
    }
}

impl Labelling {
    /// An engine for one thread.
    ///
    /// # Errors
    /// [`EngineError`] if there is not enough memory.
    pub fn engine<E: Evaluator>(&self, evaluator: E) -> Result<Engine<E>, EngineError> {
        let builder = Engine::builder().evaluator(evaluator).hash_mib(self.hash_mib);
        match self.width {
            Width::Selective => builder.build(),
            Width::Full(_) => builder.full_width().build(),
        }
    }

    /// The best move and the score of a position; `None` if it has no legal move. The nodes are added to `nodes`.
    pub fn search<E: Evaluator>(
        &self,
        engine: &mut Engine<E>,
        position: &Position,
        nodes: &mut u64,
    ) -> Option<Ply> {
        let mut limits = Limits::new().soft_nodes(self.soft_nodes).nodes(self.hard_nodes);
        if let Width::Full(Some(depth)) = self.width {
            limits = limits.depth(depth);
        }
        let mut scores = Scores::default();
        let outcome = engine
            .search_observed(position, &limits, &StopHandle::new(), &mut scores)
            .expect("the handle is fresh");
        *nodes += outcome.nodes;
        let score = for_white(position.board(), scores.label(self.label, &outcome));
        let score = score.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
        outcome.best.map(|mv| Ply { mv, score })
    }
}

/// The exact scores of the last two iterations of a search.
#[derive(Default)]
struct Scores {
    last: Option<i32>,
    before: Option<i32>,
}

impl Observer for Scores {
    fn iteration(&mut self, report: &IterationReport) -> ControlFlow<()> {
        if report.bound == Bound::Exact {
            self.before = self.last.replace(report.raw_score.raw());
        }
        ControlFlow::Continue(())
    }
}

impl Scores {
    /// The score to record. Without a completed iteration there is no exact one, and the outcome's score is recorded.
    fn label(&self, label: Label, outcome: &Outcome) -> i32 {
        let last = self.last.unwrap_or_else(|| outcome.raw_score().raw());
        match (label, self.before) {
            // A mate is not averaged.
            (Label::Mean, Some(before)) if !outcome.score.is_decisive() => (before + last) / 2,
            _ => last,
        }
    }
}

fn for_white(board: &Board, score: i32) -> i32 {
    match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}
