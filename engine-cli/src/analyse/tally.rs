//! Counts of results.

use super::record::Record;
use std::time::Duration;

/// Counts of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions that were searched.
    pub positions: usize,
    /// Invalid lines.
    pub errors: usize,
    /// Positions whose result has a note.
    pub notes: usize,
    /// Positions with a solution,
    with_solution: usize,
    /// and those that were solved.
    solved: usize,
    nodes: u64,
}

impl Tally {
    /// Counts a result.
    pub fn add(&mut self, record: &Record) {
        let found = match record {
            Record::Refused(_) => return self.errors += 1,
            Record::Found(found) => found,
        };
        self.positions += 1;
        self.nodes += found.nodes;
        self.notes += usize::from(found.note.is_some());
        if let Some(Some(solved)) = found.solved {
            self.with_solution += 1;
            self.solved += usize::from(solved);
        }
    }

    /// The counts in a line; with invalid lines at the end.
    pub fn summary(&self, elapsed: Duration) -> String {
        let Tally { positions, errors, notes, with_solution, solved, nodes } = *self;
        let seconds = elapsed.as_secs_f64();
        let speed = nodes as f64 / seconds.max(0.001);
        let mut parts = vec![
            format!("{} in {seconds:.1} s", counted(positions, "position")),
            format!("{nodes} nodes, {speed:.0} a second"),
        ];
        if with_solution > 0 {
            parts.push(format!("{solved} of {with_solution} solved"));
        }
        if notes > 0 {
            parts.push(counted(notes, "note"));
        }
        parts.push(counted(errors, "error"));
        parts.join("; ")
    }
}

/// A count with its noun.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
