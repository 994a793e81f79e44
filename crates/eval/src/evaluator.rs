//! The contract between a search and whatever judges its leaves.

use std::sync::Arc;

use cozy_chess::{Board, Move};

/// A static evaluation: a board to centipawns.
///
/// One evaluator is shared by all threads of a search (`&self`); what a thread has to remember between
/// calls lives in its own [`State`](Evaluator::State). An evaluator that needs no memory sets it to `()` and
/// leaves the hooks alone:
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
/// The hooks let a state follow the search. For every move that is played there is one [`push`] and, when
/// it is taken back, one [`pop`]; a null move is announced by [`push_null`] and also ends with [`pop`]. At
/// most 256 or so moves are open at a time. [`evaluate`] always means the board on top, and is not called
/// for every board, so costly work is best left until then. [`reset`] starts over from a new root.
///
/// An evaluator that wraps another forwards the four hooks; nothing else depends on the wrapped type.
///
/// A caller that never announces moves calls [`reset`] before each [`evaluate`].
///
/// # Contract
/// The value must depend on the board alone, not on the calls that led to it, and should stay far below any
/// mate score (the search clamps it). A board with few pieces may well be worth thousands of centipawns.
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

    /// Called before a search starts from `root`, and by anyone who evaluates unrelated boards.
    #[inline]
    fn reset(&self, _root: &Board, _state: &mut Self::State) {}

    /// Called right after `mv` was played on `before`, which made it `after`. Castling is encoded as king takes own rook.
    #[inline]
    fn push(&self, _before: &Board, _mv: Move, _after: &Board, _state: &mut Self::State) {}

    /// Called right after the side to move of `before` passed, which made it `after`.
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
