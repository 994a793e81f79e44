//! A session on its own thread, spoken to line by line.

use argali_search::{DefaultEvaluator, Engine};
use argali_uci::Session;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// Both ends of a conversation.
pub struct Talk {
    input: Sender<Vec<u8>>,
    /// Lines that the session said.
    pub output: Receiver<String>,
    session: JoinHandle<()>,
}

impl Talk {
    /// Starts a session with a table of 1 MiB, changed by `set_up`.
    pub fn new(
        set_up: impl FnOnce(Session<DefaultEvaluator>) -> Session<DefaultEvaluator> + Send + 'static,
    ) -> Talk {
        let (input, bytes) = channel();
        let (lines, output) = channel();
        let session = thread::spawn(move || {
            let engine = Engine::builder().hash_mib(1).build().unwrap();
            let mut session = set_up(Session::new(engine));
            session.run(BufReader::new(Pipe(bytes, Vec::new())), Lines(lines, Vec::new())).unwrap();
        });
        Talk { input, output, session }
    }

    /// Sends a line.
    pub fn say(&self, line: &str) {
        self.input.send(format!("{line}\n").into_bytes()).unwrap();
    }

    /// Ends the input and returns what else is said, once the session has ended.
    pub fn end(self) -> Vec<String> {
        drop(self.input);
        let rest = self.output.iter().collect();
        self.session.join().expect("the session panicked");
        rest
    }
}

/// Input that comes from another thread.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let length = self.1.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

/// Output that goes to another thread, line by line.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let line = String::from_utf8(line).expect("output is text");
            self.0.send(line.trim_end_matches('\n').to_owned()).map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
