//! Material, as the names of tables encode it.

use cozy_chess::{Color, Piece};
use std::fmt;

/// The order of pieces in names.
const ORDER: [(Piece, char); 6] = [
    (Piece::King, 'K'),
    (Piece::Queen, 'Q'),
    (Piece::Rook, 'R'),
    (Piece::Bishop, 'B'),
    (Piece::Knight, 'N'),
    (Piece::Pawn, 'P'),
];

/// The largest number of pieces of any table.
pub(crate) const MAX_MEN: usize = 7;

/// The material of a table: the number of each piece for both sides, in the order of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Men {
    sides: [[u8; 6]; 2],
}

impl Men {
    /// Reads a name such as `KQvKR`: two sides with one king each, and at most seven pieces in all.
    pub fn from_name(name: &str) -> Option<Men> {
        let (first, second) = name.split_once('v')?;
        let men = Men { sides: [side(first)?, side(second)?] };
        let kings = men.sides.iter().all(|side| side[0] == 1);
        (kings && men.count() <= MAX_MEN).then_some(men)
    }

    /// The number of pieces, kings included.
    pub fn count(self) -> usize {
        self.sides.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// The pieces one by one; those of the first side are white.
    pub fn each(self) -> impl Iterator<Item = (Piece, Color)> {
        Color::ALL.into_iter().zip(self.sides).flat_map(|(color, side)| {
            ORDER
                .into_iter()
                .zip(side)
                .flat_map(move |((piece, _), count)| (0..count).map(move |_| (piece, color)))
        })
    }
}

fn side(text: &str) -> Option<[u8; 6]> {
    let mut counts = [0u8; 6];
    if text.len() > MAX_MEN {
        return None;
    }
    for letter in text.chars() {
        counts[ORDER.iter().position(|&(_, known)| known == letter)?] += 1;
    }
    Some(counts)
}

impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, side) in self.sides.into_iter().enumerate() {
            if index == 1 {
                f.write_str("v")?;
            }
            for ((_, letter), count) in ORDER.into_iter().zip(side) {
                for _ in 0..count {
                    write!(f, "{letter}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_read() {
        let men = Men::from_name("KRPvKP").unwrap();
        assert_eq!(men.count(), 5);
        assert_eq!(men.to_string(), "KRPvKP");
        let white = men.each().filter(|&(_, color)| color == Color::White);
        assert_eq!(
            white.map(|(piece, _)| piece).collect::<Vec<_>>(),
            [Piece::King, Piece::Rook, Piece::Pawn]
        );
    }

    #[test]
    fn other_names_are_not() {
        for name in ["", "v", "KQK", "KQvR", "KKvK", "KXvK", "KQvKRv", "KQQQQvKQQQQ", "kqvk", "KQQQQQQQQvK"] {
            assert_eq!(Men::from_name(name), None, "{name}");
        }
    }
}
