//! The search for JavaScript.
//!
//! A request is a JSON object (`request::Request`), and so is each answer. `abi` moves their text between JavaScript
//! and WebAssembly, `rules` answers what the moves of a game are, `search` what the best one is.

#![cfg(target_family = "wasm")]

mod abi;
mod request;
mod rules;
mod search;
