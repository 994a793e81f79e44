//! Files of games are checked and joined, each game once. Rescaled networks rank positions as before.

mod common;

use argali_eval::features::INPUTS;
use argali_eval::{Network, Parameters, Shape};
use argali_trainer::game::Game;
use argali_trainer::merge::{MergeError, Tolerance, merge};
use argali_trainer::model::Model;
use argali_trainer::provenance;
use argali_trainer::quantise::quantise;
use argali_trainer::reader::Reader;
use argali_trainer::rescale::{mean_size, rescale_model, rescale_network};
use argali_trainer::seed;
use cozy_chess::Board;
use rand::RngExt;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn games(seed: u64, count: usize) -> Vec<Game> {
    let mut random = seed::stream(seed, &[]);
    (0..count).map(|_| common::random_game(&mut random, 20)).collect()
}

fn write(path: &Path, games: &[Game]) {
    let mut bytes = Vec::new();
    games.iter().for_each(|game| game.encode(&mut bytes));
    fs::write(path, bytes).unwrap();
}

fn read(path: &Path) -> Vec<Game> {
    Reader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn shards_are_put_together_with_what_is_known_of_them() {
    let folder = folder("shards");
    let (one, two, out) = (folder.join("one.vf"), folder.join("two.vf"), folder.join("out.vf"));
    let (first, second) = (games(1, 5), games(2, 7));
    write(&one, &first);
    write(&two, &second);
    fs::write(provenance::path(&two), "full width 2, seed 7\n").unwrap();
    let shards = merge(Some(&out), &[one.clone(), two.clone()], Tolerance::default()).unwrap();
    assert_eq!(shards.iter().map(|shard| shard.added.games).collect::<Vec<_>>(), [5, 7]);
    assert_eq!(read(&out), [first, second].concat());
    let note = fs::read_to_string(provenance::path(&out)).unwrap();
    assert!(note.contains("one.vf: 5 games") && note.contains("nothing is known"), "{note}");
    assert!(note.contains("two.vf: 7 games") && note.contains("  full width 2, seed 7"), "{note}");
    let again = merge(Some(&out), &[one], Tolerance::default());
    assert!(matches!(again, Err(MergeError::Write(_))), "nothing is overwritten");
}

#[test]
fn games_of_the_same_seed_are_found() {
    let folder = folder("copies");
    let (one, two, out) = (folder.join("one.vf"), folder.join("two.vf"), folder.join("out.vf"));
    let (first, second) = (games(1, 5), games(2, 7));
    write(&one, &first);
    write(&two, &[&first[2..4], &second[..]].concat());
    let error = merge(None, &[one.clone(), two.clone()], Tolerance::default()).unwrap_err();
    assert!(matches!(error, MergeError::Copies { games: 9, count: 2, .. }), "{error}");
    assert!(error.to_string().contains("2 of the 9 games"), "{error}");
    let shards = merge(Some(&out), &[one, two], Tolerance { copies: true, cut_off: false }).unwrap();
    assert_eq!((shards[1].repeated, shards[1].added.games), (2, 7));
    assert_eq!(read(&out), [first, second].concat());
}

#[test]
fn files_that_end_too_early_are_found() {
    let folder = folder("cut_off");
    let one = folder.join("one.vf");
    write(&one, &games(1, 5));
    let bytes = fs::read(&one).unwrap();
    fs::write(&one, &bytes[..bytes.len() - 3]).unwrap();
    let error = merge(None, std::slice::from_ref(&one), Tolerance::default()).unwrap_err();
    assert!(matches!(error, MergeError::CutOff { .. }), "{error}");
    let shards = merge(None, &[one], Tolerance { cut_off: true, copies: false }).unwrap();
    assert!(shards[0].cut_off && shards[0].added.games == 4);
}

fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    games(3, 10).iter().for_each(|game| game.visit(|board, _| boards.push(board.clone())));
    boards
}

#[test]
fn a_rescaled_network_has_the_mean_that_was_asked_for() {
    let shape = Shape::new(32, 1).unwrap();
    let mut random = seed::stream(4, &[]);
    let mut numbers =
        |count, most: i16| (0..count).map(|_| random.random_range(-most..=most)).collect::<Vec<i16>>();
    let parameters = Parameters {
        feature_weights: numbers(INPUTS * 32, 60),
        feature_biases: numbers(32, 60),
        output_weights: numbers(64, 40),
        output_biases: vec![700],
    };
    let network = Network::from_quantised(shape, parameters).unwrap();
    let boards = boards();
    let before = mean_size(&network, &boards);
    for factor in [0.5, 1.0, 2.0] {
        let (rescaled, cut) = rescale_network(&network, factor).unwrap();
        assert_eq!(cut, 0);
        let ratio = mean_size(&rescaled, &boards) / before;
        assert!((ratio / factor - 1.0).abs() < 0.03, "{ratio} instead of {factor}");
    }
    let (largest, cut) = rescale_network(&network, 10.0).unwrap();
    assert!(cut > 0 && largest.parameters().output_weights.iter().all(|weight| weight.abs() <= 128));
}

#[test]
fn a_rescaled_checkpoint_has_the_mean_that_was_asked_for() {
    let mut model = Model::random(Shape::new(32, 1).unwrap(), &mut seed::stream(5, &[]));
    let boards = boards();
    let before = mean_size(&quantise(&model).unwrap(), &boards);
    assert_eq!(rescale_model(&mut model, 1.5), 0);
    let ratio = mean_size(&quantise(&model).unwrap(), &boards) / before;
    assert!((ratio / 1.5 - 1.0).abs() < 0.05, "{ratio}");
}

#[test]
fn a_checkpoint_is_cut_to_what_the_kernels_compute_with() {
    let mut model = Model::random(Shape::new(32, 1).unwrap(), &mut seed::stream(5, &[]));
    assert!(rescale_model(&mut model, 50.0) > 0);
    assert!(quantise(&model).is_ok());
}
