//! `argali "genfens N seed S book B"`: starts of games, in the form that the client of
//! [OpenBench](https://github.com/AndyGrant/OpenBench) needs to make training data.

use crate::failure::Failure;
use argali_search::{Engine, Limits, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs;
use std::io::{self, Write};
use thiserror::Error;

/// Random plies from the standard start position. Half of the starts have one more, so that either side moves first.
const PLIES: u32 = 8;

/// Random plies after a position of a book, or one more: enough to make different games of the same line.
const PLIES_AFTER_BOOK: u32 = 4;

/// Nodes of the search that judges a start.
const NODES: u64 = 1_000;

/// Starts whose score is further from 0 than this (centipawns) are dropped: their games are not useful for training.
const LARGEST_SCORE: i32 = 600;

/// Attempts after which a book is given up.
const ATTEMPTS: u32 = 500;

/// Why no starts can be made.
#[derive(Debug, Error)]
pub enum GenfensError {
    /// The words are not those of the command.
    #[error("{text:?} is not understood; the command is: genfens NUMBER seed NUMBER book None|FILE")]
    Words {
        /// The words.
        text: String,
    },
    /// A position of the book cannot be read.
    #[error("{path}: {line:?} is no position: {reason}")]
    Line {
        /// The book.
        path: String,
        /// The line.
        line: String,
        /// What is wrong with it.
        reason: argali_search::FenError,
    },
    /// No line of the book leads to a start.
    #[error("{path}: after {ATTEMPTS} attempts there is no start within {LARGEST_SCORE} centipawns of level")]
    Unbalanced {
        /// The book.
        path: String,
    },
}

/// The arguments of the command.
#[derive(Debug, PartialEq, Eq)]
pub struct Genfens {
    count: u64,
    seed: u64,
    book: Option<String>,
}

impl Genfens {
    /// The command in the program's arguments, if it is this one. OpenBench gives all of it as one argument, followed by `quit`.
    pub fn asked(arguments: impl Iterator<Item = String>) -> Option<Result<Genfens, GenfensError>> {
        let text = arguments.collect::<Vec<_>>().join(" ");
        let text = text.strip_suffix(" quit").unwrap_or(&text);
        let rest = text.strip_prefix("genfens").filter(|rest| rest.is_empty() || rest.starts_with(' '))?;
        Some(Genfens::parse(rest).ok_or_else(|| GenfensError::Words { text: text.to_owned() }))
    }

    fn parse(text: &str) -> Option<Genfens> {
        // The file's name may contain spaces.
        let (numbers, book) = text.split_once(" book ")?;
        let [count, "seed", seed] = numbers.split_whitespace().collect::<Vec<_>>()[..] else { return None };
        let book = match book.trim() {
            "" => return None,
            none if none.eq_ignore_ascii_case("none") => None,
            path => Some(path.to_owned()),
        };
        Some(Genfens { count: count.parse().ok()?, seed: seed.parse().ok()?, book })
    }

    /// Writes the starts to standard output, each when it is found.
    pub fn run(&self) -> Result<(), Failure> {
        let text = match &self.book {
            Some(path) => fs::read_to_string(path).map_err(Failure::io(path))?,
            None => String::new(),
        };
        self.write(&text, &mut io::stdout().lock())
    }

    fn write(&self, book: &str, out: &mut impl Write) -> Result<(), Failure> {
        let path = || self.book.clone().unwrap_or_default();
        let lines: Vec<&str> =
            book.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        if self.book.is_some() && lines.is_empty() {
            return Err(Failure::other(GenfensError::Unbalanced { path: path() }));
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut engine = Engine::builder().hash_mib(1).threads(1).build()?;
        let mut attempts = 0;
        let mut written = 0;
        while written < self.count {
            let base = match lines.len() {
                0 => Position::startpos(),
                len => {
                    let line = lines[random.random_range(0..len as u64) as usize];
                    let read = Position::from_fen(line).map_err(|reason| {
                        Failure::other(GenfensError::Line { path: path(), line: line.to_owned(), reason })
                    })?;
                    read.position
                }
            };
            let plies =
                if lines.is_empty() { PLIES } else { PLIES_AFTER_BOOK } + u32::from(random.random::<bool>());
            attempts += 1;
            if let Some(start) = wander(base, plies, &mut random).filter(|start| is_level(&mut engine, start))
            {
                writeln!(out, "info string genfens {}", start.to_fen())
                    .and_then(|()| out.flush())
                    .map_err(Failure::io("standard output"))?;
                written += 1;
                attempts = 0;
            } else if attempts == ATTEMPTS {
                return Err(Failure::other(GenfensError::Unbalanced { path: path() }));
            }
        }
        Ok(())
    }
}

/// The position after `plies` random moves, if the game is not over there.
fn wander(mut position: Position, plies: u32, random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.random_range(0..moves.len() as u64) as usize]).ok()?;
    }
    // Without history, because a FEN has none.
    let position = Position::new(position.board().clone());
    position.game_over().is_none().then_some(position)
}

