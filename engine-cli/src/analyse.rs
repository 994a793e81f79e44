//! `argali analyse`: one position for people, many for programs.

mod bulk;
mod epd;
mod record;
mod request;
mod resume;
mod san;
mod solution;
mod text;

use crate::args::{AnalyseArguments, LimitArguments};
use crate::failure::Failure;
use argali_search::{Engine, Limits, Silent, StopHandle, Tablebase};
use record::Record;
pub use request::{Request, RequestError};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Time for a position where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// Analyses what the arguments name.
pub fn run(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let text = match arguments.position.as_slice() {
        [one] if one == "-" => return bulk::run(arguments, None),
        [one] if is_input(one) => return bulk::run(arguments, Some(Path::new(one))),
        [one, another, ..] if is_input(one) => return Err(Failure::SeveralFiles(another.clone())),
        [one] if one != "startpos" && !looks_like_fen(one) => {
            return Err(Failure::NoPosition(one.clone()));
        }
        words => words.join(" "),
    };
    if let Some(path) = &arguments.bulk.output {
        return Err(Failure::OutputOfOne { path: path.clone() });
    }
    let request = Request::parse(&text, arguments.chess960)?;
    if arguments.json { print_record(arguments, &request) } else { text::run(arguments, &request) }
}

/// A file, or a pipe or device that can be read like one.
fn is_input(path: &str) -> bool {
    Path::new(path).metadata().is_ok_and(|metadata| !metadata.is_dir())
}

fn looks_like_fen(text: &str) -> bool {
    text.matches('/').count() >= 7 || text.contains(' ')
}

fn print_record(arguments: &AnalyseArguments, request: &Request) -> Result<(), Failure> {
    let mut engine = engine(arguments, tables(arguments)?)?;
    let limits = limits(arguments);
    let outcome = engine.search(&request.position, &limits, &StopHandle::new(), &mut Silent);
    let record = Record::new(request, None, &outcome, arguments.bulk.timing);
    writeln!(io::stdout(), "{}", record.to_json()).map_err(Failure::io("standard output"))
}

/// An engine as the arguments ask for it.
fn engine(arguments: &AnalyseArguments, tables: Option<Arc<dyn Tablebase>>) -> Result<Engine, Failure> {
    Ok(Engine::builder().hash_mib(arguments.hash).threads(arguments.threads).tablebase(tables).build()?)
}

/// The tablebases that the arguments name; several engines can share them.
#[cfg(feature = "syzygy")]
fn tables(arguments: &AnalyseArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    // A variable of the environment that is empty says nothing.
    arguments.syzygy.as_deref().filter(|folders| !folders.is_empty()).map(crate::tablebases::open).transpose()
}

#[cfg(not(feature = "syzygy"))]
fn tables(_: &AnalyseArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    Ok(None)
}

fn limits(arguments: &AnalyseArguments) -> Limits {
    let LimitArguments { depth, nodes, movetime, mate } = arguments.limits;
    let mut limits = Limits::new().lines(arguments.multipv as usize);
    limits.depth = depth;
    limits.nodes = nodes;
    limits.move_time = movetime.map(Duration::from_millis);
    limits.mate = mate;
    if depth.is_none() && nodes.is_none() && movetime.is_none() {
        limits.move_time = Some(DEFAULT_TIME);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Task};
    use clap::Parser;

    fn arguments(line: &str) -> AnalyseArguments {
        let words = ["argali", "analyse"].into_iter().chain(line.split_whitespace());
        match Arguments::try_parse_from(words).unwrap().task {
            Some(Task::Analyse(arguments)) => arguments,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_a_limit_three_seconds_are_taken() {
        assert_eq!(limits(&arguments("startpos")).move_time, Some(DEFAULT_TIME));
        assert_eq!(limits(&arguments("startpos --mate 3")).move_time, Some(DEFAULT_TIME));
        let fixed = limits(&arguments("startpos --nodes 5 --multipv 4"));
        assert_eq!((fixed.nodes, fixed.move_time, fixed.lines), (Some(5), None, 4));
    }

    #[test]
    fn an_argument_that_is_nothing_is_named() {
        let failure = run(&arguments("no-such-file.epd")).unwrap_err();
        assert!(failure.to_string().contains("no-such-file.epd"), "{failure}");
        assert!(matches!(run(&arguments("startpos moves e2e5")), Err(Failure::Position(_))));
    }
}
