//! How a session ends, whatever goes on: by `quit`, with its input, or because nobody hears.

use argali_eval::Evaluator;
use argali_search::Engine;
use argali_uci::Session;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn said(session: &mut Session<impl Evaluator>, input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    session.run(input, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn count(lines: &[String], words: &str) -> usize {
    lines.iter().filter(|line| line.contains(words)).count()
}

/// Output of which nothing arrives.
struct Deaf;

impl Write for Deaf {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Input as it is sent.
struct Feed(Receiver<&'static [u8]>);

impl io::Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.recv().unwrap_or_default();
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn the_end_of_input_ends_an_endless_search() {
    for go in ["go infinite", "go ponder", "go", "go depth 240", "go movetime 1000000"] {
        let start = Instant::now();
        let lines = said(&mut Session::new(engine()), go.as_bytes());
        assert_eq!(count(&lines, "bestmove"), 1, "{go}");
        assert!(start.elapsed() < Duration::from_secs(5), "{go}");
    }
}

#[test]
fn waiting_searches_are_answered_though_the_input_ends() {
    let lines = said(&mut Session::new(engine()), "go depth 30\n".repeat(50).as_bytes());
    assert_eq!(count(&lines, "bestmove"), 50);
    let lines = said(&mut Session::new(engine()), b"go infinite\ngo depth 30\nquit\ngo depth 1\n");
    assert_eq!(count(&lines, "bestmove"), 2);
}

#[test]
fn long_work_is_stopped_and_the_rest_answered_when_the_input_ends() {
    for end in ["", "\nquit\n"] {
        for work in ["perft", "go perft", "bench"] {
            let start = Instant::now();
            let input = format!("{work} 12\n{work} 14\neval\nisready{end}");
            let lines = said(&mut Session::new(engine()), input.as_bytes());
            assert!(start.elapsed() < Duration::from_secs(5), "{input}");
            assert_eq!((count(&lines, " stopped"), count(&lines, "evaluation ")), (2, 1), "{lines:?}");
            assert_eq!(lines.last().unwrap(), "readyok");
        }
    }
}

/// A table of 1 TiB cannot be had, which would be said if it was tried.
#[test]
fn when_the_input_has_ended_files_are_opened_and_nothing_long_is_begun() {
    for end in ["", "\nquit\n"] {
        let mut session = Session::new(engine()).evaluation(|_, path| {
            thread::sleep(Duration::from_millis(200));
            Ok(format!("{path} is read"))
        });
        let file = "setoption name EvalFile value";
        let input = format!("{file} one\nsetoption name Hash value 1048576\n{file} two\nisready{end}");
        assert_eq!(
            said(&mut session, input.as_bytes()),
            ["info string one is read", "info string two is read", "readyok"]
        );
    }
}

/// A reader that is gone is noticed by what else is written; the input stays open.
#[test]
fn long_work_ends_when_nobody_hears_it() {
    for work in [&b"perft 14\neval\nd\n"[..], b"bench 200\neval\nd\n"] {
        let (lines, input) = channel();
        let (explained, next_job) = channel();
        let session = thread::spawn(move || {
            let mut session = Session::new(engine()).explain(move |_, _| {
                explained.send(()).unwrap();
                String::new()
            });
            session.run(io::BufReader::new(Feed(input)), Deaf)
        });
        lines.send(work).unwrap();
        next_job.recv_timeout(Duration::from_secs(30)).expect("it goes on");
        drop(lines);
        assert_eq!(session.join().unwrap().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

#[test]
fn the_host_hears_of_the_end_before_the_work_has_ended() {
    for end in ["", "\nquit\n"] {
        let (ended, end_heard) = channel();
        let end_heard = Mutex::new(end_heard);
        let mut session = Session::new(engine())
            .evaluation(move |_, _| {
                end_heard
                    .lock()
                    .unwrap()
                    .recv_timeout(Duration::from_secs(30))
                    .map(|()| String::from("heard"))
                    .map_err(Into::into)
            })
            .at_end(move || ended.send(()).unwrap());
        let input = format!("setoption name EvalFile value x{end}");
        assert_eq!(said(&mut session, input.as_bytes()), ["info string heard"]);
    }
}

#[test]
fn when_nobody_listens_the_session_ends() {
    let error = Session::new(engine()).run(&b"uci\ngo infinite\n"[..], Deaf).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
