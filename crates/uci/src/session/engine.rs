//! The engine thread: owns the engine and runs one job after another.

use super::book::Book;
use super::commands::NO_POSITION;
use super::output::Output;
use super::progress::{Answering, Milestone, Progress};
use super::{Host, Shared};
use crate::bench::{BENCH_HASH_MIB, Bench};
use crate::options::Setting;
use crate::perft::perft_until;
use crate::random::Random;
use crate::reply::{BestMove, Note, Style};
use crate::text::{kept, single_line};
use argali_eval::Evaluator;
use argali_search::{
    Castling, Engine, IterationReport, Limits, Observer, Position, Score, StopHandle, Strength,
    TablebaseRules,
};
use cozy_chess::{Board, Color};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::mpsc::Receiver;

/// A job for the engine.
#[derive(Debug)]
pub(super) enum Job {
    /// Search and answer with `bestmove`; without a position, with `bestmove (none)`.
    Search {
        position: Option<Arc<Position>>,
        limits: Box<Limits>,
        stop: StopHandle,
        style: Style,
        play: Play,
        milestone: Milestone,
    },
    /// Run the benchmark, to the default depth if none is given.
    Bench { depth: Option<u32>, stop: StopHandle },
    /// Count moves.
    Perft { board: Box<Board>, depth: u32, stop: StopHandle, castling: Castling },
    /// Explain the evaluation.
    Eval(Box<Board>),
    /// Forget the last game.
    NewGame,
    /// Change the engine.
    Set(Setting),
    /// Answer `readyok`, as all earlier jobs are done.
    Ready,
}

/// Settings of a search that plays a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Play {
    /// Use the book, if it has a move.
    pub own_book: bool,
    /// Play below full strength.
    pub strength: Option<Strength>,
}

/// How much of the engine's memory has been touched.
///
/// The system provides memory page by page on first use. For a table of 64 MiB this can cost the first search some tenths of a
/// second. The memory is therefore touched at `isready`, where the protocol allows time for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Readiness {
    /// Nothing was learned, and some of the memory is untouched.
    #[default]
    Untouched,
    /// Nothing was learned, and all of the memory was touched.
    Ready,
    /// Something may have been learned, so the memory must not be cleared.
    InUse,
}

impl Readiness {
    /// The state after memory was added.
    fn grow(&mut self) {
        if *self == Readiness::Ready {
            *self = Readiness::Untouched;
        }
    }
}

/// Runs the jobs.
pub(super) struct EngineThread<'a, E: Evaluator, W> {
    engine: &'a mut Engine<E>,
    host: &'a mut Host<E>,
    random: &'a mut Random,
    readiness: &'a mut Readiness,
    tablebase_rules: TablebaseRules,
    /// Whether tablebases that this session opened are in use.
    has_tables: bool,
    book: Book,
    output: &'a Output<W>,
    shared: &'a Shared,
}

impl<'a, E: Evaluator, W: Write + Send> EngineThread<'a, E, W> {
    pub(super) fn new(
        engine: &'a mut Engine<E>,
        host: &'a mut Host<E>,
        random: &'a mut Random,
        readiness: &'a mut Readiness,
        output: &'a Output<W>,
        shared: &'a Shared,
    ) -> Self {
        EngineThread {
            engine,
            host,
            random,
            readiness,
            tablebase_rules: TablebaseRules::default(),
            has_tables: false,
            book: Book::default(),
            output,
            shared,
        }
    }

    /// Runs jobs until the reading thread sends no more.
    pub(super) fn run(mut self, jobs: &Receiver<Job>) {
        let _ended = EndedOnDrop(self.shared);
        for job in jobs {
            if !(self.is_quitting() && is_needless_at_quit(&job)) {
                self.run_job(job);
            }
        }
    }

    fn is_quitting(&self) -> bool {
        self.shared.quitting.load(Acquire)
    }

    fn run_job(&mut self, job: Job) {
        match job {
            Job::Search { position: None, .. } => self.finish(format!("{NO_POSITION}\nbestmove (none)")),
            Job::Search { position: Some(position), limits, stop, style, play, milestone } => {
                self.search(&position, &limits, &stop, style, play, milestone);
            }
            Job::Bench { depth, stop } => {
                let text = self.run_bench(depth, &stop);
                self.finish(text);
            }
            Job::Perft { board, depth, stop, castling } => {
                let text = self.run_perft(&board, depth, &stop, castling);
                self.finish(text);
            }
            Job::Eval(board) => self.output.say(self.evaluation(&board)),
            Job::NewGame => self.new_game(),
            Job::Set(setting) => self.set(setting),
            Job::Ready => {
                if *self.readiness == Readiness::Untouched && !self.is_quitting() {
                    // Clearing a table does not touch it, giving it a size does. Without the memory for that, the first search pays.
                    let _ = self.engine.set_hash_mib(self.engine.hash_mib());
                    self.new_game();
                }
                self.output.say("readyok");
            }
        }
    }

