//! UCI on standard input and output.

mod book;
mod ending;
#[cfg(feature = "nnue")]
mod evaluation;
mod file;

#[cfg(feature = "nnue")]
pub use evaluation::read_network;

use crate::bench::standard_bench;
use crate::failure::Failure;
use argali_search::Engine;
use argali_uci::hooks::Identity;
use argali_uci::{DEFAULT_BENCH_DEPTH, DEFAULT_HASH_MIB, Session};
use std::io;

/// Runs a session until `quit` or the end of input.
pub fn converse() -> Result<(), Failure> {
    let identity = Identity::new(concat!("Argali ", env!("ARGALI_VERSION")), "the Argali authors");
    let session =
        session()?.identity(identity).bench(standard_bench(DEFAULT_BENCH_DEPTH)).books(book::Loader);
    #[cfg(feature = "syzygy")]
    let session = session.tablebases(crate::tablebases::Loader::default());
    let writes = ending::Writes::default();
    let output = writes.of(io::stdout());
    let mut session = session.at_end(move || writes.end_when_stuck());
    session.run(io::stdin().lock(), output).map_err(Failure::io("standard output"))
}

/// A session with the option `EvalFile`.
#[cfg(feature = "nnue")]
fn session() -> Result<Session<evaluation::Evaluation>, Failure> {
    use evaluation::Evaluation;
    let engine = Engine::builder().hash_mib(DEFAULT_HASH_MIB).evaluator(Evaluation::default()).build()?;
    Ok(Session::new(engine).evaluation(Evaluation::load).explain(Evaluation::explain))
}

#[cfg(not(feature = "nnue"))]
fn session() -> Result<Session<argali_search::DefaultEvaluator>, Failure> {
    let engine = Engine::builder().hash_mib(DEFAULT_HASH_MIB).build()?;
    Ok(Session::new(engine).explain(|_, board| argali_eval::Classical.explain(board).to_string()))
}
