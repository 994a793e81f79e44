//! The program as people and scripts run it.

mod program;
#[cfg(feature = "syzygy")]
mod shared;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

fn argali(words: &[&str], input: &str) -> Output {
    program::run(program::argali().args(words), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file of its own for each test.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

const LINES: &str = "\
# three positions and one that is none
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"mate\";

startpos moves e2e4 e7e5
startpos moves e2e5
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4
";

#[test]
fn nothing_is_said_before_it_is_asked_for() {
    let output = argali(&[], "");
    assert!(output.status.success());
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), String::new()));
}

/// Counts the time that the processor spends on it, not the time on the wall, so that a busy machine does not matter.
#[cfg(target_os = "linux")]
#[test]
fn it_starts_at_once() {
    let mut child = program::argali().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"uci\n").unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    assert!(output.lines().map_while(Result::ok).any(|line| line == "uciok"));
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    let nanoseconds = threads.map(|thread| {
        let text = fs::read_to_string(thread.unwrap().path().join("schedstat")).unwrap();
        text.split_whitespace().next().unwrap().parse::<u64>().unwrap()
    });
    let spent = Duration::from_nanos(nanoseconds.sum());
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(spent > Duration::ZERO && spent < Duration::from_millis(20), "{spent:?}");
}

#[test]
fn it_speaks_uci_without_arguments() {
    let output = argali(&[], "uci\nposition startpos\ngo depth 3\n");
    let text = text(&output.stdout);
    assert!(text.starts_with(&format!("id name Argali {}\nid author ", env!("ARGALI_VERSION"))), "{text}");
    assert!(text.contains("\nuciok\n") && text.contains("\nbestmove "), "{text}");
}

#[test]
fn the_end_of_input_ends_the_program_in_the_middle_of_a_search() {
    let start = Instant::now();
    let output = argali(&[], "setoption name Threads value 2\ngo infinite\n");
    assert!(output.status.success() && start.elapsed() < Duration::from_secs(3));
    assert_eq!(text(&output.stdout).matches("bestmove").count(), 1);
}

