//! What the command line asks of the engine.

use super::arguments::{AnalyseArguments, LimitArguments};
use crate::failure::Failure;
use argali_search::{Engine, Limits, Tablebase};
use std::sync::Arc;
use std::time::Duration;

/// Time for a position where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// An engine as the arguments ask for it.
pub fn engine(arguments: &AnalyseArguments, tables: Option<Arc<dyn Tablebase>>) -> Result<Engine, Failure> {
    Ok(Engine::builder().hash_mib(arguments.hash).threads(arguments.threads).tablebase(tables).build()?)
}

/// The tablebases that the arguments name; several engines can share them.
#[cfg(feature = "syzygy")]
pub fn tables(arguments: &AnalyseArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    // A variable of the environment that is empty says nothing.
    arguments.syzygy.as_deref().filter(|folders| !folders.is_empty()).map(crate::tablebases::open).transpose()
}

#[cfg(not(feature = "syzygy"))]
pub fn tables(_: &AnalyseArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    Ok(None)
}

pub fn limits(arguments: &AnalyseArguments) -> Limits {
    let LimitArguments { depth, nodes, movetime, mate } = arguments.limits;
    let mut limits = Limits::new().lines(arguments.multipv as usize);
    limits.depth = depth;
    limits.nodes = nodes;
    limits.move_time = movetime.map(Duration::from_millis);
    limits.mate = mate;
    if depth.is_none() && nodes.is_none() && movetime.is_none() {
        limits.move_time = Some(DEFAULT_TIME);
    }
    limits
}

/// The limits for one of many positions: a search by depth alone does not stop the others for ever. Counted in nodes, that is
/// the same on every machine.
pub fn guarded_limits(arguments: &AnalyseArguments) -> Limits {
    let mut limits = limits(arguments);
    if limits.nodes.is_none() && limits.move_time.is_none() && arguments.bulk.guard > 0 {
        limits.nodes = Some(arguments.bulk.guard);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::super::arguments::parse;
    use super::*;

    #[test]
    fn without_a_limit_three_seconds_are_taken() {
        assert_eq!(limits(&parse("startpos")).move_time, Some(DEFAULT_TIME));
        assert_eq!(limits(&parse("startpos --mate 3")).move_time, Some(DEFAULT_TIME));
        let fixed = limits(&parse("startpos --nodes 5 --multipv 4"));
        assert_eq!((fixed.nodes, fixed.move_time, fixed.lines), (Some(5), None, 4));
    }

    #[test]
    fn depth_alone_is_guarded() {
        let guarded = |words: &str| guarded_limits(&parse(&format!("x.epd {words}")));
        assert_eq!(guarded("--depth 30").nodes, Some(100_000_000));
        assert_eq!(guarded("--depth 30 --guard 7").nodes, Some(7));
        assert_eq!(guarded("--depth 30 --guard 0").nodes, None);
        assert_eq!(guarded("--nodes 500000000").nodes, Some(500_000_000));
        assert_eq!((guarded("--mate 3").nodes, guarded("--movetime 1").nodes), (None, None));
    }
}
