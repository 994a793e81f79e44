//! The input's side: understands commands, keeps position and options, never waits for the engine.

use super::Shared;
use super::back::{Job, Play};
use super::input::{Line, Lines};
use super::output::Output;
use crate::command::{Command, Start};
use crate::error::CommandError;
use crate::go::Go;
use crate::hooks::Identity;
use crate::notation::{read_move, summary};
use crate::options::{OptionTable, Setting};
use crate::reply::{Note, Style};
use crate::setup::set_up;
use argali_search::{Limits, Position, StopHandle, Strength};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// What `help` says.
const HELP: &str = "\
Argali speaks UCI, the language of chess programs; a graphical program is more comfortable.
  position startpos [moves e2e4 ...]    set up the start, and play moves
  position fen FEN [moves ...]          set up another position
  go depth 12 | movetime 1000 | nodes 100000 | mate 3 | infinite | wtime 60000 btime 60000
  stop                                  answer now
  setoption name Hash value 256         change an option; uci lists them
  ucinewgame                            forget the last game
  d                                     show the board
  eval                                  explain the static evaluation
  perft 4                               count sequences of legal moves
  bench [depth]                         search a fixed set of positions
  quit";

/// A job that can be stopped and is not known to be done.
#[derive(Debug)]
struct Task {
    stop: StopHandle,
    kind: TaskKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TaskKind {
    /// A search that ends by itself.
    Search,
    /// A search without an end of its own.
    EndlessSearch,
    /// Something that is not asked for by `go`.
    Other,
}

/// Reader of commands.
pub(super) struct Front<'a, W> {
    identity: &'a Identity,
    options: &'a OptionTable,
    jobs: Sender<Job>,
    output: &'a Output<W>,
    shared: &'a Shared,
    position: Arc<Position>,
    style: Style,
    lines: usize,
    overhead: Duration,
    own_book: bool,
    limits_strength: bool,
    elo: u32,
    analyses: bool,
    /// In the order of the jobs.
    tasks: Vec<Task>,
}

impl<'a, W: Write> Front<'a, W> {
    pub(super) fn new(
        identity: &'a Identity,
        options: &'a OptionTable,
        jobs: Sender<Job>,
        output: &'a Output<W>,
        shared: &'a Shared,
    ) -> Self {
        let mut front = Front {
            identity,
            options,
            jobs,
            output,
            shared,
            position: Arc::new(Position::startpos()),
            style: Style::default(),
            lines: 1,
            overhead: Duration::ZERO,
            own_book: false,
            limits_strength: false,
            elo: Strength::DEFAULT,
            analyses: false,
            tasks: Vec::new(),
        };
        if let Ok(Setting::MoveOverhead(default)) = options.default_of("Move Overhead") {
            front.overhead = default;
        }
        front
    }

