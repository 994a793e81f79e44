//! `argali annotate` as people and scripts run it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GAMES: &str = "\
[White \"A\"]
[Black \"B\"]

1. f3 {why not} e5 2. g4 (2. e4) Qh4# 0-1

[White \"C\"]

1. e4 e5 2. Ke3 *

[White \"D\"]
[Variant \"Chess960\"]
[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\"]

1. Nb3 Nb6 2. c4 1/2-1/2
1. d4 d5 2. c4 *
";

/// The games that make sense.
fn sound() -> String {
    GAMES.replace("[White \"C\"]\n\n1. e4 e5 2. Ke3 *\n\n", "")
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("annotate-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn annotate(folder: &Path, words: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_argali"))
        .current_dir(folder)
        .arg("annotate")
        .args(words)
        .args(["--hash", "1"])
        .output();
    output.unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn games_are_annotated_and_a_broken_one_is_passed_over() {
    let folder = folder("whole");
    fs::write(folder.join("games.pgn"), GAMES).unwrap();
    let output = annotate(&folder, &["games.pgn", "--nodes", "500", "--wdl"]);
    let (games, told) = (text(&output.stdout), text(&output.stderr));
    // Lines are broken anywhere.
    let games = games.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("passed over: game 2, line 8: illegal move 'Ke3'"), "{told}");
    assert!(
        told.contains("3 games, 13 positions in ")
            && told.ends_with("argali: 1 of the games was passed over\n"),
        "{told}"
    );
    assert_eq!(games.matches("[Annotator \"Argali ").count(), 3, "{games}");
    for part in [
        "{ why not }",
        "(2. e4)",
        "2. g4 $4 { [%eval #-1] [%wdl 0,0,1000] Blunder.",
        "[Opening \"",
        "[Variant \"Chess960\"]",
    ] {
        assert!(games.contains(part), "{part}: {games}");
    }
}

#[test]
fn jobs_and_compression_change_nothing() {
    let folder = folder("jobs");
    fs::write(folder.join("games.pgn"), GAMES).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(
        fs::File::create(folder.join("games.pgn.gz")).unwrap(),
        flate2::Compression::fast(),
    );
    gzip.write_all(GAMES.as_bytes()).unwrap();
    gzip.finish().unwrap();
    let once = annotate(&folder, &["games.pgn", "--nodes", "300"]);
    assert!(text(&once.stdout).contains("Qh4#"));
    for words in [["games.pgn", "--jobs", "3"], ["games.pgn.gz", "--jobs", "1"]] {
        let again = annotate(&folder, &[&words[..], &["--nodes", "300"]].concat());
        assert_eq!(text(&again.stdout), text(&once.stdout), "{words:?}");
    }
}

#[test]
fn a_run_that_was_cut_off_is_resumed_to_the_same_file() {
    let folder = folder("resume");
    fs::write(folder.join("games.pgn"), sound()).unwrap();
    let words = ["games.pgn", "--nodes", "300", "--output", "out.pgn", "--resume"];
    assert!(annotate(&folder, &words).status.success());
    let whole = fs::read_to_string(folder.join("out.pgn")).unwrap();
    for kept in [0, 10, whole.find("\n\n[White \"D\"]").unwrap() + 2, whole.len() - 3, whole.len()] {
        fs::write(folder.join("out.pgn"), &whole[..kept]).unwrap();
        let output = annotate(&folder, &words);
        assert!(output.status.success(), "{kept}: {}", text(&output.stderr));
        assert_eq!(fs::read_to_string(folder.join("out.pgn")).unwrap(), whole, "{kept}");
    }
    let fresh = annotate(&folder, &words[..5]);
    assert!(text(&fresh.stderr).contains("out.pgn is not empty"), "{}", text(&fresh.stderr));
    fs::write(folder.join("games.pgn"), sound().replace("1. f3", "1. f4")).unwrap();
    let foreign = annotate(&folder, &words);
    assert!(!foreign.status.success());
    assert!(text(&foreign.stderr).contains("cannot resume out.pgn: its game 1"), "{}", text(&foreign.stderr));
    assert_eq!(fs::read_to_string(folder.join("out.pgn")).unwrap(), whole, "nothing is lost");
}

#[test]
fn games_with_other_limits_or_options_are_not_gone_on_with() {
    let folder = folder("asked");
    fs::write(folder.join("games.pgn"), sound()).unwrap();
    let run = |words: &[&str]| annotate(&folder, &[&["games.pgn", "--output", "out.pgn"], words].concat());
    assert!(run(&["--nodes", "300"]).status.success());
    let whole = fs::read_to_string(folder.join("out.pgn")).unwrap();
    let cut = &whole[..whole.len() - 3];
    fs::write(folder.join("out.pgn"), cut).unwrap();
    for (words, difference) in [
        (&["--nodes", "400"][..], "nodes was 300 and is 400"),
        (&["--depth", "3"], "depth was not given and is 3, nodes was 300 and is not given"),
        (&["--nodes", "300", "--wdl"], "wdl was false and is true"),
    ] {
        let refused = run(&[words, &["--resume"]].concat());
        assert_eq!(refused.status.code(), Some(1));
        assert!(text(&refused.stderr).contains(difference), "{refused:?}");
        assert_eq!(fs::read_to_string(folder.join("out.pgn")).unwrap(), cut);
    }
    let resume = ["--nodes", "300", "--jobs", "2", "--resume"];
    assert!(run(&resume).status.success());
    assert_eq!(fs::read_to_string(folder.join("out.pgn")).unwrap(), whole);
    // --force records what it was asked with.
    assert!(run(&["--nodes", "400", "--force"]).status.success());
    assert!(text(&run(&resume).stderr).contains("nodes was 400 and is 300"));
    fs::write(folder.join("out.pgn.asked"), "precious").unwrap();
    assert!(text(&run(&["--force"]).stderr).contains("out.pgn.asked"));
    assert_eq!(fs::read_to_string(folder.join("out.pgn.asked")).unwrap(), "precious");
    fs::remove_file(folder.join("out.pgn.asked")).unwrap();
    assert!(text(&run(&resume).stderr).contains("out.pgn.asked"));
}

#[test]
fn reports_and_pictures_go_to_their_files() {
    let folder = folder("report");
    fs::write(folder.join("games.pgn"), sound()).unwrap();
    let output =
        annotate(&folder, &["games.pgn", "--depth", "2", "--html", "report.html", "--svg", "curve.svg"]);
    assert!(output.status.success() && output.stdout.is_empty());
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.matches("<section").count() == 3);
    for name in ["curve.svg", "curve-2.svg", "curve-3.svg"] {
        assert!(fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg "), "{name}");
    }
}

#[test]
fn what_cannot_be_annotated_is_named() {
    let folder = folder("nothing");
    fs::write(folder.join("none.pgn"), "\n").unwrap();
    fs::write(folder.join("broken.pgn"), "1. e5 *\n").unwrap();
    for (words, part) in [
        (&["none.pgn"][..], "none.pgn: there are no games in it"),
        (&["broken.pgn"], "broken.pgn: none of its 1 games makes sense"),
        (&["missing.pgn"], "missing.pgn: "),
        (&["none.pgn", "--output", "none.pgn"], "none.pgn is the input"),
        (&["none.pgn", "--output", "a", "--html", "a"], "a is named for two outputs"),
        (&["none.pgn", "--html", "./a", "--svg", "a"], "a is named for two outputs"),
    ] {
        let output = annotate(&folder, words);
        assert!(
            !output.status.success() && text(&output.stderr).contains(part),
            "{words:?}: {}",
            text(&output.stderr)
        );
    }
}
