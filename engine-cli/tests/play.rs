//! `argali play` with somebody else's program at the other end, and with nobody.

mod program;

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Standard output and error of a game.
fn play(folder: &Path, words: &[&str], input: &str) -> (String, String) {
    let mut command = program::argali();
    let command = command.current_dir(folder).arg("play").args(["--nodes", "200", "--hash", "1"]).args(words);
    let output = program::run(command, input);
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn on_a_pipe_there_are_only_moves_and_answers() {
    let folder = folder("pipe");
    let (out, errors) = play(&folder, &[], "e4\ntakeback\nd2d4\nKe5\nhello\nfen\nresign\ne5\n");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(errors, "");
    assert!(lines[0].starts_with("1... ") && lines[1].starts_with("1... "), "{out}");
    assert_eq!(lines[2], "Ke5 is not legal here.");
    assert_eq!(lines[3], "\"hello\" is neither a move nor a command; help says what is.");
    assert!(lines[4].contains("/3P4/8/PPP1PPPP/") && lines[4].ends_with(" 2"), "{out}");
    assert_eq!(lines[5..], ["0-1: White resigns"]);
    assert!(!out.contains('\x1b') && !out.contains('>'), "{out}");
}

#[test]
fn black_and_mates_are_played() {
    let folder = folder("mate");
    let (out, _) = play(&folder, &["--side", "black", "--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"], "");
    assert_eq!(out, "1. Ra8#\n1-0: checkmate\n");
    let (out, _) = play(&folder, &["--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"], "Ra8\n");
    assert_eq!(out, "1-0: checkmate\n");
    let (out, errors) = play(&folder, &["--fen", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"], "");
    assert!(out.is_empty() && errors.contains("the game is over: checkmate"), "{errors}");
}

#[test]
fn a_game_is_kept_and_gone_on_with() {
    let folder = folder("kept");
    let read = || fs::read_to_string(folder.join("games.pgn")).unwrap();
    play(&folder, &["--save", "games.pgn", "--name", "Somebody"], "e4\nresign\n");
    assert!(read().contains("[White \"Somebody\"]") && read().trim_end().ends_with("0-1"), "{}", read());
    let (out, errors) = play(&folder, &["--resume", "games.pgn"], "");
    assert!(out.is_empty() && errors.contains("it ended 0-1"), "{errors}");
    play(&folder, &["--save", "games.pgn", "--side", "black", "--clock", "10+5", "--elo", "1000"], "quit\n");
    assert_eq!(read().matches("[Event ").count(), 2);
    assert!(read().contains(" (1000)\"]") && read().contains("[TimeControl \"600+5\"]"), "{}", read());
    assert!(read().trim_end().ends_with('*') && read().contains("[%clk 0:10:0"), "{}", read());
    let (out, errors) = play(&folder, &["--resume", "games.pgn"], "moves\ndraw\nresign\n");
    assert!(out.starts_with("1. ") && out.contains(" *\n"), "{out} {errors}");
    assert_eq!(read().matches("[Event ").count(), 2);
    assert!(read().trim_end().ends_with("1-0"), "{}", read());
}

#[test]
fn chess960_is_played_from_its_arrays() {
    let folder = folder("chess960");
    let (out, _) = play(&folder, &["--chess960", "518"], "e4\nfen\n");
    assert!(out.contains("/RNBQKBNR w KQkq "), "{out}");
    let (out, _) = play(&folder, &["--chess960", "0"], "fen\nsave game.pgn\n");
    assert_eq!(out, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\nSaved to game.pgn.\n");
    assert!(fs::read_to_string(folder.join("game.pgn")).unwrap().contains("[Variant \"Chess960\"]"));
}
