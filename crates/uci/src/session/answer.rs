//! The answer to `go`: what the search reports, and its move, which a weaker player may choose otherwise.

use super::Shared;
use super::output::Output;
use super::reporter::Reporter;
use crate::hooks::TablebaseLoader;
use crate::random::Random;
use crate::reply::Note;
use crate::shown::single_line;
use argali_search::{IterationReport, Observer, Outcome, RootMoveReport, Strength};
use cozy_chess::Board;
use std::io::Write;
use std::ops::ControlFlow;

/// Says what a search has to say, to the end.
pub(super) struct Answer<'a, W> {
    pub board: &'a Board,
    pub reporter: Reporter<'a, W>,
    /// If it is played weaker than possible.
    pub strength: Option<Strength>,
    /// How many lines are shown.
    pub shown: usize,
    pub random: &'a mut Random,
    pub tablebases: Option<&'a mut (dyn TablebaseLoader + 'static)>,
    pub output: &'a Output<W>,
    pub shared: &'a Shared,
}

impl<W: Write + Send> Observer for Answer<'_, W> {
    fn iteration(&mut self, report: &IterationReport) -> ControlFlow<()> {
        self.reporter.iteration(report)
    }

    fn root_move(&mut self, report: &RootMoveReport) -> ControlFlow<()> {
        self.reporter.root_move(report)
    }

    fn wants_root_moves(&self) -> bool {
        self.reporter.wants_root_moves()
    }
}

impl<W: Write + Send> Answer<'_, W> {
    /// Says the move.
    pub fn finish(&mut self, mut outcome: Outcome) {
        if let Some(strength) = self.strength {
            strength.choose(&mut outcome, self.board, self.shown, self.random.next());
        }
        let text = self.reporter.finish(&outcome);
        let news = self.tablebases.as_mut().map(|tables| tables.news()).unwrap_or_default();
        news.iter().for_each(|text| self.output.say(Note(single_line(text))));
        self.shared.count_done();
        self.output.say(text);
    }
}
