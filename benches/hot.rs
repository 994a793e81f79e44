//! The time of the hot paths of a search: evaluation by each kernel, move picking, the protocol.

use argali_benches::{counts, hot};
use criterion::Throughput;

fn main() {
    let mut criterion = counts::clock();
    let mut group = criterion.benchmark_group("hot");
    for mut path in hot::all() {
        group.throughput(Throughput::Elements(path.elements));
        group.bench_function(path.name, |bencher| bencher.iter(&mut path.run));
    }
    group.finish();
    criterion.final_summary();
}
