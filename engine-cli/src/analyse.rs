//! `argali analyse`: one position as text for people, many positions as data for programs.

mod arguments;
mod bulk;
mod epd;
mod error;
mod format;
mod interrupt;
mod items;
mod output;
mod picture;
mod record;
mod request;
mod setup;
mod sink;
mod solution;
mod tally;
mod text;

use crate::failure::Failure;
use argali_search::Silent;
pub use arguments::AnalyseArguments;
use error::AnalyseError;
use format::Format;
use record::Record;
pub use request::Request;
use setup::{choose, engine, limits, limits_on, tables};
use std::io::{self, Write};
use std::path::Path;

/// Analyses the position or file that the arguments name.
pub fn run(arguments: &AnalyseArguments) -> Result<(), Failure> {
    if arguments.multipv > 1 && matches!(arguments.format, Some(Format::Csv | Format::Epd)) {
        return Err(AnalyseError::SeveralLines { lines: arguments.multipv }.into());
    }
    let text = match arguments.position.as_slice() {
        [one] if arguments.svg.is_some() && (one == "-" || is_input(one)) => {
            return Err(AnalyseError::PictureOfMany.into());
        }
        [one] if one == "-" => return bulk::run(arguments, None),
        [one] if is_input(one) => return bulk::run(arguments, Some(Path::new(one))),
        [one, another, ..] if is_input(one) => return Err(AnalyseError::SeveralFiles(another.clone()).into()),
        [one] if one != "startpos" && !looks_like_fen(one) => {
            return Err(AnalyseError::NoPosition(one.clone()).into());
        }
        words => words.join(" "),
    };
    if let Some(path) = &arguments.bulk.output {
        return Err(AnalyseError::OutputOfOne { path: path.clone() }.into());
    }
    let request = Request::parse(&text, arguments.castling())?;
    match arguments.format.or(arguments.json.then_some(Format::Json)) {
        Some(format) => print_record(arguments, &request, format),
        None => text::run(arguments, &request),
    }
}

/// A file, or a pipe or device that can be read like one.
fn is_input(path: &str) -> bool {
    Path::new(path).metadata().is_ok_and(|metadata| !metadata.is_dir())
}

fn looks_like_fen(text: &str) -> bool {
    text.matches('/').count() >= 7 || text.contains(' ')
}

fn print_record(arguments: &AnalyseArguments, request: &Request, format: Format) -> Result<(), Failure> {
    let board = request.position.board();
    let limits = limits_on(arguments, &limits(arguments), board)?;
    let mut engine = engine(arguments, tables(arguments)?)?;
    let mut outcome = engine
        .search_observed(&request.position, &limits, &interrupt::handle(), &mut Silent)
        .expect("the handle is fresh");
    choose(arguments, &mut outcome, board);
    if let Some(path) = &arguments.svg {
        picture::write(path, request, &outcome)?;
    }
    let record = Record::new(request, None, &outcome, arguments.bulk.timing, None);
    let text = format.header(1).unwrap_or_default() + &format.show(&record);
    io::stdout().write_all(text.as_bytes()).map_err(Failure::io("standard output"))
}

#[cfg(test)]
mod tests {
    use super::arguments::parse;
    use super::*;

    #[test]
    fn an_argument_that_is_nothing_is_named() {
        let failure = run(&parse("no-such-file.epd")).unwrap_err();
        assert!(failure.to_string().contains("no-such-file.epd"), "{failure}");
        assert!(matches!(run(&parse("startpos moves e2e5")), Err(Failure::Usage(_))));
    }
}
