//! Bulk analysis: one result for each line of input, in order.
//!
//! Each position is searched from an empty table, so a result does not depend on other lines, and input can be split over processes and
//! machines.

use super::arguments::AnalyseArguments;
use super::error::AnalyseError;
use super::items::{Item, Items};
use super::output;
use super::record::Record;
use super::request::Request;
use super::setup::{Engine, choose, engine, guarded_limits, limits_on, tables};
use super::sink::Sink;
use super::tally::{Tally, counted};
use crate::failure::Failure;
use crate::input;
use argali_search::{Limits, Outcome, Silent, StopHandle, StopReason};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Threads of all jobs together.
const MAX_THREADS: usize = 1024;

/// Stack of a thread that searches (bytes).
const STACK_SIZE: usize = 8 << 20;

/// A result, or the error that ended the input.
type Message = Result<(usize, Record), Failure>;

/// Analyses the lines of a file, or of standard input.
pub fn run(arguments: &AnalyseArguments, path: Option<&Path>) -> Result<(), Failure> {
    let tables = tables(arguments)?;
    weigh(arguments)?;
    let engines = (0..arguments.bulk.jobs).map(|_| engine(arguments, tables.clone()));
    let engines = engines.collect::<Result<Vec<_>, _>>()?;
    let input = input::open(path, arguments.bulk.decompress)?;
    let bar = progress_bar(arguments, path)?;
    let mut items = Items::new(input.reader, arguments.bulk.first_line);
    let output = output::open(arguments, input.handle.as_ref(), &mut items)?;
    let held = items.taken();
    bar.set_position(held as u64);
    bar.reset_eta();
    let sink = Sink::new(output, arguments.format(), held);
    let sink = distribute(arguments, items, engines, sink, &bar);
    bar.finish_and_clear();
    let tally = sink?.tally;
    if !arguments.bulk.quiet {
        let held = if held > 0 { format!(" ({} before)", counted(held, "result")) } else { String::new() };
        // A closed standard error is not an error.
        let _ = writeln!(io::stderr(), "{}{held}", tally.summary(bar.elapsed()));
    }
    match tally {
        Tally { errors: 0, notes: 0, .. } => Ok(()),
        Tally { errors, positions: 0, .. } => Err(AnalyseError::NothingUnderstood { lines: errors }.into()),
        Tally { errors, notes, .. } => {
            let (errors, notes) = (counted(errors, "line"), counted(notes, "result"));
            Err(AnalyseError::Incomplete { errors, notes }.into())
        }
    }
}

/// Checks the memory for all engines together, because each of them alone might fit.
fn weigh(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let jobs = arguments.bulk.jobs as usize;
    if jobs > 1 {
        drop(argali_search::Engine::builder().hash_mib(arguments.hash.saturating_mul(jobs)).build()?);
    }
    match jobs.checked_mul(arguments.threads) {
        Some(threads) if threads <= MAX_THREADS => Ok(()),
        _ => Err(AnalyseError::Threads { jobs, threads: arguments.threads, most: MAX_THREADS }.into()),
    }
}

/// Distributes the items to the engines, and writes the results in order.
fn distribute(
    arguments: &AnalyseArguments,
    items: Items,
    engines: Vec<Engine>,
    mut sink: Sink,
    bar: &ProgressBar,
) -> Result<Sink, Failure> {
    let items = Mutex::new(items);
    let limits = guarded_limits(arguments);
    let stop = StopHandle::new();
    thread::scope(|scope| {
        let (sender, results): (Sender<Message>, Receiver<Message>) = mpsc::channel();
        for mut engine in engines {
            let (items, limits, stop, sender) = (&items, &limits, &stop, sender.clone());
            let builder = thread::Builder::new().name("argali-analyse".into()).stack_size(STACK_SIZE);
            let work = move || work(arguments, items, &mut engine, limits, stop, &sender);
            builder.spawn_scoped(scope, work).map_err(Failure::io("starting a thread"))?;
        }
        drop(sender);
        for result in results {
            let accepted = result.and_then(|(index, record)| sink.accept(index, record));
            if accepted.is_err() {
                // The others stop after their current position.
                stop.stop();
                accepted?;
            }
            bar.inc(1);
        }
        Ok(sink)
    })
}

/// Analyses items until there are none, or until the work is stopped.
fn work(
    arguments: &AnalyseArguments,
    items: &Mutex<Items>,
    engine: &mut Engine,
    limits: &Limits,
    stop: &StopHandle,
    results: &Sender<Message>,
) {
    while !stop.is_stopped() {
        let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
        let message = match item {
            None => return,
            Some(Err(failure)) => Err(failure),
            Some(Ok(item)) => Ok((item.index, analyse(arguments, engine, limits, stop, &item))),
        };
        if message.is_err() | results.send(message).is_err() {
            return;
        }
    }
}

fn analyse(
    arguments: &AnalyseArguments,
    engine: &mut Engine,
    limits: &Limits,
    stop: &StopHandle,
    item: &Item,
) -> Record {
    let text = match &item.text {
        Ok(text) => text,
        Err(error) => return Record::refused(item.line, error),
    };
    match Request::parse(text, arguments.castling()) {
        Err(error) => Record::refused(item.line, error),
        Ok(request) => {
            let board = request.position.board();
            let limits = match limits_on(arguments, limits, board) {
                Ok(limits) => limits,
                Err(error) => return Record::refused(item.line, error),
            };
            engine.new_game();
            let mut outcome = match engine.search_observed(&request.position, &limits, stop, &mut Silent) {
                Ok(outcome) => outcome,
                Err(stopped) => return Record::refused(item.line, stopped),
            };
            choose(arguments, &mut outcome, board);
            let stopped = stopped_by_guard(arguments, &outcome);
            Record::new(&request, Some(item.line), &outcome, arguments.bulk.timing, stopped)
        }
    }
}

/// A note if the guard ended the search.
fn stopped_by_guard(arguments: &AnalyseArguments, outcome: &Outcome) -> Option<String> {
    let unlimited = arguments.limits.nodes.is_none() && arguments.elo.is_none();
    let guarded = unlimited && outcome.stop_reason == StopReason::Nodes;
    guarded.then(|| format!("given up after {} nodes at depth {}", outcome.nodes, outcome.depth))
}

/// Progress on standard error; indicatif draws only on a terminal.
fn progress_bar(arguments: &AnalyseArguments, path: Option<&Path>) -> Result<ProgressBar, Failure> {
    if arguments.bulk.quiet {
        return Ok(ProgressBar::hidden());
    }
    let (bar, template) = match path {
        None => (ProgressBar::new_spinner(), "{spinner} {pos} positions, {per_sec}"),
        // A pipe can be read only once.
        Some(path) if !path.is_file() => (ProgressBar::new_spinner(), "{spinner} {pos} positions, {per_sec}"),
        Some(path) => {
            let items = Items::new(input::open(Some(path), arguments.bulk.decompress)?.reader, 1);
            let count = items.map_while(Result::ok).count();
            let template = "{wide_bar} {pos}/{len} positions, {per_sec}, {eta} left";
            (ProgressBar::new(count as u64), template)
        }
    };
    // The templates are constants. If one were invalid, the default style would do.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    Ok(bar.with_style(style))
}
