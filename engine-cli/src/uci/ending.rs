//! The end of a session whose output nobody reads.
//!
//! A write to a full pipe returns when somebody reads, or when nobody can any more. A graphical program that hangs does
//! neither, and would leave a process behind that can only be killed.

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// How long a single write may take once the session is over.
const WRITE: Duration = Duration::from_secs(1);
/// How many times as long everything else may take, such as opening a file that does not come.
const WRITES: usize = 10;
/// The status of a program that has not said everything.
const UNHEARD: i32 = 1;

/// How many writes have begun and ended: odd during a write.
#[derive(Clone, Default)]
pub struct Writes(Arc<AtomicU64>);

impl Writes {
    /// Counts the writes to `writer`.
    pub fn of<W: Write>(&self, writer: W) -> Watched<W> {
        Watched { writer, writes: self.clone() }
    }

    /// Ends the process if it has not ended by itself before long, with a status that says that something went unheard.
    pub fn end_soon(&self) {
        let writes = self.clone();
        // Without a thread more, all is as it would be without this.
        let _ = thread::Builder::new().spawn(move || {
            for _ in 0..WRITES {
                let before = writes.0.load(Relaxed);
                thread::sleep(WRITE);
                if before % 2 == 1 && writes.0.load(Relaxed) == before {
                    break;
                }
            }
            process::exit(UNHEARD);
        });
    }
}

/// A writer whose writes are counted.
pub struct Watched<W> {
    writer: W,
    writes: Writes,
}

impl<W> Watched<W> {
    fn counted<T>(&mut self, act: impl FnOnce(&mut W) -> T) -> T {
        self.writes.0.fetch_add(1, Relaxed);
        let result = act(&mut self.writer);
        self.writes.0.fetch_add(1, Relaxed);
        result
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.counted(|writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.counted(W::flush)
    }
}
