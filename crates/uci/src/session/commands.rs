//! The reading thread: executes commands, keeps the position and the options, and never waits for the engine.

use super::Shared;
use super::engine::{Job, Play};
use super::input::{Line, Lines};
use super::output::Output;
use super::progress::Milestone;
use crate::command::{Command, Start};
use crate::error::CommandError;
use crate::go::Go;
use crate::hooks::Identity;
use crate::options::{OptionTable, Setting};
use crate::picture::picture;
use crate::reply::{Note, Style};
use crate::setup::{play_on, start_from};
use argali_search::{Dropped, Limits, MoveError, Position, StopHandle, Strength};
use cozy_chess::Board;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::sync::mpsc::{Receiver, Sender, sync_channel};
use std::time::{Duration, Instant};

/// The text of `help`.
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

/// The note for a command that needs a position after the last one was refused.
pub(super) const NO_POSITION: Note<&str> = Note("there is no position: the last one was refused");

/// A job that can be stopped and may still be running or queued.
#[derive(Debug)]
struct Task {
    stop: StopHandle,
    kind: TaskKind,
}

#[derive(Debug)]
enum TaskKind {
    /// A search that always ends by itself.
    Search,
    /// A search that ends by itself if it finds a mate. The receiver is told when it should have found one.
    MateSearch(Receiver<()>),
    /// A search that only `stop` or `ponderhit` ends. The receiver is told of its first iteration.
    EndlessSearch(Receiver<()>),
    /// `bench` or `perft`.
    Work,
}

impl TaskKind {
    /// The kind of a search under `limits`, and what tells it of its iterations.
    fn of_search(limits: &Limits) -> (TaskKind, Milestone) {
        let (reached, heard) = sync_channel(1);
        let is_sure = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.move_time.is_some()
            || limits.clock.is_some();
        if limits.infinite || limits.ponder || !is_sure && limits.mate.is_none() {
            (TaskKind::EndlessSearch(heard), Milestone { depth: 0, reached })
        } else if let (false, Some(moves)) = (is_sure, limits.mate) {
            // Twice the plies of the mate, and some: a selective search may see it late.
            (
                TaskKind::MateSearch(heard),
                Milestone { depth: moves.saturating_mul(4).saturating_add(8), reached },
            )
        } else {
            (TaskKind::Search, Milestone { depth: 0, reached })
        }
    }
}

/// Why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By `quit`, or because the output or the engine is gone.
    Quit,
    /// At the end of input.
    Input,
}

/// Executes commands.
pub(super) struct Commands<'a, W> {
    identity: &'a Identity,
    options: &'a OptionTable,
    jobs: Sender<Job>,
    output: &'a Output<W>,
    shared: &'a Shared,
    /// `None` after a position that was refused.
    position: Option<Arc<Position>>,
    style: Style,
    lines: usize,
    overhead: Duration,
    own_book: bool,
    limits_strength: bool,
    elo: u32,
    analyses: bool,
    /// In the order of their jobs.
    tasks: Vec<Task>,
}

impl<'a, W: Write> Commands<'a, W> {
    pub(super) fn new(
        identity: &'a Identity,
        options: &'a OptionTable,
        jobs: Sender<Job>,
        output: &'a Output<W>,
        shared: &'a Shared,
    ) -> Self {
        let mut commands = Commands {
            identity,
            options,
            jobs,
            output,
            shared,
            position: Some(Arc::new(Position::startpos())),
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
            commands.overhead = default;
        }
        commands
    }

    /// Executes commands until `quit`, the end of input, or an output error.
    pub(super) fn follow_all(&mut self, input: impl BufRead) -> End {
        for line in Lines::new(input) {
            if self.output.has_failed() || self.shared.ended.load(Acquire) {
                return End::Quit;
            }
            let flow = match line {
                Line::Text(text) => self.follow_line(&text),
                Line::TooLong => {
                    self.output.reply(Note("this line is longer than any command and is ignored"));
                    ControlFlow::Continue(())
                }
            };
            if flow.is_break() {
                return End::Quit;
            }
        }
        End::Input
    }

    /// Sends no more jobs, and stops the tasks that must not run to their end.
    pub(super) fn finish(mut self, end: End) {
        self.forget_done_tasks();
        if end == End::Quit {
            self.shared.quitting.store(true, Release);
            let searches = self.tasks.iter().filter(|task| !matches!(task.kind, TaskKind::Work));
            searches.for_each(|task| task.stop.stop());
        }
        for task in &self.tasks {
            if let TaskKind::EndlessSearch(heard) | TaskKind::MateSearch(heard) = &task.kind {
                // An error means that the search has ended before.
                let _ = heard.recv();
                task.stop.stop();
            }
        }
    }

