//! The options as graphical programs and bots set them, and the files that some of them open.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

/// What the program says to `input`.
fn said(input: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_argali"))
        .current_dir(env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
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

#[cfg(feature = "nnue")]
#[test]
fn a_network_is_loaded_and_what_is_none_is_refused() {
    use argali_eval::{Network, Parameters, Shape, features::INPUTS};
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
    assert!(lines[0].starts_with(&loaded), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with(&refused)).count(), 1, "{lines:?}");
    let value = "evaluation by the loaded network: 25 cp for the side to move";
    assert_eq!(lines.iter().filter(|line| *line == value).count(), 2, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "));
}
