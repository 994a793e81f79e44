//! A game so far, and whether it has ended.

use crate::notation;
use crate::random::Random;
use argali_suite::legal_moves;
use cozy_chess::{Board, Color, GameStatus, Piece};
use std::fmt;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is mated.
    Mate,
    Stalemate,
    FiftyMoves,
    Repetition,
    /// Nobody can mate any more.
    BareKings,
    /// The driver has seen enough.
    Cut,
    /// This side made an illegal move or ran out of time.
    Forfeit(Color),
}

/// Start, moves, and the positions that still can occur again.
#[derive(Clone, Debug)]
pub struct Trail {
    /// As `position` takes it.
    start: String,
    chess960: bool,
    moves: Vec<String>,
    /// Since the last capture or pawn move, the current one last.
    boards: Vec<Board>,
}

impl Trail {
    /// The ordinary start.
    pub fn startpos() -> Trail {
        Trail::new("startpos".to_owned(), Board::startpos(), false)
    }

    fn new(start: String, board: Board, chess960: bool) -> Trail {
        Trail { start, chess960, moves: Vec::new(), boards: vec![board] }
    }

    /// From a FEN, in the mode of ordinary chess.
    #[cfg(test)]
    pub fn from_fen(fen: &str) -> Trail {
        Trail::new(format!("fen {fen}"), fen.parse().unwrap(), false)
    }

    /// A start and some moves by chance. In Chess960 the start is one of 960 or of their pairs, written as X-FEN or
    /// as Shredder-FEN.
    pub fn random(random: &mut Random, chess960: bool) -> Trail {
        let start = if chess960 {
            let white = random.below(960) as u32;
            let black = if random.once_in(2) { white } else { random.below(960) as u32 };
            let board = Board::double_chess960_startpos(white, black);
            let fen = if random.once_in(2) { format!("{board}") } else { format!("{board:#}") };
            Trail::new(format!("fen {fen}"), board, true)
        } else {
            Trail::startpos()
        };
        let plies = random.below(9);
        loop {
            let mut trail = start.clone();
            for _ in 0..plies {
                if trail.ending().is_some() {
                    break;
                }
                let mv = random.pick(&legal_moves(trail.board()));
                let text = notation::write(trail.board(), mv, chess960);
                trail.play(&text).unwrap_or_else(|error| panic!("{error}"));
            }
            if trail.ending().is_none() {
                return trail;
            }
        }
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// The moves, as they were written.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Plays a move that is legal and written as the mode wants it.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let mut board = self.board().clone();
        board.play_unchecked(notation::read(&board, text, self.chess960)?);
        if board.halfmove_clock() == 0 {
            self.boards.clear();
        }
        self.boards.push(board);
        self.moves.push(text.to_owned());
        Ok(())
    }

    /// Whether and how the rules end the game here.
    pub fn ending(&self) -> Option<Ending> {
        let board = self.board();
        match board.status() {
            GameStatus::Won => return Some(Ending::Mate),
            GameStatus::Drawn if board.generate_moves(|_| true) => return Some(Ending::FiftyMoves),
            GameStatus::Drawn => return Some(Ending::Stalemate),
            GameStatus::Ongoing => {}
        }
        if self.boards.iter().filter(|earlier| earlier.same_position(board)).count() >= 3 {
            return Some(Ending::Repetition);
        }
        nobody_can_mate(board).then_some(Ending::BareKings)
    }

    /// Where a line from here goes on though the game has ended, or is illegal. Lines may go on where only nobody can
    /// mate any more, as programs that run matches have it.
    pub fn check_line(&self, line: &[&str]) -> Result<(), String> {
        let mut trail = self.clone();
        for (index, mv) in line.iter().enumerate() {
            if let Some(ending) = trail.ending().filter(|&ending| index > 0 && ending != Ending::BareKings) {
                return Err(format!("goes on with {mv}, its move {}, after {ending:?}", index + 1));
            }
            trail.play(mv).map_err(|error| format!("has an illegal move {}: {error}", index + 1))?;
        }
        Ok(())
    }
}

