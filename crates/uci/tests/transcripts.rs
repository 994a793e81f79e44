//! Whole conversations, from the files in `tests/transcripts`.
//!
//! A line that begins with `> ` is sent; then what follows must be said, in this order:
//! - `< text` a line that is exactly the text;
//! - `~ words` a line that contains the words in this order (blanks stand for any text between them);
//! - `! words` from here to the next `>` or the end no line contains these words in one piece.
//!
//! Other lines of output in between are passed over. `# ` begins a comment. After the script the input ends, and every
//! `go` must have had exactly one `bestmove`.

mod talk;

use argali_search::Position;
use argali_uci::Bench;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{fs, thread};
use talk::Talk;

/// How long a line is waited for. Generous, for busy machines; a test that passes never waits.
const PATIENCE: Duration = Duration::from_secs(30);

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
    let boards = ["8/8/8/8/8/8/k7/2K4R w - -", "4k3/8/8/8/8/8/4P3/4K3 w - -"];
    let boards = boards.map(|fen| fen.parse::<Position>().unwrap().board().clone()).to_vec();
    let talk = Talk::new(|session| session.bench(Bench::new(boards, 3)));
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
                talk.say(&text);
            }
            "< " | "<" => expect(&talk.output, text, |line| line == text, &mut log),
            "~ " => expect(&talk.output, text, |line| contains_in_order(line, text), &mut log),
            "! " => forbidden.push((log.len(), usize::MAX, text.to_owned())),
            "# " | "#" => {}
            _ => panic!("{name}:{number}: what is {line:?}?"),
        }
    }
    log.extend(talk.end());
    for (from, to, words) in forbidden {
        let range = &log[from..to.min(log.len())];
        let found = range.iter().find(|line| format!(" {line} ").contains(&format!(" {words} ")));
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
