//! The engine's output lines as text, without line breaks.

use crate::text::write_note;
use argali_search::Castling;
use argali_search::{Bound, IterationReport, Line, Outcome, Score, ScoreKind, Wdl};
use cozy_chess::{Board, Move};
use std::fmt;
use std::time::Duration;

/// The notation of the replies of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Style {
    /// How castling is written.
    pub castling: Castling,
    /// Whether to write win, draw and loss chances after every score.
    pub wdl: bool,
}

/// An `info` line with a principal variation. Its words are in the order that GUIs expect, with `pv` last.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Info<'a> {
    /// The root.
    pub board: &'a Board,
    /// Its notation.
    pub style: Style,
    /// Nominal depth (plies).
    pub depth: u32,
    /// The deepest ply that was reached (plies).
    pub selective_depth: u32,
    /// The line's index, from 1.
    pub line: usize,
    /// Score for the side to move; 100 mean an even chance to win.
    pub score: Score,
    /// Chances of the side to move.
    pub wdl: Wdl,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of the whole search so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Fill level of the table, in permille.
    pub hashfull: u32,
    /// Tablebase hits.
    pub tablebase_hits: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The moves, castling as king takes rook.
    pub moves: &'a [Move],
}

impl<'a> Info<'a> {
    /// A line that the search reports while it runs.
    #[must_use]
    pub fn running(board: &'a Board, style: Style, report: &'a IterationReport) -> Info<'a> {
        Info {
            board,
            style,
            depth: report.depth,
            selective_depth: report.selective_depth,
            line: report.line,
            score: report.score,
            wdl: report.wdl,
            bound: report.bound,
            nodes: report.nodes,
            nps: report.nps(),
            hashfull: report.hashfull,
            tablebase_hits: report.tablebase_hits,
            elapsed: report.elapsed,
            moves: &report.moves,
        }
    }

    /// A line of a finished search; `index` counts from 1.
    #[must_use]
    pub fn finished(
        board: &'a Board,
        style: Style,
        outcome: &'a Outcome,
        index: usize,
        line: &'a Line,
        selective_depth: u32,
    ) -> Info<'a> {
        Info {
            board,
            style,
            depth: line.depth,
            selective_depth: selective_depth.max(line.depth),
            line: index,
            score: line.score,
            wdl: line.wdl,
            bound: line.bound,
            nodes: outcome.nodes,
            nps: outcome.nps(),
            hashfull: outcome.hashfull,
            tablebase_hits: outcome.tablebase_hits,
            elapsed: outcome.elapsed,
            moves: &line.moves,
        }
    }
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info depth {} seldepth {} multipv {} ", self.depth, self.selective_depth, self.line)?;
        write!(f, "score {}", ShownScore(self.score))?;
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        if self.style.wdl {
            // The result of a finished game is certain, which a score of 0 alone does not show.
            let drawn = self.depth == 0 && self.moves.is_empty() && self.score == Score::DRAW;
            match self.wdl {
                _ if drawn => f.write_str(" wdl 0 1000 0")?,
                wdl => write!(f, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss)?,
            }
        }
        let Info { nodes, nps, hashfull, tablebase_hits, elapsed, .. } = self;
        write!(f, " nodes {nodes} nps {nps} hashfull {hashfull} tbhits {tablebase_hits}")?;
        write!(f, " time {}", elapsed.as_millis())?;
        if !self.moves.is_empty() {
            write!(f, " pv {}", self.style.castling.uci_line(self.board, self.moves).join(" "))?;
        }
        Ok(())
    }
}

/// The `info` line about the root move that is being searched.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CurrentMove<'a> {
    /// The root.
    pub board: &'a Board,
    /// Its notation.
    pub style: Style,
    /// Nominal depth (plies).
    pub depth: u32,
    /// The move, castling as king takes rook.
    pub mv: Move,
    /// Its number in this iteration, from 1.
    pub number: usize,
}

impl<'a> CurrentMove<'a> {
    /// The `number`th move of an iteration, from 1.
    #[must_use]
    pub fn new(board: &'a Board, style: Style, depth: u32, mv: Move, number: usize) -> CurrentMove<'a> {
        CurrentMove { board, style, depth, mv, number }
    }
}

impl fmt::Display for CurrentMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mv = self.style.castling.uci(self.board, self.mv);
        write!(f, "info depth {} currmove {mv} currmovenumber {}", self.depth, self.number)
    }
}

