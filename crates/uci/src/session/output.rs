//! The way out: whole lines, one write and one flush each, from any thread.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where replies go.
#[derive(Debug)]
pub(super) struct Output<W> {
    state: Mutex<State<W>>,
}

#[derive(Debug)]
struct State<W> {
    writer: W,
    /// The first error; nothing is written after it.
    error: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Output<W> {
        Output { state: Mutex::new(State { writer, error: None }) }
    }

    /// Writes `text`, one or more lines, and a line break.
    pub(super) fn say(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut state = self.lock();
        if state.error.is_none() {
            let written = state.writer.write_all(text.as_bytes());
            state.error = written.and_then(|()| state.writer.flush()).err();
        }
    }

    /// Whether nobody hears any more.
    pub(super) fn has_failed(&self) -> bool {
        self.lock().error.is_some()
    }

    /// The first error, if there was one.
    pub(super) fn result(self) -> io::Result<()> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn lines_of_several_threads_stay_whole() {
        let mut written = Vec::new();
        let output = Output::new(&mut written);
        thread::scope(|scope| {
            for name in ["one", "two", "three"] {
                let output = &output;
                scope.spawn(move || (0..200).for_each(|_| output.say(format_args!("{name} {name}\n{name}"))));
            }
        });
        output.result().unwrap();
        let text = String::from_utf8(written).unwrap();
        assert_eq!(text.lines().count(), 3 * 200 * 2);
        for pair in text.lines().collect::<Vec<_>>().chunks(2) {
            assert_eq!(pair[0], format!("{0} {0}", pair[1]));
        }
    }

    #[test]
    fn the_first_error_is_kept_and_silences() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let output = Output::new(Full);
        assert!(!output.has_failed());
        output.say("readyok");
        output.say("readyok");
        assert!(output.has_failed());
        assert_eq!(output.result().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
