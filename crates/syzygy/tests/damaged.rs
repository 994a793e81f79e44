//! Missing, foreign and damaged files are reported, and the other tables stay in use.

mod common;

use argali_search::{Tablebase, TablebaseValue};
use argali_syzygy::{Fault, Syzygy, SyzygyError, Warning};
use common::{Random, board, folder, materials};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("argali-syzygy-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// With copies of some tables, both kinds.
    fn with(name: &str, materials: &[&str]) -> Option<Scratch> {
        let from = folder()?;
        let scratch = Scratch::new(name);
        for file in materials.iter().flat_map(|name| [format!("{name}.rtbw"), format!("{name}.rtbz")]) {
            fs::write(scratch.0.join(&file), fs::read(from.join(&file)).unwrap()).unwrap();
        }
        Some(scratch)
    }

    fn change(&self, file: &str, change: impl FnOnce(&mut Vec<u8>)) {
        let path = self.0.join(file);
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes);
        fs::write(path, bytes).unwrap();
    }

    fn open(&self) -> Syzygy {
        Syzygy::from_folders([&self.0]).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn texts(tables: &Syzygy) -> Vec<String> {
    tables.warnings().iter().map(ToString::to_string).collect()
}

fn joined(folders: &[&Path]) -> String {
    std::env::join_paths(folders).unwrap().into_string().unwrap()
}

#[test]
fn no_folder_is_an_error() {
    let separators = if cfg!(windows) { ";;" } else { ":: :" };
    for paths in ["", "  ", separators] {
        assert!(matches!(Syzygy::open(paths), Err(SyzygyError::NoFolder { .. })), "{paths:?}");
    }
    let nowhere = Path::new("no-such-folder-1");
    let error = Syzygy::open(&joined(&[nowhere, Path::new("no-such-folder-2")])).unwrap_err();
    assert!(error.to_string().contains("no-such-folder-1"), "{error}");
    assert!(error.to_string().contains("no-such-folder-2"), "{error}");
}

#[test]
fn a_missing_folder_is_named_and_the_others_are_used() {
    let Some(scratch) = Scratch::with("missing", &["KQvK"]) else { return };
    let other = Scratch::with("missing-other", &["KQvK", "KRvK"]).unwrap();
    let tables = Syzygy::open(&joined(&[&scratch.0, Path::new("no-such-folder"), &other.0])).unwrap();
    assert_eq!((tables.wdl_tables(), tables.dtz_tables(), tables.max_pieces()), (2, 2, 3));
    assert!(matches!(tables.warnings(), [Warning::Folder { .. }]), "{:?}", texts(&tables));
    assert!(texts(&tables)[0].contains("no-such-folder"));
    assert!(tables.probe(&board("8/8/8/4k3/8/8/8/K6R w - - 0 1")).is_some());
}

#[test]
fn other_files_are_passed_over() {
    let scratch = Scratch::new("foreign");
    for file in ["KQvK.txt", "readme", "KQK.rtbw", "KXvK.rtbz", "checksum.md5"] {
        fs::write(scratch.0.join(file), "no table").unwrap();
    }
    fs::create_dir(scratch.0.join("3-4-5")).unwrap();
    let tables = scratch.open();
    assert_eq!((tables.wdl_tables(), tables.dtz_tables(), tables.max_pieces()), (0, 0, 0));
    assert!(matches!(tables.warnings(), [Warning::NoTables { .. }]), "{:?}", texts(&tables));
}

#[test]
fn a_folder_in_the_place_of_a_table_is_named() {
    let Some(scratch) = Scratch::with("directory", &["KQvK"]) else { return };
    fs::create_dir(scratch.0.join("KRvK.rtbw")).unwrap();
    let tables = scratch.open();
    assert_eq!(tables.wdl_tables(), 1);
    assert_eq!(tables.warnings().len(), 1);
    assert!(texts(&tables)[0].contains("KRvK.rtbw"), "{:?}", texts(&tables));
}

/// Nobody writes to the pipe, so opening it would block for ever.
#[cfg(unix)]
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn a_pipe_in_the_place_of_a_table_is_named_and_not_opened() {
    let scratch = Scratch::new("pipe");
    let path = scratch.0.join("KQvK.rtbw");
    if !std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: no mkfifo");
        return;
    }
    let (sender, opened) = std::sync::mpsc::channel();
    let folder = scratch.0.clone();
    std::thread::spawn(move || sender.send(texts(&Syzygy::from_folders([folder]).unwrap())));
    let texts = opened.recv_timeout(std::time::Duration::from_secs(30)).expect("it waits for the pipe");
    assert!(texts[0].contains("KQvK.rtbw: it is no regular file"), "{texts:?}");
}

