//! Evaluates the positions of a game.

use super::judge::{Error, Eval, Summary, loss, summaries};
use argali_pgn::Game;
use argali_search::{Engine, Limits, Outcome, Position, Silent, StopHandle};
use cozy_chess::{Board, Color, Move};

/// The evaluation of a game.
pub struct Analysis {
    /// The positions of the game, from the one before the first move on.
    pub positions: Vec<Judged>,
    /// The moves between them.
    pub moves: Vec<Verdict>,
    /// Summaries of White's and Black's play, if they made a move.
    pub summaries: [Option<Summary>; 2],
}

/// A position with its evaluation.
pub struct Judged {
    /// The position.
    pub board: Board,
    /// The evaluation from White's side.
    pub eval: Eval,
    /// Chances to win, draw and lose, in permille, from White's side.
    pub wdl: [u32; 3],
    /// The best line; empty where the game is over.
    pub line: Vec<Move>,
}

/// A move that was played.
pub struct Verdict {
    /// The move.
    pub mv: Move,
    /// The loss of expected score (percent).
    pub loss: f64,
    /// The kind of error, if it is one: the engine prefers another move, and this one loses expected score.
    pub error: Option<Error>,
}

impl Verdict {
    /// The side that played the move with this index, if `first` played the first one.
    pub fn side(first: Color, index: usize) -> Color {
        if index.is_multiple_of(2) { first } else { !first }
    }
}

/// The positions of a game's main line with their histories; `None` if the line has a null move.
pub fn positions(game: &Game) -> Option<Vec<Position>> {
    let mut position = Position::new(game.start.clone());
    let mut positions = vec![position.clone()];
    for node in &game.line.moves {
        position.play(node.mv?).ok()?;
        positions.push(position.clone());
    }
    Some(positions)
}

/// Evaluates the positions of a game from the last one to the first, so that each search profits from the table of those after it. The table
/// begins empty, so the result depends only on the game. Calls `done` after each position. Returns `None` if `stop` was called.
pub fn analyse(
    engine: &mut Engine,
    limits: &Limits,
    positions: &[Position],
    moves: &[Move],
    stop: &StopHandle,
    done: impl Fn(),
) -> Option<Analysis> {
    engine.new_game();
    let mut judged = Vec::with_capacity(positions.len());
    for position in positions.iter().rev() {
        let outcome = engine.search_observed(position, limits, stop, &mut Silent).ok()?;
        if stop.is_stopped() {
            return None;
        }
        judged.push(Judged::new(position.board(), outcome));
        done();
    }
    judged.reverse();
    Some(Analysis::new(judged, moves))
}

impl Judged {
    fn new(board: &Board, outcome: Outcome) -> Judged {
        let wdl = outcome.wdl;
        let line = outcome.lines.into_iter().next().map(|line| line.moves).unwrap_or_default();
        Judged {
            board: board.clone(),
            eval: Eval::new(outcome.score, board),
            wdl: match board.side_to_move() {
                Color::White => [wdl.win, wdl.draw, wdl.loss],
                Color::Black => [wdl.loss, wdl.draw, wdl.win],
            },
            line,
        }
    }
}

impl Analysis {
    fn new(positions: Vec<Judged>, moves: &[Move]) -> Analysis {
        let evals: Vec<Eval> = positions.iter().map(|judged| judged.eval).collect();
        let verdicts: Vec<Verdict> = positions
            .windows(2)
            .zip(moves)
            .map(|(pair, &mv)| {
                let loss = loss(pair[0].board.side_to_move(), pair[0].eval, pair[1].eval);
                let best = pair[0].line.first() == Some(&mv);
                Verdict { mv, loss, error: Error::of(loss).filter(|_| !best) }
            })
            .collect();
        let first = positions.first().map_or(Color::White, |judged| judged.board.side_to_move());
        let mut summaries = summaries(first, &evals);
        for (index, error) in
            verdicts.iter().enumerate().filter_map(|(index, verdict)| Some((index, verdict.error?)))
        {
            if let Some(summary) = &mut summaries[Verdict::side(first, index) as usize] {
                summary.errors[error as usize] += 1;
            }
        }
        Analysis { positions, moves: verdicts, summaries }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use argali_pgn::RawGame;

    /// A short game, judged with few nodes.
    pub fn example(text: &str) -> (Game, Analysis) {
        let game = Game::parse(&RawGame::new(text)).unwrap();
        let positions = positions(&game).unwrap();
        let moves: Vec<Move> = game.line.moves.iter().filter_map(|node| node.mv).collect();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let limits = Limits::new().nodes(3_000);
        let analysis = analyse(&mut engine, &limits, &positions, &moves, &StopHandle::new(), || ()).unwrap();
        (game, analysis)
    }

    /// The shortest of all mates: both of White's moves help, the second one by much.
    pub const FOOLS_MATE: &str =
        "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 {why} e5 2. g4 (2. e4) Qh4# 0-1\n";

    #[test]
    fn errors_are_found_and_counted_for_the_side_that_made_them() {
        let (_, analysis) = example(FOOLS_MATE);
        assert_eq!(analysis.positions.len(), 5);
        assert_eq!(analysis.positions[4].eval, Eval::Checkmate(Color::Black));
        assert_eq!(analysis.positions[3].eval, Eval::Mate(-1));
        assert_eq!(analysis.positions[3].wdl, [0, 0, 1_000]);
        assert_eq!(analysis.moves[2].error, Some(Error::Blunder));
        assert_eq!((analysis.moves[1].error, analysis.moves[3].error), (None, None));
        let [white, black] = analysis.summaries.map(Option::unwrap);
        assert_eq!(white.errors[2], 1);
        assert!(black.accuracy > white.accuracy && black.errors == [0; 3]);
    }

    #[test]
    fn nobody_passes_in_a_game() {
        let game = Game::parse(&RawGame::new("1. e4 -- *")).unwrap();
        assert!(positions(&game).is_none());
    }
}
