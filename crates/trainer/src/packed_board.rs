//! A board and a game's result in 32 bytes.
//!
//! The layout is that of "marlinformat", the head of a record of the published viriformat:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | occupied squares, a1 = bit 0, little-endian |
//! | 8–23 | a nibble per occupied square, in the order of the squares, low nibble first: kind of piece (pawn 0, …, king 5; 6 is a rook that may still castle) and 8 for black |
//! | 24 | en-passant target square (64 for none), and 128 if black is to move |
//! | 25 | halfmove clock (plies) |
//! | 26–27 | number of the full move |
//! | 28–29 | a score, unused here |
//! | 30 | result: 0 black wins, 1 draw, 2 white wins |
//! | 31 | unused |
//!
//! A rook that may still castle has a code of its own, so Chess960 needs nothing else.

use crate::result::GameResult;
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

/// Size of a packed board.
pub const BYTES: usize = 32;

/// Code of a rook with the right to castle.
const CASTLING_ROOK: u8 = 6;
const BLACK: u8 = 8;
const NO_EN_PASSANT: u8 = 64;
const BLACK_TO_MOVE: u8 = 128;

/// Packs a board and the result of the game that started from it.
#[must_use]
pub fn pack(board: &Board, result: GameResult) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let occupied = board.occupied();
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (index, square) in occupied.into_iter().enumerate() {
        let code = piece_code(board, square);
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    let us = board.side_to_move();
    let en_passant =
        board.en_passant().map_or(NO_EN_PASSANT, |file| Square::new(file, Rank::Sixth.relative_to(us)) as u8);
    bytes[24] = en_passant | if us == Color::Black { BLACK_TO_MOVE } else { 0 };
    bytes[25] = board.halfmove_clock();
    bytes[26..28].copy_from_slice(&board.fullmove_number().to_le_bytes());
    bytes[30] = result as u8;
    bytes
}

fn piece_code(board: &Board, square: Square) -> u8 {
    let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else { return 0 };
    let rights = board.castle_rights(color);
    let file = Some(square.file());
    let castles = piece == Piece::Rook
        && square.rank() == Rank::First.relative_to(color)
        && (rights.short == file || rights.long == file);
    let kind = if castles { CASTLING_ROOK } else { piece as u8 };
    kind | if color == Color::Black { BLACK } else { 0 }
}

/// The opposite of [`pack`].
///
/// # Errors
/// What is wrong, if the bytes are not a legal board with a result.
pub fn unpack(bytes: &[u8; BYTES]) -> Result<(Board, GameResult), &'static str> {
    let occupied = cozy_chess::BitBoard(u64::from_le_bytes(std::array::from_fn(|index| bytes[index])));
    if occupied.len() > 32 {
        return Err("more than 32 pieces");
    }
    let mut builder = BoardBuilder::empty();
    let mut rooks: [Vec<File>; 2] = [Vec::new(), Vec::new()];
    let mut kings = [None; 2];
    for (index, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let piece = match code & 7 {
            CASTLING_ROOK => {
                if square.rank() != Rank::First.relative_to(color) {
                    return Err("a castling rook off its rank");
                }
                rooks[color as usize].push(square.file());
                Piece::Rook
            }
            kind => Piece::try_index(usize::from(kind)).ok_or("an unknown kind of piece")?,
        };
        if piece == Piece::King {
            kings[color as usize] = Some(square);
        }
        *builder.square_mut(square) = Some((piece, color));
    }
    for color in Color::ALL {
        let king = kings[color as usize].ok_or("no king for a side")?;
        *builder.castle_rights_mut(color) = castle_rights(&rooks[color as usize], king)?;
    }
    let black = bytes[24] & BLACK_TO_MOVE != 0;
    builder.side_to_move = if black { Color::Black } else { Color::White };
    builder.en_passant = match bytes[24] & !BLACK_TO_MOVE {
        NO_EN_PASSANT => None,
        square => Some(Square::try_index(usize::from(square)).ok_or("an en-passant square off the board")?),
    };
    builder.halfmove_clock = bytes[25];
    builder.fullmove_number = u16::from_le_bytes([bytes[26], bytes[27]]);
    let result = GameResult::from_byte(bytes[30]).ok_or("a result that is none of 0, 1, 2")?;
    let board = builder.build().map_err(|_| "an illegal position")?;
    Ok((board, result))
}

fn castle_rights(rooks: &[File], king: Square) -> Result<CastleRights, &'static str> {
    let mut rights = CastleRights::EMPTY;
    for &file in rooks {
        let side = if file > king.file() { &mut rights.short } else { &mut rights.long };
        if side.replace(file).is_some() {
            return Err("two castling rooks on one side");
        }
    }
    Ok(rights)
}
