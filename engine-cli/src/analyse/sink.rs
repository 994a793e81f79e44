//! Writes results in order.

use super::format::Format;
use super::record::Record;
use super::tally::Tally;
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::io::Write;

/// Writes each result as soon as those before it are written.
pub struct Sink {
    output: Box<dyn Write>,
    format: Format,
    next: usize,
    early: BTreeMap<usize, Record>,
    /// The output.
    pub tally: Tally,
}

impl Sink {
    /// Writes to `output` from the result with the index `next` on.
    pub fn new(output: Box<dyn Write>, format: Format, next: usize) -> Sink {
        Sink { output, format, next, early: BTreeMap::new(), tally: Tally::default() }
    }

    /// Adds a result, and writes the results that are next in order.
    pub fn accept(&mut self, index: usize, record: Record) -> Result<(), Failure> {
        self.early.insert(index, record);
        while let Some(record) = self.early.remove(&self.next) {
            self.tally.add(&record);
            let written = self.output.write_all(self.format.show(&record).as_bytes());
            written.and_then(|()| self.output.flush()).map_err(Failure::io("output"))?;
            self.next += 1;
        }
        Ok(())
    }
}
