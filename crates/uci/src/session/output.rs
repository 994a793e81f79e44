//! Output from any thread: whole lines, with one write and one flush each.
//!
//! The receiver may read slowly or not at all. The engine thread then blocks in [`Output::say`], which bounds the queue. The reading
//! thread must stay responsive to `stop` and `quit`, so [`Output::reply`] queues its lines for a third thread, which writes them.

use super::retry;
use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The largest queue of replies, in bytes. Beyond it, [`Output::reply`] blocks too.
const WAITING: usize = 1 << 20;

/// Where replies go.
#[derive(Debug)]
pub(super) struct Output<W> {
    state: Mutex<State<W>>,
    /// Whether there was an error. It is outside the lock, which is held during a write.
    failed: AtomicBool,
    replies: Mutex<Replies>,
    /// Notified of each change of `replies`.
    changed: Condvar,
}

#[derive(Debug)]
struct State<W> {
    writer: W,
    /// The first error. Nothing is written after it.
    error: Option<io::Error>,
}

/// Queued replies.
#[derive(Debug, Default)]
struct Replies {
    texts: VecDeque<String>,
    bytes: usize,
    /// Whether no more replies will follow.
    closed: bool,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Output<W> {
        Output {
            state: Mutex::new(State { writer, error: None }),
            failed: AtomicBool::new(false),
            replies: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Writes `text`, one or more lines, and a line break, after all queued replies. Blocks until that is done.
    pub(super) fn say(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut state = lock(&self.state);
        self.write_replies(&mut state);
        self.write(&mut state, &text);
    }

    /// Queues `text` and a line break for the thread that [forwards](Self::forward). Blocks only if the queue is full.
    pub(super) fn reply(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut replies = lock(&self.replies);
        while replies.bytes > WAITING {
            replies = self.changed.wait(replies).unwrap_or_else(PoisonError::into_inner);
        }
        replies.bytes += text.len();
        replies.texts.push_back(text);
        self.changed.notify_all();
    }

    /// Writes queued replies until no more will follow.
    pub(super) fn forward(&self) {
        loop {
            let mut replies = lock(&self.replies);
            while replies.texts.is_empty() {
                if replies.closed {
                    return;
                }
                replies = self.changed.wait(replies).unwrap_or_else(PoisonError::into_inner);
            }
            drop(replies);
            self.write_replies(&mut lock(&self.state));
        }
    }

    /// Returns a guard that ends the replies when it is dropped.
    pub(super) fn closing(&self) -> Closing<'_> {
        Closing(&self.replies, &self.changed)
    }

    /// Whether the output has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.load(Acquire)
    }

    /// The first error, if there was one.
    pub(super) fn result(self) -> io::Result<()> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }

    fn write_replies(&self, state: &mut State<W>) {
        loop {
            let Some(text) = ({
                let mut replies = lock(&self.replies);
                let text = replies.texts.pop_front();
                replies.bytes -= text.as_ref().map_or(0, String::len);
                text
            }) else {
                return;
            };
            self.changed.notify_all();
            self.write(state, &text);
        }
    }

    fn write(&self, state: &mut State<W>, text: &str) {
        if state.error.is_none() {
            state.error = write_all(&mut state.writer, text.as_bytes()).err();
            self.failed.store(state.error.is_some(), Release);
        }
    }
}

/// Writes and flushes, and waits while a pipe is full.
fn write_all(writer: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match retry(|| writer.write(bytes))? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => bytes = &bytes[written..],
        }
    }
    retry(|| writer.flush())
}

/// Ends the replies when it is dropped.
pub(super) struct Closing<'a>(&'a Mutex<Replies>, &'a Condvar);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        lock(self.0).closed = true;
        self.1.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn lines_of_several_threads_stay_whole_and_in_order() {
        let mut written = Vec::new();
        let output = Output::new(&mut written);
        thread::scope(|scope| {
            scope.spawn(|| output.forward());
            let _closing = output.closing();
            thread::scope(|scope| {
                for name in ["one", "two", "three"] {
                    let output = &output;
                    scope.spawn(move || {
                        for number in 0..200 {
                            output.reply(format_args!("{name} reply {number}\n{name}"));
                            output.say(format_args!("{name} {number}\n{name}"));
                        }
                    });
                }
            });
        });
        output.result().unwrap();
        let text = String::from_utf8(written).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 3 * 200 * 2 * 2);
        for name in ["one", "two", "three"] {
            let said = lines.chunks(2).filter(|pair| pair[1] == name).map(|pair| pair[0].to_owned());
            let expected =
                (0..200).flat_map(|number| [format!("{name} reply {number}"), format!("{name} {number}")]);
            assert!(said.eq(expected), "{name}: {text}");
        }
    }

    /// A writer that blocks until it is released.
    struct Stuck(Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn who_replies_does_not_wait_for_the_reader() {
        let (let_write, stuck) = channel();
        let output = Output::new(Stuck(stuck));
        thread::scope(|scope| {
            scope.spawn(|| output.forward());
            let _closing = output.closing();
            let saying = scope.spawn(|| output.say("bestmove e2e4"));
            (0..1_000).for_each(|_| output.reply("readyok"));
            assert!(!output.has_failed() && !saying.is_finished());
            // A full queue blocks.
            let flood = scope.spawn(|| (0..3).for_each(|_| output.reply("x".repeat(WAITING))));
            thread::sleep(Duration::from_millis(50));
            assert!(!flood.is_finished() && lock(&output.replies).bytes < 3 * WAITING);
            drop(let_write);
            // Before the replies end; nothing is written afterwards.
            flood.join().unwrap();
        });
        assert!(output.result().is_ok());
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
