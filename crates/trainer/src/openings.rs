//! The starts of games: a few random moves from the standard start position, a Chess960 position, or a position of a book.

use crate::seed::Random;
use argali_search::Position;
use cozy_chess::{Board, GameStatus, Move};
use rand::RngExt;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a book cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the book {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is not a position.
    #[error("line {line} of the book {} is not a position: {text:?} ({reason})", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// The line.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The book is empty.
    #[error("the book {} has no positions", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// Makes the starts of games.
#[derive(Debug, Clone)]
pub struct Openings {
    /// Positions of a book. If there are any, a random one is the start.
    pub book: Vec<Board>,
    /// Fraction (0.0 to 1.0) of the games that start from a Chess960 position instead, any of the 960.
    pub chess960: f64,
    /// The number of random plies from there. One more is played in half of the games, so that either side moves first. 0 means none.
    pub random_plies: u32,
}

impl Default for Openings {
    /// 8 or 9 random plies from the standard start position.
    fn default() -> Openings {
        Openings { book: Vec::new(), chess960: 0.0, random_plies: 8 }
    }
}

impl Openings {
    /// A start whose game goes on: neither mate nor stalemate nor a draw by the fifty-move rule.
    pub fn draw(&self, random: &mut Random) -> Board {
        loop {
            if let Some(board) = self.attempt(random) {
                return board;
            }
        }
    }

    fn attempt(&self, random: &mut Random) -> Option<Board> {
        let mut board = self.base(random);
        let plies = match self.random_plies {
            0 => 0,
            plies => plies + u32::from(random.random::<bool>()),
        };
        for _ in 0..plies {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                return None;
            }
            board.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        (board.status() == GameStatus::Ongoing).then_some(board)
    }

    fn base(&self, random: &mut Random) -> Board {
        if self.chess960 > 0.0 && random.random_bool(self.chess960.min(1.0)) {
            return Board::chess960_startpos(random.random_range(0..960));
        }
        match self.book.len() {
            0 => Board::startpos(),
            len => self.book[random.random_range(0..len)].clone(),
        }
    }
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    board.generate_moves(|batch| {
        moves.extend(batch);
        false
    });
    moves
}

/// Reads a book: a FEN or EPD a line; lines that are empty or begin with `#` are skipped, as are finished games.
///
/// # Errors
/// [`BookError`].
pub fn read_book(path: &Path) -> Result<Vec<Board>, BookError> {
    let text =
        std::fs::read_to_string(path).map_err(|source| BookError::Io { path: path.to_owned(), source })?;
    let mut boards = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let board = read_line(line).map_err(|reason| BookError::Line {
            path: path.to_owned(),
            line: index + 1,
            text: line.to_owned(),
            reason,
        })?;
        if board.status() == GameStatus::Ongoing {
            boards.push(board);
        }
    }
    if boards.is_empty() { Err(BookError::Empty { path: path.to_owned() }) } else { Ok(boards) }
}

/// A FEN, or an EPD, which has operations where a FEN has its counters.
fn read_line(line: &str) -> Result<Board, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [board, side, castling, en_passant, rest @ ..] = fields.as_slice() else {
        return Err("fewer than four fields".to_owned());
    };
    let counters = match rest {
        [halfmoves, moves, ..] if halfmoves.parse::<u8>().is_ok() && moves.parse::<u16>().is_ok() => {
            format!("{halfmoves} {moves}")
        }
        _ => "0 1".to_owned(),
    };
    let fen = format!("{board} {side} {castling} {en_passant} {counters}");
    fen.parse::<Position>().map(|position| position.board().clone()).map_err(|error| error.to_string())
}
