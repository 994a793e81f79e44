//! Rescoring: the same games with other scores, on any number of threads, resumable.

use argali_eval::Classical;
use argali_trainer::filter::Filter;
use argali_trainer::game::Game;
use argali_trainer::labelling::{Label, Labelling, Width};
use argali_trainer::openings::Openings;
use argali_trainer::reader::Reader;
use argali_trainer::referee::Adjudication;
use argali_trainer::rescore::{NOISY, Report, rescore};
use argali_trainer::selfplay::{self, SelfPlay, Target};
use argali_trainer::writer::{Tally, Writer};
use std::fs;
use std::path::{Path, PathBuf};

fn temporary(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn labelling(soft_nodes: u64) -> Labelling {
    let (width, label) = (Width::Selective, Label::Mean);
    Labelling { width, label, soft_nodes, hard_nodes: 8 * soft_nodes, hash_mib: 1 }
}

/// A file of a few games with scores of 30 nodes.
fn games(name: &str) -> PathBuf {
    let settings = SelfPlay {
        labelling: labelling(30),
        side_positions: 0.5,
        openings: Openings::default(),
        max_start_score: 600,
        start_nodes: 100,
        adjudication: Adjudication::default(),
        threads: 1,
        seed: 4,
        target: Target::Games(60),
    };
    let path = temporary(name);
    selfplay::run(&settings, &Classical, Writer::create(&path).unwrap(), Tally::default()).unwrap();
    path
}

fn again(from: &Path, to: &Path, threads: usize) -> Report {
    let (writer, held) = Writer::resume(to).unwrap();
    let mut reader = Reader::open(from).unwrap();
    rescore(&labelling(200), &Classical, threads, &mut reader, 1, held.games, writer).unwrap()
}

fn read(path: &Path) -> Vec<Game> {
    Reader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn games_stay_and_the_scores_of_kept_positions_are_new() {
    let (from, to) = (games("rescore-from.vf"), temporary("rescore-to.vf"));
    let report = again(&from, &to, 1);
    let (before, after) = (read(&from), read(&to));
    assert_eq!(before.len(), after.len());
    let filter = Filter::default();
    let (mut kept, mut new, mut noisy) = (0, 0, 0);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((&before.start, before.result), (&after.start, after.result));
        let mut scores = after.plies.iter();
        before.visit(|board, ply| {
            let now = scores.next().unwrap();
            assert_eq!(ply.mv, now.mv);
            if filter.keeps(board, ply) {
                kept += 1;
                new += u64::from(now.score != ply.score);
                noisy += u64::from(now.score == NOISY);
            } else {
                assert_eq!(ply.score, now.score, "only positions that are learned from are searched");
            }
        });
    }
    assert_eq!(report.searched, kept);
    assert!(report.written.kept + noisy <= kept && noisy > 0, "{report:?}, {noisy} noisy");
    assert!(new * 2 > kept, "{new} of {kept} scores are new");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let (from, whole, parts) =
        (games("rescore-games.vf"), temporary("rescore-whole.vf"), temporary("rescore-parts.vf"));
    again(&from, &whole, 1);
    again(&from, &parts, 3);
    let bytes = fs::read(&whole).unwrap();
    assert_eq!(fs::read(&parts).unwrap(), bytes);
    // Killed in the middle of a record.
    fs::OpenOptions::new().write(true).open(&parts).unwrap().set_len(bytes.len() as u64 / 2 + 1).unwrap();
    again(&from, &parts, 2);
    assert_eq!(fs::read(&parts).unwrap(), bytes);
}
