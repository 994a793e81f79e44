//! Analysis for programs: a line of input to a JSON object, in order.
//!
//! Every position starts from an empty table, so a result does not depend on the lines before it: input may be split over
//! processes and machines in any way.

use super::arguments::AnalyseArguments;
use super::error::AnalyseError;
use super::record::Record;
use super::request::Request;
use super::resume;
use super::setup::{engine, limits, tables};
use crate::failure::Failure;
use argali_search::{Engine, Limits, Silent, StopHandle};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use thiserror::Error;

/// Threads of all jobs together.
const MAX_THREADS: usize = 1024;

/// Stack of a thread that searches (bytes).
const STACK_SIZE: usize = 8 << 20;

/// The longest line that is read (bytes), as in a UCI session; long games have less.
const LONGEST_LINE: u64 = 1 << 20;

/// A line of input that names a position.
struct Item {
    /// Its place among the results, from 0.
    index: usize,
    /// Its number in the input, from 1.
    line: u64,
    text: Result<String, TooLong>,
}

/// A line that is no line.
#[derive(Clone, Copy, Debug, Error)]
#[error("the line is longer than {LONGEST_LINE} bytes")]
struct TooLong;

/// A result, or what ended the input.
type Message = Result<(usize, Record), Failure>;

/// Analyses the lines of a file, or of standard input.
pub fn run(arguments: &AnalyseArguments, path: Option<&Path>) -> Result<(), Failure> {
    let input: Box<dyn BufRead + Send> = match path {
        Some(path) => Box::new(BufReader::new(open(path)?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    refuse_to_overwrite(path, arguments.bulk.output.as_deref())?;
    let bar = progress_bar(arguments, path)?;
    let mut items = Items { input, line: 0, index: 0 };
    let output = output(arguments, &mut items)?;
    bar.set_position(items.index as u64);
    let tables = tables(arguments)?;
    weigh(arguments)?;
    let engines = (0..arguments.bulk.jobs).map(|_| engine(arguments, tables.clone()));
    let engines = engines.collect::<Result<Vec<_>, _>>()?;
    let first = items.index;
    let sink = Sink { output, next: first, early: BTreeMap::new(), refused: 0 };
    let sink = distribute(arguments, items, engines, sink, &bar);
    bar.finish_and_clear();
    let Sink { next, refused, .. } = sink?;
    let positions = next - first - refused;
    if positions == 0 && refused > 0 {
        return Err(AnalyseError::NothingUnderstood { lines: refused }.into());
    }
    if !arguments.bulk.quiet {
        let seconds = bar.elapsed().as_secs_f64();
        let others = if refused == 0 {
            String::new()
        } else {
            format!(", {} not understood", counted(refused, "line"))
        };
        // If nobody reads standard error, nobody misses this.
        let _ = writeln!(io::stderr(), "{} in {seconds:.1} s{others}", counted(positions, "position"));
    }
    Ok(())
}

/// Each engine alone would find room, and all of them together fill it: so they are weighed together, as one table.
fn weigh(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let jobs = arguments.bulk.jobs as usize;
    if jobs > 1 {
        drop(Engine::builder().hash_mib(arguments.hash.saturating_mul(jobs)).build()?);
    }
    match jobs.checked_mul(arguments.threads) {
        Some(threads) if threads <= MAX_THREADS => Ok(()),
        _ => Err(AnalyseError::Threads { jobs, threads: arguments.threads, most: MAX_THREADS }.into()),
    }
}

/// Shares the items out to the engines, and writes the results in order.
fn distribute(
    arguments: &AnalyseArguments,
    items: Items,
    engines: Vec<Engine>,
    mut sink: Sink,
    bar: &ProgressBar,
) -> Result<Sink, Failure> {
    let items = Mutex::new(items);
    let limits = limits(arguments);
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
                // The others end with their current position.
                stop.stop();
                accepted?;
            }
            bar.inc(1);
        }
        Ok(sink)
    })
}

