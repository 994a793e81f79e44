//! A conversation with a GUI, over any reader and writer.
//!
//! The caller's thread reads commands (`commands`). It answers what needs no engine, keeps position and options, and
//! stops searches by one atomic, so it is never busy for long. A second thread, which lives as long as
//! [`Session::run`], owns the engine (`engine`) and does one job after the other, in the order in which they were asked for:
//!
//! - Every `go` is a job and ends with exactly one `bestmove`, also if `stop` or `quit` comes before its turn.
//! - A `go` during a search waits for its turn. If the search before it need not end by itself (`infinite`, `ponder`,
//!   `mate`), that search is stopped.
//! - `stop` ends every search that was asked for before it. Without any it does nothing.
//! - `position` and options that do not concern the engine hold for the next `go`. `Hash`, `Threads`, `ucinewgame` and the
//!   like wait until the search has ended.
//! - `isready` is answered at once during a search, and otherwise when all jobs before it are done. If nothing was learned
//!   yet, it also has the system provide the engine's memory, which would cost the next search time.
//! - While nobody reads the output, the engine waits with the next line. Input is read on: the reading thread leaves its
//!   replies to a third thread (`output`).
//!
//! # Positions
//!
//! The moves of `position` are played up to the first that cannot be, and that position is searched; the null move `0000`
//! passes. A board that cannot be searched leaves no position: `go` answers `bestmove (none)` until one is accepted. Never is a
//! position searched that an earlier command has set.
//!
//! # The end
//!
//! - `quit` stops every search at once; each still gives its `bestmove`. `bench` and `perft` that were asked for before it are
//!   done to their end, so that `printf 'go perft 4\nquit\n'` prints the count; `stop` before `quit` ends them.
//! - At the end of input, everything that was asked for is done: searches that end by themselves (by depth, nodes, time,
//!   clock or mate), `bench` and `perft` are finished. A search without an end of its own (`infinite`, `ponder`, no limit)
//!   is stopped after its first iteration.
//! - Output that fails ends everything.

mod book;
mod commands;
mod engine;
mod input;
mod output;
mod progress;

use crate::bench::{Bench, DEFAULT_BENCH_DEPTH};
use crate::hooks::{BookLoader, EvaluationLoader, Explain, Identity, OptionSetter, TablebaseLoader};
use crate::options::{OptionKind, OptionTable};
use crate::random::Random;
use argali_eval::Evaluator;
use argali_search::Engine;
use commands::Commands;
use engine::{EngineThread, Readiness};
use output::Output;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::AcqRel};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Stack of the thread that searches (bytes). Recursion is a few hundred plies deep, with several frames a ply.
const STACK_SIZE: usize = 8 << 20;

/// The longest wait before an empty or full pipe in non-blocking mode is tried again.
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// An engine that speaks UCI.
///
/// ```
/// use argali_search::Engine;
/// use argali_uci::Session;
///
/// let engine = Engine::builder().hash_mib(1).build()?;
/// let mut output = Vec::new();
/// Session::new(engine).run("position startpos moves e2e4\ngo depth 2\n".as_bytes(), &mut output)?;
/// let text = String::from_utf8(output)?;
/// assert_eq!(text.matches("bestmove ").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<E: Evaluator> {
    engine: Engine<E>,
    identity: Identity,
    host: Host<E>,
    max_hash_mib: usize,
    max_threads: usize,
    random: Random,
    readiness: Readiness,
    at_end: Option<Box<dyn FnMut() + Send>>,
}

/// What the host program provides for the engine's side.
struct Host<E: Evaluator> {
    bench: Bench,
    explain: Option<Explain<E>>,
    tablebases: Option<Box<dyn TablebaseLoader>>,
    books: Option<Box<dyn BookLoader>>,
    evaluation: Option<EvaluationLoader<E>>,
    options: Vec<OwnOption<E>>,
}

