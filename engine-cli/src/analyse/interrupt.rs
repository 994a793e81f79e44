//! Ctrl-C while a position is searched.

use argali_search::StopHandle;
use std::process;

/// The exit status of a program that Ctrl-C has ended, by custom of shells.
const INTERRUPTED: i32 = 130;

/// What stops the search at Ctrl-C, so that its best move is kept. Pressed once more, it ends the program.
#[expect(clippy::exit, reason = "whoever insists wants no more of the program")]
pub fn handle() -> StopHandle {
    let stop = StopHandle::new();
    let pressed = stop.clone();
    // Where the system has no such handler, Ctrl-C ends the program, as it would without this.
    let _ = ctrlc::set_handler(move || match pressed.is_stopped() {
        false => pressed.stop(),
        true => process::exit(INTERRUPTED),
    });
    stop
}
