//! When a self-play game is over: by the rules of chess, or because its result is clear.

use crate::filter::game_ply;
use crate::result::GameResult;
use argali_search::Position;
use cozy_chess::{BitBoard, Board, Color, GameStatus, Piece};

/// The rules of adjudication: when to end a game whose result is clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjudication {
    /// A side wins when the score is this good for it (centipawns) …
    pub win_score: i32,
    /// … for this many plies in a row.
    pub win_plies: u32,
    /// The game is drawn when the score is at most this far from zero (centipawns) …
    pub draw_score: i32,
    /// … for this many plies in a row …
    pub draw_plies: u32,
    /// … all of them after this ply of the game.
    pub draw_from_ply: u32,
    /// A game this long (in recorded plies) is drawn. Readers of the record format expect at most 512.
    pub max_plies: u32,
}

impl Default for Adjudication {
    /// A win at 2,000 centipawns for 4 plies, a draw at 8 centipawns for 10 plies after ply 70 or after 500 plies.
    fn default() -> Adjudication {
        Adjudication {
            win_score: 2_000,
            win_plies: 4,
            draw_score: 8,
            draw_plies: 10,
            draw_from_ply: 70,
            max_plies: 500,
        }
    }
}

/// Watches one game.
#[derive(Debug, Clone)]
pub struct Referee<'a> {
    rules: &'a Adjudication,
    plies: u32,
    /// The winning side, and for how many plies in a row.
    winning: Option<(Color, u32)>,
    /// For how many plies in a row the score has been level.
    level: u32,
}

impl<'a> Referee<'a> {
    /// A referee for a new game.
    #[must_use]
    pub fn new(rules: &'a Adjudication) -> Self {
        Referee { rules, plies: 0, winning: None, level: 0 }
    }

    /// Takes the score (centipawns for White) of the search in `board`. Returns the result if the game is adjudicated.
    pub fn adjudicate(&mut self, board: &Board, score: i32) -> Option<GameResult> {
        let rules = self.rules;
        self.plies += 1;
        let leader = if score > 0 { Color::White } else { Color::Black };
        self.winning = (score.abs() >= rules.win_score).then(|| match self.winning {
            Some((color, plies)) if color == leader => (leader, plies + 1),
            _ => (leader, 1),
        });
        let level = score.abs() <= rules.draw_score && game_ply(board) >= rules.draw_from_ply;
        self.level = if level { self.level + 1 } else { 0 };
        match self.winning {
            Some((color, plies)) if plies >= rules.win_plies => Some(GameResult::win(color)),
            _ if self.level >= rules.draw_plies || self.plies >= rules.max_plies => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// The result by the rules of chess, if the game is over: mate, stalemate, the fifty-move rule, threefold repetition, or insufficient
/// material.
#[must_use]
pub fn finished(position: &Position) -> Option<GameResult> {
    let board = position.board();
    match board.status() {
        GameStatus::Won => Some(GameResult::win(!board.side_to_move())),
        GameStatus::Drawn => Some(GameResult::Draw),
        GameStatus::Ongoing => (position.repetitions() >= 2 || is_dead(board)).then_some(GameResult::Draw),
    }
}

/// Whether neither side can mate by any moves: bare kings, one minor piece, or only bishops on squares of one colour.
fn is_dead(board: &Board) -> bool {
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let bishops = board.pieces(Piece::Bishop);
    if (minor | board.pieces(Piece::King)) != board.occupied() {
        return false;
    }
    let one_shade =
        (bishops & BitBoard::DARK_SQUARES).is_empty() || bishops.is_subset(BitBoard::DARK_SQUARES);
    minor.len() <= 1 || (minor == bishops && one_shade)
}
