//! Builds the outcome of a search from the results of the workers.

use crate::Bound;
use crate::observer::{IterationReport, Observer};
use crate::outcome::{Line, Outcome, RawLine, StopReason};
use crate::score::Score;
use crate::threads::vote::Voting;
use crate::tree::deepen::{Candidate, Reporter};
use crate::tree::search::Search;
use argali_eval::Evaluator;

/// The outcome of a search from the results of the workers, worker 0 first.
pub(crate) fn answer<E: Evaluator>(
    search: &Search<E>,
    mut candidates: Vec<Candidate>,
    voting: Voting,
    reporter: &mut Reporter<'_>,
) -> Outcome {
    let limits = &search.control.limits;
    // With MultiPV all lines come from one worker.
    let chosen =
        if limits.multi_pv > 1 { candidates.swap_remove(0) } else { voting.choose(candidates, limits.depth) };
    let outcome = outcome(search, chosen, search.control.reason());
    // The result is newer than the last report, or from another worker, so report it.
    let reported = reporter
        .last
        .as_ref()
        .is_some_and(|report| report.moves.first() == outcome.best.as_ref() && report.depth >= outcome.depth);
    if !reported {
        reporter.report_final(search, &outcome);
    }
    outcome
}

/// The outcome of a root without legal moves. Waits until the search may end.
pub(crate) fn answer_finished_game<E: Evaluator>(search: &Search<E>, observer: &mut dyn Observer) -> Outcome {
    let in_check = !search.root.board().checkers().is_empty();
    let score = if in_check { Score::mated_in_plies(0) } else { Score::DRAW };
    let line = RawLine { score, bound: Bound::Exact, depth: 0, moves: Vec::new() };
    let outcome = outcome(search, Candidate { depth: 0, lines: vec![line] }, StopReason::NoLegalMove);
    Reporter { observer, last: None }.report_final(search, &outcome);
    // An infinite search must not return before the stop, and a ponder search not before the ponder hit.
    search.control.await_permission();
    outcome
}

fn outcome<E: Evaluator>(search: &Search<E>, answer: Candidate, stop_reason: StopReason) -> Outcome {
    let root = search.root.board();
    let lines: Vec<Line> = answer.lines.into_iter().map(|line| Line::new(line, root)).collect();
    let best = &lines[0];
    let counters = &search.control.counters;
    Outcome {
        best: best.moves.first().copied(),
        ponder: best.moves.get(1).copied(),
        score: best.score,
        wdl: best.wdl,
        depth: answer.depth,
        nodes: counters.nodes(),
        busiest_worker_nodes: counters.busiest_worker_nodes(),
        elapsed: search.control.elapsed(),
        tablebase_hits: counters.tablebase_hits(),
        hashfull: search.resources.table.hashfull(),
        stop_reason,
        lines,
    }
}

impl Reporter<'_> {
    /// Reports the lines of an outcome.
    fn report_final<E: Evaluator>(&mut self, search: &Search<E>, outcome: &Outcome) {
        for (number, line) in (1..).zip(&outcome.lines) {
            let report = IterationReport {
                depth: line.depth,
                selective_depth: line.depth,
                line: number,
                score: line.score,
                raw_score: line.raw_score,
                bound: line.bound,
                wdl: line.wdl,
                nodes: outcome.nodes,
                elapsed: outcome.elapsed,
                hashfull: outcome.hashfull,
                tablebase_hits: outcome.tablebase_hits,
                moves: line.moves.clone(),
                root: search.root.board().clone(),
            };
            if self.observer.iteration(&report).is_break() {
                break;
            }
        }
    }
}
