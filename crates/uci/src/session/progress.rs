//! Writes the progress of a search as rate-limited `info` lines, and its `bestmove`.

use super::Shared;
use super::output::Output;
use crate::hooks::TablebaseLoader;
use crate::random::Random;
use crate::reply::{BestMove, CurrentMove, Info, Note, Style};
use crate::text::single_line;
use argali_search::{Bound, IterationReport, Observer, Outcome, RootMoveReport, Strength};
use cozy_chess::{Board, Move};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

/// Root moves are shown only after this time, as the protocol recommends.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Writes the reports of a search and its answer. Lines that were held back by the rate limit are written with the answer.
pub(super) struct Progress<'a, W> {
    output: &'a Output<W>,
    board: &'a Board,
    style: Style,
    /// The requested number of lines; the search may have more.
    lines: usize,
    /// The number of lines in each iteration.
    shown: usize,
    throttle: Throttle,
    /// Whether the lines of the current iteration are written.
    writes: bool,
    /// Nodes and move of the last exact first line, if that line was written and is the newest.
    told: Option<(u64, Option<Move>)>,
    selective_depth: u32,
    milestone: Milestone,
    answering: Answering<'a>,
}

/// Tells the reading thread that a search may end with the input. Dropped when the search has ended.
#[derive(Debug)]
pub(super) struct Milestone {
    /// The iteration after which it may; a finished game is reported as iteration 0.
    pub depth: u32,
    pub reached: SyncSender<()>,
}

impl Milestone {
    fn note(&self, depth: u32) {
        if depth >= self.depth {
            // The channel holds one message. If it is full or closed, there is nothing to do.
            let _ = self.reached.try_send(());
        }
    }
}

/// Data for the answer besides the outcome.
pub(super) struct Answering<'a> {
    /// Below full strength, the move is chosen at random from the lines.
    pub strength: Option<Strength>,
    pub random: &'a mut Random,
    pub tablebases: Option<&'a mut (dyn TablebaseLoader + 'static)>,
    pub shared: &'a Shared,
}

impl<'a, W: Write> Progress<'a, W> {
    pub(super) fn new(
        output: &'a Output<W>,
        board: &'a Board,
        style: Style,
        lines: usize,
        milestone: Milestone,
        answering: Answering<'a>,
    ) -> Self {
        let mut moves = 0;
        board.generate_moves(|set| {
            moves += set.len();
            false
        });
        Progress {
            output,
            board,
            style,
            lines,
            shown: lines.min(moves).max(1),
            throttle: Throttle::new(),
            writes: true,
            told: None,
            selective_depth: 0,
            milestone,
            answering,
        }
    }

    /// Writes lines that were not shown yet or only in part, and the move.
    fn last_lines(&self, outcome: &Outcome) -> String {
        let Progress { board, style, .. } = *self;
        let mut text = String::new();
        let first = outcome.lines.first().and_then(|line| line.moves.first().copied());
        let up_to_date = self.told.is_some_and(|(nodes, mv)| nodes >= outcome.nodes && mv == first);
        if outcome.best.is_some() && !up_to_date {
            for (index, line) in (1..).zip(&outcome.lines) {
                let info = Info::finished(board, style, outcome, index, line, self.selective_depth);
                text += &format!("{info}\n");
            }
        }
        let best = BestMove::new(board, style, outcome.best, outcome.ponder);
        text + &best.to_string()
    }

