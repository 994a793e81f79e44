//! The interface between a search and its static evaluation.

use std::sync::Arc;

use cozy_chess::{Board, Move};

/// A static evaluation: a board to centipawns.
///
/// All threads of a search share one evaluator (`&self`). What a thread keeps between calls is in its own
/// [`State`](Evaluator::State). An evaluator without state sets it to `()` and does not implement the hooks:
///
/// ```
/// use argali_eval::Evaluator;
/// use cozy_chess::{Board, Color, Piece};
///
/// /// Counts pawns.
/// struct PawnCounter;
///
/// impl Evaluator for PawnCounter {
///     type State = ();
///
///     fn evaluate(&self, board: &Board, _state: &mut ()) -> i32 {
///         let us = board.side_to_move();
///         let pawns = |color: Color| board.colored_pieces(color, Piece::Pawn).len() as i32;
///         100 * (pawns(us) - pawns(!us))
///     }
/// }
///
/// assert_eq!(PawnCounter.evaluate(&Board::default(), &mut ()), 0);
/// ```
///
/// # Order of calls
/// The hooks let a state follow the search. Each move that is played causes one [`push`], and one [`pop`] when it is
/// taken back; a null move causes [`push_null`] and also ends with [`pop`]. At most about 256 moves are open at a time.
/// [`evaluate`] always refers to the board on top. It is not called for every board, so costly work is best done there.
/// [`reset`] starts over from a new root.
///
/// An evaluator that wraps another has to forward the four hooks as well as its calls of [`evaluate`].
///
/// A caller that never announces moves calls [`reset`] before each [`evaluate`].
///
/// # Contract
/// The value must depend on the board alone, not on the earlier calls. It should stay far below any mate score (the search
/// clamps it). Values of thousands of centipawns are fine.
///
/// [`push`]: Evaluator::push
/// [`pop`]: Evaluator::pop
/// [`push_null`]: Evaluator::push_null
/// [`evaluate`]: Evaluator::evaluate
/// [`reset`]: Evaluator::reset
pub trait Evaluator: Send + Sync + 'static {
    /// Incremental state of one search thread; `()` for an evaluator without any.
    type State: Default + Send;

    /// Centipawns from the side to move's point of view: positive if it stands better.
    fn evaluate(&self, board: &Board, state: &mut Self::State) -> i32;

    /// Called before a search starts from `root`, and before unrelated boards are evaluated.
    #[inline]
    fn reset(&self, _root: &Board, _state: &mut Self::State) {}

    /// Called right after `mv` was played on `before`, which made it `after`. Castling is encoded as king takes own rook.
    #[inline]
    fn push(&self, _before: &Board, _mv: Move, _after: &Board, _state: &mut Self::State) {}

    /// Called right after a null move was played on `before`, which made it `after`.
    #[inline]
    fn push_null(&self, _before: &Board, _after: &Board, _state: &mut Self::State) {}

    /// Called when the last move (or null move) is taken back.
    #[inline]
    fn pop(&self, _state: &mut Self::State) {}
}

/// Forwards every call, so that an evaluator can be lent or shared.
macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<E: Evaluator + ?Sized> Evaluator for $pointer {
            type State = E::State;

            #[inline]
            fn evaluate(&self, board: &Board, state: &mut Self::State) -> i32 {
                (**self).evaluate(board, state)
            }

            #[inline]
            fn reset(&self, root: &Board, state: &mut Self::State) {
                (**self).reset(root, state);
            }

            #[inline]
            fn push(&self, before: &Board, mv: Move, after: &Board, state: &mut Self::State) {
                (**self).push(before, mv, after, state);
            }

            #[inline]
            fn push_null(&self, before: &Board, after: &Board, state: &mut Self::State) {
                (**self).push_null(before, after, state);
            }

            #[inline]
            fn pop(&self, state: &mut Self::State) {
                (**self).pop(state);
            }
        }
    )*};
}

forward!(&'static E, Box<E>, Arc<E>);
