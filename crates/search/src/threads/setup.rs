//! What a builder chooses and an engine keeps: parameters, tablebases, and the mode of work.

use crate::control::stopwatch::TimeSource;
use crate::params::Params;
use crate::tablebase::{Tablebase, TablebaseRules};
use crate::threads::smp::{Stagger, Voting};
use std::sync::Arc;

/// The choices that do not depend on the evaluator.
#[derive(Clone, Default)]
pub(crate) struct Setup {
    pub params: Params,
    pub tablebase: Option<Arc<dyn Tablebase>>,
    pub tablebase_rules: TablebaseRules,
    /// The clock, if not the system's.
    pub time_source: Option<TimeSource>,
    pub mode: Mode,
}

/// How the search works, apart from the numbers of [`Params`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    pub stagger: Stagger,
    pub voting: Voting,
    /// Run the workers one at a time, reproducibly.
    pub turnstile: bool,
    /// Use the transposition table.
    pub table: bool,
    /// Prune, reduce and extend.
    pub selective: bool,
}

impl Default for Mode {
    fn default() -> Mode {
        Mode {
            stagger: Stagger::default(),
            voting: Voting::default(),
            turnstile: false,
            table: true,
            selective: true,
        }
    }
}
