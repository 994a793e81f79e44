//! Positions and moves as text. The only place that knows both ways of writing castling.
//!
//! Inside the engine castling is always king takes rook. Outside, ordinary chess writes the king's two steps (`e1g1`)
//! and Chess960 writes king takes rook (`e1h1`), as the option `UCI_Chess960` says. Input is read in both ways
//! wherever only one of them can be meant.

mod dropped;
mod fen;
mod moves;

pub use dropped::{Dropped, summary};
pub use fen::{Setup, parse_fen};
pub use moves::{looks_like_move, parse_move, show_line, show_move};
pub(crate) use moves::{read_move, show_board};
