//! Names of openings, from the table of lichess-org/chess-openings (CC0).
//!
//! A game's opening is the last of its positions that has a name, as that project suggests, so that transpositions are found.

use argali_search::san;
use cozy_chess::Board;
use std::collections::HashMap;

/// Lines of ECO code, name and moves.
const NAMES: &str = include_str!("openings/names.tsv");

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    /// Its name, as `Family: Variation, Subvariation`.
    pub name: &'static str,
}

/// Openings by their positions.
pub struct Openings(HashMap<u64, Opening>);

impl Openings {
    /// Reads the table, which takes some hundredths of a second.
    pub fn new() -> Openings {
        Openings(NAMES.lines().filter_map(entry).collect())
    }

    /// The opening of a game with these positions.
    pub fn of<'a>(&self, boards: impl DoubleEndedIterator<Item = &'a Board>) -> Option<Opening> {
        boards.rev().find_map(|board| self.0.get(&board.hash_without_ep()).copied())
    }
}

fn entry(line: &'static str) -> Option<(u64, Opening)> {
    let mut fields = line.split('\t');
    let (eco, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut board = Board::startpos();
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        board.play(san::parse(&board, word).ok()?);
    }
    Some((board.hash_without_ep(), Opening { eco, name }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_the_table_is_lost() {
        let unread: Vec<_> = NAMES.lines().filter(|line| entry(line).is_none()).collect();
        assert!(unread.is_empty(), "{unread:?}");
        assert!(NAMES.lines().count() > 3_000);
    }

    #[test]
    fn an_opening_is_known_by_transposition_and_after_it_is_left() {
        let openings = Openings::new();
        let name = |moves: &str| {
            let mut boards = vec![Board::startpos()];
            for word in moves.split(' ') {
                let mut board = boards[boards.len() - 1].clone();
                board.play(san::parse(&board, word).unwrap());
                boards.push(board);
            }
            openings.of(boards.iter()).map(|opening| (opening.eco, opening.name))
        };
        assert_eq!(name("e4 e5 Nf3 Nc6 Bb5"), Some(("C60", "Ruy Lopez")));
        assert_eq!(name("Nf3 Nc6 e4 e5 Bb5"), Some(("C60", "Ruy Lopez")));
        assert_eq!(name("e4 e5 Nf3 Nc6 Bb5 h5 h4 Rh6 Rh3"), Some(("C60", "Ruy Lopez")));
        assert_eq!(openings.of([Board::startpos()].iter()), None);
    }
}
