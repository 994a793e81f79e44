//! Everything between an empty folder and Argali's network: self-play, packed game records, training on the CPU,
//! quantisation, and checks of each step. The binary `argali-train` is a thin shell around this crate.

pub mod adam;
pub mod any_evaluator;
pub mod checkpoint;
pub mod contest;
pub mod dataset;
pub mod filter;
pub mod game;
pub mod gradient;
pub mod in_order;
pub mod inputs;
pub mod judge;
pub mod label;
pub mod merge;
pub mod model;
pub mod openings;
pub mod packed_board;
pub mod packed_move;
pub mod pair;
pub mod pentanomial;
pub mod progress;
pub mod quantise;
pub mod reader;
pub mod referee;
pub mod regret;
pub mod rescale;
pub mod result;
pub mod sample;
pub mod schedule;
pub mod seed;
pub mod selfplay;
pub mod sprt;
pub mod stats;
pub mod train;
pub mod wdl;
pub mod writer;
