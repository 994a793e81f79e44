//! The end of a session whose output is not read.
//!
//! A write to a full pipe blocks until the pipe is read or closed. A GUI that hangs does neither, so the process would never end.

use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// How long a single write may take once the session is over.
const PATIENCE: Duration = Duration::from_secs(5);
/// The exit status if output was lost.
const OUTPUT_LOST: i32 = 1;

/// The number of writes that began, plus those that ended: odd during a write.
#[derive(Clone, Default)]
pub struct Writes(Arc<AtomicU64>);

impl Writes {
    /// Counts the writes to `writer`.
    pub fn of<W: Write>(&self, writer: W) -> Counted<W> {
        Counted { writer, writes: self.clone() }
    }

    /// From now on, ends the process once a write takes too long.
    pub fn end_when_stuck(&self) {
        let writes = self.clone();
        // If the system cannot start a thread, a write may block for ever.
        let _ = thread::Builder::new().spawn(move || {
            loop {
                let before = writes.0.load(Relaxed);
                thread::sleep(PATIENCE);
                if before % 2 == 1 && writes.0.load(Relaxed) == before {
                    process::exit(OUTPUT_LOST);
                }
            }
        });
    }
}

/// A writer whose writes are counted.
pub struct Counted<W> {
    writer: W,
    writes: Writes,
}

impl<W> Counted<W> {
    fn counted<T>(&mut self, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        self.writes.0.fetch_or(1, Relaxed);
        let result = act(&mut self.writer);
        // A full pipe in non-blocking mode is tried again: the write goes on.
        if !result.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock) {
            self.writes.0.fetch_add(1, Relaxed);
        }
        result
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.counted(|writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.counted(W::flush)
    }
}
