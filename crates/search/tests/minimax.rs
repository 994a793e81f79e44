//! The search against a plain reference: with all selectivity switched off its score is that of minimax, mirrored
//! positions score the same, and the table never turns a win into a loss.

use argali_search::cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_king_moves,
};
use argali_search::eval::{Classical, Evaluator};
use argali_search::{Engine, EngineBuilder, Limits, Position, Score};
use argali_suite::legal_moves;
use proptest::prelude::*;

/// Plain alpha-beta in the order of move generation. At the leaves it searches all captures and queen promotions, and then uses the static
/// evaluation.
struct Reference {
    /// The positions from the root to the current one.
    path: Vec<Board>,
}

impl Reference {
    fn score(board: &Board, depth: u32) -> Score {
        Reference { path: vec![board.clone()] }.full_width(depth, -Score::INFINITE, Score::INFINITE)
    }

    fn board(&self) -> &Board {
        self.path.last().expect("the root is on the path")
    }

    fn ply(&self) -> usize {
        self.path.len() - 1
    }

    fn full_width(&mut self, depth: u32, alpha: Score, beta: Score) -> Score {
        if depth == 0 {
            return self.captures(alpha, beta);
        }
        if let Some(score) = self.finished(true) {
            return score;
        }
        let board = self.board();
        let mut all = legal_moves(board);
        // The order of captures changes only the time, not the score.
        all.sort_by_key(|mv| std::cmp::Reverse(board.piece_on(mv.to)));
        self.best_of(all, alpha, beta, |below, alpha, beta| below.full_width(depth - 1, alpha, beta))
    }

    fn captures(&mut self, alpha: Score, beta: Score) -> Score {
        if let Some(score) = self.finished(false) {
            return score;
        }
        let board = self.board();
        let all = legal_moves(board);
        if !board.checkers().is_empty() {
            return self.best_of(all, alpha, beta, Reference::captures);
        }
        let raw = Classical.evaluate(board, &mut ());
        let fading = 200 - i32::from(board.halfmove_clock());
        let standing_pat = Score::cp(Score::cp(raw).raw() * fading / 200);
        let mut noisy: Vec<Move> = all.into_iter().filter(|&mv| is_noisy(board, mv)).collect();
        noisy.sort_by_key(|mv| std::cmp::Reverse(board.piece_on(mv.to)));
        self.best_of(noisy, alpha.max(standing_pat), beta, Reference::captures)
    }

    /// The best score in the window from `alpha` to `beta`, fail-hard.
    fn best_of(
        &mut self,
        moves: Vec<Move>,
        mut alpha: Score,
        beta: Score,
        mut below: impl FnMut(&mut Reference, Score, Score) -> Score,
    ) -> Score {
        for mv in moves {
            if alpha >= beta {
                return beta;
            }
            let mut child = self.board().clone();
            child.play(mv);
            self.path.push(child);
            alpha = alpha.max(-below(self, -beta, -alpha));
            self.path.pop();
        }
        alpha
    }

    /// The score of a finished game: mate, fifty moves, dead position, or a position repeated in the tree. Stalemate counts only where all
    /// moves are tried, because the quiescence search does not detect it.
    fn finished(&self, sees_stalemate: bool) -> Option<Score> {
        let board = self.board();
        let in_check = !board.checkers().is_empty();
        let no_move = legal_moves(board).is_empty();
        if no_move && in_check {
            return Some(Score::mated_in_plies(self.ply()));
        }
        let earlier = &self.path[..self.ply()];
        let in_tree = earlier.iter().skip(1).any(|other| other.same_position(board));
        let drawn = self.ply() > 0 && (board.halfmove_clock() >= 100 || is_dead(board) || in_tree);
        (drawn || no_move && sees_stalemate).then_some(Score::DRAW)
    }
}

fn is_noisy(board: &Board, mv: Move) -> bool {
    let takes = board.colors(!board.side_to_move()).has(mv.to);
    let en_passant = board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
    takes || en_passant || mv.promotion == Some(Piece::Queen)
}

fn is_dead(board: &Board) -> bool {
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let bare = board.occupied() == minor | board.pieces(Piece::King);
    let dark = board.pieces(Piece::Bishop) & BitBoard::DARK_SQUARES;
    let one_colour =
        board.pieces(Piece::Knight).is_empty() && (dark.is_empty() || dark == board.pieces(Piece::Bishop));
    bare && (minor.len() <= 1 || one_colour)
}

/// The same position with the colours exchanged.
fn mirrored(board: &Board) -> Board {
    let flip = |square: Square| Square::new(square.file(), Rank::index(7 - square.rank() as usize));
    let mut builder = BoardBuilder::empty();
    for square in Square::ALL {
        if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
            *builder.square_mut(flip(square)) = Some((piece, !color));
        }
    }
    for color in Color::ALL {
        *builder.castle_rights_mut(!color) = *board.castle_rights(color);
    }
    builder.side_to_move = !board.side_to_move();
    builder.en_passant =
        board.en_passant().map(|file: File| Square::new(file, Rank::Third.relative_to(board.side_to_move())));
    builder.halfmove_clock = board.halfmove_clock();
    builder.fullmove_number = board.fullmove_number();
    builder.build().expect("the mirror image of a legal position is one")
}