/// The answer to `go`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BestMove<'a> {
    /// The root.
    pub board: &'a Board,
    /// Its notation.
    pub style: Style,
    /// The move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
}

impl<'a> BestMove<'a> {
    /// A move, if there is one, and the expected reply.
    #[must_use]
    pub fn new(board: &'a Board, style: Style, best: Option<Move>, ponder: Option<Move>) -> BestMove<'a> {
        BestMove { board, style, best, ponder }
    }
}

impl fmt::Display for BestMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(best) = self.best else { return f.write_str("bestmove (none)") };
        write!(f, "bestmove {}", self.style.castling.uci(self.board, best))?;
        let Some(ponder) = self.ponder else { return Ok(()) };
        let mut after = self.board.clone();
        if after.try_play(best).is_ok() && after.is_legal(ponder) {
            write!(f, " ponder {}", self.style.castling.uci(&after, ponder))?;
        }
        Ok(())
    }
}

/// A message for people as one `info string` line. Control characters are escaped, very long text is cut, and phrases that make
/// xboard conclude that the engine did not start are replaced.
#[derive(Clone, Copy, Debug)]
pub struct Note<T>(pub T);

impl<T: fmt::Display> fmt::Display for Note<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info string ")?;
        write_note(f, &self.0)
    }
}

struct ShownScore(Score);

impl fmt::Display for ShownScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            ScoreKind::Mate(moves) => write!(f, "mate {moves}"),
            _ => write!(f, "cp {}", self.0.centipawns().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    fn info<'a>(board: &'a Board, style: Style, score: Score, bound: Bound, moves: &'a [Move]) -> Info<'a> {
        Info {
            board,
            style,
            depth: 7,
            selective_depth: 12,
            line: 1,
            score,
            wdl: Wdl::of_raw(score, board),
            bound,
            nodes: 5_000,
            nps: 1_000_000,
            hashfull: 17,
            tablebase_hits: 0,
            elapsed: Duration::from_micros(5_900),
            moves,
        }
    }

    #[test]
    fn info_words_come_in_order_with_pv_last() {
        let board: Board = CASTLING.parse().unwrap();
        let line = moves("e1h1 e8a8");
        let plain = info(&board, Style::default(), Score::cp(-31), Bound::Exact, &line);
        assert_eq!(
            plain.to_string(),
            format!(
                "info depth 7 seldepth 12 multipv 1 score cp -31 nodes 5000 nps 1000000 hashfull 17 tbhits 0 time 5 \
                 pv e1g1 e8c8"
            )
        );
        let style = Style { castling: Castling::Chess960, wdl: true };
        let full = info(&board, style, Score::mate_in_plies(3), Bound::Lower, &line);
        assert_eq!(
            full.to_string(),
            "info depth 7 seldepth 12 multipv 1 score mate 2 lowerbound wdl 1000 0 0 nodes 5000 nps 1000000 \
             hashfull 17 tbhits 0 time 5 pv e1h1 e8a8"
        );
        let bare = info(&board, Style::default(), Score::mated_in_plies(4), Bound::Upper, &[]);
        assert!(bare.to_string().contains(" score mate -2 upperbound nodes "), "{bare}");
        assert!(bare.to_string().ends_with(" time 5"), "{bare}");
    }

    #[test]
    fn best_moves_are_written_with_the_expected_answer() {
        let board: Board = CASTLING.parse().unwrap();
        use Castling::{Chess960, Standard};
        let show = |castling, best: &str, ponder: &str| {
            let style = Style { castling, wdl: false };
            let [best, ponder] = [best, ponder].map(|text| text.parse().ok());
            BestMove::new(&board, style, best, ponder).to_string()
        };
        assert_eq!(show(Standard, "e1h1", "e8a8"), "bestmove e1g1 ponder e8c8");
        assert_eq!(show(Chess960, "e1h1", "e8a8"), "bestmove e1h1 ponder e8a8");
        assert_eq!(show(Standard, "e1h1", ""), "bestmove e1g1");
        assert_eq!(show(Standard, "e1h1", "e1e2"), "bestmove e1g1", "an impossible answer is kept back");
        assert_eq!(show(Standard, "", ""), "bestmove (none)");
    }

    #[test]
    fn current_moves_follow_the_style() {
        let board: Board = CASTLING.parse().unwrap();
        let mv = "e1a1".parse().unwrap();
        let shown = CurrentMove::new(&board, Style::default(), 20, mv, 3);
        assert_eq!(shown.to_string(), "info depth 20 currmove e1c1 currmovenumber 3");
    }
}
