//! The border to JavaScript: text goes in through a buffer and out through a function.
//!
//! JavaScript asks by [`reserve`] where to put a request, writes it there and calls [`run`]; each answer comes through `send`
//! while `run` runs, the reports of a search before its outcome. `site/argali.js` is the other side.

#![allow(unsafe_code, reason = "the functions of JavaScript know nothing of Rust's rules")]

use crate::search::Searcher;
use std::cell::RefCell;
use std::time::Duration;

#[link(wasm_import_module = "argali")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    #[link_name = "now"]
    safe fn js_now() -> f64;

    /// Takes one answer: `length` bytes of UTF-8 at `text`, valid during the call.
    #[link_name = "send"]
    fn js_send(text: *const u8, length: usize);
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SEARCHER: RefCell<Searcher> = RefCell::default();
}

/// Makes room for a request of `length` bytes, and tells where.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request that was written.
// SAFETY: no other function of the program has this name.
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
    // SAFETY: the pointer and the length are those of `text`, which lives until the call returns.
    unsafe { js_send(text.as_ptr(), text.len()) }
}
