//! A lenient reader of FEN and EPD.

use super::{Castling, Position, can_capture_en_passant};
use crate::error::{FenError, Quoted};
use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_king_moves};
use std::fmt;

/// A position, and the parts of its text that were dropped or changed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// Parts of the text that were dropped or changed, in order. Empty for a valid FEN.
    pub dropped: Vec<Dropped>,
}

/// A part of a FEN that was dropped or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Dropped {
    /// A castling right without its king or rook, or a Chess960 right if only standard castling is accepted.
    CastlingRight(char),
    /// An en passant square that no double step can have created.
    EnPassant(String),
    /// A halfmove clock that is not a number or out of range.
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
    /// Words after the last field that are not operations of an EPD.
    Rest(String),
}

pub(super) fn read(text: &str, castling: Castling) -> Result<Fen, FenError> {
    let mut fields = text.split_whitespace();
    let mut builder = BoardBuilder::empty();
    place(&mut builder, fields.next().ok_or(FenError::Empty)?)?;
    builder.side_to_move = match fields.next().unwrap_or("w") {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return Err(FenError::SideToMove(other.to_owned())),
    };
    let kings = check_pieces(&builder)?;

    let mut dropped = Vec::new();
    for letter in fields.next().unwrap_or("-").chars().filter(|&letter| letter != '-') {
        if !add_castling_right(&mut builder, kings, letter, castling) {
            dropped.push(Dropped::CastlingRight(letter));
        }
    }
    let en_passant = fields.next().filter(|&square| square != "-");
    let rest: Vec<&str> = fields.collect();
    let changed = count(&mut builder, &rest);

    let mut board = build(&builder, text)?;
    if let Some(square) = en_passant {
        builder.en_passant = square.parse().ok();
        match builder.build() {
            Ok(with_en_passant) if builder.en_passant.is_some() => board = with_en_passant,
            _ => dropped.push(Dropped::EnPassant(square.to_owned())),
        }
    }
    dropped.extend(changed);
    Ok(Fen { position: Position::new(board), dropped })
}

/// Sets the counters from the fields after the fourth, and returns those that were dropped or changed.
fn count(builder: &mut BoardBuilder, fields: &[&str]) -> Vec<Dropped> {
    // All fields from the first EPD operation on are operations.
    let fields = &fields[..operations(fields).unwrap_or(fields.len())];
    let mut changed = Vec::new();
    let (clock, kept) = counter(fields.first().copied(), 0, 100);
    builder.halfmove_clock = clock as u8;
    if !kept {
        changed.push(Dropped::HalfmoveClock { text: fields[0].to_owned(), used: builder.halfmove_clock });
    }
    let (number, kept) = counter(fields.get(1).copied(), 1, i64::from(u16::MAX));
    builder.fullmove_number = number as u16;
    if !kept {
        changed.push(Dropped::FullmoveNumber { text: fields[1].to_owned(), used: builder.fullmove_number });
    }
    if let Some(words @ [_, ..]) = fields.get(2..) {
        changed.push(Dropped::Rest(words.join(" ")));
    }
    changed
}

/// The index of the first EPD operation among the fields after the fourth. Operations end in a semicolon, which may be missing after
/// the last one.
fn operations(fields: &[&str]) -> Option<usize> {
    const COMMON: [&str; 10] = ["acd", "acn", "acs", "am", "bm", "ce", "dm", "id", "pm", "pv"];
    let any = fields.iter().any(|field| field.contains(';'));
    fields.iter().position(|&field| match any {
        true => field.starts_with(|first: char| first.is_ascii_alphabetic()),
        false => COMMON.contains(&field),
    })
}

fn build(builder: &BoardBuilder, text: &str) -> Result<Board, FenError> {
    builder.build().map_err(|error| match error {
        // The other conditions of the board library were checked above.
        BoardBuilderError::InvalidBoard => FenError::OpponentInCheck { color: !builder.side_to_move },
        other => FenError::Impossible { text: text.to_owned(), reason: other.to_string() },
    })
}