fn nobody_can_mate(board: &Board) -> bool {
    if [Piece::Pawn, Piece::Rook, Piece::Queen].into_iter().any(|piece| !board.pieces(piece).is_empty()) {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    let lone = knights.len() + bishops.len() <= 1;
    let dark = cozy_chess::BitBoard::DARK_SQUARES;
    lone || (knights.is_empty() && ((bishops & dark).is_empty() || (bishops - dark).is_empty()))
}

impl fmt::Display for Trail {
    /// The `position` command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {}", self.start)?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves {}", self.moves.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(mut trail: Trail, moves: &str) -> Trail {
        moves.split_whitespace().for_each(|mv| trail.play(mv).unwrap());
        trail
    }

    fn fault(trail: &Trail, line: &str) -> String {
        trail.check_line(&line.split_whitespace().collect::<Vec<_>>()).unwrap_err()
    }

    #[test]
    fn endings_are_those_of_the_rules() {
        let ending = |fen: &str| Trail::from_fen(fen).ending();
        assert_eq!(
            ending("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
            Some(Ending::Mate)
        );
        assert_eq!(ending("7k/8/6Q1/8/8/8/8/K7 b - - 0 1"), Some(Ending::Stalemate));
        assert_eq!(ending("7k/8/8/8/8/8/R7/K7 w - - 100 90"), Some(Ending::FiftyMoves));
        assert_eq!(ending("7k/8/8/8/8/8/R7/K7 w - - 99 90"), None);
        for (fen, ends) in [
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", true),
            ("7k/8/8/8/8/8/8/KN6 w - - 0 1", true),
            ("7k/8/8/8/8/8/8/KNN5 w - - 0 1", false),
            ("6bk/8/8/8/8/8/8/K4B2 w - - 0 1", true),
            ("6bk/8/8/8/8/8/8/K3B3 w - - 0 1", false),
            ("7k/8/8/8/8/8/P7/K7 w - - 0 1", false),
        ] {
            assert_eq!(ending(fen) == Some(Ending::BareKings), ends, "{fen}");
        }
    }

    #[test]
    fn a_position_may_occur_twice() {
        let twice = played(Trail::startpos(), "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(twice.ending(), None);
        assert_eq!(played(twice, "b1c3 b8c6 c3b1 c6b8").ending(), Some(Ending::Repetition));
    }

    #[test]
    fn lines_that_go_on_or_are_illegal_are_seen() {
        let start = Trail::startpos();
        assert_eq!(start.check_line(&["f2f3", "e7e5", "g2g4", "d8h4"]), Ok(()));
        assert!(fault(&start, "f2f3 e7e5 g2g4 d8h4 a2a3").contains("move 5, after Mate"));
        assert!(fault(&start, "e2e4 e2e4").contains("illegal move 2"));
        assert!(fault(&start, "e2e5").contains("illegal move 1"));
        let repeated = played(start, "g1f3 g8f6 f3g1 f6g8");
        assert!(fault(&repeated, "g1f3 g8f6 f3g1 f6g8 e2e4").contains("move 5, after Repetition"));
        let late = Trail::from_fen("7k/8/8/8/8/8/R7/K7 w - - 98 90");
        assert!(fault(&late, "a2a3 h8h7 a3a4").contains("move 3, after FiftyMoves"));
        let stuck = Trail::from_fen("7k/8/4Q3/8/8/8/8/K7 w - - 0 1");
        assert!(fault(&stuck, "e6g6 h8g8").contains("move 2, after Stalemate"));
    }

    #[test]
    fn what_is_sent_is_how_the_game_went() {
        assert_eq!(Trail::startpos().to_string(), "position startpos");
        assert_eq!(played(Trail::startpos(), "e2e4 e7e5").to_string(), "position startpos moves e2e4 e7e5");
        let text = Trail::random(&mut Random::new(7), true).to_string();
        assert!(text.starts_with("position fen "), "{text}");
        assert_eq!(text, Trail::random(&mut Random::new(7), true).to_string());
    }
}
