//! The options of commands that label positions by searches.

use argali_trainer::labelling::{Label, Labelling, Width};
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct LabellingOptions {
    /// Start no iteration of a search after this many nodes
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: u64,
    /// Stop a search at this many nodes [default: 8 times the soft limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,
    /// Search without pruning and reductions, to this depth at most if one is given
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, value_parser = clap::value_parser!(u32).range(1..))]
    full_width: Option<Option<u32>>,
    /// Which score of a search to record
    #[arg(long, value_name = "WHICH", default_value = "last")]
    label: LabelName,
    /// Transposition table of each thread; it is cleared for each game
    #[arg(long, value_name = "MIB", default_value_t = 1)]
    hash: usize,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum LabelName {
    /// That of the last iteration
    Last,
    /// The mean of the last two iterations
    Mean,
}

impl LabellingOptions {
    pub(super) fn settings(&self) -> Labelling {
        Labelling {
            width: self.full_width.map_or(Width::Selective, Width::Full),
            label: match self.label {
                LabelName::Last => Label::Last,
                LabelName::Mean => Label::Mean,
            },
            soft_nodes: self.soft_nodes,
            hard_nodes: self.hard_nodes.unwrap_or(self.soft_nodes.saturating_mul(8)),
            hash_mib: self.hash,
        }
    }
}