/// Whether a short search finds neither side far ahead. It begins with cleared memory, so each start depends only on the seed.
fn is_level(engine: &mut Engine, position: &Position) -> bool {
    engine.new_game();
    engine.search(position, &Limits::new().nodes(NODES)).score.raw().abs() <= LARGEST_SCORE
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn asked(arguments: &[&str]) -> Option<Result<Genfens, GenfensError>> {
        Genfens::asked(arguments.iter().map(|&argument| argument.to_owned()))
    }

    fn starts(count: u64, seed: u64, book: &str) -> Vec<String> {
        let mut out = Vec::new();
        let name = (!book.is_empty()).then(|| "book.epd".to_owned());
        Genfens { count, seed, book: name }.write(book, &mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        lines.lines().map(|line| line.strip_prefix("info string genfens ").unwrap().to_owned()).collect()
    }

    #[test]
    fn the_words_of_the_client_are_understood() {
        let wanted = |book: Option<&str>| Genfens { count: 64, seed: 42, book: book.map(str::to_owned) };
        let read = |arguments: &[&str]| asked(arguments).unwrap().unwrap();
        assert_eq!(read(&["genfens 64 seed 42 book None ", "quit"]), wanted(None));
        assert_eq!(
            read(&["genfens 64 seed 42 book Books/8 moves.epd", "quit"]),
            wanted(Some("Books/8 moves.epd"))
        );
        assert_eq!(read(&["genfens", "64", "seed", "42", "book", "NONE"]), wanted(None));
        assert!(asked(&["bench"]).is_none());
        assert!(asked(&[]).is_none());
        for text in [
            "genfens",
            "genfens 3",
            "genfens x seed 1 book None",
            "genfens 3 seed 1 book ",
            "genfens 3 seed -1 book None",
        ] {
            let error = asked(&[text]).unwrap().unwrap_err();
            assert!(error.to_string().contains(text.trim()), "{error}");
        }
    }

    #[test]
    fn starts_depend_on_the_seed_alone_and_are_fens_of_six_fields() {
        let first = starts(6, 7, "");
        assert_eq!(first, starts(6, 7, ""));
        assert_eq!(first[..3], starts(3, 7, ""));
        assert_ne!(first, starts(6, 8, ""));
        let different: HashSet<&String> = first.iter().collect();
        assert_eq!(different.len(), 6);
        for fen in &first {
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            let position: Position = fen.parse().unwrap();
            assert_eq!(position.game_over(), None, "{fen}");
        }
    }

    #[test]
    fn starts_come_from_the_book() {
        let book = "# pawns\n\n4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - hmvc 0; fmvn 1;\n";
        for fen in starts(4, 1, book) {
            assert!(!fen.to_lowercase().contains('n'), "{fen}");
        }
    }

    #[test]
    fn a_book_that_is_no_book_is_an_error() {
        let write = |book: &str| {
            let asked = Genfens { count: 1, seed: 1, book: Some("book.epd".to_owned()) };
            asked.write(book, &mut Vec::new()).unwrap_err().to_string()
        };
        assert!(write("nonsense").starts_with("book.epd: \"nonsense\" is no position"));
        assert!(write("# nothing\n").contains("no start"));
        assert!(write("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1").contains("within 600 centipawns"));
    }
}
