//! `argali annotate`: annotates games.

mod analysis;
mod arguments;
mod error;
mod judge;
mod markup;
mod report;
mod resume;
mod work;

use crate::failure::Failure;
use analysis::Analysis;
use argali_pgn::Game;
use argali_search::{Engine, Tablebase};
pub use arguments::AnnotateArguments;
use error::AnnotateError;
use indicatif::{ProgressBar, ProgressStyle};
use report::Report;
use same_file::Handle;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use work::{Annotated, Games, Work};

/// Files up to this size are read twice, to know the number of positions for the progress bar (bytes).
const COUNTED: u64 = 16 << 20;

/// Annotates the games of a file.
pub fn run(arguments: &AnnotateArguments) -> Result<(), Failure> {
    let mut games = Games::open(&arguments.games)?;
    let output = output(arguments, &mut games)?;
    let engines = engines(arguments)?;
    let (bar, by_positions) = progress_bar(arguments)?;
    let mut sink = Sink {
        output,
        first: games.passed() == 0,
        arguments,
        report: Report::default(),
        games: 0,
        broken: 0,
        positions: 0,
    };
    let work = Work::new(arguments, &bar, by_positions);
    let result = work.run(games, engines, |result| match result {
        Ok(annotated) => sink.accept(&annotated, &bar),
        Err(reason) => {
            sink.broken += 1;
            // A closed standard error is not an error.
            bar.suspend(|| _ = writeln!(io::stderr(), "argali: passed over: {reason}"));
            Ok(())
        }
    });
    bar.finish_and_clear();
    result?;
    sink.finish(bar.elapsed().as_secs_f64())
}

/// The outputs for annotated games.
enum Output {
    Standard(io::Stdout),
    File(File),
}

impl Output {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let writer: &mut dyn Write = match self {
            Output::Standard(stdout) => stdout,
            Output::File(file) => file,
        };
        writer.write_all(text.as_bytes())?;
        writer.flush()
    }
}

/// Writes annotated games.
struct Sink<'a> {
    /// None if only a report or a curve is written.
    output: Option<Output>,
    /// Whether the next game is the first of the output.
    first: bool,
    arguments: &'a AnnotateArguments,
    report: Report,
    games: u64,
    broken: u64,
    positions: usize,
}

impl Sink<'_> {
    fn accept(&mut self, annotated: &Annotated, bar: &ProgressBar) -> Result<(), Failure> {
        let Annotated { number, game, analysis } = annotated;
        self.games += 1;
        self.positions += analysis.positions.len();
        if let Some(output) = &mut self.output {
            let blank = if self.first { "" } else { "\n" };
            self.first = false;
            output.write(&format!("{blank}{game}")).map_err(Failure::io("output"))?;
        }
        if let Some(path) = &self.arguments.svg {
            write_file(&numbered(path, self.games), &report::curve(game, analysis))?;
        }
        if self.arguments.html.is_some() {
            self.report.add(game, analysis);
        }
        // Drawn on a terminal only.
        bar.println(told(*number, game, analysis));
        Ok(())
    }

    fn finish(self, seconds: f64) -> Result<(), Failure> {
        // An earlier run may have completed the file.
        let resumed = self.arguments.resume && !self.first;
        if self.games == 0 && !resumed {
            let path = self.arguments.games.clone();
            return Err(AnnotateError::NoGame { path, broken: self.broken }.into());
        }
        if let Some(path) = &self.arguments.html {
            write_file(path, &self.report.page())?;
        }
        if !self.arguments.quiet {
            let [games, positions] = [(self.games, "game"), (self.positions as u64, "position")]
                .map(|(count, noun)| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }));
            // A closed standard error is not an error.
            let _ = writeln!(io::stderr(), "{games}, {positions} in {seconds:.1} s");
        }
        match self.broken {
            0 => Ok(()),
            games => Err(AnnotateError::Incomplete { games }.into()),
        }
    }
}

/// A one-line summary of a game.
fn told(number: u64, game: &Game, analysis: &Analysis) -> String {
    let side = |name: &str, index: usize| {
        let player = game.tag(name).filter(|player| !matches!(*player, "" | "?")).unwrap_or(name);
        match analysis.summaries[index] {
            None => player.to_owned(),
            Some(summary) => format!(
                "{player} {:.1} % ({:.0} cp, {} {})",
                summary.accuracy,
                summary.loss,
                summary.errors[2],
                if summary.errors[2] == 1 { "blunder" } else { "blunders" }
            ),
        }
    };
    format!("{number}. {} – {}  {}", side("White", 0), side("Black", 1), game.result)
}

