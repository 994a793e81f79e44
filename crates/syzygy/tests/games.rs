//! Recommended moves win won positions against stubborn defenders, within the fifty-move rule.

mod common;

use argali_search::{Engine, Limits, Position, RootRank, Tablebase, TablebaseValue};
use argali_suite::legal_moves;
use argali_syzygy::Syzygy;
use common::{Random, factor, is_checkmate, materials, tables};
use cozy_chess::{Board, Move};
use std::sync::Arc;

/// A game that ends by repetition and by the fifty-move rule.
struct Game {
    board: Board,
    /// Keys since the last capture or pawn move.
    keys: Vec<u64>,
}

impl Game {
    fn new(board: Board) -> Game {
        Game { keys: vec![board.hash_without_ep()], board }
    }

    fn play(&mut self, mv: Move) {
        self.board.play(mv);
        if self.board.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.board.hash_without_ep());
    }

    fn occurrences(&self) -> usize {
        let now = self.keys.last();
        self.keys.iter().filter(|&key| Some(key) == now).count()
    }

    fn has_repeated(&self) -> bool {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    fn is_draw(&self) -> bool {
        let over = legal_moves(&self.board).is_empty();
        self.occurrences() >= 3
            || over
            || self.board.halfmove_clock() >= 100
            || self.board.occupied().len() == 2
    }
}

/// How the losing side defends.
#[derive(Clone, Copy, Debug)]
enum Defence {
    Random,
    /// Its own recommended moves.
    Recommended,
    /// The longest distance.
    Longest,
}

fn top(ranks: &[RootRank]) -> Vec<Move> {
    let best = ranks.iter().map(|rank| rank.rank).max().unwrap();
    ranks.iter().filter(|rank| rank.rank == best).map(|rank| rank.mv).collect()
}

fn defend(tables: &Syzygy, game: &Game, defence: Defence) -> Vec<Move> {
    let ranks = |board: &Board| tables.rank_root(board, true, game.has_repeated()).unwrap();
    match defence {
        Defence::Random => legal_moves(&game.board),
        Defence::Recommended => top(&ranks(&game.board)),
        Defence::Longest => {
            // Near the fifty-move rule the distances count.
            let mut late = game.board.clone();
            late.set_halfmove_clock(99);
            top(&ranks(&late))
        }
    }
}

/// Plays random recommended moves against a defence, so that all of them are tried; returns the plies to mate.
fn win(tables: &Syzygy, start: &Board, defence: Defence, random: &mut Random) -> usize {
    let attacker = start.side_to_move();
    let mut game = Game::new(start.clone());
    for plies in 0.. {
        if is_checkmate(&game.board) {
            assert_ne!(game.board.side_to_move(), attacker, "{start}: mated instead");
            return plies;
        }
        let Game { board, .. } = &game;
        assert!(!game.is_draw(), "{start}: {defence:?} draws after {plies} plies in {board}");
        let moves = if board.side_to_move() == attacker {
            let ranks = tables.rank_root(board, true, game.has_repeated()).unwrap();
            let best = ranks.iter().max_by_key(|rank| rank.rank).unwrap();
            assert_eq!(best.value, TablebaseValue::Win, "{start}: {defence:?} escapes in {board}");
            top(&ranks)
        } else {
            defend(tables, &game, defence)
        };
        game.play(moves[random.below(moves.len())]);
    }
    unreachable!("games end")
}

/// Positions of this material that the side to move wins; fewer than `wanted` if they are rare.
fn won(tables: &Syzygy, material: &str, wanted: usize, random: &mut Random) -> Vec<Board> {
    let found = (0..wanted * 30).map(|_| random.position(material));
    found.filter(|board| tables.probe(board) == Some(TablebaseValue::Win)).take(wanted).collect()
}

#[test]
fn every_recommended_move_wins_against_every_defence() {
    let Some(tables) = tables() else { return };
    let mut random = Random(3);
    let mut games = 0;
    for material in materials() {
        for start in won(&tables, &material, 2 * factor(), &mut random) {
            for defence in [Defence::Random, Defence::Recommended, Defence::Longest] {
                win(&tables, &start, defence, &mut random);
                games += 1;
            }
        }
    }
    assert!(games > 150 * factor(), "{games}");
}

#[test]
fn wins_with_a_late_clock_are_won_if_there_is_time() {
    let Some(tables) = tables() else { return };
    let mut random = Random(4);
    let (mut games, mut spoilt) = (0, 0);
    for material in materials() {
        for mut start in won(&tables, &material, 6 * factor(), &mut random) {
            // With a ply to spare, because exactly at the limit a rounded distance does not tell whether the position is won.
            let clock = random.below(99) as u8;
            start.set_halfmove_clock(clock + 1);
            let ranks = tables.rank_root(&start, true, false).unwrap();
            if ranks.iter().all(|rank| rank.value != TablebaseValue::Win) {
                spoilt += 1;
                continue;
            }
            start.set_halfmove_clock(clock);
            win(&tables, &start, Defence::Longest, &mut random);
            games += 1;
        }
    }
    assert!(games > 60 * factor() && spoilt > 5 * factor(), "{games} {spoilt}");
}

#[test]
fn the_engine_wins_what_is_won() {
    let Some(tables) = tables() else { return };
    let tables = Arc::new(tables);
    let mut random = Random(5);
    let mut games = 0;
    for material in materials() {
        for start in won(&tables, &material, factor(), &mut random) {
            play_out(&tables, &start);
            games += 1;
        }
    }
    assert!(games > 25 * factor(), "{games}");
}

fn play_out(tables: &Arc<Syzygy>, start: &Board) {
    let player = || {
        Engine::builder()
            .hash_mib(1)
            .tablebase(Some(Arc::clone(tables) as Arc<dyn Tablebase>))
            .build()
            .unwrap()
    };
    let mut players = [player(), player()];
    let mut position = Position::new(start.clone());
    let mut game = Game::new(start.clone());
    for ply in 0.. {
        if is_checkmate(&game.board) {
            assert_ne!(game.board.side_to_move(), start.side_to_move(), "{start}: mated instead");
            return;
        }
        assert!(!game.is_draw(), "{start}: drawn after {ply} plies in {}", game.board);
        let limits = Limits::new().nodes(2_000);
        let outcome = players[ply % 2].search(&position, &limits);
        let attacks = ply % 2 == 0;
        assert!(if attacks { outcome.score.is_win() } else { outcome.score.is_loss() }, "{}", game.board);
        let mv = outcome.best.unwrap();
        position.play(mv).unwrap();
        game.play(mv);
    }
}