/// An option of the host's own.
struct OwnOption<E: Evaluator> {
    name: &'static str,
    kind: OptionKind,
    set: OptionSetter<E>,
}

/// What the reading thread and the engine thread share, besides the output.
#[derive(Debug, Default)]
struct Shared {
    /// Jobs that can be stopped and have been done since the reading thread last looked.
    done: AtomicUsize,
    /// Set by `quit`: no search begins any more.
    quitting: AtomicBool,
    /// Set when no more jobs are done, which before the end of input means that the engine panicked.
    ended: AtomicBool,
}

impl Shared {
    /// Counts a job that can be stopped as done. Called before its result is written, so that a GUI that reacts to the
    /// result finds the session idle.
    fn count_done(&self) {
        self.done.fetch_add(1, AcqRel);
    }
}

/// Repeats a read or write that was interrupted, or that found a pipe in non-blocking mode empty or full. Some parent
/// processes leave pipes in that mode.
fn retry<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut pause = Duration::from_millis(1);
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                thread::sleep(pause);
                pause = (2 * pause).min(LONGEST_PAUSE);
            }
            result => return result,
        }
    }
}

impl<E: Evaluator> Session<E> {
    /// A session of `engine`, whose table size and number of threads are the defaults of the options. The engine is taken to
    /// have learned nothing: an `isready` before the first search readies its memory by clearing it.
    #[must_use]
    pub fn new(engine: Engine<E>) -> Session<E> {
        let bench = Bench::new(vec![cozy_chess::Board::startpos()], DEFAULT_BENCH_DEPTH);
        let host = Host {
            bench,
            explain: None,
            tablebases: None,
            books: None,
            evaluation: None,
            options: Vec::new(),
        };
        let (identity, random) = (Identity::default(), Random::unpredictable());
        Session {
            engine,
            identity,
            host,
            max_hash_mib: argali_tt::MAX_MIB,
            max_threads: Engine::<E>::MAX_THREADS,
            random,
            readiness: Readiness::default(),
            at_end: None,
        }
    }