/// The file for the `count`th curve.
fn numbered(path: &Path, count: u64) -> PathBuf {
    if count == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{count}{ending}"))
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(Failure::io(path.display().to_string()))
}

/// Opens the outputs. Everything is checked before anything is written.
fn output(arguments: &AnnotateArguments, games: &mut Games) -> Result<Option<Output>, Failure> {
    for path in [&arguments.html, &arguments.svg].into_iter().flatten() {
        if games.is_from(&Handle::from_path(path)) {
            return Err(AnnotateError::SameFile { path: path.clone() }.into());
        }
    }
    // Paths are compared, because the files need not exist yet.
    let outputs = [&arguments.output, &arguments.html, &arguments.svg];
    let absolute = outputs.map(|path| path.as_deref().and_then(|path| std::path::absolute(path).ok()));
    for (index, path) in absolute.iter().enumerate() {
        if let (Some(path), Some(given)) = (path, outputs[index])
            && absolute[..index].iter().flatten().any(|other| other == path)
        {
            return Err(AnnotateError::SameOutput { path: given.clone() }.into());
        }
    }
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => {
            Ok(Some(Output::File(resume::open(arguments, path, games)?)))
        }
        None if arguments.html.is_some() || arguments.svg.is_some() => Ok(None),
        _ => Ok(Some(Output::Standard(io::stdout()))),
    }
}

/// Engines for all jobs.
fn engines(arguments: &AnnotateArguments) -> Result<Vec<Engine>, Failure> {
    let jobs = arguments.jobs as usize;
    let most = Engine::<argali_search::DefaultEvaluator>::MAX_THREADS;
    if jobs.checked_mul(arguments.threads).is_none_or(|threads| threads > most) {
        return Err(AnnotateError::Threads { jobs, threads: arguments.threads, most }.into());
    }
    if jobs > 1 {
        // Checks the memory for all engines together, because each of them alone might fit.
        drop(Engine::builder().hash_mib(arguments.hash.saturating_mul(jobs)).build()?);
    }
    let tables = tables(arguments)?;
    let builder = || {
        Engine::builder()
            .hash_mib(arguments.hash)
            .threads(arguments.threads)
            .tablebase(tables.clone())
            .build()
    };
    Ok((0..jobs).map(|_| builder()).collect::<Result<_, _>>()?)
}

/// The tablebases of these arguments. Several engines can share them.
#[cfg(feature = "syzygy")]
fn tables(arguments: &AnnotateArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    // An empty environment variable counts as unset.
    arguments.syzygy.as_deref().filter(|folders| !folders.is_empty()).map(crate::tablebases::open).transpose()
}

#[cfg(not(feature = "syzygy"))]
fn tables(_: &AnnotateArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    Ok(None)
}

/// Progress on standard error; indicatif draws only on a terminal. Also returns whether it counts positions or bytes of the file.
fn progress_bar(arguments: &AnnotateArguments) -> Result<(ProgressBar, bool), Failure> {
    let bytes = fs::metadata(&arguments.games).ok().filter(|about| about.is_file()).map(|about| about.len());
    let (length, template, by_positions) = match bytes {
        _ if arguments.quiet => return Ok((ProgressBar::hidden(), true)),
        None => (None, "{spinner} {pos} positions, {per_sec}", true),
        Some(bytes) if bytes <= COUNTED => {
            let games = Games::open(&arguments.games)?.filter_map(Result::ok);
            let positions =
                games.filter_map(|raw| work::read(&raw).ok()).map(|(_, positions)| positions.len());
            (
                Some(positions.sum::<usize>() as u64),
                "{wide_bar} {pos}/{len} positions, {per_sec}, {eta} left",
                true,
            )
        }
        Some(bytes) => {
            (Some(bytes), "{wide_bar} {bytes}/{total_bytes}, {binary_bytes_per_sec}, {eta} left", false)
        }
    };
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    // The templates are constants. If one were invalid, the default style would do.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    Ok((bar.with_style(style), by_positions))
}
