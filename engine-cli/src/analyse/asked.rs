//! Limits and options of results, in a file next to the results, so that `--resume` does not mix different ones.

use super::arguments::AnalyseArguments;
use super::error::AnalyseError;
use crate::failure::Failure;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Everything on which results depend besides the input, by name.
#[derive(Debug, PartialEq, Eq)]
pub struct Asked(Map<String, Value>);

impl Asked {
    /// The limits and options of the arguments, and the version, with the commit in builds from a checkout.
    pub fn new(arguments: &AnalyseArguments) -> Asked {
        let values = match serde_json::to_value(arguments) {
            Ok(Value::Object(values)) => values,
            // Arguments are an object, and always serialise.
            _ => Map::new(),
        };
        let version = ("argali".to_owned(), env!("ARGALI_VERSION").into());
        let format = ("format".to_owned(), format!("{:?}", arguments.format()).to_lowercase().into());
        Asked(values.into_iter().chain([version, format]).collect())
    }

    /// The file next to `output`.
    pub fn path(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".asked");
        name.into()
    }

    /// Reads the file next to `output`; `None` if there is none.
    pub fn read(output: &Path) -> Result<Option<Asked>, Failure> {
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
            return Err(AnalyseError::AskedForeign { path }.into());
        }
        let text = Value::Object(self.0.clone()).to_string() + "\n";
        fs::write(&path, text).map_err(Failure::io(path.display().to_string()))
    }

    /// The first difference, as text: `nodes was 1000 and is 2000`.
    pub fn difference(&self, now: &Asked) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::super::arguments::parse;
    use super::*;

    #[test]
    fn what_changes_results_is_a_difference_and_nothing_else() {
        let asked = |words: &str| Asked::new(&parse(&format!("x.epd {words}")));
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
}
