//! A UCI session over any reader and writer.
//!
//! The caller's thread reads commands (`commands`). It answers those that need no engine, keeps the position and the options, and
//! stops searches by an atomic, so it is never busy for long. A second thread, which runs as long as [`Session::run`], owns the
//! engine (`engine`) and runs one job after another, in the order of the commands:
//!
//! - Every `go` is a job and gets exactly one `bestmove`, even if `stop` or `quit` arrives before it starts.
//! - A `go` during a search waits until that search has ended. A search that may not end by itself (`infinite`, `ponder`, `mate`)
//!   is stopped.
//! - `stop` ends every earlier search. If there is none it does nothing.
//! - `position`, and options that the reading thread handles, apply from the next `go`. `Hash`, `Threads`, `ucinewgame` and other
//!   changes of the engine wait until the search has ended.
//! - `isready` is answered at once during a search, and otherwise when all earlier jobs are done. If nothing has been learned
//!   yet, it also touches the engine's memory, which would otherwise slow down the next search.
//! - If the output is not read, the engine blocks at its next line. Input is still read: a third thread writes the replies of the
//!   reading thread (`output`).
//!
//! # Positions
//!
//! The moves of `position` are played up to the first illegal one, and the position before that move is searched. The null move
//! `0000` passes the turn. After a board that cannot be searched there is no position: `go` answers `bestmove (none)` until a valid
//! position is set. The position of an earlier command is never searched instead.
//!
//! # The end
//!
//! - `quit` stops every search at once; each still answers with `bestmove`. Earlier `bench` and `perft` commands run to their end,
//!   so `printf 'go perft 4\nquit\n'` prints its count; `stop` before `quit` ends them.
//! - At the end of input, pending work is finished: searches with a limit (depth, nodes, time, clock or mate), `bench` and `perft`. A
//!   search without a limit (`infinite`, `ponder`, none) is stopped after its first iteration, and `go mate N` after iteration 4N + 8
//!   if it has found no mate, because it might never end.
//! - An output error ends everything.

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

/// Stack of the engine thread (bytes). Recursion is a few hundred plies deep, with several frames per ply.
const STACK_SIZE: usize = 8 << 20;

/// The longest wait before a read or write of a non-blocking pipe is repeated.
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

/// The hooks of the host program that the engine thread calls.
struct Host<E: Evaluator> {
    bench: Bench,
    explain: Option<Explain<E>>,
    tablebases: Option<Box<dyn TablebaseLoader>>,
    books: Option<Box<dyn BookLoader>>,
    evaluation: Option<EvaluationLoader<E>>,
    options: Vec<OwnOption<E>>,
}

/// An option that the host has added.
struct OwnOption<E: Evaluator> {
    name: &'static str,
    kind: OptionKind,
    set: OptionSetter<E>,
}

/// The state that the reading thread and the engine thread share, besides the output.
#[derive(Debug, Default)]
struct Shared {
    /// The number of stoppable jobs that have ended since the reading thread last checked.
    done: AtomicUsize,
    /// Set by `quit`: no more searches start.
    quitting: AtomicBool,
    /// Set when no more jobs will run. Before the end of input this means that the engine panicked.
    ended: AtomicBool,
}

impl Shared {
    /// Counts a stoppable job as done. Called before its result is written, so that a GUI that reacts to the result finds the
    /// session idle.
    fn count_done(&self) {
        self.done.fetch_add(1, AcqRel);
    }
}

/// Repeats a read or write that was interrupted or would block. Some parent processes leave their pipes in non-blocking mode.
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
    /// A session for `engine`, whose table size and number of threads become the defaults of the options. The engine must not have
    /// searched before: an `isready` before the first search clears its memory to touch it.
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

    /// Sets the positions of the command `bench`. The default is the start position.
    #[must_use]
    pub fn bench(mut self, bench: Bench) -> Self {
        self.host.bench = bench;
        self
    }

    /// Sets the explanation that the command `eval` shows. The default shows the value alone.
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

    /// Sets the maximum of the option `Hash` (MiB), for example on a public server. The default of the option is the engine's current
    /// size.
    #[must_use]
    pub fn max_hash_mib(mut self, mib: usize) -> Self {
        self.max_hash_mib = mib;
        self
    }

    /// Sets the maximum of the option `Threads`. The default of the option is the engine's current number.
    #[must_use]
    pub fn max_threads(mut self, threads: usize) -> Self {
        self.max_threads = threads.min(Engine::<E>::MAX_THREADS);
        self
    }

    /// Adds a custom option: see [`OptionSetter`]. It is ignored if the session already has an option with this name.
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

    /// Seeds the session's random choices (of book moves, and of errors at limited strength), so that every run makes the same ones.
    /// Without a seed they differ.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::new(seed);
        self
    }

    /// Sets a function that is called at `quit` or the end of input, before [`run`](Self::run) waits for the remaining jobs. A job
    /// may take long, and a write to a pipe that nobody reads never returns; the function may end the process in these cases.
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

    /// Runs the session until `quit` or the end of input. Every reply is one write and one flush.
    ///
    /// A read error counts as the end of input.
    ///
    /// # Errors
    /// The first error of `output`, or the error of the system if a thread cannot be started.
    ///
    /// # Panics
    /// If the engine or its evaluator panics. The panic appears at the next line of input, because reading cannot be interrupted. A
    /// program that does nothing else should abort on panic, so that a GUI notices at once.
    pub fn run<R: BufRead, W: Write + Send>(&mut self, input: R, output: W) -> io::Result<()> {
        let output = Output::new(output);
        let options = self.options();
        let shared = Shared::default();
        let Session { engine, identity, host, random, readiness, at_end, .. } = self;
        thread::scope(|scope| -> io::Result<()> {
            let (sender, jobs) = mpsc::channel();
            // The thread that writes replies must end on every path.
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