/// Sets the pieces of the first field.
fn place(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.trim_end_matches('/').split('/').collect();
    if ranks.len() != Rank::NUM {
        return Err(FenError::Ranks { text: text.to_owned(), ranks: ranks.len() });
    }
    for (row, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(blanks) = letter.to_digit(10).filter(|blanks| (1..=8).contains(blanks)) {
                file += blanks as usize;
                continue;
            }
            let piece =
                Piece::try_from(letter.to_ascii_lowercase()).map_err(|_| FenError::Piece { letter })?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(file) = File::try_index(file) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            file += 1;
        }
        if file != File::NUM {
            return Err(FenError::Squares { rank: rank as usize + 1, text: row.to_owned(), squares: file });
        }
    }
    Ok(())
}

/// Checks which pieces are on the board, and returns the kings' squares by color.
fn check_pieces(builder: &BoardBuilder) -> Result<[Square; Color::NUM], FenError> {
    let mut kings = [Square::A1; Color::NUM];
    for color in Color::ALL {
        let own = || {
            let piece = move |square| builder.square(square).filter(|&(_, owner)| owner == color);
            Square::ALL.into_iter().filter_map(move |square| piece(square).map(|(piece, _)| (square, piece)))
        };
        let count = |wanted: Piece| own().filter(|&(_, piece)| piece == wanted).count() as u32;
        match (own().find(|&(_, piece)| piece == Piece::King), count(Piece::King)) {
            (Some((square, _)), 1) => kings[color as usize] = square,
            (_, kings) => return Err(FenError::Kings { color, kings }),
        }
        if count(Piece::Pawn) > 8 {
            return Err(FenError::Pawns { color, pawns: count(Piece::Pawn) });
        }
        if own().count() > 16 {
            return Err(FenError::Pieces { color, pieces: own().count() as u32 });
        }
        let misplaced = |&(square, piece): &(Square, Piece)| {
            piece == Piece::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth)
        };
        if let Some((square, _)) = own().find(misplaced) {
            return Err(FenError::PawnRank { square });
        }
    }
    if get_king_moves(kings[0]).has(kings[1]) {
        return Err(FenError::KingsTouch);
    }
    Ok(kings)
}

/// Adds the castling right that `letter` names, if king and rook stand on suitable squares.
fn add_castling_right(
    builder: &mut BoardBuilder,
    kings: [Square; 2],
    letter: char,
    castling: Castling,
) -> bool {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let back_rank = Rank::First.relative_to(color);
    let king = kings[color as usize];
    let rook_on = |file: File| builder.square(Square::new(file, back_rank)) == Some((Piece::Rook, color));
    let rooks = || File::ALL.into_iter().filter(|&file| rook_on(file));
    let standard = castling == Castling::Standard;
    let named = match letter.to_ascii_lowercase() {
        'k' if standard => Some(File::H),
        'q' if standard => Some(File::A),
        'k' => rooks().next_back(),
        'q' => rooks().next(),
        other => File::try_from(other).ok(),
    };
    let Some(rook) = named.filter(|&rook| king.rank() == back_rank && rook_on(rook)) else { return false };
    if standard && (king.file() != File::E || !matches!(rook, File::A | File::H)) {
        return false;
    }
    let wrong_side = match letter.to_ascii_lowercase() {
        'k' => rook < king.file(),
        'q' => rook > king.file(),
        _ => false,
    };
    if wrong_side {
        return false;
    }
    let rights = builder.castle_rights_mut(color);
    // A side has at most one right on each wing; the outer rook is more likely.
    if rook > king.file() {
        rights.short = rights.short.max(Some(rook));
    } else {
        rights.long = Some(rights.long.map_or(rook, |other| other.min(rook)));
    }
    true
}

/// A counter, clamped to its range, and whether it is unchanged. Text that is not a number counts as the minimum. A missing field or
/// `-` also means the minimum, and counts as unchanged.
fn counter(field: Option<&str>, min: i64, max: i64) -> (i64, bool) {
    let Some(text) = field.filter(|&text| text != "-") else { return (min, true) };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_digit()) {
        return (min, false);
    }
    // Digits that do not fit an i64 are far out of range; the sign says on which side.
    let far = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    let number = text.parse().unwrap_or(far);
    (number.clamp(min, max), (min..=max).contains(&number))
}

