//! The bench number: the node count of a fixed search over fixed positions. It identifies the behaviour of the search.

use crate::{Engine, Limits, Position};
use argali_eval::Evaluator;
use cozy_chess::Board;

/// The nodes that `engine` searches over `boards` to `depth` plies each. The engine is cleared before each position. With one
/// thread the number is the same on every run and machine.
///
/// ```
/// use argali_search::{Engine, signature};
/// use cozy_chess::Board;
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let boards = [Board::startpos()];
/// let nodes = signature(&mut engine, &boards, 5);
/// assert_eq!(nodes, signature(&mut engine, &boards, 5));
/// # Ok::<(), argali_search::EngineError>(())
/// ```
pub fn signature<'a, E: Evaluator>(
    engine: &mut Engine<E>,
    boards: impl IntoIterator<Item = &'a Board>,
    depth: u32,
) -> u64 {
    let limits = Limits::new().depth(depth);
    boards
        .into_iter()
        .map(|board| {
            engine.new_game();
            engine.search(&Position::new(board.clone()), &limits).nodes
        })
        .sum()
}