    /// Obeys until `quit`, the end of input, or nobody hears the answers; then ends what is running.
    pub(super) fn converse(mut self, input: impl BufRead) {
        for line in Lines::new(input) {
            let next = match line {
                Line::Text(text) => self.obey(&text),
                Line::TooLong => {
                    self.output.reply(Note("this line is longer than any command, it is ignored"));
                    ControlFlow::Continue(())
                }
            };
            if next.is_break() || self.output.has_failed() {
                break;
            }
        }
        // A GUI that went away without a word must leave nothing behind either.
        self.shared.quitting.store(true, Release);
        self.stop();
    }

    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        if self.shared.ended.load(Acquire) {
            return ControlFlow::Break(());
        }
        self.forget_done_tasks();
        let result = match Command::parse(line) {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.follow(command),
            Err(error) => Err(error),
        };
        match result {
            Ok(flow) => flow,
            Err(error) => {
                self.output.reply(Note(error));
                ControlFlow::Continue(())
            }
        }
    }

    fn follow(&mut self, command: Command) -> Result<ControlFlow<()>, CommandError> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady if self.is_searching() => self.output.reply("readyok"),
            Command::IsReady => return Ok(self.send(Job::Ready)),
            Command::SetOption { name, value } => {
                let setting = self.options.read(&name, value.as_deref())?;
                return Ok(self.set(setting));
            }
            Command::NewGame => return Ok(self.send_when_idle("ucinewgame", Job::NewGame)),
            Command::Position { start, moves } => self.set_position(&start, &moves)?,
            Command::Go(go) => return Ok(self.go(&go)),
            Command::Stop => self.stop(),
            Command::PonderHit => self.tasks.iter().for_each(|task| task.stop.ponder_hit()),
            Command::Bench { depth } => {
                return Ok(self.start(TaskKind::Other, |stop| Job::Bench { depth, stop }));
            }
            Command::Perft { depth } => {
                let board = Box::new(self.position.board().clone());
                let chess960 = self.style.chess960;
                return Ok(self.start(TaskKind::Other, |stop| Job::Perft { board, depth, stop, chess960 }));
            }
            Command::Display => {
                self.output.reply(crate::picture::picture(self.position.board(), self.style.chess960))
            }
            Command::Eval => return Ok(self.send(Job::Eval(Box::new(self.position.board().clone())))),
            Command::Help => self.output.reply(HELP),
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Nothing | Command::Debug(_) | Command::Register => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn introduce(&self) {
        let Identity { name, author } = self.identity;
        let options: String = self.options.iter().map(|option| format!("{option}\n")).collect();
        self.output.reply(format_args!("id name {name}\nid author {author}\n{options}uciok"));
    }

    fn set(&mut self, setting: Setting) -> ControlFlow<()> {
        match setting {
            Setting::MultiPv(lines) => self.lines = lines,
            Setting::MoveOverhead(overhead) => self.overhead = overhead,
            Setting::Chess960(on) => self.style.chess960 = on,
            Setting::ShowWdl(on) => self.style.wdl = on,
            Setting::AnalyseMode(on) => self.analyses = on,
            Setting::OwnBook(on) => self.own_book = on,
            Setting::LimitStrength(on) => self.limits_strength = on,
            Setting::Elo(elo) => self.elo = elo,
            Setting::Ponder(_) => {}
            other => return self.send_when_idle("the option", Job::Set(other)),
        }
        ControlFlow::Continue(())
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), CommandError> {
        let (position, dropped) = set_up(start, moves, self.style.chess960)?;
        self.position = Arc::new(position);
        summary(&dropped).iter().for_each(|text| self.output.reply(Note(text)));
        Ok(())
    }

    fn go(&mut self, go: &Go) -> ControlFlow<()> {
        let board = self.position.board();
        let limits = go.limits(board);
        let mut problem: Option<CommandError> = go.problem.clone().map(Into::into);
        let mut search_moves = Vec::new();
        for text in &go.search_moves {
            match read_move(board, text, self.style.chess960) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => drop(problem.get_or_insert(error.into())),
            }
        }
        let messages = problem.into_iter().chain(go.unknown_words().map(Into::into));
        let messages: Vec<_> = messages.map(|message| message.to_string()).collect();
        if !messages.is_empty() {
            self.output.reply(Note(messages.join("; ")));
        }
        let limits = limits.search_moves(search_moves).lines(self.lines).overhead(self.overhead);
        let kind = if has_end(&limits) { TaskKind::Search } else { TaskKind::EndlessSearch };
        if self.is_searching() {
            let endless = |task: &&Task| task.kind == TaskKind::EndlessSearch && !task.stop.is_stopped();
            let verb = if self.tasks.iter().any(|task| endless(&task)) { "stops" } else { "waits for" };
            self.output.reply(Note(format_args!("go {verb} the search before it")));
            self.tasks.iter().filter(endless).for_each(|task| task.stop.stop());
        }
        let (position, limits) = (Arc::clone(&self.position), Box::new(limits));
        let (style, play) = (self.style, self.play(&limits));
        self.start(kind, |stop| Job::Search { position, limits, stop, style, play })
    }

    /// How a move is played: from the book and at limited strength as the options say, but not in analysis. What is
    /// pondered on is no position of the game yet, so there is no book for it.
    fn play(&self, limits: &Limits) -> Play {
        let analyses = self.analyses || limits.infinite || limits.mate.is_some();
        Play {
            own_book: self.own_book && !analyses && !limits.ponder && limits.search_moves.is_empty(),
            strength: (self.limits_strength && !analyses).then(|| Strength::new(self.elo)),
        }
    }

    fn stop(&self) {
        self.tasks.iter().for_each(|task| task.stop.stop());
    }

    fn is_searching(&self) -> bool {
        self.tasks.iter().any(|task| task.kind != TaskKind::Other)
    }

    /// Drops the tasks that are done. Jobs are done in order, so these are the first ones.
    fn forget_done_tasks(&mut self) {
        let done = self.shared.done.swap(0, AcqRel);
        self.tasks.drain(..done);
    }

    /// Sends a job that can be stopped.
    fn start(&mut self, kind: TaskKind, job: impl FnOnce(StopHandle) -> Job) -> ControlFlow<()> {
        let stop = StopHandle::new();
        self.tasks.push(Task { stop: stop.clone(), kind });
        self.send(job(stop))
    }

    fn send_when_idle(&self, what: &str, job: Job) -> ControlFlow<()> {
        if self.is_searching() {
            self.output.reply(Note(format_args!("{what} waits until the search has ended")));
        }
        self.send(job)
    }

    /// Sends a job; if nobody takes it the engine is gone, and the conversation is over.
    fn send(&self, job: Job) -> ControlFlow<()> {
        if self.jobs.send(job).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Whether a search with these limits is sure to end.
fn has_end(limits: &Limits) -> bool {
    let ends = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some();
    ends && !limits.infinite && !limits.ponder
}
