//! The parts of a FEN that were ignored or changed.

use crate::text::{Quoted, listed};
use std::fmt;

/// A part of a FEN that was ignored or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Dropped {
    /// A castling right without its king or rook, or one of Chess960 while the option is off.
    CastlingRight(char),
    /// An en passant square that no double step can have created.
    EnPassant(String),
    /// A half-move clock that is not a number or out of range.
    HalfmoveClock {
        /// The field as it was written.
        text: String,
        /// The value used instead (plies).
        used: u8,
    },
    /// A move number that is not a number or out of range.
    FullmoveNumber {
        /// The field as it was written.
        text: String,
        /// The value used instead.
        used: u16,
    },
    /// Words after the last field that are not EPD operations.
    Rest(String),
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dropped::CastlingRight(letter) => write!(f, "castling right {}", letter.escape_default()),
            Dropped::EnPassant(text) => {
                write!(f, "en passant square {}", text.chars().take(8).collect::<String>().escape_default())
            }
            Dropped::HalfmoveClock { text, used } => {
                write!(f, "half-move clock {} counts as {used}", Quoted(text))
            }
            Dropped::FullmoveNumber { text, used } => {
                write!(f, "move number {} counts as {used}", Quoted(text))
            }
            Dropped::Rest(text) => write!(f, "{} behind the last field", Quoted(text)),
        }
    }
}

/// A one-line summary; `None` if nothing was dropped.
///
/// ```
/// use argali_uci::notation::{Castling, parse_fen, summary};
///
/// let dropped = parse_fen("4k3/8/8/8/8/8/8/4K2R w KQ", Castling::Standard)?.dropped;
/// assert_eq!(summary(&dropped).unwrap(), "does not fit the board and is ignored: castling right Q");
/// # Ok::<(), argali_uci::FenError>(())
/// ```
pub fn summary(dropped: &[Dropped]) -> Option<String> {
    let list = |chosen: fn(&Dropped) -> bool| {
        let parts: Vec<_> = dropped.iter().filter(|part| chosen(part)).collect();
        (!parts.is_empty()).then(|| listed(parts.into_iter().map(ToString::to_string)))
    };
    let unfit = list(|part| matches!(part, Dropped::CastlingRight(_) | Dropped::EnPassant(_)));
    let replaced =
        list(|part| matches!(part, Dropped::HalfmoveClock { .. } | Dropped::FullmoveNumber { .. }));
    let rest = list(|part| matches!(part, Dropped::Rest(_)));
    let clauses = [
        unfit.map(|names| format!("does not fit the board and is ignored: {names}")),
        replaced,
        rest.map(|names| format!("is ignored: {names}")),
    ];
    let clauses: Vec<_> = clauses.into_iter().flatten().collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Castling, parse_fen};

    #[test]
    fn of_very_much_the_first_is_named() {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w {}", "x".repeat(100_000));
        let said = summary(&parse_fen(&fen, Castling::Standard).unwrap().dropped).unwrap();
        assert!(said.ends_with("castling right x and 99992 more") && said.len() < 300, "{said}");
    }

    #[test]
    fn everything_is_named_in_one_line() {
        let said = |fields: &str| {
            summary(
                &parse_fen(&format!("4k3/8/8/8/8/8/8/R3K3 w {fields}"), Castling::Standard).unwrap().dropped,
            )
        };
        assert_eq!(said("Q - 0 1"), None);
        assert_eq!(
            said("QK d6").unwrap(),
            "does not fit the board and is ignored: castling right K, en passant square d6"
        );
        assert_eq!(said("- - x y").unwrap(), "half-move clock 'x' counts as 0, move number 'y' counts as 1");
        assert_eq!(
            said("k - -3 0 e2e4\u{7} e7e5").unwrap(),
            "does not fit the board and is ignored: castling right k; half-move clock '-3' counts as 0, \
             move number '0' counts as 1; is ignored: 'e2e4\\u{7} e7e5' behind the last field"
        );
    }
}
