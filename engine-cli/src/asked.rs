//! Limits and options of results, in a file next to the results, so that `--resume` does not mix different ones.

use crate::failure::Failure;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Everything on which results depend besides the input, by name.
#[derive(Debug, PartialEq, Eq)]
pub struct Asked(Map<String, Value>);

/// Why results may not be continued, or their limits and options not be recorded.
#[derive(Debug, Error)]
pub enum AskedError {
    /// The results in the file have other limits or options.
    #[error("cannot resume {}: {difference}", .path.display())]
    Otherwise {
        /// The output file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The limits and options of the results in the file are not known.
    #[error("cannot resume {}: {}, the record of its limits and options, is missing", .path.display(), .missing.display())]
    Unknown {
        /// The output file.
        path: PathBuf,
        /// The missing file.
        missing: PathBuf,
    },
    /// The file next to the output is not a record of limits and options.
    #[error("{} is where limits and options are recorded, but another file has that name", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
}

impl Asked {
    /// The limits and options of a command line, and the version, with the commit in builds from a checkout. Arguments on which results do
    /// not depend are not serialised.
    pub fn new(arguments: &impl Serialize) -> Asked {
        let values = match serde_json::to_value(arguments) {
            Ok(Value::Object(values)) => values,
            // Arguments are an object, and always serialise.
            _ => Map::new(),
        };
        Asked(values).with("argali", env!("ARGALI_VERSION"))
    }

    /// Adds a value that the arguments do not have.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Asked {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The file next to `output`.
    fn path(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".asked");
        name.into()
    }

    /// Reads the file next to `output`; `None` if there is none.
    fn read(output: &Path) -> Result<Option<Asked>, Failure> {
        let path = Asked::path(output);
        match fs::read(&path) {
            Ok(bytes) => {
                let values = serde_json::from_slice(&bytes).ok();
                Ok(values.filter(|values: &Map<String, Value>| values.contains_key("argali")).map(Asked))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::io(path.display().to_string())(error)),
        }
    }

    /// Writes the file next to `output`, unless a file of that name has other contents.
    pub fn write(&self, output: &Path) -> Result<(), Failure> {
        let path = Asked::path(output);
        if Asked::read(output)?.is_none() && fs::metadata(&path).is_ok_and(|found| found.len() > 0) {
            return Err(AskedError::Foreign { path }.into());
        }
        let text = Value::Object(self.0.clone()).to_string() + "\n";
        fs::write(&path, text).map_err(Failure::io(path.display().to_string()))
    }

    /// Checks that the results in `output` were made with these limits and options.
    pub fn check(&self, output: &Path) -> Result<(), Failure> {
        let path = output.to_owned();
        match Asked::read(output)? {
            None => Err(AskedError::Unknown { missing: Asked::path(output), path }.into()),
            Some(before) => match before.difference(self) {
                None => Ok(()),
                Some(difference) => Err(AskedError::Otherwise { path, difference }.into()),
            },
        }
    }

    /// The differences, as text: `nodes was 1000 and is 2000`.
    fn difference(&self, now: &Asked) -> Option<String> {
        let names: BTreeSet<&String> = self.0.keys().chain(now.0.keys()).collect();
        let shown =
            |asked: &Asked, name| asked.0.get(name).filter(|value| !value.is_null()).map(Value::to_string);
        let differences = names.into_iter().filter_map(|name| {
            let (was, is) = (shown(self, name), shown(now, name));
            let show = |value: Option<String>| value.unwrap_or_else(|| "not given".to_owned());
            (was != is).then(|| format!("{name} was {} and is {}", show(was), show(is)))
        });
        let differences: Vec<String> = differences.collect();
        (!differences.is_empty()).then(|| differences.join(", "))
    }
}

impl From<AskedError> for Failure {
    fn from(error: AskedError) -> Failure {
        Failure::other(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Task};
    use clap::Parser;

    fn asked(line: &str) -> Asked {
        match Arguments::parse_from(["argali"].into_iter().chain(line.split_whitespace())).task {
            Some(Task::Analyse(arguments)) => arguments.asked(),
            Some(Task::Annotate(arguments)) => Asked::new(&arguments),
            task => panic!("{task:?} has no results"),
        }
    }

    #[test]
    fn what_changes_results_is_a_difference_and_nothing_else() {
        let asked = |words: &str| asked(&format!("analyse x.epd {words}"));
        let before = asked("--nodes 1000 --hash 64");
        for words in
            ["--nodes 1000", "--nodes 1000 --format json", "--nodes 1000 --json -j 4 -q -o y --resume"]
        {
            assert_eq!(before.difference(&asked(words)), None, "{words}");
        }
        for (words, difference) in [
            ("--nodes 2000", "nodes was 1000 and is 2000"),
            ("--nodes 1000 --depth 9", "depth was not given and is 9"),
            ("--nodes 1000 --multipv 2 --threads 2", "multipv was 1 and is 2, threads was 1 and is 2"),
            ("--nodes 1000 --format csv", "format was \"json\" and is \"csv\""),
            ("--nodes 1000 --timing", "timing was false and is true"),
            ("--nodes 1000 --elo 1500", "elo was not given and is 1500"),
            ("--nodes 1000 --searchmoves e2e4 Nf3", "searchmoves was not given and is [\"e2e4\",\"Nf3\"]"),
            ("--nodes 1000 --first-line 5", "first_line was 1 and is 5"),
        ] {
            assert_eq!(before.difference(&asked(words)).as_deref(), Some(difference));
        }
    }

    #[test]
    fn annotations_depend_on_limits_and_style_alone() {
        let asked = |words: &str| asked(&format!("annotate x.pgn {words}"));
        let before = asked("--nodes 1000");
        for words in
            ["--nodes 1000", "--nodes 1000 -j 4 -q -o y --resume", "--nodes 1000 --html z --svg z --force"]
        {
            assert_eq!(before.difference(&asked(words)), None, "{words}");
        }
        for (words, difference) in [
            ("--nodes 2000", "nodes was 1000 and is 2000"),
            ("--depth 9", "depth was not given and is 9, nodes was 1000 and is not given"),
            ("--nodes 1000 --movetime 50", "movetime was not given and is 50"),
            ("--nodes 1000 --hash 1 --threads 2", "hash was 64 and is 1, threads was 1 and is 2"),
            ("--nodes 1000 --line 3 --wdl", "line was 10 and is 3, wdl was false and is true"),
        ] {
            assert_eq!(before.difference(&asked(words)).as_deref(), Some(difference));
        }
    }
}
