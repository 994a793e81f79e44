//! The engine and its limits, from the command line.

use super::arguments::{AnalyseArguments, LimitArguments};
use super::error::AnalyseError;
use super::solution;
use crate::failure::Failure;
use argali_search::{EngineBuilder, Limits, Outcome, Strength, Tablebase};
use cozy_chess::{Board, Move};
use std::sync::Arc;
use std::time::Duration;

/// Time for a position if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// The evaluator: the embedded network, or that of `--eval-file`.
#[cfg(feature = "nnue")]
pub type Judge = argali_eval::Network;
/// The evaluator of builds without a network.
#[cfg(not(feature = "nnue"))]
pub type Judge = argali_search::DefaultEvaluator;

/// An engine for analysis.
pub type Engine = argali_search::Engine<Judge>;

/// An engine for these arguments.
pub fn engine(arguments: &AnalyseArguments, tables: Option<Arc<dyn Tablebase>>) -> Result<Engine, Failure> {
    let builder: EngineBuilder<Judge> = argali_search::Engine::builder().evaluator(judge(arguments)?);
    Ok(builder.hash_mib(arguments.hash).threads(arguments.threads).tablebase(tables).build()?)
}

#[cfg(feature = "nnue")]
fn judge(arguments: &AnalyseArguments) -> Result<Judge, Failure> {
    match &arguments.eval_file {
        None => Ok(Judge::embedded()),
        Some(path) => crate::uci::read_network(path).map_err(Failure::Other),
    }
}

#[cfg(not(feature = "nnue"))]
fn judge(_: &AnalyseArguments) -> Result<Judge, Failure> {
    Ok(Judge::new())
}

/// The tablebases of these arguments. Several engines can share them.
#[cfg(feature = "syzygy")]
pub fn tables(arguments: &AnalyseArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    // An empty environment variable counts as unset.
    arguments.syzygy.as_deref().filter(|folders| !folders.is_empty()).map(crate::tablebases::open).transpose()
}

#[cfg(not(feature = "syzygy"))]
pub fn tables(_: &AnalyseArguments) -> Result<Option<Arc<dyn Tablebase>>, Failure> {
    Ok(None)
}

pub fn limits(arguments: &AnalyseArguments) -> Limits {
    let LimitArguments { depth, nodes, movetime, mate } = arguments.limits;
    let mut limits = Limits::new().multi_pv(arguments.multipv as usize);
    limits.depth = depth;
    limits.nodes = nodes;
    limits.move_time = movetime.map(Duration::from_millis);
    limits.mate = mate;
    if depth.is_none() && nodes.is_none() && movetime.is_none() {
        limits.move_time = Some(DEFAULT_TIME);
    }
    limits
}

/// The limits for one of many positions. A search that is limited only by depth also gets the guard, a limit in nodes, which is the same on
/// every machine.
pub fn guarded_limits(arguments: &AnalyseArguments) -> Limits {
    let mut limits = limits(arguments);
    if limits.nodes.is_none() && limits.move_time.is_none() && arguments.bulk.guard > 0 {
        limits.nodes = Some(arguments.bulk.guard);
    }
    limits
}

/// `limits` for a search of `board`, with the moves to search and the strength of the arguments.
pub fn limits_on(
    arguments: &AnalyseArguments,
    limits: &Limits,
    board: &Board,
) -> Result<Limits, AnalyseError> {
    let mut limits = limits.clone();
    limits.search_moves = search_moves(&arguments.searchmoves, board)?;
    Ok(strength(arguments).map_or(limits.clone(), |strength| strength.limit(&limits, board)))
}

/// At limited strength, draws the move from the lines of a search under the limits of [`limits_on`]. The random number is the position's
/// hash, so that results are reproducible.
pub fn choose(arguments: &AnalyseArguments, outcome: &mut Outcome, board: &Board) {
    if let Some(strength) = strength(arguments) {
        strength.choose(outcome, board, arguments.multipv as usize, board.hash());
    }
}

fn strength(arguments: &AnalyseArguments) -> Option<Strength> {
    arguments.elo.map(Strength::new)
}

/// Reads moves. A word may contain several, separated by spaces.
fn search_moves(words: &[String], board: &Board) -> Result<Vec<Move>, AnalyseError> {
    let words = words.iter().flat_map(|words| words.split_whitespace());
    words
        .map(|word| {
            solution::read(board, word).ok_or_else(|| AnalyseError::SearchMove { word: word.to_owned() })
        })
        .collect()
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
        assert_eq!((fixed.nodes, fixed.move_time, fixed.multi_pv), (Some(5), None, 4));
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

    #[test]
    fn moves_to_search_are_read_in_every_usual_notation() {
        let moves = |words: &str| {
            let arguments = parse(&format!("startpos {words}"));
            limits_on(&arguments, &Limits::new(), &Board::startpos()).map(|limits| limits.search_moves)
        };
        let expected: Vec<Move> = ["e2e4", "g1f3"].map(|mv| mv.parse().unwrap()).to_vec();
        for words in ["e2e4 g1f3", "e2e4,g1f3", "e4 Nf3 --depth 3", "e2-e4 --searchmoves Nf3"] {
            assert_eq!(moves(&format!("--searchmoves {words}")).unwrap(), expected, "{words}");
        }
        assert_eq!(moves("").unwrap(), []);
        let error = moves("--searchmoves e2e4 e2e5").unwrap_err();
        assert_eq!(error.to_string(), "--searchmoves: 'e2e5' is no legal move here");
    }

    #[test]
    fn limited_strength_limits_the_search_and_chooses_the_same_again() {
        let arguments = parse("startpos --elo 600 --nodes 2000 --hash 1");
        let position = argali_search::Position::startpos();
        let limits = limits_on(&arguments, &limits(&arguments), position.board()).unwrap();
        assert_eq!(limits.soft_nodes, Some(Strength::new(600).nodes()));
        assert!(limits.multi_pv > 1);
        let searched = || {
            let mut outcome = engine(&arguments, None).unwrap().search(&position, &limits);
            choose(&arguments, &mut outcome, position.board());
            (outcome.best, outcome.lines.len())
        };
        let first = searched();
        assert!(first.0.is_some() && first.1 == 1);
        assert_eq!(searched(), first);
    }
}
