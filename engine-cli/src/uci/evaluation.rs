//! An evaluator whose network can be replaced at run time.

use super::file;
use argali_eval::{Accumulators, Classical, Evaluator, MAX_HIDDEN, Network, features};
use argali_search::Score;
use cozy_chess::{Board, Color, Move};
use std::error::Error;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The largest network file (bytes).
const LONGEST: u64 = 4 * (MAX_HIDDEN * (features::INPUTS + 32)) as u64 + 4096;

/// The embedded network, until another one is loaded from a file.
///
/// Each thread takes the network at [`reset`](Evaluator::reset), which begins a search, and keeps it until the next one, so that the
/// evaluation takes no lock.
pub struct Evaluation {
    network: Mutex<Chosen>,
}

#[derive(Clone)]
enum Chosen {
    BuiltIn(Network),
    Loaded(Network),
}

/// A thread's network and its state.
pub struct State {
    network: Network,
    accumulators: Accumulators,
}

impl Default for State {
    fn default() -> State {
        State { network: Network::embedded(), accumulators: Accumulators::default() }
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation { network: Mutex::new(Chosen::BuiltIn(Network::embedded())) }
    }
}

impl Chosen {
    fn network(&self) -> &Network {
        let (Chosen::BuiltIn(network) | Chosen::Loaded(network)) = self;
        network
    }
}

/// The network in the file at `path`.
///
/// # Errors
/// If the file cannot be read or is not a valid network. The message names it.
pub fn read_network(path: &Path) -> Result<Network, Box<dyn Error + Send + Sync>> {
    let named = |reason: &dyn std::fmt::Display| format!("network {}: {reason}", path.display());
    let bytes = file::read(path, LONGEST).map_err(|error| named(&error))?;
    Ok(Network::from_bytes(&bytes).map_err(|error| named(&error))?)
}

impl Evaluation {
    /// Uses the network at `path` from the next search on, or the embedded one if `path` is empty. Returns a message about it.
    ///
    /// # Errors
    /// If the file cannot be read or is not a valid network. Then nothing changes.
    pub fn load(&self, path: &str) -> Result<String, Box<dyn Error + Send + Sync>> {
        if path.is_empty() {
            self.replace(Chosen::BuiltIn(Network::embedded()));
            return Ok("the built-in evaluation is used".to_owned());
        }
        let network = read_network(path.as_ref())?;
        let (hidden, checksum) = (network.shape().hidden(), network.checksum());
        self.replace(Chosen::Loaded(network));
        Ok(format!("network {path}: {hidden} neurons a side, checksum {checksum:016x}"))
    }

    fn replace(&self, chosen: Chosen) {
        *self.network.lock().unwrap_or_else(PoisonError::into_inner) = chosen;
    }

    fn chosen(&self) -> Chosen {
        self.network.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// An explanation of the evaluation: the network's value, and the terms of the classical evaluation.
    pub fn explain(&self, board: &Board) -> String {
        let chosen = self.chosen();
        let value = Score::cp(chosen.network().evaluate_once(board)).normalised(board).raw();
        let white = if board.side_to_move() == Color::White { value } else { -value };
        let by = match chosen {
            Chosen::Loaded(_) => "the loaded network",
            Chosen::BuiltIn(_) => "the built-in network",
        };
        let terms = Classical.explain(board);
        format!(
            "evaluation by {by}: {white:+} cp for white, {value:+} cp for the side to move\n\n\
             For comparison only, the classical evaluation, which is not used:\n{terms}"
        )
    }
}

impl Evaluator for Evaluation {
    type State = State;

    #[inline]
    fn evaluate(&self, board: &Board, state: &mut State) -> i32 {
        state.network.evaluate(board, &mut state.accumulators)
    }

    fn reset(&self, root: &Board, state: &mut State) {
        state.network = self.chosen().network().clone();
        state.network.reset(root, &mut state.accumulators);
    }

    #[inline]
    fn push(&self, before: &Board, mv: Move, after: &Board, state: &mut State) {
        state.network.push(before, mv, after, &mut state.accumulators);
    }

    #[inline]
    fn push_null(&self, before: &Board, after: &Board, state: &mut State) {
        state.network.push_null(before, after, &mut state.accumulators);
    }

