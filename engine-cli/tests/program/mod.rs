//! Runs the program that is tested.

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

/// The program.
pub fn argali() -> Command {
    Command::new(env!("CARGO_BIN_EXE_argali"))
}

/// Runs `command` with `input` on standard input, to its end.
pub fn run(command: &mut Command, input: &str) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program may end before it has read everything.
    let written = child.stdin.take().unwrap().write_all(input.as_bytes());
    assert!(written.is_ok() || written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe));
    child.wait_with_output().unwrap()
}
