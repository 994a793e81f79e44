//! What an engine lends to each of its searches: evaluator, table, choices, and the counters of the workers.

use crate::threads::setup::Setup;
use crate::tree::formulas::Reductions;
use argali_tt::Table;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The parts of an engine that all workers of a search use at once.
pub(crate) struct Kit<E> {
    pub evaluator: E,
    pub table: Table,
    pub setup: Setup,
    /// Made from the parameters of `setup`.
    pub reductions: Reductions,
    /// One for each worker.
    pub counters: Vec<Counter>,
}

/// What a worker publishes of its work; on a cache line of its own, so that counting causes no contention.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Counter {
    pub nodes: AtomicU64,
    pub tablebase_hits: AtomicU64,
}

impl<E> Kit<E> {
    /// Starts counting at 0.
    pub(crate) fn reset_counters(&mut self) {
        self.counters.fill_with(Counter::default);
    }

    /// Nodes of all workers.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Nodes of the worker that has searched most.
    pub(crate) fn busiest_worker_nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).max().unwrap_or(0)
    }

    /// Tablebase hits of all workers.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.tablebase_hits.load(Relaxed)).sum()
    }
}