    /// Sets name and authors, which answer `uci`.
    #[must_use]
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identity = identity;
        self
    }

    /// Sets what the command `bench` searches; otherwise the start position.
    #[must_use]
    pub fn bench(mut self, bench: Bench) -> Self {
        self.host.bench = bench;
        self
    }

    /// Sets how the command `eval` explains a board; otherwise it shows the number alone.
    #[must_use]
    pub fn explain(
        mut self,
        explain: impl Fn(&E, &cozy_chess::Board) -> String + Send + Sync + 'static,
    ) -> Self {
        self.host.explain = Some(Box::new(explain));
        self
    }

    /// Offers the Syzygy options, with `loader` to open the tables.
    #[must_use]
    pub fn tablebases(mut self, loader: impl TablebaseLoader + 'static) -> Self {
        self.host.tablebases = Some(Box::new(loader));
        self
    }

    /// Offers the options for opening books, with `loader` to open them.
    #[must_use]
    pub fn books(mut self, loader: impl BookLoader + 'static) -> Self {
        self.host.books = Some(Box::new(loader));
        self
    }

    /// Offers the option `EvalFile`, with `load` to make the evaluator use a file: see [`EvaluationLoader`].
    #[must_use]
    pub fn evaluation(
        mut self,
        load: impl Fn(&E, &str) -> Result<String, Box<dyn Error + Send + Sync>> + Send + Sync + 'static,
    ) -> Self {
        self.host.evaluation = Some(Box::new(load));
        self
    }

    /// Limits what the option `Hash` can be set to (MiB), as a server does for strangers. The default of the option is what the
    /// engine has.
    #[must_use]
    pub fn max_hash_mib(mut self, mib: usize) -> Self {
        self.max_hash_mib = mib;
        self
    }

    /// Limits what the option `Threads` can be set to. The default of the option is what the engine has.
    #[must_use]
    pub fn max_threads(mut self, threads: usize) -> Self {
        self.max_threads = threads.min(Engine::<E>::MAX_THREADS);
        self
    }

    /// Offers an option of your own: see [`OptionSetter`]. A name that the session offers already has no effect.
    ///
    /// ```
    /// use argali_search::Engine;
    /// use argali_uci::{OptionKind, Session};
    ///
    /// let kind = OptionKind::Spin { default: 0, min: 0, max: 9 };
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let mut session = Session::new(engine)
    ///     .option("Verbosity", kind, |_engine, value| Ok(Some(format!("verbosity {value}"))));
    /// let mut output = Vec::new();
    /// session.run("setoption name Verbosity value 3\n".as_bytes(), &mut output)?;
    /// assert_eq!(output, b"info string verbosity 3\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn option(
        mut self,
        name: &'static str,
        kind: OptionKind,
        set: impl FnMut(&mut Engine<E>, &str) -> Result<Option<String>, Box<dyn Error + Send + Sync>>
        + Send
        + 'static,
    ) -> Self {
        self.host.options.push(OwnOption { name, kind, set: Box::new(set) });
        self
    }

    /// Makes the session's random choices (of book moves, and of errors at limited strength) the same in every run. Without a
    /// seed they differ.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::new(seed);
        self
    }

    /// Has `act` called at `quit` or the end of input, before [`run`](Self::run) waits for the jobs that are left. These take
    /// as long as they take, and a write to a pipe that nobody reads takes for ever: a program may then end itself.
    #[must_use]
    pub fn at_end(mut self, act: impl FnMut() + Send + 'static) -> Self {
        self.at_end = Some(Box::new(act));
        self
    }

    /// The options that the session offers.
    #[must_use]
    pub fn options(&self) -> OptionTable {
        let mut options = OptionTable::new(self.max_threads);
        options.set_hash(self.engine.hash_mib(), self.max_hash_mib);
        options.set_threads(self.engine.threads(), self.max_threads);
        if self.host.tablebases.is_some() {
            options.add_tablebases();
        }
        if self.host.books.is_some() {
            options.add_books();
        }
        if self.host.evaluation.is_some() {
            options.add_evaluation();
        }
        for OwnOption { name, kind, .. } in &self.host.options {
            options.add_own(name, kind.clone());
        }
        #[cfg(feature = "tune")]
        for info in argali_search::Params::TABLE {
            options.add_parameter(info.name, info.default, info.min, info.max);
        }
        options
    }

    /// Converses until `quit` or the end of input. Every reply is one write and one flush.
    ///
    /// Input that cannot be read counts as its end.
    ///
    /// # Errors
    /// The first error of `output`, or that of the system if it does not start a thread.
    ///
    /// # Panics
    /// If the engine or its evaluator panics; then at the next line of input, because reading cannot be interrupted. A program
    /// with nothing else to do should abort on panic, so that a GUI notices at once.
    pub fn run<R: BufRead, W: Write + Send>(&mut self, input: R, output: W) -> io::Result<()> {
        let output = Output::new(output);
        let options = self.options();
        let shared = Shared::default();
        let Session { engine, identity, host, random, readiness, at_end, .. } = self;
        thread::scope(|scope| -> io::Result<()> {
            let (sender, jobs) = mpsc::channel();
            // However this ends, the thread that writes replies must end as well.
            let _closing = output.closing();
            let replies = thread::Builder::new().name("argali-output".into());
            replies.spawn_scoped(scope, || output.forward())?;
            let worker = EngineThread::new(engine, host, random, readiness, &output, &shared);
            let thread = thread::Builder::new().name("argali-engine".into()).stack_size(STACK_SIZE);
            let thread = thread.spawn_scoped(scope, move || worker.run(&jobs))?;
            let mut commands = Commands::new(identity, &options, sender, &output, &shared);
            let end = commands.follow_all(input);
            at_end.iter_mut().for_each(|act| act());
            commands.finish(end);
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(())
        })?;
        output.result()
    }
}
