//! Everything between an empty folder and Argali's network: self-play, packed game records, training on the CPU,
//! quantisation, and checks of each step. The binary `argali-train` is a thin shell around this crate.

pub mod filter;
pub mod game;
pub mod openings;
pub mod packed_board;
pub mod packed_move;
pub mod progress;
pub mod reader;
pub mod referee;
pub mod result;
pub mod seed;
pub mod selfplay;
pub mod writer;
