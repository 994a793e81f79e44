//! The options as graphical programs and bots set them, and the files that some of them open.

mod program;
#[cfg(feature = "syzygy")]
mod shared;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

/// What the program says to `input`.
fn said(input: &str) -> Vec<String> {
    let output = program::run(program::argali().current_dir(env::temp_dir()), input);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// A book with one entry for the start position: the move in the format's bits.
fn book(bits: u16) -> Vec<u8> {
    let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    bytes.extend(bits.to_be_bytes());
    bytes.extend([0, 1, 0, 0, 0, 0]);
    bytes
}

fn with_book(path: &Path, rest: &str) -> Vec<String> {
    let path = path.display();
    said(&format!("setoption name BookFile value {path}\nsetoption name OwnBook value true\nisready\n{rest}"))
}

/// python-chess refuses to set what is not offered, and reads every line of the list.
#[test]
fn the_options_that_programs_set_are_offered() {
    let lines = said("uci\n");
    let offered: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    let mut wanted = vec!["Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead"];
    wanted.extend(["UCI_Chess960", "UCI_ShowWDL", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo"]);
    wanted.extend(["OwnBook", "BookFile", "EvalFile"]);
    if cfg!(feature = "syzygy") {
        wanted.extend(["SyzygyPath", "SyzygyProbeDepth", "SyzygyProbeLimit", "Syzygy50MoveRule"]);
    }
    for name in wanted {
        let option = offered.iter().find_map(|option| option.strip_prefix(&format!("{name} type ")));
        let words: Vec<_> = option.unwrap_or_else(|| panic!("{name} is not offered")).split(' ').collect();
        match words[..] {
            ["button"] | ["check", "default", "true" | "false"] | ["string", "default", _] => {}
            ["spin", "default", default, "min", min, "max", max] => {
                let [min, default, max] = [min, default, max].map(|number| number.parse::<i64>().unwrap());
                assert!(min <= default && default <= max, "{name}: {words:?}");
            }
            _ => panic!("{name}: {words:?}"),
        }
    }
}

/// lichess-bot's options as they come, with a relative folder of tables that is not there.
#[test]
fn the_options_of_a_bot_are_survived_in_any_folder() {
    let lines = said(
        "uci\nsetoption name Move Overhead value 100\nsetoption name Threads value 4\n\
        setoption name Hash value 512\nsetoption name SyzygyPath value ./syzygy/\n\
        setoption name UCI_ShowWDL value true\nucinewgame\nisready\nposition startpos\ngo depth 4\n",
    );
    let after: Vec<_> = lines.iter().skip_while(|line| *line != "uciok").skip(1).collect();
    assert_eq!(after.iter().filter(|line| line.starts_with("info string")).count(), 1, "{after:?}");
    assert!(after[0].starts_with("info string") && after[1] == "readyok", "{after:?}");
    assert!(after.last().unwrap().starts_with("bestmove "), "{after:?}");
}

#[test]
fn quit_ends_the_program_in_the_middle_of_a_search() {
    let start = Instant::now();
    let lines = said("setoption name Threads value 2\ngo infinite\nquit\n");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

/// The program with a conversation that goes on, and how much memory the system has provided for it.
#[cfg(target_os = "linux")]
mod memory {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::Child;

    struct Engine(Child);

    impl Engine {
        fn start() -> Engine {
            let mut program = program::argali();
            Engine(program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap())
        }

        /// Says `line` and listens up to `answer`; returns the resident memory then, in MiB.
        fn resident_after(&mut self, line: &str, answer: &str) -> u64 {
            writeln!(self.0.stdin.as_mut().unwrap(), "{line}").unwrap();
            let output = BufReader::with_capacity(1, self.0.stdout.as_mut().unwrap());
            assert!(output.lines().any(|line| line.unwrap() == answer), "no {answer}");
            let status = fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
            let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
            resident.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
        }
    }

    impl Drop for Engine {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Otherwise the first search would pay for it with the time of its move.
    #[test]
    fn memory_is_there_when_the_engine_says_that_it_is_ready() {
        let mut engine = Engine::start();
        let start = engine.resident_after("uci", "uciok");
        assert!(start < 48, "{start} MiB before anybody asked whether the engine is ready");
        let ready = engine.resident_after("isready", "readyok");
        assert!(ready >= start.max(64), "{start} MiB, then {ready} MiB with a table of 64 MiB");
        let threads = engine.resident_after("setoption name Threads value 9\nisready", "readyok");
        assert!(threads >= ready + 16, "{ready} MiB, then {threads} MiB with 8 more threads");
        let table = engine.resident_after("setoption name Hash value 128\nisready", "readyok");
        assert!(table >= threads + 60, "{threads} MiB, then {table} MiB with a table of 128 MiB");
    }

    /// Each waits with the position that it is about.
    #[test]
    fn searches_that_wait_cost_little_however_long_the_game_is() {
        let mut engine = Engine::start();
        let game = "g1f3 g8f6 f3g1 f6g8 ".repeat(50_000);
        let set_up = format!("position startpos moves {game}\nisready");
        let before = engine.resident_after(&set_up, "readyok");
        let waiting = format!("go movetime 60000\n{}isready", "go depth 1\n".repeat(200));
        let after = engine.resident_after(&waiting, "readyok");
        assert!(
            after < before + 40,
            "{before} MiB, then {after} MiB with 200 searches of a game of 200000 plies"
        );
    }
}

#[test]
fn a_book_is_played_from_and_left() {
    // a2a3, which no search plays at the start.
    let path = file("a good book.bin", &book(8 << 6 | 16));
    let lines = with_book(&path, "go wtime 60000 btime 60000\n");
    let opened = format!("info string book {}: 1 entries", path.display());
    assert_eq!(lines, [opened.as_str(), "readyok", "info string a2a3 is from the book", "bestmove a2a3"]);
    let lines = with_book(&path, "position startpos moves a2a3\ngo depth 2\n");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("from the book")), "{lines:?}");
}

#[test]
fn a_book_stays_in_use_until_there_is_another() {
    let path = file("a book that stays.bin", &book(8 << 6 | 16));
    let lines = with_book(&path, "setoption name BookFile value /no/such/book.bin\ngo depth 1\n");
    assert!(lines[2].ends_with("; the book before it stays in use"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove a2a3");
    let lines = with_book(&path, "setoption name BookFile value <empty>\ngo depth 1\n");
    assert!(!lines.iter().any(|line| line.contains("from the book")), "{lines:?}");
}

#[test]
fn a_damaged_or_missing_book_is_named_once_and_survived() {
    let illegal = with_book(&file("illegal.bin", &book(8 << 6 | 32)), "go depth 1\n");
    assert!(illegal.iter().any(|line| line.starts_with("info depth ")), "{illegal:?}");
    for path in [file("short.bin", &book(0)[..9]), PathBuf::from("/no/such/book.bin")] {
        let lines = with_book(&path, "go depth 1\n");
        let about = format!("info string book {}: ", path.display());
        assert_eq!(lines.iter().filter(|line| line.starts_with(&about)).count(), 1, "{lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }
}

/// Files without end: a pipe that nobody writes to, and devices.
#[cfg(unix)]
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn what_is_no_file_is_refused_at_once() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipes");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("KQvK.rtbw");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: no mkfifo");
        return;
    }
    let pipe = pipe.to_str().unwrap();
    let options: &[&str] = if cfg!(feature = "nnue") { &["BookFile", "EvalFile"] } else { &["BookFile"] };
    for option in options {
        for path in [pipe, "/dev/zero", "/dev/full", "/dev"] {
            let lines = said(&format!("setoption name {option} value {path}\nisready\n"));
            assert!(lines[0].contains(&format!("{path}: it is no regular file")), "{lines:?}");
            assert_eq!(lines[1..], ["readyok"]);
        }
    }
    if cfg!(feature = "syzygy") {
        let lines = said(&format!("setoption name SyzygyPath value {}\nisready\n", folder.display()));
        assert!(lines[0].contains("KQvK.rtbw: it is no regular file"), "{lines:?}");
    }
}

/// Whether the last search asked tables with success.
#[cfg(feature = "syzygy")]
fn hits(lines: &[String]) -> bool {
    let info = lines.iter().rfind(|line| line.contains(" tbhits ")).unwrap();
    !info.contains(" tbhits 0 ")
}

#[cfg(feature = "syzygy")]
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn tables_stay_in_use_until_there_are_others_or_they_are_switched_off() {
    let good = shared::folder().join("syzygy");
    if !good.join("KPvK.rtbw").exists() {
        return eprintln!("skipped: no tables in {}", good.display());
    }
    let tables = |then: &str| {
        let good = good.display();
        said(&format!(
            "setoption name SyzygyPath value {good}\n{then}isready\n\
             position fen 8/8/4k3/8/8/3K4/4P3/8 w - - 0 1\ngo depth 4\n"
        ))
    };
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no tables");
    fs::create_dir_all(&empty).unwrap();
    for bad in [Path::new("/no/such/folder"), &empty] {
        let lines = tables(&format!("setoption name SyzygyPath value {}\n", bad.display()));
        assert!(lines[1].ends_with("; the tablebases before it stay in use"), "{lines:?}");
        assert!(lines[1].contains(&bad.display().to_string()) && hits(&lines), "{lines:?}");
    }
    for off in ["value <empty>", "value", ""] {
        assert!(!hits(&tables(&format!("setoption name SyzygyPath {off}\n"))), "{off}");
    }
    // Of several folders the good ones are used, and the others named.
    let several = env::join_paths([Path::new("/no/such/folder"), &good]).unwrap().into_string().unwrap();
    let lines = tables(&format!(
        "setoption name SyzygyPath value <empty>\nsetoption name SyzygyPath value {several}\n"
    ));
    assert!(lines[1].contains("/no/such/folder") && hits(&lines), "{lines:?}");
}

#[cfg(feature = "nnue")]
#[test]
fn a_network_is_loaded_and_what_is_none_is_refused() {
    use argali_eval::{Network, Parameters, Shape, features::INPUTS};
    use argali_search::{Score, cozy_chess::Board};
    let parameters = Parameters {
        feature_weights: vec![0; INPUTS * 32],
        feature_biases: vec![0; 32],
        output_weights: vec![0; 64],
        output_biases: vec![255 * 64 / 16],
    };
    let network = Network::from_quantised(Shape::new(32, 1).unwrap(), parameters).unwrap();
    let good = file("constant.nnue", &network.to_bytes());
    let bad = file("cut.nnue", &network.to_bytes()[..1_000]);
    let lines = said(&format!(
        "setoption name EvalFile value {}\neval\nsetoption name EvalFile value {}\neval\ngo depth 3\n",
        good.display(),
        bad.display()
    ));
    let loaded = format!("info string network {}: 32 neurons a side, checksum ", good.display());
    let refused = format!("info string network {}: a network of this shape has ", bad.display());
    let kept = "; the evaluation stays as it was";
    assert!(lines[0].starts_with(&loaded), "{lines:?}");
    let refuses = |line: &&String| line.starts_with(&refused) && line.ends_with(kept);
    assert_eq!(lines.iter().filter(refuses).count(), 1, "{lines:?}");
    let shown = Score::cp(25).normalised(&Board::startpos()).raw();
    let value = format!(
        "evaluation by the loaded network: {shown:+} cp for white, {shown:+} cp for the side to move"
    );
    assert_eq!(lines.iter().filter(|line| **line == value).count(), 2, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "));
}
