//! Ctrl-C during a search.

use argali_search::StopHandle;
use std::process;

/// The usual exit status of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// A handle that Ctrl-C stops, so that the search still gives its best move. A second Ctrl-C ends the program.
#[expect(clippy::exit, reason = "whoever insists wants no more of the program")]
pub fn handle() -> StopHandle {
    let stop = StopHandle::new();
    let pressed = stop.clone();
    // If the system does not support this, Ctrl-C ends the program.
    let _ = ctrlc::set_handler(move || match pressed.is_stopped() {
        false => pressed.stop(),
        true => process::exit(INTERRUPTED),
    });
    stop
}
