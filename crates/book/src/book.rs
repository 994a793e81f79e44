//! The entries of a book.

use crate::error::BookError;
use crate::key::key;
use cozy_chess::{Board, Move, Piece, Square};

/// Bytes of an entry: key, move, weight, and four bytes of learning data, each big-endian.
const ENTRY: usize = 16;

/// A Polyglot opening book.
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    /// Whole entries, at least one, in the order of their keys.
    bytes: Vec<u8>,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The move, legal on the given board.
    pub mv: Move,
    /// The weight, at least 1: the moves of a position are played in proportion to their weights.
    pub weight: u16,
}

impl Book {
    /// Makes a book from the bytes of a file.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are truncated, unsorted or empty.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Book, BookError> {
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if bytes.is_empty() {
            return Err(BookError::Empty);
        }
        if !rest.is_empty() {
            return Err(BookError::Length { bytes: bytes.len() });
        }
        match entries.windows(2).position(|pair| entry_key(&pair[1]) < entry_key(&pair[0])) {
            Some(index) => Err(BookError::Order { index: index + 1 }),
            None => Ok(Book { bytes }),
        }
    }

    /// The number of entries, at least one. An entry is one move of one position.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.all().len()
    }

    /// The book's moves for a board, in the order of the book. Moves of weight 0, which are not to be played, and illegal moves are
    /// left out.
    #[must_use]
    pub fn moves(&self, board: &Board) -> Vec<Choice> {
        let key = key(board);
        let entries = self.all();
        let first = entries.partition_point(|entry| entry_key(entry) < key);
        let same = entries[first..].iter().take_while(|entry| entry_key(entry) == key);
        same.filter_map(|entry| choice(entry, board)).collect()
    }

    fn all(&self) -> &[[u8; ENTRY]] {
        self.bytes.as_chunks().0
    }
}

impl std::fmt::Debug for Book {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Book").field("entries", &self.entries()).finish_non_exhaustive()
    }
}

fn entry_key(entry: &[u8; ENTRY]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *entry;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

fn choice(entry: &[u8; ENTRY], board: &Board) -> Option<Choice> {
    let mv = decode(u16::from_be_bytes([entry[8], entry[9]]))?;
    let weight = u16::from_be_bytes([entry[10], entry[11]]);
    (weight > 0 && board.is_legal(mv)).then_some(Choice { mv, weight })
}

/// A move: six bits each for the target and the start square, file before rank, then three bits for the promotion. Castling is
/// king takes rook.
fn decode(bits: u16) -> Option<Move> {
    let square = |shift: u32| Square::try_index(usize::from(bits >> shift & 63));
    let promotion = match bits >> 12 {
        0 => None,
        1 => Some(Piece::Knight),
        2 => Some(Piece::Bishop),
        3 => Some(Piece::Rook),
        4 => Some(Piece::Queen),
        _ => return None,
    };
    Some(Move { from: square(6)?, to: square(0)?, promotion })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(key: u64, bits: u16, weight: u16) -> Vec<u8> {
        let mut bytes = key.to_be_bytes().to_vec();
        bytes.extend(bits.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
        bytes
    }

    fn bits(mv: &str) -> u16 {
        let mv: Move = mv.parse().unwrap();
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        promotion << 12 | (mv.from as u16) << 6 | mv.to as u16
    }

    fn shown(book: &Book, board: &Board) -> Vec<String> {
        book.moves(board).iter().map(|choice| format!("{} {}", choice.mv, choice.weight)).collect()
    }

    #[test]
    fn the_moves_of_a_position_are_found_among_others() {
        let start = key(&Board::startpos());
        let mut bytes = entry(0, bits("a2a3"), 1);
        bytes.extend(entry(start - 1, bits("a2a3"), 1));
        bytes.extend(entry(start, bits("e2e4"), 9));
        bytes.extend(entry(start, bits("d2d4"), 65_535));
        bytes.extend(entry(start + 1, bits("a2a3"), 1));
        let book = Book::from_bytes(bytes).unwrap();
        assert_eq!(book.entries(), 5);
        assert_eq!(shown(&book, &Board::startpos()), ["e2e4 9", "d2d4 65535"]);
        let other: Board = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(shown(&book, &other), [""; 0]);
    }

    #[test]
    fn what_is_not_legal_or_has_no_weight_is_passed_over() {
        let start = key(&Board::startpos());
        let mut bytes = Vec::new();
        for (bits, weight) in
            [(bits("e2e5"), 9), (bits("e2e4"), 0), (bits("e7e5"), 9), (0xffff, 9), (0, 9), (bits("g1f3"), 1)]
        {
            bytes.extend(entry(start, bits, weight));
        }
        assert_eq!(shown(&Book::from_bytes(bytes).unwrap(), &Board::startpos()), ["g1f3 1"]);
    }

    #[test]
    fn castling_and_promotion() {
        for (fen, mv) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1"),
            ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8a8"),
            ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"),
            ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
        ] {
            let board: Board = fen.parse().unwrap();
            let book = Book::from_bytes(entry(key(&board), bits(mv), 1)).unwrap();
            assert_eq!(shown(&book, &board), [format!("{mv} 1")], "{fen}");
        }
    }

    #[test]
    fn damaged_books_are_refused_with_the_reason() {
        let whole = entry(7, 0, 1);
        let message = |bytes: &[u8]| Book::from_bytes(bytes.to_vec()).unwrap_err().to_string();
        assert_eq!(message(&[]), "the book is empty");
        assert!(message(&whole[..15]).contains("15 bytes"));
        let disordered = [whole.clone(), whole, entry(6, 0, 1)].concat();
        assert_eq!(message(&disordered), "entry 2 of the book is out of order: damaged, or another format");
    }

    proptest! {
        /// All returned moves are legal, whatever the bytes are.
        #[test]
        fn only_legal_moves_are_offered(moves in prop::collection::vec(any::<(u16, u16)>(), 1..200)) {
            let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
            let bytes = moves.iter().flat_map(|&(bits, weight)| entry(key(&board), bits, weight)).collect();
            for choice in Book::from_bytes(bytes).unwrap().moves(&board) {
                prop_assert!(board.is_legal(choice.mv) && choice.weight > 0);
            }
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            if let Ok(book) = Book::from_bytes(bytes) {
                prop_assert!(book.moves(&Board::startpos()).len() <= book.entries());
            }
        }
    }
}
