//! Nodes a second of whole searches, with real threads.

use argali_benches::{counts, positions};
use argali_search::{Engine, Limits, Silent, StopHandle};
use criterion::{SamplingMode, Throughput};
use std::time::Duration;

fn main() {
    let nodes = if counts::is_test() { 2_000 } else { 100_000 };
    let mut criterion = counts::clock();
    let mut group = criterion.benchmark_group("nps");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(4));
    for threads in [1, 2] {
        let mut engine =
            Engine::builder().hash_mib(16).threads(threads).build().expect("2 threads can be had");
        let limits = Limits::new().nodes(nodes);
        for (name, position) in positions::spread(4) {
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(format!("position {name}/{threads} threads"), |bencher| {
                bencher.iter_custom(|iterations| {
                    let mut searching = Duration::ZERO;
                    for _ in 0..iterations {
                        // Forgetting takes time too, which is none of the search's.
                        engine.new_game();
                        let outcome = engine.search(&position, &limits, &StopHandle::new(), &mut Silent);
                        // Several threads stop a little later than the limit says.
                        searching += outcome.elapsed.mul_f64(nodes as f64 / outcome.nodes.max(1) as f64);
                    }
                    searching
                });
            });
        }
    }
    group.finish();
    criterion.final_summary();
}
