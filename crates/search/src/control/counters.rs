//! Counters that the workers of a search publish.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The counts of each worker, as of its last check of the limits.
#[derive(Debug)]
pub(crate) struct Counters(Vec<Counter>);

/// On a cache line of its own, to avoid false sharing.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counter {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl Counters {
    /// Zeros for `workers` workers.
    pub(crate) fn new(workers: usize) -> Counters {
        Counters((0..workers).map(|_| Counter::default()).collect())
    }

    /// The number of workers.
    pub(crate) fn workers(&self) -> usize {
        self.0.len()
    }

    /// Replaces the counts of a worker.
    pub(crate) fn publish(&self, worker: usize, nodes: u64, tablebase_hits: u64) {
        self.0[worker].nodes.store(nodes, Relaxed);
        self.0[worker].tablebase_hits.store(tablebase_hits, Relaxed);
    }

    /// Nodes of all workers.
    pub(crate) fn nodes(&self) -> u64 {
        self.0.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// The largest node count of a single worker.
    pub(crate) fn busiest_worker_nodes(&self) -> u64 {
        self.0.iter().map(|counter| counter.nodes.load(Relaxed)).max().unwrap_or(0)
    }

    /// Tablebase hits of all workers.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.0.iter().map(|counter| counter.tablebase_hits.load(Relaxed)).sum()
    }
}
