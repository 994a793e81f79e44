//! Runs a session over input that is known from the start.

use argali_eval::Evaluator;
use argali_search::Engine;
use argali_uci::Session;

/// An engine with a small table.
pub fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

/// The session's output lines.
pub fn said(session: &mut Session<impl Evaluator>, input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    session.run(input, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// The number of lines that contain `words`.
pub fn count(lines: &[String], words: &str) -> usize {
    lines.iter().filter(|line| line.contains(words)).count()
}