    /// Forgets everything.
    fn new_game(&mut self) {
        self.engine.new_game();
        *self.readiness = Readiness::Ready;
    }

    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopHandle,
        style: Style,
        play: Play,
        milestone: Milestone,
    ) {
        let board = position.board();
        if play.own_book
            && let Some(mv) = self.book.choose(board, self.random)
        {
            let best = BestMove::new(board, style, Some(mv), None);
            let note = Note(format!("{} is from the book", style.castling.uci(board, mv)));
            return self.finish(format!("{note}\n{best}"));
        }
        *self.readiness = Readiness::InUse;
        let answering = Answering {
            strength: play.strength,
            random: self.random,
            tablebases: self.host.tablebases.as_deref_mut(),
            shared: self.shared,
        };
        let mut progress = Progress::new(self.output, board, style, limits.multi_pv, milestone, answering);
        let limited = play.strength.map(|strength| strength.limit(limits, board));
        let limits = limited.as_ref().unwrap_or(limits);
        let outcome = self.engine.search_observed(position, limits, stop, &mut progress);
        progress.finish(outcome.expect("each go has a handle of its own"));
    }

    /// Marks a job that can be stopped as done.
    fn finish(&self, text: String) {
        self.shared.count_done();
        self.output.say(text);
    }

    fn run_bench(&self, depth: Option<u32>, stop: &StopHandle) -> String {
        if stop.is_stopped() {
            return Note("bench stopped").to_string();
        }
        // A separate engine: the result must not depend on options or earlier searches.
        let engine = Engine::builder()
            .hash_mib(BENCH_HASH_MIB)
            .params(self.engine.params().clone())
            .evaluator(Arc::clone(self.engine.evaluator()))
            .build();
        let mut engine = match engine {
            Ok(engine) => engine,
            Err(error) => return Note(format_args!("no bench: {error}")).to_string(),
        };
        let Bench { boards, depth: usual } = self.host.bench.clone();
        let bench = Bench::new(boards, depth.unwrap_or(usual));
        let all = bench.boards.len();
        let mut listener = Listener(self.output);
        let result = bench.run_observed(&mut engine, stop, &mut listener, |index, outcome| {
            self.output.say(format_args!("{:>3}/{all} {:>10} nodes", index + 1, outcome.nodes));
            if self.output.has_failed() {
                stop.stop();
            }
        });
        result.map_or_else(|| Note("bench stopped").to_string(), |result| result.to_string())
    }

    fn run_perft(&self, board: &Board, depth: u32, stop: &StopHandle, castling: Castling) -> String {
        let is_over = || stop.is_stopped() || self.output.has_failed();
        let total = perft_until(board, depth, &is_over, |mv, leaves| {
            self.output.say(format_args!("{}: {leaves}", castling.uci(board, mv)));
        });
        total
            .map_or_else(|| Note("perft stopped").to_string(), |total| format!("\nNodes searched: {total}\n"))
    }

    /// The host's explanation, then the line that wrappers of Stockfish wait for, and an empty line.
    fn evaluation(&self, board: &Board) -> String {
        let evaluator = self.engine.evaluator();
        let mut state = E::State::default();
        evaluator.reset(board, &mut state);
        let us = Score::cp(evaluator.evaluate(board, &mut state)).normalised(board);
        let white = if board.side_to_move() == Color::White { us } else { -us };
        let explanation = match &self.host.explain {
            Some(explain) => explain(evaluator, board).trim_end().to_owned(),
            None => {
                format!("evaluation {:+} cp for white, {:+} cp for the side to move", white.raw(), us.raw())
            }
        };
        format!("{explanation}\n\nFinal evaluation {:+.2} (white side)\n", f64::from(white.raw()) / 100.0)
    }

    fn set(&mut self, setting: Setting) {
        let result = match setting {
            Setting::Hash(mib) => {
                self.readiness.grow();
                self.engine.set_hash_mib(mib).map_err(|error| error.to_string())
            }
            Setting::Threads(threads) => {
                if threads > self.engine.threads() {
                    self.readiness.grow();
                }
                self.engine.set_threads(threads).map_err(|error| error.to_string())
            }
            Setting::Parameter(name, value) => {
                self.engine.set_param(name, value).map_err(|error| error.to_string())
            }
            Setting::ClearHash => {
                self.engine.clear_hash();
                Ok(())
            }
            Setting::SyzygyPath(paths) => {
                self.open_tablebases(&paths);
                Ok(())
            }
            Setting::BookFile(path) => {
                self.open_book(&path);
                Ok(())
            }
            Setting::EvalFile(path) => {
                self.load_evaluation(&path);
                Ok(())
            }
            Setting::SyzygyProbeDepth(depth) => self.change_rules(|rules| rules.probe_depth = depth),
            Setting::SyzygyProbeLimit(limit) => self.change_rules(|rules| rules.probe_limit = limit),
            Setting::Syzygy50MoveRule(on) => self.change_rules(|rules| rules.fifty_move_rule = on),
            Setting::Own(name, value) => {
                self.set_own(&name, &value);
                Ok(())
            }
            // The reading thread handles these itself.
            Setting::MultiPv(_)
            | Setting::Ponder(_)
            | Setting::MoveOverhead(_)
            | Setting::Chess960(_)
            | Setting::ShowWdl(_)
            | Setting::LimitStrength(_)
            | Setting::Elo(_)
            | Setting::OwnBook(_)
            | Setting::AnalyseMode(_) => Ok(()),
        };
        if let Err(message) = result {
            self.output.say(Note(message));
        }
    }

    /// Passes an option of the host to the host.
    fn set_own(&mut self, name: &str, value: &str) {
        let Some(option) = self.host.options.iter_mut().find(|option| option.name == name) else { return };
        match (option.set)(self.engine, value) {
            Ok(note) => note.iter().for_each(|text| self.output.say(Note(single_line(text)))),
            Err(error) => {
                self.output.say(Note(format_args!("option {name}: {}", single_line(&error.to_string()))))
            }
        }
    }

    fn change_rules(&mut self, change: impl FnOnce(&mut TablebaseRules)) -> Result<(), String> {
        change(&mut self.tablebase_rules);
        self.engine.set_tablebase_rules(self.tablebase_rules);
        Ok(())
    }

    fn open_book(&mut self, path: &str) {
        let loader = self.host.books.as_deref_mut();
        let note = self.book.open(path, loader);
        note.iter().for_each(|text| self.output.say(Note(single_line(text))));
    }

    fn load_evaluation(&mut self, path: &str) {
        let Some(load) = &self.host.evaluation else { return };
        match load(self.engine.evaluator(), path) {
            Ok(note) => {
                // The learned data holds scores of the previous evaluator.
                if !self.is_quitting() {
                    self.new_game();
                }
                self.output.say(Note(single_line(&note)));
            }
            Err(error) => self.output.say(Note(kept(&error.to_string(), "the evaluation stays as it was"))),
        }
    }

    fn open_tablebases(&mut self, paths: &str) {
        let Some(loader) = self.host.tablebases.as_deref_mut().filter(|_| !paths.is_empty()) else {
            self.engine.set_tablebase(None);
            self.has_tables = false;
            return;
        };
        let (tables, note) = match loader.load(paths) {
            Ok(loaded) => (loaded.tablebase, loaded.note),
            Err(error) => (None, error.to_string()),
        };
        if tables.is_some() {
            self.engine.set_tablebase(tables);
            self.has_tables = true;
            self.output.say(Note(single_line(&note)));
        } else if self.has_tables {
            self.output.say(Note(kept(&note, "the tablebases before it stay in use")));
        } else {
            self.output.say(Note(single_line(&note)));
        }
    }
}

/// Ends searches after an output error.
struct Listener<'a, W>(&'a Output<W>);

impl<W: Write + Send> Observer for Listener<'_, W> {
    fn iteration(&mut self, _: &IterationReport) -> ControlFlow<()> {
        if self.0.has_failed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whether a job is slow and only prepares searches, so that it can be skipped after `quit`. Jobs that open files are not skipped,
/// because they produce messages.
fn is_needless_at_quit(job: &Job) -> bool {
    matches!(job, Job::NewGame | Job::Set(Setting::Hash(_) | Setting::Threads(_) | Setting::ClearHash))
}

/// Tells the reading thread that no more jobs will run, also after a panic.
struct EndedOnDrop<'a>(&'a Shared);

impl Drop for EndedOnDrop<'_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Release);
    }
}

#[cfg(test)]
mod tests {
    use super::Readiness::{InUse, Ready, Untouched};

    #[test]
    fn what_was_learned_is_worth_more_than_touched_memory() {
        let grown = [Untouched, Ready, InUse].map(|mut readiness| {
            readiness.grow();
            readiness
        });
        assert_eq!(grown, [Untouched, Untouched, InUse]);
    }
}
