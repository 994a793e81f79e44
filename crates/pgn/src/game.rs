//! A game as a tree of moves.

use crate::error::PgnError;
use crate::parser;
use crate::raw::RawGame;
use crate::start;
use cozy_chess::{Board, Move};
use std::fmt;

/// A game: tags, start position, moves and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The tags, in their order.
    pub tags: Vec<Tag>,
    /// The position before the first move.
    pub start: Board,
    /// The moves that were played.
    pub line: Line,
    /// The result. A comment after it in the text belongs to the last move.
    pub result: GameResult,
}

/// A tag: a name and a value, as in `[White "Anderssen"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<MoveNode>,
}

/// A move with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNode {
    /// The move, with castling as king takes rook; `None` is the null move of analyses.
    pub mv: Option<Move>,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Alternatives to the move.
    pub variations: Vec<Line>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl Game {
    /// A game without moves from the initial position.
    #[must_use]
    pub fn new() -> Game {
        Game::from_board(Board::startpos())
    }

    /// A game without moves from `start`. If that is not the initial position, tags with its FEN are set.
    #[must_use]
    pub fn from_board(start: Board) -> Game {
        let mut game = Game { tags: Vec::new(), start, line: Line::default(), result: GameResult::Unknown };
        if game.start != Board::startpos() {
            if game.is_chess960() {
                game.set_tag("Variant", "Chess960");
            }
            game.set_tag("SetUp", "1");
            game.set_tag("FEN", &start::fen(&game.start));
        }
        game
    }

    /// Reads the text of a game.
    ///
    /// # Errors
    /// [`PgnError`] says where the game is invalid, and why.
    pub fn parse(raw: &RawGame) -> Result<Game, PgnError> {
        parser::parse(raw)
    }

    /// The value of a tag, if there is one.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Sets a tag. A new tag is added at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag { name: name.to_owned(), value: value.to_owned() }),
        }
    }

    /// Whether a castling right exists only in Chess960.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        start::is_chess960(&self.start)
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl GameResult {
    /// Reads a result.
    #[must_use]
    pub fn from_word(word: &str) -> Option<GameResult> {
        match word {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}
