//! Any board that the board library accepts can be searched: there is a best move exactly if there are legal moves, it is legal, and every line
//! can be played.

use argali_search::{Engine, Limits, Position};
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Piece, Square, get_king_moves};
use std::cell::RefCell;

/// Nodes of a search.
const NODES: u64 = 200;

thread_local! {
    /// Made once, because most inputs are not a board.
    static ENGINE: RefCell<Engine> =
        RefCell::new(Engine::builder().hash_mib(1).build().expect("1 MiB is available"));
}

/// Searches the board that the bytes describe, if it is valid.
pub fn run(data: &[u8]) {
    if let Some(board) = board(data) {
        ENGINE.with_borrow_mut(|engine| search(engine, board));
    }
}

fn search(engine: &mut Engine, board: Board) {
    engine.new_game();
    // The board library accepts adjacent kings. The search has no move there.
    let touching = get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
    let has_moves = !touching && board.generate_moves(|_| true);
    let position = Position::new(board);
    let board = position.board();
    let limits = Limits::new().nodes(NODES);
    let outcome = engine.search(&position, &limits);
    assert_eq!(outcome.best.is_some(), has_moves, "{board:#}");
    assert!(outcome.best.is_none_or(|mv| board.is_legal(mv)), "{:?} in {board:#}", outcome.best);
    for line in &outcome.lines {
        let mut board = board.clone();
        for &mv in &line.moves {
            board.try_play(mv).unwrap_or_else(|_| panic!("{mv} in the line {:?} of {board:#}", line.moves));
        }
    }
}

/// Six bytes for side to move and rights, castling files, en passant, and the clocks; then two for each piece.
fn board(data: &[u8]) -> Option<Board> {
    let (&[flags, white, black, en_passant, halfmoves, fullmoves], men) = data.split_first_chunk()?;
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = if flags & 1 == 0 { Color::White } else { Color::Black };
    for (index, files) in [white, black].into_iter().enumerate() {
        let file = |bit: u8, number: u8| {
            (flags >> (1 + 2 * index as u8 + bit) & 1 == 1).then(|| File::index(usize::from(number & 7)))
        };
        builder.castle_rights[index] = CastleRights { short: file(0, files), long: file(1, files >> 3) };
    }
    builder.en_passant = (en_passant & 64 != 0).then(|| Square::index(usize::from(en_passant & 63)));
    builder.halfmove_clock = halfmoves;
    builder.fullmove_number = u16::from(fullmoves) + 1;
    for &[square, man] in men.as_chunks().0 {
        let piece = Piece::ALL[usize::from(man >> 1) % Piece::NUM];
        let color = if man & 1 == 0 { Color::White } else { Color::Black };
        builder.board[usize::from(square & 63)] = Some((piece, color));
    }
    builder.build().ok()
}
