//! A lenient reader of FEN and EPD.
//!
//! Missing fields get their usual values (`w - - 0 1`). Counters out of range are clamped. Castling rights or an en passant square
//! that do not fit the board are dropped, and so are words after the last field. All of this is reported. The operations of an EPD
//! are skipped. A position that cannot be played from is an error.

use super::Castling;
use super::dropped::Dropped;
use crate::error::FenError;
use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, Color, File, Move, Piece, Rank, Square, get_king_moves,
    get_pawn_attacks,
};

/// A position, and the parts of its text that were dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Setup {
    /// The board.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::board"))]
    pub board: Board,
    /// The parts of the text that were ignored or changed, in order.
    pub dropped: Vec<Dropped>,
}

/// Reads a FEN, X-FEN, Shredder-FEN or EPD.
///
/// In [`Castling::Chess960`], `KQkq` mean the outermost rooks (X-FEN) and `A` to `H` the rook on that file (Shredder-FEN).
/// In [`Castling::Standard`], only the castling of ordinary chess exists, whichever way it is written.
///
/// ```
/// use argali_uci::notation::{Castling, parse_fen};
///
/// let setup = parse_fen("4k3/8/8/8/8/8/8/4K2R w KQ", Castling::Standard)?;
/// assert_eq!(setup.board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// assert_eq!(setup.dropped[0].to_string(), "castling right Q");
/// # Ok::<(), argali_uci::FenError>(())
/// ```
///
/// # Errors
/// [`FenError`] says what makes the position unplayable.
pub fn parse_fen(text: &str, castling: Castling) -> Result<Setup, FenError> {
    let mut fields = text.split_whitespace();
    let mut builder = BoardBuilder::empty();
    place(&mut builder, fields.next().ok_or(FenError::Empty)?)?;
    builder.side_to_move = match fields.next().unwrap_or("w") {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return Err(FenError::SideToMove(other.to_owned())),
    };
    let kings = check_men(&builder)?;

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
    Ok(Setup { board, dropped })
}

/// A board's FEN; in [`Castling::Chess960`], a Shredder-FEN. It names an en passant square only if a capture there is legal, so
/// that equal positions have equal FENs.
#[must_use]
pub fn show_fen(board: &Board, castling: Castling) -> String {
    let text = if castling.is_chess960() { format!("{board:#}") } else { board.to_string() };
    match board.en_passant() {
        Some(file) if !can_capture_en_passant(board, file) => {
            let mut fields: Vec<&str> = text.split(' ').collect();
            if let Some(square) = fields.get_mut(3) {
                *square = "-";
            }
            fields.join(" ")
        }
        _ => text,
    }
}

fn can_capture_en_passant(board: &Board, file: File) -> bool {
    let us = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(us));
    let pawns = get_pawn_attacks(target, !us) & board.colored_pieces(us, Piece::Pawn);
    pawns.into_iter().any(|from| board.is_legal(Move { from, to: target, promotion: None }))
}

/// Sets the counters from the fields after the fourth, and returns which of these were ignored or changed.
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

/// The index of the first EPD operation among the fields after the fourth. Operations end in a semicolon, which may be missing
/// after the last one.
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
        BoardBuilderError::InvalidBoard => FenError::OpponentInCheck { color: name(!builder.side_to_move) },
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

/// Checks the numbers of pieces, and returns the kings' squares by color.
fn check_men(builder: &BoardBuilder) -> Result<[Square; Color::NUM], FenError> {
    let mut kings = [Square::A1; Color::NUM];
    for color in Color::ALL {
        let men = || Square::ALL.into_iter().filter(move |&square| owner(builder, square) == Some(color));
        let count =
            |wanted: Piece| men().filter(|&square| kind(builder, square) == Some(wanted)).count() as u32;
        let king = men().find(|&square| kind(builder, square) == Some(Piece::King));
        match (king, count(Piece::King)) {
            (Some(square), 1) => kings[color as usize] = square,
            (_, kings) => return Err(FenError::Kings { color: name(color), kings }),
        }
        let too_many = |what, men, max| FenError::TooMany { color: name(color), what, men, max };
        if count(Piece::Pawn) > 8 {
            return Err(too_many("pawns", count(Piece::Pawn), 8));
        }
        if men().count() > 16 {
            return Err(too_many("men", men().count() as u32, 16));
        }
        let misplaced = |&square: &Square| {
            kind(builder, square) == Some(Piece::Pawn) && matches!(square.rank(), Rank::First | Rank::Eighth)
        };
        if let Some(square) = men().find(misplaced) {
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
    let named = match letter.to_ascii_lowercase() {
        'k' if castling.is_chess960() => rooks().next_back(),
        'q' if castling.is_chess960() => rooks().next(),
        'k' => Some(File::H),
        'q' => Some(File::A),
        other => File::try_from(other).ok(),
    };
    let Some(rook) = named.filter(|&rook| king.rank() == back_rank && rook_on(rook)) else { return false };
    if !castling.is_chess960() && (king.file() != File::E || !matches!(rook, File::A | File::H)) {
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
    // A side has one right at most on each wing; the outer rook is more likely.
    if rook > king.file() {
        rights.short = rights.short.max(Some(rook));
    } else {
        rights.long = Some(rights.long.map_or(rook, |other| other.min(rook)));
    }
    true
}

/// A counter that is clamped to its range, and whether that is the number that was written; what is no number counts as
/// the smallest, and so does nothing or `-`, which is no change.
fn counter(field: Option<&str>, min: i64, max: i64) -> (i64, bool) {
    let Some(text) = field.filter(|&text| text != "-") else { return (min, true) };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_digit()) {
        return (min, false);
    }
    // All digits but no i64: far out of range, on the side that the sign says.
    let far = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    let number = text.parse().unwrap_or(far);
    (number.clamp(min, max), (min..=max).contains(&number))
}

fn owner(builder: &BoardBuilder, square: Square) -> Option<Color> {
    builder.square(square).map(|(_, color)| color)
}

fn kind(builder: &BoardBuilder, square: Square) -> Option<Piece> {
    builder.square(square).map(|(piece, _)| piece)
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
#[path = "fen_tests.rs"]
mod tests;