#[test]
fn help_and_version_are_on_standard_output() {
    assert!(text(&argali(&["--help"], "").stdout).contains("Usage: argali"));
    assert_eq!(text(&argali(&["--version"], "").stdout), format!("argali {}\n", env!("ARGALI_VERSION")));
    let wrong = argali(&["analyse"], "");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn the_benchmark_repeats_and_ends_with_its_sum() {
    let run = || {
        let output = text(&argali(&["bench", "4"], "").stdout);
        let last = output.lines().last().unwrap().to_owned();
        let words: Vec<_> = last.split(' ').map(str::to_owned).collect();
        assert_eq!((words[1].as_str(), words[3].as_str(), words.len()), ("nodes", "nps", 4), "{last}");
        words[0].clone()
    };
    let nodes = run();
    assert_eq!(nodes, run());
    let mut session = program::argali().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = session.stdin.take().unwrap();
    input.write_all(b"setoption name Hash value 1\nbench 4\n").unwrap();
    let lines = BufReader::new(session.stdout.take().unwrap()).lines().map(Result::unwrap);
    let last = lines.into_iter().find(|line| line.ends_with(" nps")).unwrap();
    assert!(last.starts_with(&format!("{nodes} nodes ")), "{last}");
    drop(input);
    assert!(session.wait().unwrap().success());
}

#[cfg(feature = "nnue")]
#[test]
fn the_benchmark_is_the_same_on_every_instruction_set() {
    let nodes = |words: &[&str]| {
        let output = argali(&[&["bench", "--depth", "6"], words].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).lines().last().unwrap().split(' ').next().unwrap().to_owned()
    };
    let fastest = nodes(&[]);
    for kernel in argali_eval::Kernel::available() {
        assert_eq!(nodes(&["--kernel", kernel.name()]), fastest, "{kernel}");
    }
    let wrong = argali(&["bench", "--kernel", "sse9"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("avx2"), "{}", text(&wrong.stderr));
}

#[test]
fn perft_counts() {
    let after_e4 = text(&argali(&["perft", "2", "startpos", "moves", "e2e4"], "").stdout);
    assert!(after_e4.contains("Nodes searched: 600"), "{after_e4}");
    let output = text(&argali(&["perft", "3"], "").stdout);
    assert!(output.contains("\ng1f3: 440\n") && output.contains("\nNodes searched: 8902\n"), "{output}");
    let fen = ["perft", "2", "r3k2r/8/8/8/8/8/8/R3K2R", "w", "KQkq", "-"];
    assert!(text(&argali(&fen, "").stdout).contains("e1g1: "));
    assert_eq!(argali(&["perft", "2", "8/8/8/8/8/8/8/8 w - -"], "").status.code(), Some(2));
}

#[test]
fn one_position_is_analysed_for_people() {
    let words = ["analyse", "startpos", "moves", "f2f3", "e7e5", "g2g4", "--depth", "4"];
    let output = text(&argali(&words, "").stdout);
    assert!(output.contains("3... Qh4#") || output.contains("2... Qh4#"), "{output}");
    assert!(output.contains("\nBest move: Qh4# (d8h4), score #-1 "), "{output}");
    let json = text(&argali(&["analyse", "startpos", "--depth", "2", "--json"], "").stdout);
    assert!(json.starts_with('{') && json.ends_with("}\n") && json.lines().count() == 1, "{json}");
}

/// What the fields that `--json` gives say of the start position.
fn analysed(words: &[&str]) -> serde_json::Value {
    let output = argali(&[&["analyse", "startpos", "--hash", "1", "--json"], words].concat(), "");
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn only_the_moves_that_are_named_are_searched() {
    let words = ["--multipv", "5", "--nodes", "2000", "--searchmoves", "a2a3", "Nh3"];
    let result = analysed(&words);
    let firsts: Vec<_> =
        result["lines"].as_array().unwrap().iter().map(|line| line["pv"][0].as_str().unwrap()).collect();
    assert!(firsts.len() == 2 && firsts.contains(&"a2a3") && firsts.contains(&"g1h3"), "{result}");
    // Of many positions, those where the move cannot be played have an error.
    let lines = "startpos\nstartpos moves e2e4\n";
    let output = argali(&["analyse", "-", "-q", "--depth", "2", "--searchmoves", "a2a3"], lines);
    let results = text(&output.stdout);
    assert!(results.contains("\"best\":\"a2a3\""), "{results}");
    assert!(
        results.contains("{\"line\":2,\"error\":\"--searchmoves: 'a2a3' is no legal move here\"}"),
        "{results}"
    );
}

#[test]
fn a_limited_player_answers_the_same_again_with_the_lines_asked_for() {
    let words = ["--elo", "600", "--movetime", "60000"];
    let first = analysed(&words);
    assert_eq!(first, analysed(&words));
    assert_eq!(first["lines"].as_array().unwrap().len(), 1);
    assert_eq!(first["best"], first["lines"][0]["pv"][0]);
    let shown = text(&argali(&["analyse", "startpos", "--elo", "600", "--hash", "1"], "").stdout);
    let rows = shown.lines().filter(|line| line.contains(" s ") && line.contains("  1. ")).count();
    assert!((1..5).contains(&rows), "{shown}");
}

#[cfg(feature = "nnue")]
#[test]
fn a_network_from_a_file_evaluates() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/eval/nets/default.nnue");
    let nodes = ["--nodes", "2000"];
    assert_eq!(analysed(&[&nodes[..], &["--eval-file", network]].concat()), analysed(&nodes));
    let output = argali(&["analyse", "startpos", "--depth", "1", "--eval-file", "/no/such.nnue"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("network /no/such.nnue: "), "{output:?}");
}

#[test]
fn many_positions_give_one_object_a_line_in_order() {
    let one = argali(&["analyse", "-", "--nodes", "3000", "--quiet"], LINES);
    assert_eq!(one.status.code(), Some(3));
    let told = "argali: 1 line of the input not understood, 0 results with a note; the output says which\n";
    assert_eq!(text(&one.stderr), told);
    let results = text(&one.stdout);
    let lines: Vec<_> = results.lines().collect();
    assert_eq!(lines.len(), 4, "{results}");
    assert!(lines[0].starts_with("{\"line\":2,\"id\":\"mate\",") && lines[0].contains("\"best\":\"a1a8\""));
    assert!(lines[1].starts_with("{\"line\":4,"));
    assert!(lines[2].starts_with("{\"line\":5,\"error\":") && lines[2].contains("e2e5"));
    assert!(lines[3].starts_with("{\"line\":6,") && lines[3].contains("\"san\":\"Qxf7#\""));
    // Neither the number of jobs nor where the lines come from changes a byte.
    let path = scratch("many.txt");
    fs::write(&path, LINES).unwrap();
    let path = path.to_str().unwrap();
    let several = argali(&["analyse", path, "--nodes", "3000", "--jobs", "3"], "");
    assert_eq!(text(&several.stdout), results);
    assert!(text(&several.stderr).starts_with("3 positions in "));
}

#[test]
fn interrupted_work_is_resumed() {
    for format in ["json", "csv", "epd"] {
        let path = scratch(&format!("resumed.{format}"));
        let name = path.to_str().unwrap();
        let words =
            ["analyse", "-", "--depth", "3", "--quiet", "--output", name, "--resume", "--format", format];
        assert_eq!(argali(&words, LINES).status.code(), Some(3));
        let whole = fs::read_to_string(&path).unwrap();
        // Cut in any line: what is whole is kept, the rest is done again.
        for part in 0..=8 {
            fs::write(&path, &whole[..whole.len() * part / 8]).unwrap();
            let output = argali(&words, LINES);
            assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{format} {part}");
        }
        // Another input is refused and the file left alone.
        let wrong = argali(&words, "startpos\n");
        assert_eq!(wrong.status.code(), Some(1));
        assert!(text(&wrong.stderr).contains("cannot resume"));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    }
}

#[test]
fn results_are_replaced_only_when_that_is_said() {
    let path = scratch("precious.jsonl");
    let words = ["analyse", "-", "--depth", "1", "--quiet", "--output", path.to_str().unwrap()];
    assert!(argali(&words, "startpos\n").status.success());
    let results = fs::read_to_string(&path).unwrap();
    let again = argali(&words, "startpos moves e2e4\n");
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("--resume") && text(&again.stderr).contains("--force"), "{again:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), results);
    assert!(argali(&[&words[..], &["--force"]].concat(), "startpos moves e2e4\n").status.success());
    let replaced = fs::read_to_string(&path).unwrap();
    assert!(replaced.lines().count() == 1 && replaced != results, "{replaced}");
    assert_eq!(argali(&[&words[..], &["--force", "--resume"]].concat(), "").status.code(), Some(2));
}

#[test]
fn results_of_other_limits_or_options_are_not_gone_on_with() {
    let path = scratch("asked.jsonl");
    let name = path.to_str().unwrap();
    let run = |more: &[&str], input| {
        argali(&[&["analyse", "-", "--quiet", "--output", name, "--resume"], more].concat(), input)
    };
    assert!(run(&["--depth", "1"], "startpos\n").status.success());
    let results = fs::read_to_string(&path).unwrap();
    for (more, difference) in [
        (&["--depth", "2"][..], "depth was 1 and is 2"),
        (&["--depth", "1", "--multipv", "2"], "multipv was 1 and is 2"),
        (&["--depth", "1", "--hash", "1"], "hash was 64 and is 1"),
        (&["--depth", "1", "--first-line", "9"], "first_line was 1 and is 9"),
    ] {
        let output = run(more, "startpos\nstartpos\n");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(difference), "{output:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), results);
    }
    // How many work at it makes no difference.
    assert!(run(&["--depth", "1", "--jobs", "2"], "startpos\nstartpos\n").status.success());
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
    // Nothing says what the results were asked for.
    fs::remove_file(path.with_extension("jsonl.asked")).unwrap();
    let output = run(&["--depth", "1"], "startpos\nstartpos\nstartpos\n");
    assert!(
        output.status.code() == Some(1) && text(&output.stderr).contains("asked.jsonl.asked"),
        "{output:?}"
    );
}

#[test]
fn only_results_of_the_same_input_are_gone_on_with() {
    let path = scratch("foreign.jsonl");
    let words = ["analyse", "-", "--depth", "1", "--quiet", "--output", path.to_str().unwrap(), "--resume"];
    assert!(argali(&words, "startpos\nstartpos moves e2e4\n").status.success());
    let results = fs::read_to_string(&path).unwrap();
    let first = results.lines().next().unwrap();
    for (held, input) in [
        // Notes without a line break, other JSON, a line that is none in between, another number, another position.
        ("precious".to_owned(), "startpos\n"),
        ("{\"a\":1}\n".to_owned(), "startpos\n"),
        (format!("{first}\nprecious\n{first}\n"), "startpos\nstartpos\nstartpos\n"),
        (results.replace("\"line\":2", "\"line\":3"), "startpos\nstartpos moves e2e4\n"),
        (results.clone(), "startpos\nstartpos moves d2d4\n"),
        // The unfinished line is cut off only if the rest fits.
        (format!("{results}{{\"line\":3,\"fe"), "startpos moves d2d4\n"),
    ] {
        fs::write(&path, &held).unwrap();
        let output = argali(&words, input);
        assert_eq!(output.status.code(), Some(1), "{held}");
        assert!(text(&output.stderr).contains("cannot resume"), "{output:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), held);
    }
    fs::write(&path, format!("{first}\n{{\"li")).unwrap();
    assert!(argali(&words, "startpos\nstartpos moves e2e4\n").status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), results);
}

#[test]
fn two_do_not_write_to_one_file() {
    let path = scratch("shared.jsonl");
    let held = fs::File::create(&path).unwrap();
    held.lock().unwrap();
    for more in [&[][..], &["--resume"]] {
        let words = [&["analyse", "-", "--depth", "1", "--output", path.to_str().unwrap()], more].concat();
        let output = argali(&words, "startpos\n");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("another process"), "{output:?}");
    }
    drop(held);
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
}

#[test]
fn a_line_without_end_costs_no_memory() {
    let input = format!("{}\nstartpos\n", "a ".repeat(3 << 20));
    let output = argali(&["analyse", "-", "--depth", "1", "--quiet"], &input);
    let results = text(&output.stdout);
    let lines: Vec<&str> = results.lines().collect();
    assert!(lines[0].contains("\"line\":1,\"error\":\"the line is longer than"), "{results}");
    assert!(lines[1].contains("\"line\":2,") && lines[1].contains("\"best\""), "{results}");
    assert_eq!(lines.len(), 2);
}

#[test]
fn nobody_listening_is_no_error() {
    let mut child = program::argali()
        .args(["analyse", "-", "--depth", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        // The program may be gone before everything is written.
        let _ = (0..100).try_for_each(|_| input.write_all(b"startpos\n"));
    });
    assert!(child.wait().unwrap().success());
    feeder.join().unwrap();
}

#[cfg(feature = "syzygy")]
mod tablebases {
    use super::{argali, scratch, shared, text};
    use std::fs;

    fn notes(path: &str) -> Vec<String> {
        let output = argali(&[], &format!("setoption name SyzygyPath value {path}\nisready\n"));
        assert!(output.status.success());
        text(&output.stdout).lines().map(str::to_owned).collect()
    }

    #[test]
    fn folders_without_tables_are_named_in_one_line_and_survived() {
        for path in ["/no such folder", "/nonexistent1:/nonexistent2:", "c:\\chess\\syzygy;J:\\Syzygy;"] {
            let notes = notes(path);
            assert_eq!(notes.len(), 2, "{notes:?}");
            assert!(notes[0].starts_with("info string ") && notes[1] == "readyok", "{notes:?}");
        }
        assert_eq!(notes("<empty>"), ["readyok"]);
    }

    #[test]
    fn a_damaged_table_is_named_and_the_search_goes_on() {
        let folder = scratch("damaged");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("KRvK.rtbw"), "").unwrap();
        fs::write(folder.join("readme.txt"), "no table").unwrap();
        let input = format!(
            "setoption name SyzygyPath value {}\nposition fen 8/8/4k3/8/8/3K4/3R4/8 w - -\ngo depth 3\n",
            folder.display()
        );
        let output = text(&argali(&[], &input).stdout);
        assert!(output.starts_with("info string ") && output.contains("KRvK.rtbw"), "{output}");
        assert_eq!(output.matches("bestmove ").count(), 1);
    }

    #[test]
    fn real_tables_are_used_by_analysis() {
        let tables = shared::folder().join("syzygy");
        if !tables.is_dir() {
            skipped(&tables);
            return;
        }
        let tables = tables.to_str().unwrap();
        let fen = "8/8/3k4/8/2BNK3/8/8/8 w - - 0 1";
        let words = ["analyse", fen, "--depth", "4", "--json", "--syzygy", tables];
        let output = argali(&words, "");
        assert!(text(&output.stdout).contains("\"wdl\":[1000,0,0]"), "{output:?}");
    }

    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    fn skipped(tables: &std::path::Path) {
        eprintln!("skipped: no tables in {}", tables.display());
    }
}

#[test]
fn the_input_is_not_overwritten() {
    let file = scratch("input-is-output.epd");
    fs::write(&file, LINES).unwrap();
    let name = file.to_str().unwrap();
    let hard = scratch("input-is-output-too.epd");
    fs::hard_link(&file, &hard).unwrap();
    for output in [&file, &hard] {
        for more in [&["--depth", "1"][..], &["--depth", "1", "--resume"], &["--depth", "1", "--force"]] {
            let output = argali(&[&["analyse", name, "-o", output.to_str().unwrap()], more].concat(), "");
            assert!(!output.status.success() && text(&output.stderr).contains("another file"), "{output:?}");
            assert_eq!(fs::read_to_string(&file).unwrap(), LINES);
        }
    }
    // Nor where both are redirected, as by `< file` and `>> file`.
    let program = || {
        let mut program = program::argali();
        program.args(["analyse", "-", "--depth", "1"]).stdin(fs::File::open(&file).unwrap());
        program
    };
    let appended = fs::File::options().append(true).open(&file).unwrap();
    for child in [
        program().args(["--force", "-o", name]).stderr(Stdio::piped()).spawn(),
        program().stdout(appended).stderr(Stdio::piped()).spawn(),
    ] {
        let output = child.unwrap().wait_with_output().unwrap();
        assert!(!output.status.success() && text(&output.stderr).contains("another file"), "{output:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), LINES);
    }
}

#[test]
fn a_file_that_has_the_name_of_what_was_asked_is_kept() {
    let (output, beside) = (scratch("another.jsonl"), scratch("another.jsonl.asked"));
    // As the input, too.
    for (held, input) in [("precious", "-"), (LINES, beside.to_str().unwrap()), ("{\"nodes\":1}", "-")] {
        fs::write(&beside, held).unwrap();
        for more in [&["--depth", "1"][..], &["--depth", "1", "--resume"], &["--depth", "1", "--force"]] {
            let done = argali(&[&["analyse", input, "-o", output.to_str().unwrap()], more].concat(), LINES);
            assert!(!done.status.success() && text(&done.stderr).contains("another file"), "{done:?}");
            assert_eq!(fs::read_to_string(&beside).unwrap(), held);
        }
    }
}

#[test]
fn a_divided_input_gives_the_parts_of_the_whole_output() {
    let lines: Vec<&str> = LINES.lines().collect();
    for format in ["json", "csv", "epd"] {
        let run = |first: usize, lines: &[&str]| {
            let first = (first + 1).to_string();
            let words = ["analyse", "-", "--nodes", "500", "-q", "--first-line", &first, "--format", format];
            text(&argali(&words, &(lines.join("\n") + "\n")).stdout)
        };
        let whole = run(0, &lines);
        for size in 1..lines.len() {
            let parts = lines.chunks(size).enumerate().map(|(index, part)| run(index * size, part));
            assert_eq!(parts.collect::<String>(), whole, "{format}, {size} lines each");
        }
    }
}

#[test]
fn a_file_is_read_whole_whichever_way_it_is_encoded() {
    let plain = argali(&["analyse", "-", "--depth", "1", "-q"], LINES);
    let utf16 = |order: fn(u16) -> [u8; 2]| {
        "\u{feff}".encode_utf16().chain(LINES.encode_utf16()).flat_map(order).collect::<Vec<u8>>()
    };
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(LINES.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd =
        ruzstd::encoding::compress_to_vec(LINES.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    for (name, bytes) in [
        ("cr.epd", LINES.replace('\n', "\r").into_bytes()),
        ("crlf.epd", LINES.replace('\n', "\r\n").into_bytes()),
        ("le.epd", utf16(u16::to_le_bytes)),
        ("be.epd", utf16(u16::to_be_bytes)),
        ("text.epd.gz", gzip),
        ("text.epd.zst", zstd),
    ] {
        let path = scratch(name);
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        if name.ends_with("gz") || name.ends_with("zst") {
            let named = argali(&["analyse", path, "--depth", "1"], "");
            assert_eq!(named.status.code(), Some(2));
            assert!(text(&named.stderr).contains("--decompress"), "{named:?}");
        }
        let output = argali(&["analyse", path, "--depth", "1", "--decompress", "-q"], "");
        assert_eq!(text(&output.stdout), text(&plain.stdout), "{name}");
    }
}

#[test]
fn a_solution_that_is_not_understood_is_noted_and_the_status_tells() {
    let back_rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    let input = format!("{back_rank} bm a1-a8 id \"a\";\n{back_rank} bm Rb9;\n{back_rank} bm Ra7 or Rb1;\n");
    let output = argali(&["analyse", "-", "--depth", "3"], &input);
    let results = text(&output.stdout);
    let lines: Vec<&str> = results.lines().collect();
    assert_eq!(results.matches("\"best\":\"a1a8\"").count(), 3, "{results}");
    assert!(lines[0].contains("\"id\":\"a\"") && lines[0].contains("\"solved\":true"), "{results}");
    assert!(lines[1].contains("\"solved\":null,\"note\":\"bm: 'Rb9'"), "{results}");
    assert!(lines[2].contains("\"solved\":false") && !lines[2].contains("note"), "{results}");
    assert_eq!(output.status.code(), Some(3));
    let told = text(&output.stderr);
    assert!(told.starts_with("3 positions in "), "{told}");
    assert!(told.contains("; 1 of 2 solved; 1 note; 0 errors\n"), "{told}");
}

#[test]
fn one_position_does_not_stop_the_others() {
    let input = "startpos\nstartpos moves e2e4\n";
    let output = argali(&["analyse", "-", "--depth", "99", "--guard", "2000"], input);
    let results = text(&output.stdout);
    assert_eq!(results.matches("\"note\":\"given up after 2000 nodes at depth ").count(), 2, "{results}");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn an_en_passant_square_is_given_where_a_capture_is_legal() {
    let input = "startpos moves e2e4\nstartpos moves e2e4 a7a6 e4e5 d7d5\n";
    let results = text(&argali(&["analyse", "-", "--depth", "1", "-q"], input).stdout);
    assert!(results.contains(" b KQkq - 0 1\"") && results.contains(" w KQkq d6 0 3\""), "{results}");
}

#[cfg(unix)]
#[test]
fn the_best_move_is_kept_at_an_interrupt() {
    for (more, answer) in [(&[][..], "\nBest move: "), (&["--json"], "\"best\":\"")] {
        let child = program::argali()
            .args([&["analyse", "startpos", "--movetime", "60000"], more].concat())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // Time to begin.
        thread::sleep(Duration::from_secs(3));
        let start = Instant::now();
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(sent.success() && start.elapsed() < Duration::from_secs(30));
        assert!(output.status.success() && text(&output.stdout).contains(answer), "{output:?}");
    }
}

#[test]
fn lines_that_are_not_understood_are_counted() {
    let output = argali(&["analyse", "-", "--depth", "1"], "rubbish\nfoo bar\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("none of the 2 lines"), "{output:?}");
    let output = argali(&["analyse", "-", "--depth", "1"], "\u{feff}startpos\nfoo bar\n");
    assert_eq!(output.status.code(), Some(3));
    let told = text(&output.stderr);
    assert!(told.starts_with("1 position in ") && told.contains(" nodes, "), "{told}");
    assert!(told.contains(" a second; 1 error\nargali: 1 line of the input not understood"), "{told}");
    assert!(text(&output.stdout).lines().next().unwrap().contains("\"best\":"), "{output:?}");
}

#[test]
fn arguments_that_make_no_sense_are_named() {
    let (one, other) = (scratch("one.epd"), scratch("other.epd"));
    fs::write(&one, LINES).unwrap();
    fs::write(&other, LINES).unwrap();
    let files = [one.to_str().unwrap(), other.to_str().unwrap()];
    for (words, complaint) in [
        (&["analyse", files[0], files[1]][..], "one file too many"),
        (&["analyse", "startpos", "--movetime", "0"], "0"),
        (&["analyse", "startpos", "--format", "csv", "--multipv", "2"], "needs the format json"),
        (&["analyse", "startpos", "--searchmoves", "e2e4", "e2e5"], "'e2e5' is no legal move here"),
        (&["analyse", "startpos", "--elo", "599"], "600..=2250"),
        (&["smp", "--workers", "0"], "0"),
        (&["perft", "21"], "20"),
        (
            &["analyse", files[0], "--jobs", "1024", "--threads", "1024", "--hash", "1"],
            "1024 threads at most",
        ),
        (&["analyse", "startpos", "--output", "nowhere.jsonl"], "nowhere.jsonl"),
        (&["perft", "2", "startpos", "moves", "e2e5"], "e2e5"),
    ] {
        let output = argali(words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(output.stdout.is_empty() && text(&output.stderr).contains(complaint), "{output:?}");
    }
}
