//! UCI on standard input and output.

use crate::bench::standard_bench;
use crate::failure::Failure;
use argali_eval::Classical;
use argali_search::Engine;
use argali_uci::{DEFAULT_BENCH_DEPTH, DEFAULT_HASH_MIB, Session};
use std::io;

/// Converses until `quit` or the end of input.
pub fn converse() -> Result<(), Failure> {
    let engine = Engine::builder().hash_mib(DEFAULT_HASH_MIB).build()?;
    let session = Session::new(engine)
        .bench(standard_bench(DEFAULT_BENCH_DEPTH))
        .explain(|_, board| Classical.explain(board).to_string());
    #[cfg(feature = "syzygy")]
    let session = session.tablebases(crate::tablebases::Loader::default());
    let mut session = session;
    session.run(io::stdin().lock(), io::stdout()).map_err(Failure::io("standard output"))
}
