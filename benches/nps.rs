//! Speed of whole searches: nodes a second by evaluator and number of real threads, and time to a depth.

use argali_benches::{counts, positions};
use argali_search::eval::{Classical, Evaluator, Network};
use argali_search::{Engine, Limits, Outcome, Position};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use std::time::Duration;

fn main() {
    let mut criterion = counts::clock();
    nodes_a_second(&mut criterion);
    time_to_depth(&mut criterion);
    criterion.final_summary();
}

fn nodes_a_second(criterion: &mut Criterion<WallTime>) {
    let nodes = if counts::is_test() { 2_000 } else { 100_000 };
    let mut group = criterion.benchmark_group("nps");
    configure(&mut group);
    group.throughput(Throughput::Elements(nodes));
    let limits = Limits::new().nodes(nodes);
    // Several threads exceed the limit a little.
    let time = |outcome: &Outcome| outcome.elapsed.mul_f64(nodes as f64 / outcome.nodes.max(1) as f64);
    for (name, position) in positions::spread(4) {
        for threads in [1, 2] {
            let id = format!("position {name}/network/{threads} threads");
            measure(&mut group, id, engine(Network::embedded(), threads), &position, &limits, time);
        }
        let id = format!("position {name}/classical/1 threads");
        measure(&mut group, id, engine(Classical, 1), &position, &limits, time);
    }
    group.finish();
}

fn time_to_depth(criterion: &mut Criterion<WallTime>) {
    let depth = if counts::is_test() { 5 } else { 13 };
    let mut group = criterion.benchmark_group(format!("time to depth {depth}"));
    configure(&mut group);
    for (name, position) in positions::spread(8) {
        for threads in [1, 2] {
            let id = format!("position {name}/{threads} threads");
            let engine = engine(Network::embedded(), threads);
            measure(&mut group, id, engine, &position, &Limits::new().depth(depth), |outcome| {
                outcome.elapsed
            });
        }
    }
    group.finish();
}

fn configure(group: &mut BenchmarkGroup<'_, WallTime>) {
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(4));
}

fn engine<E: Evaluator>(evaluator: E, threads: usize) -> Engine<E> {
    let builder = Engine::builder().hash_mib(16).threads(threads).evaluator(evaluator);
    builder.build().expect("2 threads can start")
}

/// Measures searches from scratch. `time` computes the measured time from the outcome.
fn measure<E: Evaluator>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: String,
    mut engine: Engine<E>,
    position: &Position,
    limits: &Limits,
    time: impl Fn(&Outcome) -> Duration,
) {
    group.bench_function(id, |bencher| {
        bencher.iter_custom(|iterations| {
            let mut searching = Duration::ZERO;
            for _ in 0..iterations {
                // Clearing the table takes time, too, but is not part of the search.
                engine.new_game();
                searching += time(&engine.search(position, limits));
            }
            searching
        });
    });
}
