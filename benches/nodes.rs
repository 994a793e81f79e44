//! Exact node counts to a depth for one worker, and simulated time for several workers.

use argali_benches::{counts, positions, scaling};
use argali_search::Limits;
use argali_search::research::Stagger;

/// Large enough that no position fills it. The size changes the counts (see the benchmark `table`).
const HASH_MIB: usize = 16;

fn main() {
    let mut criterion = counts::criterion();

    let mut engine = scaling::engine(1, Stagger::default(), HASH_MIB).expect("16 MiB are available");
    let mut group = criterion.benchmark_group("nodes");
    for (name, position) in positions::all() {
        counts::exact(&mut group, format!("position {name}/depth 7"), || {
            scaling::search(&mut engine, &position, &Limits::new().depth(7)).nodes
        });
    }
    for (name, position) in positions::spread(6) {
        for depth in [5, 9, 12] {
            counts::exact(&mut group, format!("position {name}/depth {depth}"), || {
                scaling::search(&mut engine, &position, &Limits::new().depth(depth)).nodes
            });
        }
    }
    group.finish();

    // A worker's turn is 512 nodes, so the counts of short searches would show turns only.
    let depth = if counts::is_test() { 7 } else { 12 };
    for workers in [2, 4, 8, 16] {
        let mut engine =
            scaling::engine(workers, Stagger::default(), HASH_MIB).expect("16 threads can start");
        let mut group = criterion.benchmark_group(format!("busiest of {workers} workers"));
        for (name, position) in positions::spread(6) {
            counts::exact(&mut group, format!("position {name}/depth {depth}"), || {
                scaling::search(&mut engine, &position, &Limits::new().depth(depth)).busiest_worker_nodes
            });
        }
        group.finish();
    }

    criterion.final_summary();
}
