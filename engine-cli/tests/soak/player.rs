//! A process of the engine, and the conversation with it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Whoever is silent for so long with something to answer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the end of a process may take after that of its output.
const EXIT_TIME: Duration = Duration::from_secs(5);

/// A process that cannot go on.
#[derive(Debug, Error)]
pub enum Failure {
    #[error("the {name} process ended ({how})")]
    Ended { name: &'static str, how: String },
    #[error("the {name} process said nothing to {command:?} for {PATIENCE:?}")]
    Silent { name: &'static str, command: String },
}

/// A line, and when it was read.
#[derive(Debug)]
pub struct Said {
    pub at: Instant,
    pub line: String,
}

/// A process of the engine. It is killed when it is dropped.
pub struct Player {
    /// Which of two.
    pub name: &'static str,
    child: Child,
    stdin: ChildStdin,
    said: Receiver<Said>,
    complaints: Option<JoinHandle<String>>,
    last_command: String,
}

impl Player {
    /// Starts a process and exchanges greetings with it.
    pub fn start(name: &'static str) -> Result<Player, Failure> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_argali"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", env!("CARGO_BIN_EXE_argali")));
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = child.stderr.take().unwrap();
        let (sender, said) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(Said { at: Instant::now(), line }).is_err() {
                    break;
                }
            }
        });
        let complaints = thread::spawn(move || {
            let mut bytes = Vec::new();
            // What was read before an error is all there is to tell.
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let complaints = Some(complaints);
        let mut player = Player { name, child, stdin, said, complaints, last_command: String::new() };
        player.say("uci")?;
        while player.hear()?.line != "uciok" {}
        Ok(player)
    }

    /// Sends a command.
    pub fn say(&mut self, command: impl Into<String>) -> Result<(), Failure> {
        self.last_command = command.into();
        let line = format!("{}\n", self.last_command);
        let sent = self.stdin.write_all(line.as_bytes()).and_then(|()| self.stdin.flush());
        sent.map_err(|_| self.ended())
    }

    /// Waits for the next line.
    pub fn hear(&mut self) -> Result<Said, Failure> {
        self.said.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                Failure::Silent { name: self.name, command: self.last_command.clone() }
            }
            RecvTimeoutError::Disconnected => self.ended(),
        })
    }

    /// Waits until everything before is done, and returns what was said until then.
    pub fn wait_until_ready(&mut self) -> Result<Vec<String>, Failure> {
        self.say("isready")?;
        let mut said = Vec::new();
        loop {
            let line = self.hear()?.line;
            if line == "readyok" {
                return Ok(said);
            }
            said.push(line);
        }
    }

    /// Resident memory (KiB), where the system tells it.
    pub fn resident_kib(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Takes leave.
    ///
    /// # Errors
    /// [`Failure`] if the process fails, complained on standard error, or has more to say.
    pub fn quit(mut self) -> Result<(), Failure> {
        self.say("quit")?;
        match self.said.recv_timeout(PATIENCE) {
            Ok(said) => Err(Failure::Ended { name: self.name, how: format!("after {:?}", said.line) }),
            Err(RecvTimeoutError::Timeout) => {
                Err(Failure::Silent { name: self.name, command: "quit".to_owned() })
            }
            Err(RecvTimeoutError::Disconnected) => {
                let is_success = self.child.wait().is_ok_and(|status| status.success());
                let complaints = self.complaints();
                if is_success && complaints.is_empty() { Ok(()) } else { Err(self.told(&complaints)) }
            }
        }
    }

    /// What is known of the end of a process that has closed its output.
    fn ended(&mut self) -> Failure {
        let start = Instant::now();
        while start.elapsed() < EXIT_TIME && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(10));
        }
        // Without effect on what has ended; otherwise there would be no status to wait for.
        let _ = self.child.kill();
        let complaints = self.complaints();
        self.told(&complaints)
    }

    fn told(&mut self, complaints: &str) -> Failure {
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        Failure::Ended { name: self.name, how: format!("{status}, standard error: {complaints:?}") }
    }

    fn complaints(&mut self) -> String {
        let thread = self.complaints.take();
        thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
