//! A session ends for any input, answers every `go` with exactly one `bestmove`, and writes only lines of the protocol.

use argali_search::Engine;
use argali_uci::{Command, Session};
use cozy_chess::Move;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::thread;
use std::time::Duration;

/// Larger tables and more threads only take time.
const LARGEST: u64 = 3;

/// The time that a search has before the next line is read.
const THINKING: Duration = Duration::from_millis(1);

/// Sends the bytes to a session.
pub fn run(data: &[u8]) {
    let mut input = VecDeque::new();
    let mut searches = 0;
    for line in String::from_utf8_lossy(data).lines() {
        match Command::parse(line) {
            Ok(Command::Quit) => break,
            Ok(Command::SetOption { name, value }) if is_costly(&name, value.as_deref()) => continue,
            Ok(Command::Go(_)) => searches += 1,
            _ => {}
        }
        input.push_back(format!("{line}\n").into_bytes());
    }
    input.push_back(b"quit\n".to_vec());
    let engine = Engine::builder().hash_mib(1).build().expect("1 MiB is available");
    let mut output = Vec::new();
    let mut session = Session::new(engine).seed(1);
    session
        .run(BufReader::new(Paced { input, thinks: false }), &mut output)
        .expect("a vector takes everything");
    let output = String::from_utf8(output).expect("output is text");
    assert_eq!(output.lines().filter(|line| line.starts_with("bestmove")).count(), searches, "{output}");
    output.lines().for_each(check);
}

/// Input that gives each search some time. Otherwise `quit` would always arrive before the search begins.
struct Paced {
    /// The remaining input. Its first line may be partly read.
    input: VecDeque<Vec<u8>>,
    /// Whether the last line started a search.
    thinks: bool,
}

impl Read for Paced {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.thinks {
            thread::sleep(THINKING);
        }
        let Some(line) = self.input.front_mut() else { return Ok(0) };
        let is_go = matches!(Command::parse(&String::from_utf8_lossy(line)), Ok(Command::Go(_)));
        let length = line.len().min(buffer.len());
        buffer[..length].copy_from_slice(&line[..length]);
        line.drain(..length);
        self.thinks = line.is_empty() && is_go;
        if line.is_empty() {
            self.input.pop_front();
        }
        Ok(length)
    }
}

fn is_costly(name: &str, value: Option<&str>) -> bool {
    let sized = ["Hash", "Threads"].iter().any(|sized| name.eq_ignore_ascii_case(sized));
    sized && value.and_then(|value| value.parse::<u64>().ok()).is_some_and(|value| value > LARGEST)
}

/// Checks the form of a line of output. Lines of the engine's own commands are free.
fn check(line: &str) {
    let words: Vec<_> = line.split(' ').collect();
    match words.as_slice() {
        ["info", "string", rest @ ..] => assert!(!rest.is_empty(), "{line}"),
        ["info", rest @ ..] => check_info(line, rest),
        ["bestmove", "(none)"] => {}
        ["bestmove", best] | ["bestmove", best, "ponder", _] => {
            assert!(
                words[1..].iter().filter(|word| **word != "ponder").all(|mv| mv.parse::<Move>().is_ok()),
                "{best}: {line}"
            );
        }
        ["bestmove", ..] => panic!("{line}"),
        _ => {}
    }
}

fn check_info(line: &str, words: &[&str]) {
    let number = |word: Option<&&str>| word.is_some_and(|word| word.parse::<i64>().is_ok());
    let mut rest = words.iter();
    while let Some(&word) = rest.next() {
        let sound = match word {
            "score" => matches!(rest.next(), Some(&("cp" | "mate"))) && number(rest.next()),
            "lowerbound" | "upperbound" => true,
            "wdl" => (0..3).all(|_| number(rest.next())),
            "currmove" => rest.next().is_some_and(|mv| mv.parse::<Move>().is_ok()),
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "tbhits" | "time"
            | "currmovenumber" => number(rest.next()),
            "pv" => rest.by_ref().all(|mv| mv.parse::<Move>().is_ok()),
            _ => false,
        };
        assert!(sound, "{word}: {line}");
    }
}
