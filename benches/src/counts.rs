//! A criterion measurement whose unit is the node: exact counts instead of times.
//!
//! A search with one worker, or with several under the turnstile, visits the same nodes on every run and machine. One search is
//! therefore the whole measurement. It needs no warm-up, has no noise, and shows a change of a single node. Criterion expects samples
//! that vary; [`criterion()`] configures it for equal ones:
//!
//! - no plots, because the density of equal samples is infinite;
//! - flat sampling, because a regression line means nothing;
//! - no noise threshold, except for rounding in the 16th digit.

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use std::time::Duration;

/// Counts nodes. The benchmark passes its count to [`criterion::Bencher::iter_custom`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Nodes;

impl Measurement for Nodes {
    type Intermediate = ();
    type Value = u64;

    fn start(&self) {}

    fn end(&self, (): ()) -> u64 {
        0
    }

    fn add(&self, first: &u64, second: &u64) -> u64 {
        first + second
    }

    fn zero(&self) -> u64 {
        0
    }

    fn to_f64(&self, value: &u64) -> f64 {
        *value as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        &Formatter
    }
}

struct Formatter;

impl ValueFormatter for Formatter {
    /// In full, because a rounded count would hide small changes.
    fn format_value(&self, value: f64) -> String {
        format!("{value:.0} nodes")
    }

    fn scale_values(&self, _typical: f64, _values: &mut [f64]) -> &'static str {
        "nodes"
    }

    fn scale_throughputs(
        &self,
        _typical: f64,
        _throughput: &Throughput,
        _values: &mut [f64],
    ) -> &'static str {
        "nodes"
    }

    fn scale_for_machines(&self, _values: &mut [f64]) -> &'static str {
        "nodes"
    }
}

/// Criterion for exact counts, configured by the command line.
#[must_use]
pub fn criterion() -> Criterion<Nodes> {
    let quick = std::env::args().any(|argument| argument == "--quick");
    Criterion::default()
        .with_measurement(Nodes)
        .sample_size(10)
        .nresamples(1000)
        .warm_up_time(Duration::from_nanos(1))
        // The quick mode repeats a benchmark until one run takes a tenth of a second. A count that is already known never takes that
        // long, so the time limit has to end it.
        .measurement_time(if quick { Duration::from_nanos(1) } else { Duration::from_secs(5) })
        .noise_threshold(1e-9)
        .configure_from_args()
        .without_plots()
}

/// Adds a benchmark to `group`. Its value is the result of `count`, which is computed once and used for all samples.
///
/// # Panics
/// If `count` does not return the same number twice in a row.
pub fn exact(group: &mut BenchmarkGroup<'_, Nodes>, id: impl Into<String>, mut count: impl FnMut() -> u64) {
    let mut known = None;
    let id = id.into();
    group.sampling_mode(SamplingMode::Flat);
    group.bench_function(id.clone(), |bencher| {
        let nodes = *known.get_or_insert_with(|| {
            let nodes = count();
            assert_eq!(nodes, count(), "{id} differs from one run to the next");
            nodes
        });
        bencher.iter_custom(|iterations| nodes * iterations);
    });
}

/// Criterion for times, configured by the command line.
#[must_use]
pub fn clock() -> Criterion<WallTime> {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args()
}

/// Whether each benchmark runs once as a test: `cargo test`, or `cargo bench -- --test`.
#[must_use]
pub fn is_test() -> bool {
    let mut arguments = std::env::args();
    let bench = arguments.any(|argument| argument == "--bench");
    !bench || std::env::args().any(|argument| argument == "--test")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_full() {
        let formatter = Nodes.formatter();
        assert_eq!(formatter.format_value(1_234_567.0), "1234567 nodes");
        assert_eq!(Nodes.to_f64(&Nodes.add(&3, &4)), 7.0);
    }
}
