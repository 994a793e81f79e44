//! Random games for property tests.

use cozy_chess::{Board, Color, Move, Piece};
use proptest::prelude::*;

/// A game from a standard or Chess960 start position, with the boards before each move.
#[derive(Debug, Clone)]
pub struct Game {
    pub start: Board,
    pub moves: Vec<Move>,
}

impl Game {
    /// Every board of the game, the start included.
    pub fn boards(&self) -> Vec<Board> {
        let mut board = self.start.clone();
        let mut boards = vec![board.clone()];
        for &mv in &self.moves {
            board.play(mv);
            boards.push(board.clone());
        }
        boards
    }

    #[allow(dead_code, reason = "not every test binary needs it")]
    pub fn last(&self) -> Board {
        self.boards().pop().expect("a game has at least its start")
    }
}

/// Games of up to `plies` random legal moves. Every other one starts from a Chess960 position (a different one for each side).
/// Castling, en passant and promotions are played far more often than by chance.
pub fn games(plies: usize) -> impl Strategy<Value = Game> {
    let start = prop_oneof![
        Just(Board::default()),
        (0..960u32, 0..960u32).prop_map(|(white, black)| Board::double_chess960_startpos(white, black)),
        proptest::sample::select(CURIOSITIES)
            .prop_map(|fen| Board::from_fen(fen, true).expect("the FENs below are legal")),
    ];
    (start, proptest::collection::vec(any::<u16>(), 0..=plies)).prop_map(|(start, choices)| {
        let mut board = start.clone();
        let mut moves = Vec::new();
        for choice in choices {
            let Some(mv) = choose(&board, choice as usize) else { break };
            board.play(mv);
            moves.push(mv);
        }
        Game { start, moves }
    })
}

/// Positions in which unusual castlings, promotions and en passant are near.
const CURIOSITIES: &[&str] = &[
    "1rk5/P6P/8/2pP4/8/8/p6p/1RK5 w Bb c6 0 1",
    "5kr1/8/8/8/8/8/8/5KR1 w Gg - 0 1",
    "rk6/8/8/8/8/8/8/RK6 b Aa - 0 1",
    "2rk1r2/1P4P1/8/8/8/8/1p4p1/2RK1R2 w CFcf - 0 1",
    "r3k2r/1P1pp1P1/8/2P2P2/2p2p2/8/1p1PP1p1/R3K2R w HAha - 0 1",
    "6kr/4p3/8/3P1P2/8/8/8/R3K2R b HAh - 0 1",
];

/// Picks a legal move: in one case of three a rare kind of move, if there is one.
fn choose(board: &Board, choice: usize) -> Option<Move> {
    let mut all = Vec::new();
    let mut rare = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let castles = board.color_on(mv.to) == Some(board.side_to_move());
            let en_passant = moves.piece == Piece::Pawn
                && mv.from.file() != mv.to.file()
                && board.piece_on(mv.to).is_none();
            if castles || en_passant || mv.promotion.is_some() {
                rare.push(mv);
            }
            all.push(mv);
        }
        false
    });
    let pool = if choice.is_multiple_of(3) && !rare.is_empty() { rare } else { all };
    if pool.is_empty() { None } else { Some(pool[(choice / 3) % pool.len()]) }
}

/// The same position with colours exchanged: ranks flipped, the other side to move.
#[allow(dead_code, reason = "not every test binary mirrors")]
pub fn exchange_colors(board: &Board) -> Board {
    let mut builder = cozy_chess::BoardBuilder::empty();
    for color in Color::ALL {
        for square in board.colors(color) {
            *builder.square_mut(square.flip_rank()) = board.piece_on(square).map(|piece| (piece, !color));
        }
        *builder.castle_rights_mut(!color) = *board.castle_rights(color);
    }
    builder.side_to_move = !board.side_to_move();
    builder.en_passant = board.en_passant().map(|file| {
        cozy_chess::Square::new(file, cozy_chess::Rank::Sixth.relative_to(!board.side_to_move()))
    });
    builder.halfmove_clock = board.halfmove_clock();
    builder.build().expect("a legal position stays legal when colours are exchanged")
}
