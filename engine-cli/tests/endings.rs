//! How the program ends, and what must not end it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The program in the middle of a conversation; killed at the end of a test that fails.
struct Engine(Child);

impl Engine {
    fn start(mut command: Command) -> Engine {
        Engine(command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap())
    }

    fn argali() -> Engine {
        Engine::start(Command::new(env!("CARGO_BIN_EXE_argali")))
    }

    fn say(&mut self, text: &str) {
        self.0.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The lines up to one that begins with `answer`.
    fn lines_to(&mut self, answer: &str) -> Vec<String> {
        let output = BufReader::with_capacity(1, self.0.stdout.as_mut().unwrap());
        let mut lines = Vec::new();
        for line in output.lines().map_while(Result::ok) {
            let is_last = line.starts_with(answer);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
        panic!("no {answer} in {lines:?}");
    }

    /// How it ends within `patience`, if it does.
    fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.0.try_wait().unwrap() {
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(20)),
                ended => return ended,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Both ends stay open, but nobody reads: the pipe is full after some introductions.
#[test]
fn a_reader_who_does_not_read_keeps_nothing_alive() {
    for work in ["", "go infinite\n", "perft 14\n", "go infinite\nstop\n"] {
        for quits in [true, false] {
            let mut engine = Engine::argali();
            engine.say(&"uci\n".repeat(200));
            engine.say(work);
            thread::sleep(Duration::from_millis(300));
            if quits {
                engine.say("isready\nquit\n");
            } else {
                drop(engine.0.stdin.take());
            }
            let ended = engine.end(Duration::from_secs(30));
            // Not everything was said.
            assert_eq!(ended.map(|status| status.code()), Some(Some(1)), "{work:?} {quits}");
        }
    }
}

#[test]
fn endless_work_ends_with_the_input() {
    for work in ["perft 14\nstop\n", "go perft 14\nstop\n", "bench 100\nstop\n", "go infinite\n"] {
        for ending in ["", "quit\n"] {
            let mut engine = Engine::argali();
            engine.say(&format!("{work}{ending}"));
            drop(engine.0.stdin.take());
            // The output is gone as well.
            drop(engine.0.stdout.take());
            let ended = engine.end(Duration::from_secs(30)).unwrap_or_else(|| panic!("{work:?} goes on"));
            assert!(ended.success(), "{work:?}");
        }
    }
}

/// What scripts and CI pipe in is done to its end, as by Stockfish; `quit` behind it ends searches alone.
#[test]
fn piped_commands_are_done_to_their_end() {
    for (input, last) in [
        ("go perft 4\nquit\n", ["Nodes searched: 197281", ""]),
        ("perft 3\n", ["Nodes searched: 8902", ""]),
        (
            "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 6\n",
            ["score mate 1", "bestmove a1a8"],
        ),
        (
            "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo infinite\n",
            ["score mate 1", "bestmove a1a8"],
        ),
    ] {
        let mut engine = Engine::argali();
        engine.say(input);
        drop(engine.0.stdin.take());
        let lines: Vec<_> =
            BufReader::new(engine.0.stdout.take().unwrap()).lines().map(Result::unwrap).collect();
        assert!(engine.end(Duration::from_secs(30)).unwrap().success());
        let ending = &lines[lines.len() - 2..];
        assert!(ending[0].contains(last[0]) && ending[1] == last[1], "{input}: {lines:?}");
    }
}

/// A limit of 12 GiB has room for the stacks of 1024 threads, but not for their histories.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_do_not_fit_into_memory_are_refused() {
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -v 12582912 && exec \"$0\"", env!("CARGO_BIN_EXE_argali")]);
    let mut engine = Engine::start(limited);
    engine.say("setoption name Threads value 2\nsetoption name Threads value 1024\nisready\n");
    let lines = engine.lines_to("readyok");
    let refused = "info string the system refused the memory for 1024 threads: ";
    assert!(lines.len() == 2 && lines[0].starts_with(refused), "{lines:?}");
    engine.say("go depth 4\n");
    engine.lines_to("bestmove ");
    engine.say("quit\n");
    assert!(engine.end(Duration::from_secs(30)).is_some_and(|status| status.success()));
}

/// What a hundred folders and a megabyte of castling rights give to say is told in short lines, without control characters.
#[test]
fn notes_are_short_and_clean() {
    let mut engine = Engine::argali();
    let paths = "/a:".repeat(100_000);
    let rights = "x".repeat(1_000_000);
    let mut options = vec!["BookFile"];
    options.extend(cfg!(feature = "nnue").then_some("EvalFile"));
    options.extend(cfg!(feature = "syzygy").then_some("SyzygyPath"));
    for option in options {
        engine.say(&format!("setoption name {option} value /no/\u{1b}[31m\0/file\nisready\n"));
        let lines = engine.lines_to("readyok");
        assert!(lines.len() == 2 && !lines[0].contains(char::is_control), "{lines:?}");
        assert!(lines[0].contains("\\u{1b}[31m\\u{0}"), "{lines:?}");
        engine.say(&format!("setoption name {option} value {paths}\nisready\n"));
        let lines = engine.lines_to("readyok");
        assert!(lines.len() == 2 && lines[0].len() < 700, "{lines:?}");
    }
    engine.say(&format!("position fen 4k3/8/8/8/8/8/8/4K3 w {rights}\nisready\n"));
    let lines = engine.lines_to("readyok");
    assert!(lines.len() == 2 && lines[0].len() < 700 && lines[0].contains(" more"), "{lines:?}");
}
