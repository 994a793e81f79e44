//! The answer of a search: which worker gives it, and what the caller is told.

use crate::Bound;
use crate::observer::IterationReport;
use crate::outcome::{Line, Outcome, StopReason};
use crate::score::Score;
use crate::threads::findings::Found;
use crate::threads::shared::Shared;
use crate::threads::smp::{Ballot, Voting};
use crate::tree::deepen::Reporter;
use crate::wdl::Wdl;
use argali_eval::Evaluator;

/// Answers a search from what the workers have found so far, worker 0 first, and tells the observer.
pub(crate) fn answer<E: Evaluator>(
    shared: &Shared<'_, E>,
    found: &[Found],
    reporter: &mut Reporter<'_>,
) -> Outcome {
    let limits = shared.limits;
    let chosen = if limits.lines > 1 { 0 } else { choose(found, limits.depth, shared.setup().mode.voting) };
    let outcome = outcome(shared, found[chosen].depth, found[chosen].lines.clone(), shared.reason());
    // The answer was found after the last report, or by another worker: say so.
    let reported = reporter
        .last
        .as_ref()
        .is_some_and(|report| report.moves.first() == outcome.best.as_ref() && report.depth >= outcome.depth);
    if !reported {
        reporter.report_final(shared, &outcome);
    }
    reporter.observer.outcome(&outcome);
    outcome
}

/// The outcome where the root has no legal move. Waits until it may be told.
pub(crate) fn answer_finished_game<E: Evaluator>(
    shared: &Shared<'_, E>,
    reporter: &mut Reporter<'_>,
) -> Outcome {
    let in_check = !shared.root.board().checkers().is_empty();
    let score = if in_check { Score::mated_in_plies(0) } else { Score::DRAW };
    let line = Line { score, bound: Bound::Exact, depth: 0, moves: Vec::new() };
    let outcome = outcome(shared, 0, vec![line], StopReason::NoLegalMove);
    reporter.report_final(shared, &outcome);
    // Whoever asked for an infinite search expects no answer before the stop; likewise with pondering and the hit.
    shared.await_answer();
    reporter.observer.outcome(&outcome);
    outcome
}

fn outcome<E: Evaluator>(
    shared: &Shared<'_, E>,
    depth: u32,
    lines: Vec<Line>,
    stop_reason: StopReason,
) -> Outcome {
    let best = &lines[0];
    Outcome {
        best: best.moves.first().copied(),
        ponder: best.moves.get(1).copied(),
        score: best.score,
        depth,
        nodes: shared.kit.nodes(),
        busiest_worker_nodes: shared.kit.busiest_worker_nodes(),
        elapsed: shared.start.elapsed(),
        tablebase_hits: shared.kit.tablebase_hits(),
        hashfull: shared.kit.table.hashfull(),
        stop_reason,
        lines,
    }
}

impl Reporter<'_> {
    /// Reports the lines of an outcome.
    fn report_final<E: Evaluator>(&mut self, shared: &Shared<'_, E>, outcome: &Outcome) {
        for (number, line) in (1..).zip(&outcome.lines) {
            let report = IterationReport {
                depth: line.depth,
                selective_depth: line.depth,
                line: number,
                score: line.score,
                bound: line.bound,
                wdl: Wdl::of(line.score, shared.root.board()),
                nodes: outcome.nodes,
                elapsed: outcome.elapsed,
                hashfull: outcome.hashfull,
                tablebase_hits: outcome.tablebase_hits,
                moves: line.moves.clone(),
            };
            if self.observer.iteration(&report).is_break() {
                break;
            }
        }
    }
}

/// The worker whose result is the answer: the one that is chosen by `voting` of those who completed the iteration that was asked
/// for, or of all if none did.
fn choose(found: &[Found], wanted: Option<u32>, voting: Voting) -> usize {
    let is_through = |found: &Found| wanted.is_some_and(|depth| found.depth >= depth.max(1));
    let nobody = !found.iter().any(is_through);
    let candidates: Vec<usize> =
        (0..found.len()).filter(|&index| nobody || is_through(&found[index])).collect();
    let ballots: Option<Vec<Ballot>> = candidates
        .iter()
        .map(|&index| {
            let Found { depth, lines } = &found[index];
            lines[0].moves.first().map(|&mv| Ballot { mv, score: lines[0].score, depth: *depth })
        })
        .collect();
    candidates[ballots.map_or(0, |ballots| voting.choose(&ballots))]
}
