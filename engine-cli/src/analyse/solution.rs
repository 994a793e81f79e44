//! The solution in an EPD: the operations `bm` (best moves) and `am` (moves to avoid).
//!
//! Few files follow the standard, so every unambiguous way to write a move is accepted. A move that cannot be read does not reject the
//! position or the other moves.

use super::epd::Operation;
use argali_search::san;
use cozy_chess::{Board, Move};

/// The moves that solve a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// One of these.
    best: Moves,
    /// None of these.
    avoid: Moves,
}

/// The moves of one operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Moves {
    moves: Vec<Move>,
    /// Words that are not legal moves.
    unread: Vec<String>,
}

impl Solution {
    /// Reads the operations of an EPD of `board`; `None` if it has neither of the two.
    pub fn new(operations: &[Operation<'_>], board: &Board) -> Option<Solution> {
        let read = |code| {
            let mut moves = Moves::default();
            for operation in operations.iter().filter(|operation| operation.code == code) {
                moves.add(&operation.text(), board);
            }
            moves
        };
        let solution = Solution { best: read("bm"), avoid: read("am") };
        (!(solution.best.is_empty() && solution.avoid.is_empty())).then_some(solution)
    }

    /// Whether a move solves the problem; `None` if that depends on a move that cannot be read.
    pub fn is(&self, mv: Option<Move>) -> Option<bool> {
        let Some(mv) = mv else { return Some(false) };
        let best = if self.best.is_empty() { Some(true) } else { self.best.has(mv) };
        match (best, self.avoid.has(mv).map(|avoided| !avoided)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }

    /// The moves that cannot be read, as text.
    pub fn unread(&self) -> Option<String> {
        let unread = [("bm", &self.best), ("am", &self.avoid)];
        let unread = unread.into_iter().filter(|(_, moves)| !moves.unread.is_empty()).map(|(code, moves)| {
            let words: String = moves.unread.join(" ").chars().take(LONGEST_NOTE).collect();
            format!("{code}: '{words}' is no legal move here")
        });
        let unread: Vec<String> = unread.collect();
        (!unread.is_empty()).then(|| unread.join("; "))
    }
}

/// The longest part of a solution that a note repeats (characters).
const LONGEST_NOTE: usize = 80;

impl Moves {
    fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.unread.is_empty()
    }

    /// Whether a move is one of these; `None` if a word that cannot be read may be that move.
    fn has(&self, mv: Move) -> Option<bool> {
        if self.moves.contains(&mv) { Some(true) } else { self.unread.is_empty().then_some(false) }
    }

    fn add(&mut self, operands: &str, board: &Board) {
        let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '&');
        let known = self.moves.len() + self.unread.len();
        for word in operands.split(separates).filter(|word| !says_nothing(word)) {
            let bare = without_number(word);
            // A slash may mean a promotion or an alternative: the reading that gives moves is right.
            let whole = read(board, bare).map(|mv| vec![mv]);
            match whole.or_else(|| bare.split('/').map(|part| read(board, part)).collect()) {
                Some(moves) => self.moves.extend(moves),
                None => self.unread.push(word.to_owned()),
            }
        }
        // An operation that names no move at all is not understood either.
        if self.moves.len() + self.unread.len() == known && !operands.trim().is_empty() {
            self.unread.push(operands.trim().to_owned());
        }
    }
}

/// Words between or after moves.
fn says_nothing(word: &str) -> bool {
    const WORDS: [&str; 17] = [
        "", "or", "and", "oder", "e.p", "e", "p", "ep", "ch", "dbl", "dis", "check", "mate", "1-0", "0-1",
        "1/2-1/2", "*",
    ];
    // A move number, or dots for the first move of Black; `00` castles.
    let number = || !word.starts_with('0') && word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
    let bare = word.trim_matches(['(', ')', '[', ']']).trim_end_matches(['.', '+', '#']).to_ascii_lowercase();
    WORDS.contains(&bare.as_str()) || number()
}

