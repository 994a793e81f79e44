//! Measures on one processor what several workers gain. Under the turnstile one worker runs at a time. Time is counted in nodes of the
//! busiest worker, which is the time of a machine with a processor for each worker.

use argali_search::research::Stagger;
use argali_search::{Engine, EngineError, Limits, Outcome, Position};
use std::error::Error;

/// An engine whose searches with any number of workers are reproducible.
///
/// # Errors
/// As [`argali_search::EngineBuilder::build`].
pub fn engine(workers: usize, stagger: Stagger, hash_mib: usize) -> Result<Engine, EngineError> {
    Engine::builder().hash_mib(hash_mib).threads(workers).stagger(stagger).turnstile(true).build()
}

/// Searches a position from scratch, with nothing left of earlier searches.
pub fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Outcome {
    engine.new_game();
    engine.search(position, limits)
}

/// The geometric mean; 1 if there are no values.
#[must_use]
pub fn geometric_mean(ratios: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = ratios.len().max(1) as f64;
    (ratios.map(f64::ln).sum::<f64>() / count).exp()
}

/// The part of a row of `argali smp`'s table that is plotted: one scheme and number of workers.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The scheme of staggering.
    pub scheme: String,
    /// The number of workers.
    pub workers: u32,
    /// How many times sooner than one worker they reach the depth.
    pub speedup: f64,
}

/// Reads the table that `argali smp` prints.
///
/// # Errors
/// If there is no such table, or if one of its numbers is invalid.
pub fn rows(text: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut lines = text
        .lines()
        .filter_map(|line| line.strip_prefix('|'))
        .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let heading = lines.next().ok_or("standard input holds no table of `argali smp`")?;
    let column = |name: &str| {
        let found = heading.iter().position(|&other| other == name);
        found.ok_or_else(|| format!("the table has no column {name:?} but {heading:?}"))
    };
    let (scheme, workers, speedup) = (column("scheme")?, column("workers")?, column("speed-up")?);
    let row = |cells: Vec<&str>| -> Result<Row, Box<dyn Error>> {
        let cell = |column: usize| cells.get(column).copied().unwrap_or_default();
        let wrong = || format!("{cells:?} is no row of the table");
        Ok(Row {
            scheme: cell(scheme).to_owned(),
            workers: cell(workers).parse().map_err(|_| wrong())?,
            speedup: cell(speedup).parse().map_err(|_| wrong())?,
        })
    };
    lines.skip(1).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_argali_smp_is_read() {
        let table = "2 positions\n\n| scheme | workers | time | speed-up | loss |\n|---|--:|--:|--:|--:|\n\
                     | none   |       4 |   25 |     1.48 |  3.0 |\n";
        let row = Row { scheme: "none".to_owned(), workers: 4, speedup: 1.48 };
        assert_eq!(rows(table).expect("a table"), [row]);
        assert!(rows("").is_err());
        assert!(rows(&table.replace("1.48", "fast")).is_err());
        assert!(rows(&table.replace("speed-up", "speed")).is_err());
    }

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean([4.0, 0.25].into_iter()) - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean([].into_iter()), 1.0);
    }

    #[test]
    fn simulated_time_is_shared_among_workers() {
        let limits = Limits::new().depth(9);
        let mut engine = engine(4, Stagger::default(), 1).expect("four threads can start");
        let outcome = search(&mut engine, &Position::startpos(), &limits);
        assert!(outcome.busiest_worker_nodes < outcome.nodes);
        let again = search(&mut engine, &Position::startpos(), &limits);
        assert_eq!((again.nodes, again.busiest_worker_nodes), (outcome.nodes, outcome.busiest_worker_nodes));
    }
}
