//! A game between the user and the engine: moves, clocks, and the end.

use super::arguments::TimeControl;
use argali_pgn::{Game, GameResult, MoveNode};
use argali_search::{GameOver, Position};
use cozy_chess::{Board, Color, Move, Square};
use std::time::Duration;

/// How a game ended, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result.
    pub result: GameResult,
    /// The reason, as text.
    pub reason: &'static str,
}

/// A game in progress.
pub struct Match {
    /// The positions from the first one, with their histories.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Time left to White and Black before each position, if there is a clock.
    clocks: Vec<[Duration; 2]>,
    control: Option<TimeControl>,
}

impl Match {
    /// A game from `start`.
    pub fn new(start: Board, control: Option<TimeControl>) -> Match {
        let clocks = control.iter().map(|control| [control.time; 2]).collect();
        Match { positions: vec![Position::new(start)], moves: Vec::new(), clocks, control }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        // There is always the first.
        &self.positions[self.positions.len() - 1]
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        self.position().board()
    }

    /// The boards from the first on.
    pub fn boards(&self) -> impl DoubleEndedIterator<Item = &Board> {
        self.positions.iter().map(Position::board)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The board before the first move.
    pub fn start(&self) -> &Board {
        self.positions[0].board()
    }

    /// The squares of the last move; for castling, the squares of the king.
    pub fn last(&self) -> Option<(Square, Square)> {
        let mv = self.moves.last()?;
        let before = self.positions[self.positions.len() - 2].board();
        Some((mv.from, crate::svg::king_target(before, *mv)))
    }

    /// Time left to White and Black, and the increment.
    pub fn clock(&self) -> Option<([Duration; 2], Duration)> {
        Some((*self.clocks.last()?, self.control?.increment))
    }

    /// Plays a legal move that took `used`. Returns `false` if the time ran out before.
    pub fn play(&mut self, mv: Move, used: Duration) -> bool {
        let side = self.board().side_to_move();
        if let Some((mut clock, increment)) = self.clock() {
            let left = &mut clock[side as usize];
            let Some(rest) = left.checked_sub(used).filter(|rest| !rest.is_zero()) else { return false };
            *left = rest + increment;
            self.clocks.push(clock);
        }
        let mut position = self.position().clone();
        if position.play(mv).is_ok() {
            self.positions.push(position);
            self.moves.push(mv);
        }
        true
    }

    /// Takes back the last move and its time.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        if self.control.is_some() {
            self.clocks.pop();
        }
        Some(mv)
    }

    /// Sets what is left on the clocks.
    pub fn set_clock(&mut self, left: [Duration; 2]) {
        if let Some(clock) = self.clocks.last_mut() {
            *clock = left;
        }
    }

    /// Whether the rules end the game, and how. Draws that would have to be claimed are claimed.
    pub fn ending(&self) -> Option<Ending> {
        let draw = |reason| Ending { result: GameResult::Draw, reason };
        Some(match self.position().game_over()? {
            GameOver::Checkmate => Ending { result: win(!self.board().side_to_move()), reason: "checkmate" },
            GameOver::Stalemate => draw("stalemate"),
            GameOver::InsufficientMaterial => draw("nobody can mate any more"),
            GameOver::FiftyMoves => draw("fifty moves without capture or pawn move"),
            GameOver::Threefold => draw("the position occurred three times"),
            // Other ends of a game.
            _ => draw("the game is over"),
        })
    }

    /// The end of the game if `side` runs out of time.
    pub fn flagged(&self, side: Color) -> Ending {
        // FIDE 6.9: a side that cannot mate does not win on time.
        if self.board().colors(!side).len() == 1 {
            Ending { result: GameResult::Draw, reason: "time is over, and the king alone cannot mate" }
        } else {
            Ending { result: win(!side), reason: "time is over" }
        }
    }

    /// The game in PGN, without players and result.
    pub fn to_pgn(&self) -> Game {
        let mut game = Game::from_board(self.start().clone());
        game.line.moves =
            self.moves.iter().map(|&mv| MoveNode { mv: Some(mv), ..MoveNode::default() }).collect();
        if let Some(control) = self.control {
            let seconds = |time: Duration| time.as_secs();
            game.set_tag("TimeControl", &format!("{}+{}", seconds(control.time), seconds(control.increment)));
            for (index, node) in game.line.moves.iter_mut().enumerate() {
                let mover = self.positions[index].board().side_to_move();
                node.comments.push(format!("[%clk {}]", hours(self.clocks[index + 1][mover as usize])));
            }
        }
        game
    }

    /// A saved game.
    pub fn from_pgn(game: &Game, control: Option<TimeControl>) -> Option<Match> {
        let mut played = Match::new(game.start.clone(), control);
        for node in &game.line.moves {
            let mover = played.board().side_to_move();
            if !played.play(node.mv?, Duration::ZERO) {
                return None;
            }
            let told = node.comments.iter().find_map(|comment| clock_command(comment));
            if let Some((told, (mut clock, _))) = told.zip(played.clock()) {
                clock[mover as usize] = told;
                played.set_clock(clock);
            }
        }
        (played.moves.len() == game.line.moves.len()).then_some(played)
    }
}

