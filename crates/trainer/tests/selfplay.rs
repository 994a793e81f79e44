//! Self-play with few nodes: games are legal and the same for a seed, and an incomplete file is continued.

use argali_eval::Classical;
use argali_trainer::filter::Filter;
use argali_trainer::game::Game;
use argali_trainer::labelling::{Label, Labelling, Width};
use argali_trainer::openings::{BookError, Openings, read_book};
use argali_trainer::reader::Reader;
use argali_trainer::referee::{Adjudication, Referee, finished};
use argali_trainer::result::GameResult;
use argali_trainer::seed;
use argali_trainer::selfplay::{SelfPlay, Target, run};
use argali_trainer::writer::{Tally, WriteError, Writer};
use cozy_chess::Board;
use std::fs;
use std::path::{Path, PathBuf};

/// A path for a test's file in cargo's folder for tests. No file is there.
fn temporary(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn settings(target: Target) -> SelfPlay {
    SelfPlay {
        labelling: Labelling {
            width: Width::Selective,
            label: Label::Last,
            soft_nodes: 30,
            hard_nodes: 240,
            hash_mib: 1,
        },
        side_positions: 0.0,
        openings: Openings { chess960: 0.5, ..Openings::default() },
        max_start_score: 600,
        start_nodes: 100,
        adjudication: Adjudication::default(),
        threads: 1,
        seed: 9,
        target,
    }
}

fn read(path: &Path) -> Vec<Game> {
    Reader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn one_seed_gives_one_file() {
    let play = |name, seed| {
        let path = temporary(name);
        let settings = SelfPlay { seed, ..settings(Target::Games(4)) };
        let report = run(&settings, &Classical, Writer::create(&path).unwrap(), Tally::default()).unwrap();
        assert_eq!(report.played.games, 4);
        fs::read(path).unwrap()
    };
    let first = play("one.vf", 1);
    assert_eq!(first, play("same.vf", 1));
    assert_ne!(first, play("other.vf", 2));
}

#[test]
fn a_killed_run_continues_with_new_games() {
    let path = temporary("resumed.vf");
    let writer = Writer::create(&path).unwrap();
    run(&settings(Target::Games(3)), &Classical, writer, Tally::default()).unwrap();
    let before = read(&path);
    let length = fs::metadata(&path).unwrap().len();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length - 10).unwrap();

    let (writer, held) = Writer::resume(&path).unwrap();
    assert_eq!(held.games, 2);
    let two = SelfPlay { threads: 2, ..settings(Target::Games(6)) };
    let report = run(&two, &Classical, writer, held).unwrap();
    assert_eq!((report.played.games, report.held.games), (4, 6));

    let after = read(&path);
    assert_eq!(after.len(), 6);
    assert_eq!(after[..2], before[..2]);
    for (index, game) in after.iter().enumerate() {
        assert!(!after[..index].contains(game), "game {index} is there twice");
    }
}

#[test]
fn a_target_of_positions_is_reached() {
    let path = temporary("positions.vf");
    let writer = Writer::create(&path).unwrap();
    let report = run(&settings(Target::Kept(100)), &Classical, writer, Tally::default()).unwrap();
    assert!(report.held.kept >= 100);
    let filter = Filter::default();
    let mut counted = Tally::default();
    read(&path).iter().for_each(|game| counted.add(filter.tally(game)));
    assert_eq!(counted, report.held);
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let path = temporary("existing.vf");
    fs::write(&path, "something dear").unwrap();
    assert!(matches!(Writer::create(&path), Err(WriteError::Exists { .. })));
    assert!(matches!(Writer::resume(&path), Err(WriteError::NoGame { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), "something dear");
    fs::write(&path, [9; 64]).unwrap();
    assert!(matches!(Writer::resume(&path), Err(WriteError::Read(_))));
    assert_eq!(fs::read(&path).unwrap(), [9; 64]);
}

#[test]
fn two_writers_do_not_share_a_file() {
    let path = temporary("locked.vf");
    let _writer = Writer::create(&path).unwrap();
    assert!(matches!(Writer::resume(&path), Err(WriteError::Locked { .. })));
}

#[test]
fn games_end_by_the_rules_of_chess() {
    let result = |fen: &str| finished(&fen.parse().unwrap());
    assert_eq!(result("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some(GameResult::WhiteWins), "mate");
    assert_eq!(result("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(GameResult::Draw), "stalemate");
    assert_eq!(result("6k1/8/8/8/8/8/8/K6R w - - 100 90"), Some(GameResult::Draw), "fifty moves");
    assert_eq!(result("7k/8/8/8/8/8/8/KB6 w - - 0 1"), Some(GameResult::Draw), "one bishop");
    assert_eq!(result("7k/8/8/8/8/8/8/KN6 w - - 0 1"), Some(GameResult::Draw), "one knight");
    assert_eq!(result("2b4k/8/8/8/8/8/8/KB6 w - - 0 1"), Some(GameResult::Draw), "bishops of one colour");
    assert_eq!(result("1b5k/8/8/8/8/8/8/KB6 w - - 0 1"), None, "bishops of two colours");
    assert_eq!(result("7k/8/8/8/8/8/8/KNN5 w - - 0 1"), None, "two knights can mate");
    assert_eq!(result("7k/8/8/8/8/8/P7/K7 w - - 0 1"), None, "a pawn");
}

#[test]
fn clear_games_are_adjudicated() {
    let rules = Adjudication::default();
    let early = Board::startpos();
    let late: Board = "4k3/8/8/8/8/8/3R4/4K3 w - - 0 60".parse().unwrap();
    let mut referee = Referee::new(&rules);
    for score in [2_100, 2_100, 2_100, 1_900, 2_100, -2_100, 2_100, 2_100, 2_100] {
        assert_eq!(referee.adjudicate(&early, score), None);
    }
    assert_eq!(referee.adjudicate(&early, 2_100), Some(GameResult::WhiteWins));

    let mut referee = Referee::new(&rules);
    assert!((0..30).all(|_| referee.adjudicate(&early, 0).is_none()), "too early for a draw");
    assert!((0..9).all(|_| referee.adjudicate(&late, -8).is_none()));
    assert_eq!(referee.adjudicate(&late, 8), Some(GameResult::Draw));

    let mut referee = Referee::new(&rules);
    assert!((1..500).all(|_| referee.adjudicate(&late, 100).is_none()));
    assert_eq!(referee.adjudicate(&late, 100), Some(GameResult::Draw), "too long");
}

#[test]
fn openings_are_random_and_playable() {
    let mut random = seed::stream(1, &[]);
    let openings = Openings { chess960: 0.5, ..Openings::default() };
    let starts: Vec<Board> = (0..100).map(|_| openings.draw(&mut random)).collect();
    let distinct: std::collections::HashSet<u64> = starts.iter().map(Board::hash).collect();
    assert!(distinct.len() > 95);
    assert!(starts.iter().any(|board| board.side_to_move() == cozy_chess::Color::White));
    assert!(starts.iter().any(|board| board.side_to_move() == cozy_chess::Color::Black));
}

#[test]
fn books_are_read_as_fen_and_epd() {
    let path = temporary("book.epd");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 7";
    let epd = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 0; id \"x\";";
    fs::write(&path, format!("# a comment\n{fen}\n\n{epd}\n7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n")).unwrap();
    let book = read_book(&path).unwrap();
    assert_eq!(book.len(), 2, "the finished game is skipped");
    assert_eq!(book[0].halfmove_clock(), 3);
    assert_eq!(book[1].fullmove_number(), 1);

    fs::write(&path, format!("{fen}\nnonsense w - -\n")).unwrap();
    let error = read_book(&path).unwrap_err();
    assert!(error.to_string().contains("line 2") && error.to_string().contains("nonsense"), "{error}");
    fs::write(&path, "\n").unwrap();
    assert!(matches!(read_book(&path), Err(BookError::Empty { .. })));
}
