//! The gain by the transposition table: exact node counts to a depth without a table, and with tables of 1 to 256 MiB.

use argali_benches::{counts, positions, scaling};
use argali_search::research::Stagger;
use argali_search::{Engine, Limits};

fn main() {
    let limits = Limits::new().depth(if counts::is_test() { 6 } else { 9 });
    let mut criterion = counts::criterion();
    let mut group = criterion.benchmark_group("table");
    for (name, position) in positions::spread(6) {
        let mut engine = Engine::builder().hash_mib(1).without_table().build().expect("1 MiB is available");
        counts::exact(&mut group, format!("position {name}/none"), || {
            scaling::search(&mut engine, &position, &limits).nodes
        });
        for mib in [1, 4, 16, 64, 256] {
            let mut engine = scaling::engine(1, Stagger::default(), mib).expect("256 MiB are available");
            counts::exact(&mut group, format!("position {name}/{mib} MiB"), || {
                scaling::search(&mut engine, &position, &limits).nodes
            });
        }
    }
    group.finish();
    criterion.final_summary();
}