    #[inline]
    fn pop(&self, state: &mut State) {
        state.network.pop(&mut state.accumulators);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_eval::{Parameters, Shape};
    use argali_search::{Engine, Limits, Position};

    /// A network that says 25 centipawns of everything.
    fn constant() -> Network {
        let shape = Shape::new(32, 1).unwrap();
        let parameters = Parameters {
            feature_weights: vec![0; features::INPUTS * 32],
            feature_biases: vec![0; 32],
            output_weights: vec![0; 64],
            output_biases: vec![255 * 64 / 16],
        };
        Network::from_quantised(shape, parameters).unwrap()
    }

    fn value(evaluation: &Evaluation, board: &Board) -> i32 {
        let mut state = State::default();
        evaluation.reset(board, &mut state);
        evaluation.evaluate(board, &mut state)
    }

    #[test]
    fn a_loaded_network_holds_from_the_next_reset_on() {
        let board: Board = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1".parse().unwrap();
        let evaluation = Evaluation::default();
        let mut state = State::default();
        evaluation.reset(&board, &mut state);
        let before = evaluation.evaluate(&board, &mut state);
        assert_ne!(before, 25);
        evaluation.replace(Chosen::Loaded(constant()));
        assert_eq!(evaluation.evaluate(&board, &mut state), before);
        assert_eq!(value(&evaluation, &board), 25);
        evaluation.load("").unwrap();
        assert_eq!(value(&evaluation, &board), before);
    }

    #[test]
    fn what_plays_is_explained_first_and_for_both_sides() {
        let board: Board = "4k3/pp6/8/8/8/8/PP6/4K3 b - - 0 1".parse().unwrap();
        let evaluation = Evaluation::default();
        evaluation.replace(Chosen::Loaded(constant()));
        let text = evaluation.explain(&board);
        let mut lines = text.lines();
        let us = Score::cp(25).normalised(&board).raw();
        let first = format!(
            "evaluation by the loaded network: {:+} cp for white, {us:+} cp for the side to move",
            -us
        );
        assert_eq!(lines.next(), Some(first.as_str()));
        assert!(
            lines.next() == Some("") && lines.next().unwrap().starts_with("For comparison only"),
            "{text}"
        );
        evaluation.load("").unwrap();
        assert!(evaluation.explain(&board).starts_with("evaluation by the built-in network: "));
    }

    #[test]
    fn the_largest_network_can_be_read() {
        let parameters = Parameters {
            feature_weights: vec![0; features::INPUTS * MAX_HIDDEN],
            feature_biases: vec![0; MAX_HIDDEN],
            output_weights: vec![0; 8 * 2 * MAX_HIDDEN],
            output_biases: vec![0; 8],
        };
        let largest = Network::from_quantised(Shape::new(MAX_HIDDEN, 8).unwrap(), parameters).unwrap();
        assert!(largest.to_bytes().len() as u64 <= LONGEST);
    }

    #[test]
    fn a_file_that_is_no_network_changes_nothing() {
        let evaluation = Evaluation::default();
        evaluation.replace(Chosen::Loaded(constant()));
        for path in ["/no/such/file", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
            let message = evaluation.load(path).unwrap_err().to_string();
            assert!(message.starts_with(&format!("network {path}: ")), "{message}");
        }
        assert_eq!(value(&evaluation, &Board::startpos()), 25);
    }

    /// The search is that of the built-in evaluator alone, so the benchmark's count is the same in a session.
    #[test]
    fn without_a_file_nothing_differs() {
        let limits = Limits::new().depth(6);
        let mut plain = Engine::builder().hash_mib(1).build().unwrap();
        let mut wrapped = Engine::builder().hash_mib(1).evaluator(Evaluation::default()).build().unwrap();
        let position = Position::startpos();
        let first = plain.search(&position, &limits);
        let second = wrapped.search(&position, &limits);
        assert_eq!((first.nodes, first.lines), (second.nodes, second.lines));
    }

    #[test]
    fn a_search_by_a_loaded_network_scores_by_it() {
        let evaluation = Evaluation::default();
        evaluation.replace(Chosen::Loaded(constant()));
        let mut engine = Engine::builder().hash_mib(1).evaluator(evaluation).build().unwrap();
        let limits = Limits::new().depth(2);
        let outcome = engine.search(&Position::startpos(), &limits);
        assert!(outcome.raw_score().raw().abs() <= 40, "{:?}", outcome.score);
    }
}