/// The result of a win by `side`.
pub fn win(side: Color) -> GameResult {
    match side {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}

/// A time as in the command `[%clk]`.
pub fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

fn clock_command(comment: &str) -> Option<Duration> {
    let (_, behind) = comment.split_once("[%clk ")?;
    let (text, _) = behind.split_once(']')?;
    let seconds = text.split(':').try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?))?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(fen: &str, moves: &str) -> Match {
        let mut game = Match::new(fen.parse().unwrap(), None);
        for mv in moves.split_whitespace() {
            assert!(game.play(argali_search::san::parse(game.board(), mv).unwrap(), Duration::ZERO));
        }
        game
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_rules_end_games() {
        let reason =
            |fen, moves| played(fen, moves).ending().map(|ending| (ending.result.to_string(), ending.reason));
        assert_eq!(reason(START, "e4"), None);
        assert_eq!(reason(START, "f3 e5 g4 Qh4"), Some(("0-1".into(), "checkmate")));
        assert_eq!(reason("7k/8/6Q1/5K2/8/8/8/8 w - - 0 1", "Kf6"), Some(("1/2-1/2".into(), "stalemate")));
        let again = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        assert_eq!(reason(START, again).unwrap().1, "the position occurred three times");
        assert_eq!(
            reason("7k/8/8/8/8/8/R7/K7 w - - 99 80", "Ra3").unwrap().1,
            "fifty moves without capture or pawn move"
        );
        assert_eq!(reason("7k/8/8/8/8/8/1n6/K7 w - - 0 1", "Kxb2").unwrap().1, "nobody can mate any more");
        assert_eq!(reason("7k/8/8/8/8/8/1n3B2/K7 w - - 0 1", "Kb1"), None);
    }

    #[test]
    fn a_move_taken_back_leaves_nothing() {
        let control = TimeControl { time: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut game = Match::new(Board::startpos(), Some(control));
        assert!(game.play("e2e4".parse().unwrap(), Duration::from_secs(5)));
        assert_eq!(game.clock().unwrap().0, [57, 60].map(Duration::from_secs));
        assert_eq!(game.last(), Some((Square::E2, Square::E4)));
        assert!(game.take_back().is_some() && game.take_back().is_none());
        assert_eq!(game.clock().unwrap().0, [60, 60].map(Duration::from_secs));
        assert_eq!((game.board(), game.last()), (&Board::startpos(), None));
    }

    #[test]
    fn whoever_is_too_slow_loses_unless_the_other_has_nothing() {
        let control = TimeControl { time: Duration::from_secs(1), increment: Duration::ZERO };
        let mut game = Match::new(Board::startpos(), Some(control));
        assert!(!game.play("e2e4".parse().unwrap(), Duration::from_secs(1)));
        assert_eq!(game.flagged(Color::White).result, GameResult::BlackWins);
        let bare = Match::new("7k/8/8/8/8/8/R7/K7 w - - 0 1".parse().unwrap(), None);
        assert_eq!(bare.flagged(Color::White).result, GameResult::Draw);
        assert_eq!(bare.flagged(Color::Black).result, GameResult::WhiteWins);
    }

    #[test]
    fn a_game_is_saved_and_resumed_with_its_clock() {
        let control = TimeControl { time: Duration::from_secs(600), increment: Duration::from_secs(5) };
        let mut game = Match::new(Board::chess960_startpos(17), Some(control));
        for _ in 0..6 {
            let mut moves = Vec::new();
            game.board().generate_moves(|some| {
                moves.extend(some);
                false
            });
            assert!(game.play(moves[0], Duration::from_secs(7)));
        }
        let text = game.to_pgn().to_string();
        assert!(
            text.contains("[TimeControl \"600+5\"]") && text.contains("[Variant \"Chess960\"]"),
            "{text}"
        );
        let read = Game::parse(&argali_pgn::RawGame::new(text)).unwrap();
        let resumed = Match::from_pgn(&read, Some(control)).unwrap();
        assert_eq!((resumed.moves(), resumed.board()), (game.moves(), game.board()));
        assert_eq!(resumed.clock(), game.clock());
    }
}