    /// Writes the remaining lines when the search has ended.
    pub(super) fn finish(mut self, mut outcome: Outcome) {
        let Answering { strength, random, tablebases, shared } = &mut self.answering;
        if let Some(strength) = strength {
            strength.choose(&mut outcome, self.board, self.lines, random.next());
        }
        let warnings = tablebases.as_mut().map(|tables| tables.warnings()).unwrap_or_default();
        warnings.iter().for_each(|text| self.output.say(Note(single_line(text))));
        shared.count_done();
        self.output.say(self.last_lines(&outcome));
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.output.has_failed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<W: Write + Send> Observer for Progress<'_, W> {
    fn iteration(&mut self, report: &IterationReport) -> ControlFlow<()> {
        self.milestone.note(report.depth);
        if report.line == 1 {
            self.writes = self.throttle.admits(report.elapsed, self.shown);
            self.selective_depth = self.selective_depth.max(report.selective_depth);
            self.told = (self.writes && report.bound == Bound::Exact)
                .then(|| (report.nodes, report.moves.first().copied()));
        }
        if self.writes && report.line <= self.shown {
            self.output.say(Info::running(self.board, self.style, report));
        }
        self.go_on()
    }

    fn root_move(&mut self, report: &RootMoveReport) -> ControlFlow<()> {
        if report.elapsed >= CURRENT_MOVE_AFTER && self.throttle.admits(report.elapsed, 1) {
            let RootMoveReport { depth, mv, number, .. } = *report;
            self.output.say(CurrentMove::new(self.board, self.style, depth, mv, number));
        }
        self.go_on()
    }

    fn wants_root_moves(&self) -> bool {
        true
    }
}

/// Lines that may be written at once, and in each second after that.
const LINES_A_SECOND: f64 = 200.0;

/// A rate limit for lines: a leaky bucket.
#[derive(Debug)]
struct Throttle {
    /// Lines that may still be written; the last batch may overdraw it.
    left: f64,
    /// The time of the last update.
    at: Duration,
}

impl Throttle {
    fn new() -> Throttle {
        Throttle { left: LINES_A_SECOND, at: Duration::ZERO }
    }

    /// Whether a batch of `lines` may be written `now`.
    fn admits(&mut self, now: Duration, lines: usize) -> bool {
        let gained = now.saturating_sub(self.at).as_secs_f64() * LINES_A_SECOND;
        self.left = (self.left + gained).min(LINES_A_SECOND);
        self.at = now;
        let admits = self.left > 0.0;
        if admits {
            self.left -= lines as f64;
        }
        admits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_search::{Engine, Limits, Position, StopHandle};
    use std::sync::mpsc::sync_channel;

    /// Keeps the first root move of a search.
    struct First(Option<RootMoveReport>);

    impl Observer for First {
        fn root_move(&mut self, report: &RootMoveReport) -> ControlFlow<()> {
            self.0.get_or_insert(*report);
            ControlFlow::Continue(())
        }

        fn wants_root_moves(&self) -> bool {
            true
        }
    }

    #[test]
    fn current_moves_are_told_after_three_seconds_and_not_before() {
        let (mut first, position) = (First(None), Position::startpos());
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let _ = engine
            .search_observed(&position, &Limits::new().depth(1), &StopHandle::new(), &mut first)
            .expect("the handle is fresh");
        let mut report = first.0.unwrap();
        let mut said_after = |milliseconds| {
            report.elapsed = Duration::from_millis(milliseconds);
            let mut said = Vec::new();
            let output = Output::new(&mut said);
            let (random, shared) = (&mut Random::new(1), &Shared::default());
            let answering = Answering { strength: None, random, tablebases: None, shared };
            let milestone = Milestone { depth: 1, reached: sync_channel(1).0 };
            let mut progress =
                Progress::new(&output, position.board(), Style::default(), 1, milestone, answering);
            let _ = progress.root_move(&report);
            output.result().unwrap();
            String::from_utf8(said).unwrap()
        };
        assert_eq!(said_after(0), "");
        assert_eq!(said_after(2_999), "");
        assert_eq!(said_after(3_000), format!("info depth 1 currmove {} currmovenumber 1\n", report.mv));
    }

    fn admitted(lines: usize, batches: u32, over: Duration) -> usize {
        let mut throttle = Throttle::new();
        (0..batches).filter(|&batch| throttle.admits(over * batch / batches, lines)).count() * lines
    }

    #[test]
    fn a_flood_is_cut_to_some_hundred_lines_a_second() {
        let second = Duration::from_secs(1);
        assert!((300..500).contains(&admitted(1, 100_000, second)));
        assert!((300..800).contains(&admitted(256, 100_000, second)));
        assert!((1_000..1_300).contains(&admitted(5, 100_000, 5 * second)));
    }

    #[test]
    fn a_calm_search_is_told_in_full() {
        assert_eq!(admitted(1, 60, Duration::from_millis(2)), 60);
        assert_eq!(admitted(4, 1_000, Duration::from_secs(60)), 4_000);
    }
}