    fn follow_line(&mut self, line: &str) -> ControlFlow<()> {
        self.forget_done_tasks();
        let command = Command::parse(line).inspect_err(|error| {
            if error.is_of_position() {
                self.position = None;
            }
        });
        command.and_then(|command| self.follow(command)).unwrap_or_else(|error| {
            self.output.reply(Note(error));
            ControlFlow::Continue(())
        })
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
            Command::Stop => self.tasks.iter().for_each(|task| task.stop.stop()),
            Command::PonderHit => self.tasks.iter().for_each(|task| task.stop.ponder_hit()),
            Command::Bench { depth } => {
                return Ok(self.start(TaskKind::Work, |stop| Job::Bench { depth, stop }));
            }
            Command::Perft { depth } => {
                if let Some(board) = self.board() {
                    let (board, castling) = (Box::new(board.clone()), self.style.castling);
                    return Ok(self.start(TaskKind::Work, |stop| Job::Perft {
                        board,
                        depth,
                        stop,
                        castling,
                    }));
                }
            }
            Command::Display => {
                if let Some(board) = self.board() {
                    self.output.reply(picture(board, self.style.castling));
                }
            }
            Command::Eval => {
                if let Some(board) = self.board() {
                    return Ok(self.send(Job::Eval(Box::new(board.clone()))));
                }
            }
            Command::Help => self.output.reply(HELP),
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Nothing | Command::Debug(_) | Command::Register => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The board, or a note that there is no position.
    fn board(&self) -> Option<&Board> {
        if self.position.is_none() {
            self.output.reply(NO_POSITION);
        }
        self.position.as_ref().map(|position| position.board())
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
            Setting::Chess960(on) => self.style.castling = on.into(),
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

    /// Sets up a position and plays its moves up to the first illegal one. If the position is refused, there is no position.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), CommandError> {
        self.position = None;
        let (mut position, dropped) = start_from(start, self.style.castling)?;
        let unplayed = play_on(&mut position, moves).err();
        self.position = Some(Arc::new(position));
        let unplayed = unplayed.map(|error: MoveError| format!("{error}; the position before it is used"));
        let notes: Vec<_> = Dropped::summary(&dropped).into_iter().chain(unplayed).collect();
        if !notes.is_empty() {
            self.output.reply(Note(notes.join("; ")));
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> ControlFlow<()> {
        let startpos = Position::startpos();
        let position = self.position.as_deref().unwrap_or(&startpos);
        let limits = go.limits(position.board());
        let mut problem: Option<CommandError> = go.problem.clone().map(Into::into);
        let mut search_moves = Vec::new();
        for text in go.search_moves.iter().filter(|_| self.position.is_some()) {
            match position.parse_uci(text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => drop(problem.get_or_insert(error.into())),
            }
        }
        let messages = problem.into_iter().chain(go.unknown_words().map(Into::into));
        let messages: Vec<_> = messages.map(|message| message.to_string()).collect();
        if !messages.is_empty() {
            self.output.reply(Note(messages.join("; ")));
        }
        let mut limits = limits.search_moves(search_moves).multi_pv(self.lines).overhead(self.overhead);
        if self.is_searching() {
            let is_endless =
                |kind: &TaskKind| matches!(kind, TaskKind::EndlessSearch(_) | TaskKind::MateSearch(_));
            let runs = |task: &&Task| is_endless(&task.kind) && !task.stop.is_stopped();
            let verb = if self.tasks.iter().any(|task| runs(&task)) { "stops" } else { "waits for" };
            self.output.reply(Note(format_args!("go {verb} the search before it")));
            self.tasks.iter().filter(runs).for_each(|task| task.stop.stop());
        } else {
            // Pending work, such as preparing a table, counts as thinking time.
            limits.start = Some(Instant::now());
        }
        let (kind, milestone) = TaskKind::of_search(&limits);
        let (position, limits) = (self.position.clone(), Box::new(limits));
        let (style, play) = (self.style, self.play(&limits));
        self.start(kind, |stop| Job::Search { position, limits, stop, style, play, milestone })
    }

    /// How a move is chosen: from the book and at limited strength if the options say so, but not in analysis. A ponder position is
    /// not part of the game yet, so the book is not used for it.
    fn play(&self, limits: &Limits) -> Play {
        let analyses = self.analyses || limits.infinite || limits.mate.is_some();
        Play {
            own_book: self.own_book && !analyses && !limits.ponder && limits.search_moves.is_empty(),
            strength: (self.limits_strength && !analyses).then(|| Strength::new(self.elo)),
        }
    }

    fn is_searching(&self) -> bool {
        self.tasks.iter().any(|task| !matches!(task.kind, TaskKind::Work))
    }

    /// Removes the tasks that are done. Jobs are done in order, so these are the first ones.
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

    /// Sends a job. If the engine thread does not accept it, that thread has panicked, and the session ends.
    fn send(&self, job: Job) -> ControlFlow<()> {
        if self.jobs.send(job).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