/// Writes a board as X-FEN or, with `files`, as Shredder-FEN, which names castling rooks by their files.
pub(super) struct Written<'a> {
    pub board: &'a Board,
    pub files: bool,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:#}", self.board);
        let fields: Vec<&str> = text.split(' ').collect();
        let [pieces, side, shredder, en_passant, clock, number] = fields[..] else {
            return f.write_str(&text);
        };
        write!(f, "{pieces} {side} ")?;
        if self.files {
            f.write_str(shredder)?;
        } else {
            write_castling(self.board, f)?;
        }
        let en_passant = if can_capture_en_passant(self.board) { en_passant } else { "-" };
        write!(f, " {en_passant} {clock} {number}")
    }
}

/// Castling rights as X-FEN: `K` and `Q` are the outermost rooks, any other rook is named by its file.
fn write_castling(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut none = true;
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        let rooks = board.colored_pieces(color, Piece::Rook) & Rank::First.relative_to(color).bitboard();
        let is_rook = |file: File| !(rooks & file.bitboard()).is_empty();
        let outermost = [
            File::ALL.into_iter().rev().find(|&file| is_rook(file)),
            File::ALL.into_iter().find(|&file| is_rook(file)),
        ];
        for ((right, outer), letter) in [rights.short, rights.long].into_iter().zip(outermost).zip(['k', 'q'])
        {
            let Some(file) = right else { continue };
            let letter = if right == outer { letter } else { char::from(file) };
            let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
            write!(f, "{letter}")?;
            none = false;
        }
    }
    if none { f.write_str("-") } else { Ok(()) }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dropped::CastlingRight(letter) => write!(f, "castling right {}", letter.escape_default()),
            Dropped::EnPassant(text) => {
                write!(f, "en passant square {}", text.chars().take(8).collect::<String>().escape_default())
            }
            Dropped::HalfmoveClock { text, used } => {
                write!(f, "halfmove clock {} counts as {used}", Quoted(text))
            }
            Dropped::FullmoveNumber { text, used } => {
                write!(f, "move number {} counts as {used}", Quoted(text))
            }
            Dropped::Rest(text) => write!(f, "{} after the last field", Quoted(text)),
        }
    }
}

impl Dropped {
    /// A one-line summary of `dropped`; `None` if it is empty.
    ///
    /// ```
    /// use argali_search::{Dropped, Position};
    ///
    /// let read = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w KQ")?;
    /// let summary = Dropped::summary(&read.dropped).unwrap();
    /// assert_eq!(summary, "does not fit the board and is ignored: castling right Q");
    /// # Ok::<(), argali_search::FenError>(())
    /// ```
    #[must_use]
    pub fn summary(dropped: &[Dropped]) -> Option<String> {
        /// How many items of a list are named.
        const NAMED: usize = 8;
        let list = |chosen: fn(&Dropped) -> bool| {
            let parts: Vec<_> = dropped.iter().filter(|part| chosen(part)).map(ToString::to_string).collect();
            let named = parts.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            match parts.len() {
                0 => None,
                count if count > NAMED => Some(format!("{named} and {} more", count - NAMED)),
                _ => Some(named),
            }
        };
        let clauses = [
            list(|part| matches!(part, Dropped::CastlingRight(_) | Dropped::EnPassant(_)))
                .map(|names| format!("does not fit the board and is ignored: {names}")),
            list(|part| matches!(part, Dropped::HalfmoveClock { .. } | Dropped::FullmoveNumber { .. })),
            list(|part| matches!(part, Dropped::Rest(_))).map(|names| format!("is ignored: {names}")),
        ];
        let clauses: Vec<_> = clauses.into_iter().flatten().collect();
        (!clauses.is_empty()).then(|| clauses.join("; "))
    }
}

#[cfg(test)]
#[path = "fen_tests.rs"]
mod tests;