/// Analyses items until there are none, or nobody wants the results.
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
    match Request::parse(text, arguments.chess960) {
        Err(error) => Record::refused(item.line, error),
        Ok(request) => {
            engine.new_game();
            let outcome = engine.search(&request.position, limits, stop, &mut Silent);
            Record::new(&request, Some(item.line), &outcome, arguments.bulk.timing)
        }
    }
}

/// Lines that name positions; blank lines and those that begin with # are passed over.
struct Items {
    input: Box<dyn BufRead + Send>,
    line: u64,
    index: usize,
}

impl Iterator for Items {
    type Item = Result<Item, Failure>;

    fn next(&mut self) -> Option<Result<Item, Failure>> {
        loop {
            let text = match read_line(&mut self.input) {
                Err(error) => return Some(Err(Failure::io("input")(error))),
                Ok(None) => return None,
                Ok(Some(line)) => line,
            };
            self.line += 1;
            if text.as_deref().map_or(true, names_a_position) {
                self.index += 1;
                return Some(Ok(Item { index: self.index - 1, line: self.line, text }));
            }
        }
    }
}

/// Reads a line, if there is one. Of one that is too long no more is kept in memory than its beginning.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, TooLong>>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(TooLong)));
    }
    Ok(Some(Ok(clean(&bytes))))
}

/// A line as text, without the mark that some editors put at the start of a file.
fn clean(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_start_matches('\u{feff}').trim().to_owned()
}

fn names_a_position(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('#')
}

/// Puts results in order and writes each as soon as those before it are written.
struct Sink {
    output: Box<dyn Write>,
    next: usize,
    early: BTreeMap<usize, Record>,
    /// How many lines were not understood.
    refused: usize,
}

impl Sink {
    fn accept(&mut self, index: usize, record: Record) -> Result<(), Failure> {
        self.early.insert(index, record);
        while let Some(record) = self.early.remove(&self.next) {
            self.refused += usize::from(matches!(record, Record::Refused(_)));
            let written = self.output.write_all(format!("{}\n", record.to_json()).as_bytes());
            written.and_then(|()| self.output.flush()).map_err(Failure::io("output"))?;
            self.next += 1;
        }
        Ok(())
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The output must not be the file that is read: creating it would empty it first.
fn refuse_to_overwrite(input: Option<&Path>, output: Option<&Path>) -> Result<(), Failure> {
    let whole = |path: &Path| path.canonicalize().ok();
    match input.zip(output) {
        Some((input, output)) if whole(input).is_some_and(|input| whole(output) == Some(input)) => {
            Err(AnalyseError::SameFile { path: output.to_owned() }.into())
        }
        _ => Ok(()),
    }
}

/// Where results go. When an earlier run is resumed, passes over the items that it has done.
fn output(arguments: &AnalyseArguments, items: &mut Items) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = &arguments.bulk.output else { return Ok(Box::new(io::stdout())) };
    if !arguments.bulk.resume {
        let file = resume::open(path)?;
        resume::empty(path, &file)?;
        return Ok(Box::new(file));
    }
    let mut progress = resume::go_on(path)?;
    for (index, done) in progress.done.iter().enumerate() {
        let item = items.next().transpose()?;
        let same = item.is_some_and(|Item { line, text, .. }| {
            done.belongs_to(line, text.as_deref().unwrap_or_default(), arguments.chess960)
        });
        if !same {
            return Err(AnalyseError::Resume { path: path.clone(), line: index + 1 }.into());
        }
    }
    progress.cut()?;
    Ok(Box::new(progress.file))
}

fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(Failure::io(path.display().to_string()))
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
            let items = Items { input: Box::new(BufReader::new(open(path)?)), line: 0, index: 0 };
            let count = items.map_while(Result::ok).count();
            let template = "{wide_bar} {pos}/{len} positions, {per_sec}, {eta} left";
            (ProgressBar::new(count as u64), template)
        }
    };
    // The templates are constants; should one be wrong, the usual style serves as well.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    Ok(bar.with_style(style))
}
