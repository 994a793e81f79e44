//! The rules of chess: what the moves of a game are, and when it is over.

use argali_pgn::{Game, GameResult, MoveNode, RawGame};
use argali_search::cozy_chess::{Color, Move};
use argali_search::{GameOver, Position, san};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::error::Error;

/// Where a game began and what was played since.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Record {
    /// The start; the ordinary one if there is none.
    fen: Option<String>,
    /// Moves, each as in UCI or in SAN.
    #[serde(default)]
    moves: Vec<String>,
}

/// The position after the last move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    fen: String,
    turn: &'static str,
    check: bool,
    legal: Vec<MoveText>,
    /// Why the game is over, if it is.
    over: Option<&'static str>,
}

/// A move in both notations.
#[derive(Serialize)]
pub(crate) struct MoveText {
    uci: String,
    san: String,
}

/// A game as it was read from PGN: the main line, without comments.
#[derive(Serialize)]
pub(crate) struct ReadGame {
    tags: BTreeMap<String, String>,
    fen: String,
    moves: Vec<MoveText>,
}

/// A game to be written as PGN.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Sheet {
    game: Record,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: Option<String>,
}

impl Record {
    /// The position after the moves.
    pub(crate) fn position(&self) -> Result<Position, Box<dyn Error>> {
        let mut position = self.start()?;
        for text in &self.moves {
            position.play(san::parse(position.board(), text)?)?;
        }
        Ok(position)
    }

    fn start(&self) -> Result<Position, Box<dyn Error>> {
        match &self.fen {
            Some(fen) => Ok(fen.parse()?),
            None => Ok(Position::startpos()),
        }
    }
}

impl MoveText {
    pub(crate) fn new(position: &Position, mv: Move) -> MoveText {
        MoveText { uci: position.uci(mv), san: san::show(position.board(), mv) }
    }

    /// The moves of a line that begins in `position`.
    pub(crate) fn line(position: &Position, moves: &[Move]) -> Vec<MoveText> {
        let mut position = position.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(MoveText::new(&position, mv));
            if position.play(mv).is_err() {
                break;
            }
        }
        texts
    }
}

/// What can be played, and whether the game is over.
pub(crate) fn view(record: &Record) -> Result<View, Box<dyn Error>> {
    let position = record.position()?;
    let over = position.game_over();
    let legal = if over.is_some() { Vec::new() } else { position.legal_moves() };
    Ok(View {
        fen: position.to_fen(),
        turn: match position.board().side_to_move() {
            Color::White => "white",
            Color::Black => "black",
        },
        check: !position.board().checkers().is_empty(),
        legal: legal.into_iter().map(|mv| MoveText::new(&position, mv)).collect(),
        over: over.map(name),
    })
}

fn name(over: GameOver) -> &'static str {
    match over {
        GameOver::Checkmate => "checkmate",
        GameOver::Stalemate => "stalemate",
        GameOver::InsufficientMaterial => "insufficient material",
        GameOver::FiftyMoves => "fifty moves",
        GameOver::Threefold => "repetition",
        _ => "over",
    }
}

/// Reads the main line of the first game in a PGN.
pub(crate) fn read_pgn(text: &str) -> Result<ReadGame, Box<dyn Error>> {
    let game = Game::parse(&RawGame::new(text))?;
    let moves: Vec<Move> = game.line.moves.iter().map_while(|node| node.mv).collect();
    let start = Position::new(game.start.clone());
    Ok(ReadGame {
        tags: game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        fen: start.to_fen(),
        moves: MoveText::line(&start, &moves),
    })
}

/// Writes a game as PGN.
pub(crate) fn write_pgn(sheet: &Sheet) -> Result<String, Box<dyn Error>> {
    let start = sheet.game.start()?;
    let mut game = Game::from_board(start.board().clone());
    for (name, value) in &sheet.tags {
        game.set_tag(name, value);
    }
    let mut board = start.board().clone();
    for text in &sheet.game.moves {
        let mv = san::parse(&board, text)?;
        board.play(mv);
        game.line.moves.push(MoveNode { mv: Some(mv), ..MoveNode::default() });
    }
    game.result = sheet.result.as_deref().and_then(GameResult::from_word).unwrap_or_default();
    Ok(game.to_string())
}
