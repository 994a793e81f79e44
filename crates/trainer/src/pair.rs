//! Games between two engines: a single game, and a pair of games from one opening with both colours.

use crate::referee::{self, Adjudication, Referee};
use crate::result::GameResult;
use argali_eval::Evaluator;
use argali_search::{Engine, Limits, Position};
use cozy_chess::{Board, Color};
use serde::{Deserialize, Serialize};

/// An engine and its limits.
#[derive(Debug)]
pub struct Player<E: Evaluator> {
    /// The engine; it should have one thread, so that games can be repeated.
    pub engine: Engine<E>,
    /// The limits of each search.
    pub limits: Limits,
}

/// How the two games of a pair ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairResult {
    /// Half points of the first player: in its game with White, then in its game with Black.
    pub half_points: [u8; 2],
    /// Plies of both games together.
    pub plies: u32,
    /// Nodes that both players searched.
    pub nodes: u64,
}

impl PairResult {
    /// Half points of the first player in both games, 0 to 4.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.half_points[0] + self.half_points[1]
    }
}

/// Adjudication of match games with the usual settings of fastchess: a draw at 8 centipawns or less for 8 moves of both sides after move
/// 40, a win at 600 centipawns for 4 moves, by the scores of both.
#[must_use]
pub fn match_adjudication() -> Adjudication {
    Adjudication {
        win_score: 600,
        win_plies: 8,
        draw_score: 8,
        draw_plies: 16,
        draw_from_ply: 80,
        max_plies: MAX_PLIES,
    }
}

/// No adjudication: games end by the rules of chess alone.
#[must_use]
pub fn no_adjudication() -> Adjudication {
    Adjudication {
        win_score: i32::MAX,
        win_plies: u32::MAX,
        draw_score: -1,
        draw_plies: u32::MAX,
        draw_from_ply: u32::MAX,
        max_plies: MAX_PLIES,
    }
}

/// The fifty-move rule ends any game before this ply.
const MAX_PLIES: u32 = 12_000;

/// Plays the opening twice, once with each colour. Both engines are cleared before each game.
pub fn play_pair<A: Evaluator, B: Evaluator>(
    first: &mut Player<A>,
    second: &mut Player<B>,
    opening: &Board,
    adjudication: &Adjudication,
) -> PairResult {
    let (with_white, with_black) =
        (play_game(first, second, opening, adjudication), play_game(second, first, opening, adjudication));
    PairResult {
        half_points: [
            with_white.result.half_points(Color::White),
            with_black.result.half_points(Color::Black),
        ],
        plies: with_white.plies + with_black.plies,
        nodes: with_white.nodes + with_black.nodes,
    }
}

struct Played {
    result: GameResult,
    plies: u32,
    nodes: u64,
}

fn play_game<A: Evaluator, B: Evaluator>(
    white: &mut Player<A>,
    black: &mut Player<B>,
    opening: &Board,
    adjudication: &Adjudication,
) -> Played {
    white.engine.new_game();
    black.engine.new_game();
    let mut referee = Referee::new(adjudication);
    let mut position = Position::new(opening.clone());
    let (mut plies, mut nodes) = (0, 0);
    let result = loop {
        if let Some(result) = referee::finished(&position) {
            break result;
        }
        let us = position.board().side_to_move();
        let outcome = match us {
            Color::White => white.engine.search(&position, &white.limits),
            Color::Black => black.engine.search(&position, &black.limits),
        };
        plies += 1;
        nodes += outcome.nodes;
        let score = match us {
            Color::White => outcome.raw_score().raw(),
            Color::Black => -outcome.raw_score().raw(),
        };
        if let Some(result) = referee.adjudicate(position.board(), score) {
            break result;
        }
        // A game that goes on has a legal move, so the search has one, too.
        if outcome.best.is_none_or(|mv| position.play(mv).is_err()) {
            break GameResult::Draw;
        }
    };
    Played { result, plies, nodes }
}
