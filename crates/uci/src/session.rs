//! A conversation with a GUI, over any reader and writer.
//!
//! Two threads share the work. The caller's thread reads lines and is never busy for long: it answers what needs no
//! engine, keeps position and options, and stops searches by one atomic. A second thread, which lives as long as
//! [`Session::run`], owns the engine and does one job after the other. So everything that needs the engine happens in the
//! order in which it was asked for, nothing is lost, and nothing can wait for itself:
//!
//! - Every `go` is a job and ends with exactly one `bestmove`, also if `stop` or `quit` overtakes it.
//! - A `go` during a search waits for its turn. If the search before it has no end of its own (`infinite`, `ponder`), that
//!   search is stopped, as the new `go` could not begin otherwise.
//! - `stop` ends every search that was asked for before it. Without any it does nothing.
//! - `position` and options that the engine need not know hold for the next `go`. `Hash`, `Threads`, `ucinewgame` and the
//!   like wait until the search has ended.
//! - `isready` is answered at once during a search, and otherwise when all jobs before it are done. If nothing was learned
//!   yet, it also has the system provide the engine's memory, for which the next search would pay with its time.
//! - `quit`, the end of input and output that fails stop everything; each search still gives its `bestmove`. What waits is
//!   answered, but nothing long is begun. So a script that wants to see the end of a search, `bench` or `perft` keeps the
//!   input open until then.
//! - While nobody reads the output, the engine waits with the next line. Input is read on: what it is answered with
//!   is written by a third thread.

mod answer;
mod back;
mod front;
mod input;
mod opening;
mod output;
mod readiness;
mod reporter;

use crate::bench::{Bench, DEFAULT_BENCH_DEPTH};
use crate::hooks::{BookLoader, EvaluationLoader, Explain, Identity, TablebaseLoader};
use crate::options::OptionTable;
use crate::random::Random;
use argali_eval::Evaluator;
use argali_search::Engine;
use back::Back;
use front::Front;
use output::Output;
use readiness::Readiness;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::AcqRel};
use std::sync::mpsc;
use std::thread;

/// Stack of the thread that searches (bytes). Recursion is a few hundred plies deep, with several frames a ply.
const STACK_SIZE: usize = 8 << 20;

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
    random: Random,
    readiness: Readiness,
    at_end: Option<Box<dyn FnMut() + Send>>,
}

/// What the host program provides for the engine's side.
struct Host<E> {
    bench: Bench,
    explain: Option<Explain<E>>,
    tablebases: Option<Box<dyn TablebaseLoader>>,
    books: Option<Box<dyn BookLoader>>,
    evaluation: Option<EvaluationLoader<E>>,
}

/// What the two threads of a session share, besides the output.
#[derive(Debug, Default)]
struct Shared {
    /// Jobs that can be stopped and have been done since the front last looked.
    done: AtomicUsize,
    /// Set when the conversation is over: what takes long is not begun any more.
    quitting: AtomicBool,
    /// Set when nobody takes jobs any more, which before the end of input means that the engine panicked.
    ended: AtomicBool,
}

impl Shared {
    /// Counts a job that can be stopped as done. Before its result is said, so that whoever reacts to the result finds the
    /// session at rest.
    fn count_done(&self) {
        self.done.fetch_add(1, AcqRel);
    }
}

impl<E: Evaluator> Session<E> {
    /// A session of `engine`, which keeps its size of table and number of threads until options change them. It counts as
    /// one that has learned nothing: if `isready` comes before a search, it gets the memory ready by clearing it.
    #[must_use]
    pub fn new(engine: Engine<E>) -> Session<E> {
        let bench = Bench::new(vec![cozy_chess::Board::startpos()], DEFAULT_BENCH_DEPTH);
        let host = Host { bench, explain: None, tablebases: None, books: None, evaluation: None };
        let (identity, random) = (Identity::default(), Random::unpredictable());
        Session { engine, identity, host, random, readiness: Readiness::default(), at_end: None }
    }

    /// Sets who the engine says it is.
    #[must_use]
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identity = identity;
        self
    }

    /// Sets what the command `bench` does; otherwise it searches the start position.
    #[must_use]
    pub fn bench(mut self, bench: Bench) -> Self {
        self.host.bench = bench;
        self
    }

    /// Sets what the command `eval` says about a board; otherwise it shows the number alone.
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

    /// Offers the option `EvalFile`, with `load` to make the evaluator judge by a file: see [`EvaluationLoader`].
    #[must_use]
    pub fn evaluation(
        mut self,
        load: impl Fn(&E, &str) -> Result<String, Box<dyn Error + Send + Sync>> + Send + Sync + 'static,
    ) -> Self {
        self.host.evaluation = Some(Box::new(load));
        self
    }

    /// Makes the session's choices (among book moves, and of errors at limited strength) the same in every run. Without a
    /// seed they differ.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::new(seed);
        self
    }

    /// Has `act` called as soon as the conversation is over, before [`run`](Self::run) waits for what is running to end.
    /// That takes as long as the writer and the hooks do: a writer that waits for a reader who never reads waits
    /// for ever. A program that must be gone by then can end itself.
    #[must_use]
    pub fn at_end(mut self, act: impl FnMut() + Send + 'static) -> Self {
        self.at_end = Some(Box::new(act));
        self
    }

    /// The options that the session offers.
    #[must_use]
    pub fn options(&self) -> OptionTable {
        let mut options = OptionTable::new(Engine::<E>::MAX_THREADS);
        if self.host.tablebases.is_some() {
            options.add_tablebases();
        }
        if self.host.books.is_some() {
            options.add_books();
        }
        if self.host.evaluation.is_some() {
            options.add_evaluation();
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
    /// Only if the engine or its evaluator does; then at the next line of input, because reading cannot be interrupted.
    /// A program that has nothing else to do should abort on panic, so that a GUI sees at once that nobody thinks.
    pub fn run<R: BufRead, W: Write + Send>(&mut self, input: R, output: W) -> io::Result<()> {
        let output = Output::new(output);
        let options = self.options();
        let shared = Shared::default();
        let Session { engine, identity, host, random, readiness, at_end } = self;
        thread::scope(|scope| -> io::Result<()> {
            let (sender, jobs) = mpsc::channel();
            // However this ends, the thread that writes replies must end as well.
            let _closing = output.closing();
            let replies = thread::Builder::new().name("argali-output".into());
            replies.spawn_scoped(scope, || output.forward())?;
            let back = Back::new(engine, host, random, readiness, &output, &shared);
            let thread = thread::Builder::new().name("argali-engine".into()).stack_size(STACK_SIZE);
            let thread = thread.spawn_scoped(scope, move || back.work(&jobs))?;
            Front::new(identity, &options, sender, &output, &shared).converse(input);
            at_end.iter_mut().for_each(|act| act());
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(())
        })?;
        output.result()
    }
}