fn random_board(choices: &[usize], clock: u8) -> Board {
    let mut board = Board::startpos();
    for choice in choices {
        let moves = legal_moves(&board);
        if moves.is_empty() {
            break;
        }
        board.play(moves[choice % moves.len()]);
    }
    if clock > board.halfmove_clock() && board.en_passant().is_none() {
        board.set_halfmove_clock(clock);
    }
    board
}

/// Random positions with few pieces.
fn sparse_boards() -> impl Strategy<Value = Board> {
    let man = (0usize..64, 0usize..5, any::<bool>());
    let men = prop::collection::vec(man, 1..6);
    (0usize..64, 0usize..64, men, any::<bool>(), prop_oneof![Just(0u8), 90u8..100]).prop_filter_map(
        "no board",
        |(white, black, men, turn, clock)| {
            let color = |white| if white { Color::White } else { Color::Black };
            let mut builder = BoardBuilder::empty();
            for (square, piece, is_white) in men {
                builder.board[square] = Some((Piece::ALL[piece], color(is_white)));
            }
            builder.board[white] = Some((Piece::King, Color::White));
            builder.board[black] = Some((Piece::King, Color::Black));
            builder.side_to_move = color(turn);
            builder.halfmove_clock = clock;
            let touch = get_king_moves(Square::index(white)).has(Square::index(black));
            builder.build().ok().filter(|_| !touch)
        },
    )
}

fn score(builder: EngineBuilder, board: &Board, depth: u32) -> Score {
    score_by(&mut builder.evaluator(Classical).build().expect("a small engine"), board, depth)
}

fn score_by<E: Evaluator>(engine: &mut Engine<E>, board: &Board, depth: u32) -> Score {
    let limits = Limits::new().depth(depth);
    let outcome = engine.search(&Position::new(board.clone()), &limits);
    assert_eq!(outcome.best.is_some(), board.generate_moves(|_| true), "{board}");
    if let Some(best) = outcome.best {
        assert!(board.is_legal(best), "{best} in {board}");
    }
    outcome.raw_score()
}

fn plain() -> EngineBuilder {
    Engine::builder().hash_mib(1).full_width().without_table()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// With pruning, reductions, extensions and the table switched off, the score is that of plain minimax.
    #[test]
    fn the_full_width_search_is_minimax(
        choices in prop::collection::vec(0usize..218, 0..150),
        clock in prop_oneof![Just(0u8), 0u8..100],
        depth in 1u32..=4,
    ) {
        let board = random_board(&choices, clock);
        prop_assume!(!legal_moves(&board).is_empty());
        // The reference hardly orders moves, so full boards are searched only to depth 3.
        let depth = if board.occupied().len() > 14 { depth.min(3) } else { depth };
        prop_assert_eq!(score(plain(), &board, depth), Reference::score(&board, depth), "{}", board);
    }

    /// The same with few pieces, where mates, stalemates, promotions and the fifty-move rule are near.
    #[test]
    fn the_full_width_search_is_minimax_with_few_men(board in sparse_boards(), depth in 1u32..=4) {
        prop_assume!(!legal_moves(&board).is_empty());
        prop_assert_eq!(score(plain(), &board, depth), Reference::score(&board, depth), "{}", board);
    }

    /// White and Black are treated alike, with any evaluator.
    #[test]
    fn a_mirrored_position_scores_the_same(
        choices in prop::collection::vec(0usize..218, 0..150),
        depth in 1u32..=3,
    ) {
        let board = random_board(&choices, 0);
        let depth = if board.occupied().len() > 14 { depth.min(2) } else { depth };
        let image = mirrored(&board);
        prop_assert_eq!(score(plain(), &board, depth), score(plain(), &image, depth), "{}", board);
        let by_default = |board| score_by(&mut plain().build().expect("a small engine"), board, depth);
        prop_assert_eq!(by_default(&board), by_default(&image), "{}", board);
    }

    /// The table never reverses a forced mate, whatever its size and contents.
    #[test]
    fn the_table_never_changes_the_sign_of_a_mate(
        board in prop_oneof![
            prop::collection::vec(0usize..218, 20..200).prop_map(|choices| random_board(&choices, 0)),
            sparse_boards(),
        ],
        hash in 1usize..=32,
        depth in 2u32..=7,
    ) {
        let mut warm = Engine::builder().hash_mib(hash).evaluator(Classical).build().expect("a small engine");
        let scores = [
            score(Engine::builder().hash_mib(1).without_table(), &board, depth),
            score(Engine::builder().hash_mib(1), &board, depth),
            score_by(&mut warm, &board, depth),
            score_by(&mut warm, &board, depth + 1),
            score_by(&mut warm, &board, depth - 1),
        ];
        let mated = scores.iter().any(|score| score.is_loss());
        let mating = scores.iter().any(|score| score.is_win());
        prop_assert!(!(mated && mating), "{:?} in {}", scores, board);
    }
}

/// A few positions with tactics of every kind, because depth 4 is slow for the reference.
#[test]
fn the_full_width_search_is_minimax_at_depth_four() {
    for fen in [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/P6p/8/3Pp3/8/1b6/6p1/R3K3 w Q e6 0 1",
        "7k/R7/5N2/8/8/8/r5p1/6K1 w - - 97 120",
        "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    ] {
        let board: Board = fen.parse().expect("a position");
        assert_eq!(score(plain(), &board, 4), Reference::score(&board, 4), "{fen}");
    }
}
