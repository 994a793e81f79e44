//! The results of a tuning: a page to read, and a patch of the defaults.

use crate::tune::{State, Tuned};
use std::fmt::Write;

/// A page (Markdown) with all parameters before, during and after the tuning.
#[must_use]
pub fn page(state: &State) -> String {
    let State { setting, seed, pairs, batch, rate, done, decisive, params, history } = state;
    let mut page = String::from("# Search parameters tuned by SPSA\n\n");
    let drawn = 1.0 - *decisive as f64 / (2 * done).max(1) as f64;
    let _ = writeln!(
        page,
        "{} of {} games, {:.0} % drawn. Seed {seed}, batches of {batch} pairs, rate {rate}. Played with {setting}.\n",
        2 * done,
        2 * pairs,
        100.0 * drawn
    );
    let _ = writeln!(page, "| parameter | before | after | in steps | range | step | on the way |");
    let _ = writeln!(page, "|---|---|---|---|---|---|---|");
    for (index, param) in params.iter().enumerate() {
        let way: Vec<String> = history.iter().map(|values| format!("{:.1}", values[index])).collect();
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {:+.2} | {} to {} | {} | {} |",
            param.name,
            param.start,
            param.rounded(),
            param.moved(),
            param.min,
            param.max,
            param.step,
            way.join(" ")
        );
    }
    page.push_str("\nConfirm them by a match before they become the defaults:\n\n");
    let changed = params.iter().filter(|param| param.rounded() != param.start);
    let settings: Vec<String> = changed.map(|param| format!("{}={}", param.name, param.rounded())).collect();
    let _ = writeln!(
        page,
        "    argali-train match NET NET --book BOOK --sprt 0,5 --params-a {}",
        settings.join(",")
    );
    page
}

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// A unified diff that makes the tuned values the defaults in the source text that declares the parameters (`name = default, min..=max, step;`).
/// Empty if nothing changes.
///
/// # Errors
/// The name of a parameter that the text does not declare with its range.
pub fn patch(path: &str, source: &str, params: &[Tuned]) -> Result<String, String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut changes: Vec<(usize, String)> = Vec::new();
    for param in params {
        let (index, changed) = lines
            .iter()
            .enumerate()
            .find_map(|(index, line)| Some((index, with_default(line, param)?)))
            .ok_or_else(|| {
                format!("{path} does not declare `{} = …, {}..={}`", param.name, param.min, param.max)
            })?;
        if changed != lines[index] {
            changes.push((index, changed));
        }
    }
    changes.sort_unstable();
    let mut diff = String::new();
    if !changes.is_empty() {
        let _ = writeln!(diff, "--- a/{path}\n+++ b/{path}");
    }
    // Changes whose contexts touch share a hunk.
    for hunk in changes.chunk_by(|(one, _), (next, _)| next - one <= 2 * CONTEXT) {
        let from = hunk[0].0.saturating_sub(CONTEXT);
        let to = (hunk[hunk.len() - 1].0 + CONTEXT + 1).min(lines.len());
        let _ = writeln!(diff, "@@ -{0},{1} +{0},{1} @@", from + 1, to - from);
        for (index, line) in lines.iter().enumerate().take(to).skip(from) {
            match hunk.iter().find(|(changed, _)| *changed == index) {
                Some((_, changed)) => {
                    let _ = writeln!(diff, "-{line}\n+{changed}");
                }
                None => {
                    let _ = writeln!(diff, " {line}");
                }
            }
        }
    }
    Ok(diff)
}

/// The line with the tuned default, if it declares the parameter.
fn with_default(line: &str, param: &Tuned) -> Option<String> {
    let (name, rest) = line.split_once('=')?;
    let (_, rest) = rest.split_once(',')?;
    let declares = name.trim() == param.name
        && rest.trim_start().starts_with(&format!("{}..={},", param.min, param.max));
    declares.then(|| format!("{name}= {},{rest}", param.rounded()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned(name: &str, start: i32, value: f64) -> Tuned {
        Tuned { name: name.to_owned(), start, min: 0, max: 100, step: 5.0, value }
    }

    const SOURCE: &str = "params! {\n    /// One.\n    one = 10, 0..=100, 5;\n    /// Two.\n    two = 20, 0..=100, 5;\n\
                          \n\n\n\n\n\n    /// Three.\n    three = 30, 0..=100, 5;\n}\n";

    #[test]
    fn a_patch_changes_the_defaults_alone() {
        let params = [tuned("three", 30, 33.4), tuned("one", 10, 7.6), tuned("two", 20, 20.3)];
        let expected = "--- a/p.rs\n+++ b/p.rs\n@@ -1,6 +1,6 @@\n params! {\n     /// One.\n-    one = 10, 0..=100, 5;\n\
                        +    one = 8, 0..=100, 5;\n     /// Two.\n     two = 20, 0..=100, 5;\n \n@@ -10,5 +10,5 @@\n \n \n     \
                        /// Three.\n-    three = 30, 0..=100, 5;\n+    three = 33, 0..=100, 5;\n }\n";
        assert_eq!(patch("p.rs", SOURCE, &params).unwrap(), expected);
        assert_eq!(patch("p.rs", SOURCE, &params[2..]).unwrap(), "");
        assert!(patch("p.rs", SOURCE, &[tuned("four", 1, 2.0)]).unwrap_err().contains("four"));
    }

    #[test]
    fn every_parameter_is_found_in_the_source_that_declares_it() {
        let source = include_str!("../../search/src/params.rs");
        let all = crate::tune::select(&["*".to_owned()], &argali_search::Params::default()).unwrap();
        assert_eq!(all.len(), argali_search::Params::TABLE.len());
        assert_eq!(patch("params.rs", source, &all), Ok(String::new()));
    }
}
