//! Random games and samples, for all tests.

use argali_trainer::game::{Game, Ply};
use argali_trainer::result::GameResult;
use argali_trainer::sample::{Sample, sample};
use argali_trainer::seed::{self, Random};
use cozy_chess::{Board, Move};
use rand::RngExt;

/// A game of random moves from a random Chess960 start, with random scores. With many plies, most games have captures, and many have
/// promotions, castling and en passant.
pub fn random_game(random: &mut Random, max_plies: usize) -> Game {
    let start = Board::chess960_startpos(random.random_range(0..960));
    let mut board = start.clone();
    let mut plies = Vec::new();
    while plies.len() < max_plies {
        let mut moves: Vec<Move> = Vec::new();
        board.generate_moves(|batch| {
            moves.extend(batch);
            false
        });
        if moves.is_empty() || board.halfmove_clock() >= 100 {
            break;
        }
        // Special moves are rare, so they are preferred.
        let special: Vec<Move> = moves.iter().copied().filter(|&mv| is_special(&board, mv)).collect();
        let from = if special.is_empty() || random.random_bool(0.3) { &moves } else { &special };
        let mv = from[random.random_range(0..from.len())];
        plies.push(Ply { mv, score: random.random() });
        board.play_unchecked(mv);
    }
    let result = GameResult::from_byte(random.random_range(0..3)).expect("0, 1 and 2 are results");
    Game { start, result, plies }
}

fn is_special(board: &Board, mv: Move) -> bool {
    let castles = board.color_on(mv.to) == Some(board.side_to_move());
    let en_passant = board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
        && mv.from.file() != mv.to.file()
        && board.piece_on(mv.to).is_none();
    castles || en_passant || mv.promotion.is_some()
}

/// Samples of random games whose score is a simple function of the board, which can be learned.
#[allow(dead_code, reason = "not every test needs it")]
pub fn samples(count: usize, seed: u64) -> Vec<Sample> {
    use cozy_chess::{Color, Piece};
    let mut random = seed::stream(seed, &[]);
    let mut samples = Vec::new();
    while samples.len() < count {
        let game = random_game(&mut random, 80);
        game.visit(|board, ply| {
            let count = |color: Color, piece| board.colored_pieces(color, piece).len() as i32;
            let worth = |color| {
                100 * count(color, Piece::Pawn)
                    + 300 * (count(color, Piece::Knight) + count(color, Piece::Bishop))
                    + 500 * count(color, Piece::Rook)
                    + 900 * count(color, Piece::Queen)
            };
            let score = (worth(Color::White) - worth(Color::Black)).clamp(-2_000, 2_000) as i16;
            let result = match score {
                200.. => GameResult::WhiteWins,
                ..=-200 => GameResult::BlackWins,
                _ => GameResult::Draw,
            };
            samples.push(sample(board, Ply { score, ..ply }, result));
        });
    }
    samples.truncate(count);
    samples
}
