//! How a session ends, whatever goes on: by `quit`, with its input, or because nobody hears.

mod run;

use argali_uci::Session;
use run::{count, engine, said};
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

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

const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/5PPP/R2Q2K1 w - - 0 1\n";

fn is_mate_in_one(lines: &[String]) -> bool {
    ["bestmove a1a8", "bestmove d1d8"].contains(&lines.last().unwrap().as_str())
}

#[test]
fn the_end_of_input_ends_an_endless_search_after_an_iteration() {
    for go in ["go infinite", "go ponder wtime 100 btime 100", "go"] {
        for _ in 0..20 {
            let start = Instant::now();
            let lines = said(&mut Session::new(engine()), format!("{MATE_IN_ONE}{go}").as_bytes());
            assert_eq!(count(&lines, "bestmove"), 1, "{go}");
            assert!(is_mate_in_one(&lines), "{lines:?}");
            assert!(start.elapsed() < Duration::from_secs(5), "{go}");
        }
    }
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        for go in ["go infinite", "go ponder", "go mate 2", "go infinite mate 2"] {
            let lines = said(&mut Session::new(engine()), format!("position fen {fen}\n{go}").as_bytes());
            assert_eq!(lines.last().unwrap(), "bestmove (none)", "{fen} {go}");
        }
    }
    let both = said(&mut Session::new(engine()), format!("{MATE_IN_ONE}go depth 4\ngo infinite").as_bytes());
    assert!(count(&both, "bestmove") == 2 && is_mate_in_one(&both), "{both:?}");
}

#[test]
fn searches_that_end_by_themselves_are_finished_at_the_end_of_input() {
    let lines = said(&mut Session::new(engine()), b"setoption name Hash value 2\ngo depth 9\ngo depth 3");
    assert_eq!((count(&lines, "info depth 9 "), count(&lines, "bestmove")), (1, 2), "{lines:?}");
    let lines = said(&mut Session::new(engine()), format!("{MATE_IN_ONE}go mate 1").as_bytes());
    assert!(is_mate_in_one(&lines) && count(&lines, "score mate 1") > 0, "{lines:?}");
    let lines = said(&mut Session::new(engine()), b"go nodes 20000");
    let nodes = |line: &String| line.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok();
    assert!(lines.iter().filter_map(nodes).max() >= Some(20_000_u64), "{lines:?}");
    for go in ["go movetime 400", "go wtime 8000 btime 8000 movestogo 10"] {
        let start = Instant::now();
        let lines = said(&mut Session::new(engine()), go.as_bytes());
        assert!(count(&lines, "bestmove") == 1 && start.elapsed() >= Duration::from_millis(150), "{go}");
    }
}

/// A mate that is not there would be looked for until the deepest iteration.
#[test]
fn a_search_for_a_mate_that_is_not_there_ends_with_the_input() {
    let no_mate = "position fen 8/8/8/3k4/8/8/3PP3/3K4 w - - 0 1\n";
    for (go, depth) in
        [("go mate 1", 12), ("go mate 0", 12), ("setoption name Threads value 2\ngo mate 2", 16)]
    {
        let lines = said(&mut Session::new(engine()), format!("{no_mate}{go}").as_bytes());
        assert_eq!(count(&lines, "bestmove"), 1, "{go}");
        assert_ne!(count(&lines, &format!("info depth {depth} ")), 0, "{go}: {lines:?}");
        assert_eq!(count(&lines, "info depth 40 "), 0, "{go}");
    }
}

#[test]
fn bench_and_perft_are_finished_before_the_end() {
    for end in ["", "\nquit\n"] {
        let input = format!("perft 3\ngo perft 4\nbench 5\neval\nisready{end}");
        let lines = said(&mut Session::new(engine()), input.as_bytes());
        assert_eq!(count(&lines, "Nodes searched: 8902") + count(&lines, "Nodes searched: 197281"), 2);
        assert_eq!((count(&lines, " nps"), count(&lines, "Final evaluation ")), (1, 1), "{lines:?}");
        assert_eq!(lines.last().unwrap(), "readyok");
    }
}

#[test]
fn quit_stops_searches_at_once() {
    for go in ["go infinite", "go depth 240", "go movetime 1000000", "go mate 40", "go wtime 9000000"] {
        let (lines, input) = channel();
        let session = thread::spawn(move || {
            let mut output = Vec::new();
            Session::new(engine()).run(io::BufReader::new(Feed(input)), &mut output).unwrap();
            output
        });
        lines.send(go.as_bytes()).unwrap();
        lines.send(b"\ngo depth 30\n").unwrap();
        thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        // The input stays open.
        lines.send(b"quit\n").unwrap();
        let output = String::from_utf8(session.join().unwrap()).unwrap();
        assert!(start.elapsed() < Duration::from_secs(5), "{go}");
        assert_eq!(output.matches("bestmove").count(), 2, "{output}");
    }
}

#[test]
fn stop_ends_long_work_before_quit() {
    for work in ["perft", "go perft", "bench"] {
        let start = Instant::now();
        let input = format!("{work} 12\n{work} 14\nstop\neval\nquit\n");
        let lines = said(&mut Session::new(engine()), input.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(5), "{input}");
        assert_eq!((count(&lines, " stopped"), count(&lines, "Final evaluation ")), (2, 1), "{lines:?}");
    }
}

/// A table of 1 TiB would be an error, but after `quit` no table is made.
#[test]
fn after_quit_files_are_opened_and_the_table_stays() {
    let mut session = Session::new(engine()).evaluation(|_, path| {
        thread::sleep(Duration::from_millis(200));
        Ok(format!("{path} is read"))
    });
    let file = "setoption name EvalFile value";
    let input = format!("{file} one\nsetoption name Hash value 1048576\n{file} two\nisready\nquit\n");
    assert_eq!(
        said(&mut session, input.as_bytes()),
        ["info string one is read", "info string two is read", "readyok"]
    );
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
