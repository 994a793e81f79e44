//! Progress on standard error: a bar on a terminal, otherwise a line from time to time.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Seconds between two lines without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(20);

/// Shows progress.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    what: &'static str,
    last_line: Instant,
}

impl Progress {
    /// Progress towards `total` of `what`, starting at `done`.
    #[must_use]
    pub fn new(what: &'static str, done: u64, total: u64) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(
                "{prefix} [{wide_bar}] {human_pos}/{human_len} {msg} (left: {eta})",
            )
            .unwrap_or_else(|_| ProgressStyle::default_bar());
            // The work of an earlier run must not count as speed.
            let bar = ProgressBar::new(total).with_style(style).with_position(done).with_prefix(what);
            bar.reset_eta();
            bar
        });
        Progress { bar, total, what, last_line: Instant::now() }
    }

    /// Sets the progress; `message` is called only when it is shown.
    pub fn update(&mut self, done: u64, message: impl FnOnce() -> String) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_message(message());
            }
            None if self.last_line.elapsed() >= LINE_INTERVAL => {
                self.last_line = Instant::now();
                note(&format!("{}: {done} of {}, {}", self.what, self.total, message()));
            }
            None => {}
        }
    }

    /// Removes the bar.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Writes a line to standard error, and ignores errors.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
