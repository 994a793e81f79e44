//! What several workers would gain, measured on one processor: under the turnstile one worker runs at a time, and the
//! time that a machine with a processor for each of them would take is counted in nodes of the busiest worker.

use argali_search::{Engine, EngineError, Limits, Outcome, Position, Silent, Stagger, StopHandle};

/// An engine whose searches with any number of workers are reproducible.
///
/// # Errors
/// As [`argali_search::EngineBuilder::build`].
pub fn engine(workers: usize, stagger: Stagger, hash_mib: usize) -> Result<Engine, EngineError> {
    Engine::builder().hash_mib(hash_mib).threads(workers).stagger(stagger).turnstile(true).build()
}

/// Searches a position from scratch: nothing is remembered of earlier searches.
pub fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Outcome {
    engine.new_game();
    engine.search(position, limits, &StopHandle::new(), &mut Silent)
}

/// The geometric mean; 1 of nothing.
#[must_use]
pub fn geometric_mean(ratios: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = ratios.len().max(1) as f64;
    (ratios.map(f64::ln).sum::<f64>() / count).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean([4.0, 0.25].into_iter()) - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean([].into_iter()), 1.0);
    }

    #[test]
    fn simulated_time_is_shared_among_workers() {
        let limits = Limits::new().depth(5);
        let mut engine = engine(4, Stagger::default(), 1).expect("four threads can be had");
        let outcome = search(&mut engine, &Position::startpos(), &limits);
        assert!(outcome.busiest_worker_nodes < outcome.nodes);
        let again = search(&mut engine, &Position::startpos(), &limits);
        assert_eq!((again.nodes, again.busiest_worker_nodes), (outcome.nodes, outcome.busiest_worker_nodes));
    }
}
