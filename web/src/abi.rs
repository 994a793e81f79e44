//! The interface to JavaScript: text goes in through a buffer and out through a function.
//!
//! JavaScript calls [`reserve`], writes a request to the address that it returns, and calls [`run`]. `run` passes each answer to `send`:
//! first the reports of a search, then its outcome. The other side is `site/argali.js`.
//!
//! The word `unsafe` is here three times, in declarations alone: Rust 2024 has no import and no unmangled export without it. There is no
//! `unsafe` block, and nothing is read or written through a raw pointer. `wasm-bindgen` would hide the three in generated code, and need
//! its program in the build.

#![allow(unsafe_code, reason = "imports and exports of WebAssembly cannot be declared without it")]

use crate::search::Searcher;
use std::cell::RefCell;
use std::time::Duration;

// SAFETY: these are the signatures of the functions in `site/argali.js`. Both may be called with any arguments: `now` has none, and `send`
// only reads the memory of the module, which JavaScript checks.
#[link(wasm_import_module = "argali")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    #[link_name = "now"]
    safe fn js_now() -> f64;

    /// Takes one answer: `length` bytes of UTF-8 at `text`, valid during the call.
    #[link_name = "send"]
    safe fn js_send(text: *const u8, length: usize);
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SEARCHER: RefCell<Searcher> = RefCell::default();
}

/// Makes room for a request of `length` bytes, and returns its address. It is valid until the next call of [`reserve`] or [`run`].
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the buffer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn run() {
    let request = REQUEST.take();
    SEARCHER.with_borrow_mut(|searcher| crate::request::answer(&request, searcher));
}

/// The clock of the engine.
pub(crate) fn now() -> Duration {
    Duration::from_secs_f64(js_now().max(0.0) / 1_000.0)
}

/// Hands an answer to JavaScript.
pub(crate) fn send(answer: &impl serde::Serialize) {
    let text = serde_json::to_string(answer).expect("answers are structs, lists, numbers and text");
    js_send(text.as_ptr(), text.len());
}
