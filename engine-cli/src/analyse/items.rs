//! The lines of an input that contain positions.

use crate::failure::Failure;
use crate::input::{Lines, TooLong};
use std::io::BufRead;

/// A line of input with a position.
pub struct Item {
    /// The index of its result, from 0.
    pub index: usize,
    /// The number of the line in the input.
    pub line: u64,
    /// The text of the line.
    pub text: Result<String, TooLong>,
}

/// The lines with positions. Blank lines and those that begin with # are counted and skipped.
pub struct Items {
    lines: Lines<Box<dyn BufRead + Send>>,
    line: u64,
    index: usize,
}

impl Items {
    /// The items of an input whose first line has the number `first`.
    pub fn new(input: Box<dyn BufRead + Send>, first: u64) -> Items {
        Items { lines: Lines::new(input), line: first.saturating_sub(1), index: 0 }
    }

    /// How many were returned.
    pub fn taken(&self) -> usize {
        self.index
    }
}

impl Iterator for Items {
    type Item = Result<Item, Failure>;

    fn next(&mut self) -> Option<Result<Item, Failure>> {
        loop {
            let text = match self.lines.next() {
                Err(error) => return Some(Err(Failure::io("input")(error))),
                Ok(None) => return None,
                Ok(Some(line)) => line.map(|text| clean(&text)),
            };
            self.line = self.line.saturating_add(1);
            if text.as_deref().map_or(true, names_a_position) {
                self.index += 1;
                return Some(Ok(Item { index: self.index - 1, line: self.line, text }));
            }
        }
    }
}

/// A line without a byte order mark.
fn clean(line: &str) -> String {
    line.trim_start_matches('\u{feff}').trim().to_owned()
}

fn names_a_position(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('#')
}
