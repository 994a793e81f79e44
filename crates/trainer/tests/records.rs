//! Records of games: writing and reading, incomplete and damaged files, and the parser of another crate.

mod common;

use argali_trainer::game::Game;
use argali_trainer::reader::{ReadError, Reader};
use argali_trainer::sample::{from_bytes, sample, to_bytes};
use argali_trainer::{packed_board, packed_move, seed};
use bulletformat::ChessBoard;
use common::random_game;
use proptest::prelude::*;
use std::path::Path;

fn games(seed: u64, count: usize) -> Vec<Game> {
    let mut random = seed::stream(seed, &[]);
    (0..count).map(|_| random_game(&mut random, 150)).collect()
}

fn encode(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    games.iter().for_each(|game| game.encode(&mut bytes));
    bytes
}

fn reader(bytes: &[u8]) -> Reader<&[u8]> {
    Reader::new(bytes, Path::new("test"))
}

proptest! {
    #[test]
    fn games_survive_the_round_trip(seed: u64, count in 0usize..5) {
        let games = games(seed, count);
        let bytes = encode(&games);
        let mut reader = reader(&bytes);
        let read: Vec<Game> = (&mut reader).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(&read, &games);
        prop_assert!(!reader.is_cut_off());
        prop_assert_eq!(reader.whole_bytes(), bytes.len() as u64);
    }

    #[test]
    fn a_cut_off_file_is_read_up_to_its_last_whole_game(seed: u64, cut in 0.0..1.0) {
        let games = games(seed, 4);
        let bytes = encode(&games);
        let kept = (cut * bytes.len() as f64) as usize;
        let ends: Vec<usize> = (0..=games.len()).map(|count| encode(&games[..count]).len()).collect();
        let whole = ends.iter().rposition(|&end| end <= kept).unwrap();
        let mut reader = reader(&bytes[..kept]);
        let read: Vec<Game> = (&mut reader).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(read.as_slice(), &games[..whole]);
        prop_assert_eq!(reader.whole_bytes(), ends[whole] as u64);
        prop_assert_eq!(reader.is_cut_off(), ends[whole] != kept);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, seed: u64, at: prop::sample::Index, value: u8) {
        for game in reader(&bytes) {
            let _ = game;
        }
        let mut damaged = encode(&games(seed, 2));
        let at = at.index(damaged.len());
        damaged[at] = value;
        let results: Vec<_> = reader(&damaged).collect();
        // The games can be replayed, and nothing follows an error.
        for (index, result) in results.iter().enumerate() {
            match result {
                Ok(game) => game.visit(|board, ply| assert!(board.is_legal(ply.mv))),
                Err(error) => {
                    let format = matches!(error, ReadError::Format { .. });
                    prop_assert!(format);
                    prop_assert_eq!(index, results.len() - 1);
                }
            }
        }
    }

    #[test]
    fn boards_and_moves_survive_packing(seed: u64) {
        let game = &games(seed, 1)[0];
        game.visit(|board, ply| {
            let (unpacked, result) = packed_board::unpack(&packed_board::pack(board, game.result)).unwrap();
            assert_eq!((&unpacked, result), (board, game.result));
            let packed = packed_move::pack(board, ply.mv);
            assert_ne!(packed, 0);
            assert_eq!(packed_move::unpack(packed), ply.mv);
        });
    }

    /// The viriformat crate reads our files, and writes the same bytes. In a debug build it checks each board and move.
    #[test]
    fn records_are_viriformat(seed: u64) {
        let bytes = encode(&games(seed, 1));
        let mut source = bytes.as_slice();
        let theirs = viriformat::dataformat::Game::deserialise_from(&mut source, Vec::new()).unwrap();
        prop_assert!(source.is_empty());
        let mut rewritten = Vec::new();
        theirs.serialise_into(&mut rewritten).unwrap();
        prop_assert_eq!(&rewritten, &bytes);
        // Their board, packed again, is the same except for an en passant square that no pawn can use.
        let mut repacked = Vec::new();
        viriformat::dataformat::Game::new(&theirs.initial_position()).serialise_into(&mut repacked).unwrap();
        prop_assert_eq!(&repacked[..24], &bytes[..24]);
        prop_assert_eq!(&repacked[25..28], &bytes[25..28]);
    }

    #[test]
    fn samples_are_bulletformat(seed: u64) {
        let game = &games(seed, 1)[0];
        game.visit(|board, ply| {
            if ply.score == i16::MIN {
                return;
            }
            let ours = sample(board, ply, game.result);
            assert_eq!(from_bytes(&to_bytes(&ours)), Ok(ours));
            let result = f32::from(game.result as u8) / 2.0;
            let fen = format!("{board} | {} | {result:.1}", ply.score);
            // That parser does not support Chess960 castling rights, and ignores them.
            assert_eq!(fen.parse::<ChessBoard>().unwrap(), ours, "{}", fen);
        });
    }
}

#[test]
fn a_file_of_something_else_is_refused_with_its_place() {
    let error = reader(&[7; 100]).next().unwrap().unwrap_err();
    assert!(error.to_string().contains("byte 0"), "{error}");
}
