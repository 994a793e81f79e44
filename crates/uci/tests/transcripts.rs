//! Whole conversations, from the files in `tests/transcripts`.
//!
//! A line that begins with `> ` is sent; then what follows must be said, in this order:
//! - `< text` a line that is exactly the text;
//! - `~ words` a line that contains the words in this order (blanks stand for any text between them);
//! - `! words` from here to the next `>` or the end no line contains these words in this order.
//!
//! Other lines of output in between are passed over. `# ` begins a comment. After the script the input ends, and every
//! `go` must have had exactly one `bestmove`.

use argali_search::Engine;
use argali_uci::{Bench, Session};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// How long a line is waited for. Generous, for busy machines; a test that passes never waits.
const PATIENCE: Duration = Duration::from_secs(30);

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

fn contains_in_order(line: &str, words: &str) -> bool {
    let mut rest = line;
    words.split_whitespace().all(|word| match rest.find(word) {
        Some(at) => {
            rest = &rest[at + word.len()..];
            true
        }
        None => false,
    })
}

/// The last lines of a conversation.
fn tail(log: &[String]) -> String {
    log[log.len().saturating_sub(25)..].join("\n")
}

/// Waits for a line that `is_wanted`; complains about one that is forbidden.
fn expect(output: &Receiver<String>, wanted: &str, is_wanted: impl Fn(&str) -> bool, log: &mut Vec<String>) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                log.push(line.clone());
                if is_wanted(&line) {
                    return;
                }
            }
            Err(RecvTimeoutError::Timeout) => panic!("no line like {wanted:?} in\n{}", tail(log)),
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the session ended before {wanted:?}\n{}", tail(log))
            }
        }
    }
}

fn play(name: &str, script: &str) {
    let (send, input) = channel();
    let (lines, output) = channel();
    let session = thread::spawn(move || {
        let engine = Engine::builder().hash_mib(1).build().unwrap();
        let boards = ["8/8/8/8/8/8/k7/2K4R w - -", "4k3/8/8/8/8/8/4P3/4K3 w - -"];
        let boards =
            boards.iter().map(|fen| argali_uci::notation::parse_fen(fen, false).unwrap().board).collect();
        let mut session = Session::new(engine).bench(Bench { boards, depth: 3 });
        session.run(BufReader::new(Pipe(input, Vec::new())), Lines(lines, Vec::new())).unwrap();
    });
    let mut log = Vec::new();
    let mut forbidden: Vec<(usize, usize, String)> = Vec::new();
    let mut searches = 0;
    for (number, line) in (1..).zip(script.lines()) {
        let Some((kind, text)) = line.split_at_checked(2).or((!line.is_empty()).then_some((line, ""))) else {
            continue;
        };
        match kind {
            "> " | ">" => {
                for open in forbidden.iter_mut().filter(|open| open.1 == usize::MAX) {
                    open.1 = log.len();
                }
                let text = text.replace("\\t", "\t").replace("\\r", "\r");
                searches +=
                    usize::from(text.split_whitespace().next() == Some("go") && !text.contains("perft"));
                send.send(format!("{text}\n").into_bytes()).unwrap();
            }
            "< " | "<" => expect(&output, text, |line| line == text, &mut log),
            "~ " => expect(&output, text, |line| contains_in_order(line, text), &mut log),
            "! " => forbidden.push((log.len(), usize::MAX, text.to_owned())),
            "# " | "#" => {}
            _ => panic!("{name}:{number}: what is {line:?}?"),
        }
    }
    drop(send);
    log.extend(output.iter());
    session.join().unwrap_or_else(|_| panic!("{name}: the session panicked"));
    for (from, to, words) in forbidden {
        let range = &log[from..to.min(log.len())];
        let found = range.iter().find(|line| contains_in_order(line, &words));
        assert!(found.is_none(), "{name}: {found:?} is forbidden by {words:?}");
    }
    let answers = log.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, searches, "{name}: bestmoves\n{}", tail(&log));
    for line in &log {
        check_form(name, line);
    }
}

/// Every line of output must be one that the protocol knows, or belong to one of the engine's own commands.
fn check_form(name: &str, line: &str) {
    let words: Vec<_> = line.split(' ').collect();
    match words[0] {
        "info" if words[1] == "string" => assert!(words.len() > 2, "{name}: {line}"),
        "info" => {
            let mut rest = words[1..].iter();
            while let Some(&word) = rest.next() {
                match word {
                    "score" => assert!(matches!(rest.next(), Some(&("cp" | "mate"))), "{name}: {line}"),
                    "pv" => break,
                    "lowerbound" | "upperbound" | "currmove" | "wdl" => {}
                    other
                        if other.parse::<i64>().is_ok()
                            || other.len() >= 4 && other.as_bytes()[1].is_ascii_digit() => {}
                    _ => assert!(
                        rest.next().is_some_and(|value| value.parse::<u64>().is_ok()),
                        "{name}: {line}"
                    ),
                }
            }
        }
        "bestmove" => assert!(words.len() == 2 || words.len() == 4 && words[2] == "ponder", "{name}: {line}"),
        _ => {}
    }
}

#[test]
fn conversations_go_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 10, "the transcripts are gone");
    let failed: Vec<_> = names
        .iter()
        .filter(|path| {
            let script = fs::read_to_string(path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            thread::Builder::new()
                .name(name.clone())
                .spawn(move || play(&name, &script))
                .unwrap()
                .join()
                .is_err()
        })
        .collect();
    assert!(failed.is_empty(), "these conversations went wrong: {failed:?}");
}
