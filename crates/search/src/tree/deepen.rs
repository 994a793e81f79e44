//! Iterative deepening: depth 1, 2, 3, … with table, killers and histories kept between iterations.

use crate::Bound;
use crate::control::time::{Iteration, Trend};
use crate::observer::{IterationReport, Observer, RootMoveReport};
use crate::outcome::{RawLine, StopReason};
use crate::score::{MAX_PLY, Score};
use crate::tree::pv::sound_line;
use crate::tree::root_move::RootMove;
use crate::tree::worker::Worker;
use crate::wdl::Wdl;
use argali_eval::Evaluator;
use cozy_chess::Move;
use std::cmp::Reverse;
use std::time::Duration;

/// The deepest iteration.
pub(crate) const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;

/// Bounds are reported only after this time, because there are very many in the first iterations.
const BOUNDS_AFTER: Duration = Duration::from_millis(1_000);

/// The result of a worker so far.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The deepest iteration that was completed (plies); 0 if none was.
    pub depth: u32,
    /// The best lines, best first; at least one.
    pub lines: Vec<RawLine>,
}

/// Where the reports of the reporting worker go.
pub(crate) struct Reporter<'a> {
    pub observer: &'a mut dyn Observer,
    /// The last report of the best line.
    pub last: Option<IterationReport>,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches with increasing depth until a limit is reached. Worker 0 checks the limits. With a depth limit, the first worker that
    /// completes this depth ends the search, so no helper skips it. `skips` tells which other depths a helper skips. `note` receives the
    /// result after each iteration and at the end.
    pub(crate) fn deepen(&mut self, skips: impl Fn(u32) -> bool, note: impl Fn(&Candidate)) {
        let control = &self.search.control;
        let limits = &control.limits;
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let wanted = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut found = Candidate { depth: 0, lines: self.lines_so_far(wanted, 0) };
        let mut trend = Trend::default();
        let is_main = self.index == 0;

        for depth in 1..=deepest {
            if depth < deepest && skips(depth) {
                continue;
            }
            self.root_depth = depth as i32;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.score = -Score::INFINITE;
            }
            for line in 0..wanted {
                self.first_root_move = line;
                let rank = self.root_moves[line].rank;
                self.last_root_move =
                    self.root_moves.iter().filter(|root_move| root_move.rank >= rank).count();
                self.selective_depth = 0;
                self.aspirate(depth as i32);
                if self.has_stopped() {
                    break;
                }
            }
            if self.has_stopped() {
                self.salvage(depth, wanted, &mut found);
                break;
            }
            // Lines are searched one after another, so a later one may have a better score.
            self.root_moves[..wanted].sort_by_key(|root_move| Reverse((root_move.rank, root_move.score)));
            found = Candidate { depth, lines: self.lines_so_far(wanted, depth) };
            note(&found);
            self.publish();
            if is_main {
                self.report_iteration(depth, &found);
                let best = &self.root_moves[0];
                trend.note(best.mv, found.lines[0].score);
                control.check_iteration(&Iteration {
                    depth,
                    score: found.lines[0].score,
                    trend,
                    best_move_share: best.nodes as f64 / self.nodes.max(1) as f64,
                    is_only_move: self.root_moves.len() == 1 && limits.search_moves.is_empty(),
                });
                if self.is_stopping() {
                    break;
                }
            } else if limits.depth.is_some() && depth == deepest && wanted == 1 {
                control.reach(StopReason::Depth);
            }
        }
        self.publish();
        if is_main {
            // Under the turnstile, worker 0 keeps its turn while it waits. The others stop when their turn comes.
            control.finish_when_allowed();
        }
        if is_main || found.depth > 0 {
            note(&found);
        }
    }

    /// The best lines so far, in order.
    fn lines_so_far(&mut self, wanted: usize, depth: u32) -> Vec<RawLine> {
        let is_unsearched = |root_move: &RootMove| root_move.score == -Score::INFINITE;
        let unsearched = self.root_moves[..wanted].iter().any(is_unsearched);
        let static_eval = if unsearched { self.evaluate(self.search.root.board()) } else { Score::DRAW };
        let mut worst = Score::INFINITE;
        let mut line = |root_move: &RootMove| {
            let score = match root_move.tablebase_score {
                Some(score) if is_unsearched(root_move) || !root_move.score.is_mate() => score,
                // Not searched yet: only the static evaluation is known.
                _ if is_unsearched(root_move) => static_eval.min(worst),
                _ => root_move.score,
            };
            worst = score;
            RawLine {
                score,
                bound: root_move.bound,
                depth,
                moves: sound_line(&self.search.root, &root_move.line),
            }
        };
        // After an interrupted iteration, a line may be better than those before it.
        let mut ranked: Vec<(i32, RawLine)> =
            self.root_moves[..wanted].iter().map(|root_move| (root_move.rank, line(root_move))).collect();
        ranked.sort_by_key(|(rank, line)| Reverse((*rank, line.score)));
        ranked.into_iter().map(|(_, line)| line).collect()
    }

    /// Takes over a better move that an interrupted iteration has found, unless several lines are wanted, which must have the same depth.
    fn salvage(&mut self, depth: u32, wanted: usize, found: &mut Candidate) {
        let best = &self.root_moves[0];
        let proven = best.score > -Score::INFINITE && best.bound != Bound::Upper;
        if found.depth == 0 {
            if proven {
                found.lines = self.lines_so_far(wanted, depth);
            }
        } else if wanted == 1 && proven && found.lines[0].moves.first() != Some(&best.mv) {
            found.lines = self.lines_so_far(1, depth);
        }
    }

    /// Whether `mv` belongs to the line being searched: legal by the limits, and not the head of a better line.
    pub(crate) fn is_searched_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.first_root_move..self.last_root_move].iter().any(|root_move| root_move.mv == mv)
    }

    /// Notes the result of a root move.
    pub(crate) fn note_root_move(
        &mut self,
        mv: Move,
        move_count: usize,
        score: Score,
        alpha: Score,
        beta: Score,
        nodes: u64,
    ) {
        let selective_depth = self.selective_depth;
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        if move_count > 1 && score <= alpha {
            // Not better than the best: the score is only a bound, and must not order the moves.
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = score;
        root_move.bound = if score >= beta {
            Bound::Lower
        } else if score <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        root_move.selective_depth = selective_depth;
        root_move.line.clear();
        root_move.line.push(mv);
        root_move.line.extend_from_slice(self.pv.line(1));
    }

    fn report_iteration(&mut self, depth: u32, found: &Candidate) {
        if !self.reporter.as_ref().is_some_and(|reporter| reporter.observer.wants_iterations()) {
            return;
        }
        for (index, line) in found.lines.iter().enumerate() {
            let selective_depth = self.root_moves[index].selective_depth;
            let report = self.report(depth, selective_depth, index + 1, line);
            self.emit(&report);
        }
    }

    /// Reports a score outside the window, in long searches for one line.
    pub(crate) fn report_bound(&mut self, depth: i32, bound: Bound) {
        if self.reporter.is_none()
            || self.search.control.limits.multi_pv > 1
            || self.search.control.elapsed() < BOUNDS_AFTER
        {
            return;
        }
        let mut lines = self.lines_so_far(1, depth as u32);
        if let Some(mut line) = lines.pop() {
            line.bound = bound;
            let report = self.report(depth as u32, self.selective_depth, 1, &line);
            self.emit(&report);
        }
    }

    fn report(&self, depth: u32, selective_depth: usize, rank: usize, line: &RawLine) -> IterationReport {
        self.publish();
        let root = self.search.root.board();
        IterationReport {
            depth,
            selective_depth: (selective_depth as u32).max(depth.min(line.moves.len() as u32)),
            line: rank,
            score: line.score.normalised(root),
            raw_score: line.score,
            bound: line.bound,
            wdl: Wdl::of_raw(line.score, root),
            nodes: self.search.control.counters.nodes(),
            elapsed: self.search.control.elapsed(),
            hashfull: self.table().hashfull(),
            tablebase_hits: self.search.control.counters.tablebase_hits(),
            moves: line.moves.clone(),
            root: root.clone(),
        }
    }

    fn emit(&mut self, report: &IterationReport) {
        if let Some(reporter) = &mut self.reporter {
            if report.line == 1 {
                reporter.last = Some(report.clone());
            }
            if reporter.observer.iteration(report).is_break() {
                self.search.control.finish(StopReason::Observer);
            }
        }
    }

    /// Tells the observer that a root move begins.
    pub(crate) fn report_root_move(&mut self, mv: Move, move_count: usize) {
        let depth = self.root_depth as u32;
        let number = move_count + self.first_root_move;
        if let Some(reporter) = &mut self.reporter
            && reporter.observer.wants_root_moves()
        {
            let elapsed = self.search.control.elapsed();
            let report = RootMoveReport { depth, mv, number, elapsed };
            if reporter.observer.root_move(&report).is_break() {
                self.search.control.finish(StopReason::Observer);
            }
        }
    }
}
