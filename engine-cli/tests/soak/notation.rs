//! Moves as the protocol writes them: the driver's own account of it, stricter than the engine's reader.

use cozy_chess::{Board, File, Move, Piece, Square};

/// Reads a legal move. Castling must be written as the mode wants it: as king takes rook in Chess960, by the king's two
/// steps otherwise.
pub fn read(board: &Board, text: &str, chess960: bool) -> Result<Move, String> {
    let written: Move = text.parse().map_err(|_| format!("{text} is no move"))?;
    if written.to_string() != text {
        return Err(format!("{text} is not written in small letters"));
    }
    let mv = if chess960 { written } else { from_two_steps(board, written)? };
    if board.is_legal(mv) { Ok(mv) } else { Err(format!("{text} is illegal in {board:#}")) }
}

fn from_two_steps(board: &Board, mv: Move) -> Result<Move, String> {
    let us = board.side_to_move();
    if mv.from != board.king(us) {
        return Ok(mv);
    }
    if board.colored_pieces(us, Piece::Rook).has(mv.to) {
        return Err(format!("{mv} writes castling as in Chess960"));
    }
    let rook = match (mv.from.file(), mv.to.file()) {
        (File::E, File::G) => File::H,
        (File::E, File::C) => File::A,
        _ => return Ok(mv),
    };
    Ok(Move { to: Square::new(rook, mv.to.rank()), ..mv })
}

/// Writes a legal move.
pub fn write(board: &Board, mv: Move, chess960: bool) -> String {
    let us = board.side_to_move();
    let castles = mv.from == board.king(us) && board.colors(us).has(mv.to);
    if chess960 || !castles {
        return mv.to_string();
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    Move { to: Square::new(file, mv.to.rank()), ..mv }.to_string()
}

#[test]
fn castling_is_read_only_as_the_mode_writes_it() {
    let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
    for (two_steps, taking) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let mv: Move = taking.parse().unwrap();
        assert_eq!(read(&board, two_steps, false), Ok(mv));
        assert_eq!(read(&board, taking, true), Ok(mv));
        assert!(read(&board, taking, false).is_err() && read(&board, two_steps, true).is_err());
        assert_eq!([false, true].map(|chess960| write(&board, mv, chess960)), [two_steps, taking]);
    }
}

#[test]
fn a_king_may_step_to_where_another_would_castle() {
    let board = Board::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1", true).unwrap();
    assert!(read(&board, "f1g1", true).is_ok_and(|mv| mv.to == Square::G1));
    assert!(read(&board, "f1h1", true).is_ok_and(|mv| mv.to == Square::H1));
}

#[test]
fn what_is_no_legal_move_is_refused() {
    let board = Board::startpos();
    for text in ["", "e2", "e2e5", "E2E4", "e2e4q", "(none)", "0000", "e1g1", "d1f1"] {
        assert!(read(&board, text, false).is_err() && read(&board, text, true).is_err(), "{text}");
    }
    let promoting: Board = "8/P7/8/8/8/5k2/8/K7 w - - 0 1".parse().unwrap();
    assert!(read(&promoting, "a7a8q", false).is_ok());
    assert!(read(&promoting, "a7a8Q", false).is_err() && read(&promoting, "a7a8", false).is_err());
}