/// A move without the number before it (`1.e4`, `12...Nf6`).
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// A move in any usual notation: algebraic, long algebraic, coordinates, with figurines, in brackets, with signs after it.
pub fn read(board: &Board, word: &str) -> Option<Move> {
    const FIGURES: [(char, &str); 12] = [
        ('♔', "K"),
        ('♚', "K"),
        ('♕', "Q"),
        ('♛', "Q"),
        ('♖', "R"),
        ('♜', "R"),
        ('♗', "B"),
        ('♝', "B"),
        ('♘', "N"),
        ('♞', "N"),
        ('♙', ""),
        ('♟', ""),
    ];
    let mut text = word.replace(['–', '—', '−'], "-").replace('×', "x").replace('\u{fe0e}', "");
    for (figure, letter) in FIGURES {
        text = text.replace(figure, letter);
    }
    let unwrapped = text.trim_matches(['(', ')', '[', ']', '{', '}', '"', '\'', '.']);
    // A piece may be written in lower case, unless it can be the file of a pawn.
    let mut letters = unwrapped.chars();
    let capital = letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str());
    // Coordinates in capitals; shorter words could mean a piece as well as a file.
    let is_loud = unwrapped.len() >= 4 && !unwrapped.chars().any(|c| c.is_ascii_lowercase());
    let small = is_loud.then(|| unwrapped.to_ascii_lowercase());
    [Some(text.as_str()), Some(unwrapped), capital.as_deref(), small.as_deref()]
        .into_iter()
        .flatten()
        .find_map(|word| san::parse(board, word).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::epd;

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    fn solution(fen: &str, operations: &str) -> Option<Solution> {
        let line = format!("{fen} {operations}");
        let (position, operations) = epd::split(&line);
        Solution::new(&operations, &position.parse().unwrap())
    }

    fn solves(operations: &str, mv: &str) -> Option<bool> {
        solution(BACK_RANK, operations).unwrap().is(Some(mv.parse().unwrap()))
    }

    #[test]
    fn one_of_the_best_moves_solves_a_problem() {
        for (operations, mv, expected) in [
            ("bm Ra8#; id \"x\";", "a1a8", true),
            ("bm Ra8#;", "a1a7", false),
            ("ce 5;bm Ra7, Ra8+;", "a1a8", true),
            ("0 1 bm Ra8", "a1a8", true),
            ("0 1; bm Ra8", "a1a8", true),
            ("am Ra7?;", "a1a8", true),
            ("BM Ra8;", "a1a8", true),
            ("bm: Ra8;", "a1a8", true),
            ("bm=Ra8; Id \"x\"", "a1a8", true),
            ("id \"x\" Am:Ra8", "a1a8", false),
            ("am Ra7?;", "a1a7", false),
            ("bm Ra7 Ra8; am Ra7;", "a1a7", false),
        ] {
            assert_eq!(solves(operations, mv), Some(expected), "{operations} {mv}");
        }
        assert_eq!(solution(BACK_RANK, "bm Ra8").unwrap().is(None), Some(false), "no move solves nothing");
    }

    /// Everything that `operations` calls best.
    fn best(fen: &str, operations: &str) -> Vec<String> {
        let solution = solution(fen, operations).unwrap();
        assert_eq!(solution.unread(), None, "{operations}");
        solution.best.moves.iter().map(Move::to_string).collect()
    }

    #[test]
    fn moves_are_read_in_every_usual_notation() {
        let rook = [
            "Ra8",
            "Ra8+",
            "Ra8#",
            "Ra8!!",
            "Ra8++",
            "a1a8",
            "a1-a8",
            "Ra1-a8+",
            "Ra1a8",
            "R1a8",
            "\"Ra8\"",
            "(Ra8)",
            "1.Ra8",
            "1. Ra8",
            "1... Ra8",
            "♖a8",
            "Ra1–a8",
            "Ra8 mate",
            "Ra8 ch.",
            "ra8",
            "Ra8.",
            "A1A8",
            "A1-A8",
            "Ra8 (mate)",
            "Ra8 1-0",
        ];
        for word in rook {
            assert_eq!(best(BACK_RANK, &format!("bm {word};")), ["a1a8"], "{word}");
        }
        for words in [
            "Ra8 or Rb1",
            "Ra8, Rb1",
            "Ra8,Rb1",
            "Ra8/Rb1",
            "Ra8 | Rb1",
            "Ra8 oder Rb1",
            "Ra8 and Rb1",
            "a1-a8 a1-b1",
        ] {
            assert_eq!(best(BACK_RANK, &format!("bm {words};")), ["a1a8", "a1b1"], "{words}");
        }
        assert_eq!(best(BACK_RANK, "bm Ra8+ id \"no semicolon\";"), ["a1a8"]);
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
        for (word, mv) in [
            ("0-0", "e1h1"),
            ("O-O-O", "e1a1"),
            ("0-0-0+", "e1a1"),
            ("e1g1", "e1h1"),
            ("o-o", "e1h1"),
            ("00", "e1h1"),
            ("000", "e1a1"),
        ] {
            assert_eq!(best(castling, &format!("bm {word}")), [mv], "{word}");
        }
        let promotion = "3n3k/4P3/8/8/8/8/8/K7 w - -";
        for word in [
            "exd8N", "exd8=N", "e7xd8N+", "e7xd8=N", "exd8(N)", "exd8/N", "e7d8n", "e7-d8n", "ed8N",
            "e7:d8=N",
        ] {
            assert_eq!(best(promotion, &format!("bm {word}")), ["e7d8n"], "{word}");
        }
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
        for word in
            ["exd6", "exd6 e.p.", "exd6e.p.", "e5xd6 ep", "e5-d6", "exd6 e.p.+", "exd6 e. p.", "exd6 (ep)"]
        {
            assert_eq!(best(passing, &format!("bm {word};")), ["e5d6"], "{word}");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(best(start, "bm e4 or d4;"), ["e2e4", "d2d4"]);
        assert_eq!(best(start, "bm e2-e4 c4 c0 \"two\";"), ["e2e4", "c2c4"]);
    }

    #[test]
    fn without_the_two_operations_there_is_no_problem() {
        for operations in ["", "0 1", "id \"bm\";", "c0 \"bm Ra8\";", "bm;"] {
            assert_eq!(solution(BACK_RANK, operations), None, "{operations}");
        }
    }

    #[test]
    fn what_is_no_move_is_named_and_leaves_open_what_depends_on_it() {
        for (operations, unread) in [
            ("bm Ra9;", "bm: 'Ra9' is no legal move here"),
            ("bm a1b8;", "bm: 'a1b8' is no legal move here"),
            ("am Rb9 draw", "am: 'Rb9 draw' is no legal move here"),
            ("bm ?;", "bm: '?' is no legal move here"),
            ("bm 1. or 2.;", "bm: '1. or 2.' is no legal move here"),
        ] {
            let solution = solution(BACK_RANK, operations).unwrap();
            assert_eq!(solution.unread().as_deref(), Some(unread));
            assert_eq!(solution.is("a1a8".parse().ok()), None);
        }
        assert_eq!((solves("bm Ra9 Ra8", "a1a8"), solves("bm Ra9 Ra8", "a1a7")), (Some(true), None));
        assert_eq!((solves("am Ra9 Ra8", "a1a8"), solves("am Ra9 Ra8", "a1a7")), (Some(false), None));
        assert_eq!(solves("bm Ra9; am Ra8", "a1a8"), Some(false));
    }
}
