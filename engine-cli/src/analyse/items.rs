//! The lines of an input that name positions.

use crate::failure::Failure;
use crate::input::{Lines, TooLong};
use std::io::BufRead;

/// A line of input that names a position.
pub struct Item {
    /// Its place among the results, from 0.
    pub index: usize,
    /// Its number in the input.
    pub line: u64,
    /// What stands on it.
    pub text: Result<String, TooLong>,
}

/// Lines that name positions; blank lines and those that begin with # are counted and passed over.
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

    /// How many were taken.
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

/// A line without the mark that some editors put at the start of a file.
fn clean(line: &str) -> String {
    line.trim_start_matches('\u{feff}').trim().to_owned()
}

fn names_a_position(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('#')
}