#[test]
fn a_file_cut_off_is_named_and_the_rest_is_used() {
    let Some(scratch) = Scratch::with("cut", &["KQvK", "KRvK", "KPvK", "KBvK", "KNvK", "KBNvK"]) else {
        return;
    };
    scratch.change("KRvK.rtbw", |bytes| bytes.truncate(100));
    // A length that a table might have.
    scratch.change("KBNvK.rtbz", |bytes| bytes.truncate(64 * 20 + 16));
    scratch.change("KPvK.rtbw", Vec::clear);
    let tables = scratch.open();
    assert_eq!((tables.wdl_tables(), tables.dtz_tables()), (4, 5));
    let texts = texts(&tables);
    assert_eq!(texts.len(), 3, "{texts:?}");
    for file in ["KRvK.rtbw", "KBNvK.rtbz", "KPvK.rtbw"] {
        assert!(texts.iter().any(|text| text.contains(file) && !text.contains('\n')), "{texts:?}");
    }
    assert!(tables.probe(&board("8/8/8/4k3/8/8/8/K6Q w - - 0 1")).is_some());
    assert_eq!(tables.probe(&board("8/8/8/4k3/8/8/8/K6R w - - 0 1")), None);
    assert_eq!(tables.faults(), []);
    // Values without distances still rank the moves.
    let knight = board("8/8/8/4k3/8/8/8/KBN5 w - - 80 90");
    let ranks = tables.rank_root(&knight, true, false).unwrap();
    assert!(ranks.iter().any(|rank| rank.value == TablebaseValue::Win));
}

#[test]
fn a_table_under_a_wrong_name_is_named() {
    let Some(scratch) = Scratch::with("swapped", &["KQvK", "KRvK"]) else { return };
    let rook = fs::read(scratch.0.join("KRvK.rtbw")).unwrap();
    fs::write(scratch.0.join("KQvK.rtbw"), &rook).unwrap();
    fs::write(scratch.0.join("KRvK.rtbz"), &rook).unwrap();
    let texts = texts(&scratch.open());
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("KQvK.rtbw")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("KRvK.rtbz")), "{texts:?}");
}

#[test]
fn a_file_that_is_damaged_while_in_use_is_survived() {
    let Some(scratch) = Scratch::with("in-use", &["KQvK", "KRvK", "KQvKR", "KRBvK", "KBNvK"]) else { return };
    let tables = scratch.open();
    assert!(tables.warnings().is_empty());
    for entry in fs::read_dir(&scratch.0).unwrap() {
        fs::write(entry.unwrap().path(), "gone").unwrap();
    }
    let mut random = Random(1);
    for _ in 0..2_000 {
        let position = random.position("KBNvK");
        let _ = tables.probe(&position);
        let _ = tables.rank_root(&position, true, false);
    }
}

/// No content of a file causes a panic or a hang, and a damaged header is noticed when the file is opened.
#[test]
fn changed_bytes_are_survived() {
    let Some(from) = folder() else { return };
    let mut random = Random(7);
    let names = materials();
    let scratch = Scratch::new("bytes");
    let rounds = 60 * common::factor();
    let mut noticed = 0;
    for round in 0..rounds {
        let name = &names[random.below(names.len())];
        for extension in ["rtbw", "rtbz"] {
            let file = format!("{name}.{extension}");
            let mut bytes = fs::read(from.join(&file)).unwrap();
            // Damage to the header, to the whole file, or to the first block.
            let reach = [64, bytes.len(), 600.min(bytes.len())][round % 3];
            for _ in 0..=random.below(8) {
                // The magic bytes stay, because damage to them is easy to detect.
                let place = 4 + random.below(reach - 4);
                bytes[place] = random.below(256) as u8;
            }
            fs::write(scratch.0.join(&file), bytes).unwrap();
        }
        let tables = scratch.open();
        noticed += usize::from(!tables.warnings().is_empty());
        for _ in 0..100 {
            let position = random.position(name);
            let _ = tables.probe(&position);
            let _ = tables.rank_root(&position, true, false);
        }
        for extension in ["rtbw", "rtbz"] {
            fs::remove_file(scratch.0.join(format!("{name}.{extension}"))).unwrap();
        }
    }
    assert!(noticed > rounds / 3, "{noticed} of {rounds}");
}

/// Changed values that the reader cannot detect: the root's value differs from that of its best move.
#[test]
fn tables_that_contradict_themselves_are_not_believed() {
    let Some(scratch) = Scratch::with("contradiction", &["KQvK", "KRvK", "KQvKR"]) else { return };
    let sound = fs::read(scratch.0.join("KQvKR.rtbw")).unwrap();
    // The reader detects most changes; some only give other values.
    let (tables, unsound) = (8_000..sound.len())
        .step_by(97)
        .find_map(|place| {
            scratch.change("KQvKR.rtbw", |bytes| {
                bytes.clone_from(&sound);
                bytes[place] ^= 1;
            });
            let tables = scratch.open();
            let mut random = Random(2);
            let unsound = (0..500).map(|_| random.position("KQvKR")).find(|position| {
                let is_known = tables.probe(position).is_some();
                let ranks = tables.rank_root(position, true, false);
                let contradiction = |fault: &Fault| fault.to_string().contains("best move");
                is_known && ranks.is_none() && tables.faults().iter().any(contradiction)
            })?;
            Some((tables, unsound))
        })
        .expect("a contradiction");
    // These tables are not probed again; the others are.
    assert_eq!(tables.probe(&unsound), None);
    assert!(tables.probe(&board("8/8/8/4k3/8/8/8/K6Q w - - 0 1")).is_some());
}
