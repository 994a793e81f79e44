//! Analysis as text: a line for each depth, and the best move at the end.

use super::arguments::AnalyseArguments;
use super::interrupt;
use super::request::Request;
use super::setup::{choose, engine, limits, limits_on, tables};
use crate::failure::Failure;
use argali_search::{Bound, Castling, Dropped, IterationReport, Line, Observer, Outcome, Score, san};
use cozy_chess::{Board, Color, Move};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Analyses a position and writes to standard output.
pub fn run(arguments: &AnalyseArguments, request: &Request) -> Result<(), Failure> {
    let position = &request.position;
    let mut engine = engine(arguments, tables(arguments)?)?;
    let limits = limits_on(arguments, &limits(arguments), position.board())?;
    let lines = arguments.multipv as usize;
    let mut out = io::stdout();
    let number = if lines > 1 { "  No" } else { "" };
    let heading = format!("{}\n\nDepth{number}   Score      Time      Nodes  Line\n", heading(request));
    out.write_all(heading.as_bytes()).map_err(Failure::io("standard output"))?;
    let mut printer = Printer { out, board: position.board(), lines, last: Vec::new(), error: None };
    let mut outcome = engine
        .search_observed(position, &limits, &interrupt::handle(), &mut printer)
        .expect("the handle is fresh");
    let Printer { mut out, error, .. } = printer;
    error.map_or(Ok(()), Err).map_err(Failure::io("standard output"))?;
    choose(arguments, &mut outcome, position.board());
    if let Some(path) = &arguments.svg {
        super::picture::write(path, request, &outcome)?;
    }
    let lines = final_lines(position.board(), &outcome);
    let verdict = verdict(position.board(), &outcome, request.castling);
    writeln!(out, "\n{lines}{verdict}").map_err(Failure::io("standard output"))
}

/// The position, and the parts of its text that were ignored.
fn heading(request: &Request) -> String {
    let fen = request.fen();
    match Dropped::summary(&request.ignored) {
        None => fen,
        Some(ignored) => format!("{fen}\n({ignored})"),
    }
}

/// Writes each report.
struct Printer<'a, W> {
    out: W,
    board: &'a Board,
    lines: usize,
    /// The last line written for each rank. In won or drawn positions many depths give the same line, which is written once.
    last: Vec<(Score, Vec<Move>)>,
    error: Option<io::Error>,
}

impl<W: Write + Send> Observer for Printer<'_, W> {
    fn iteration(&mut self, report: &IterationReport) -> ControlFlow<()> {
        // At limited strength, more lines are searched than are shown.
        if report.bound != Bound::Exact || report.moves.is_empty() || report.line > self.lines {
            return ControlFlow::Continue(());
        }
        let newest = (report.score, report.moves.clone());
        let place = report.line.saturating_sub(1);
        if self.last.get(place) == Some(&newest) {
            return ControlFlow::Continue(());
        }
        self.last.truncate(place);
        self.last.push(newest);
        let group = if self.lines > 1 && report.line == 1 { "\n" } else { "" };
        let number = if self.lines > 1 { format!("{:>4}", report.line) } else { String::new() };
        let row = format!("{group}{}\n", row(self.board, report, &number));
        match self.out.write_all(row.as_bytes()).and_then(|()| self.out.flush()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn row(board: &Board, report: &IterationReport, number: &str) -> String {
    format!(
        "{:>5}{number} {:>7} {:>7.2} s {:>10}  {}",
        report.depth,
        for_white(board, report.score),
        report.elapsed.as_secs_f64(),
        report.nodes,
        san::line(board, &report.moves)
    )
}

/// The final lines, if there are several or if a mate is proven.
fn final_lines(board: &Board, outcome: &Outcome) -> String {
    if outcome.best.is_none() || outcome.lines.len() == 1 && !outcome.score.is_mate() {
        return String::new();
    }
    let line = |(number, line): (usize, &Line)| {
        format!("{number:>3} {:>7}  {}\n", for_white(board, line.score), san::line(board, &line.moves))
    };
    (1..).zip(&outcome.lines).map(line).collect::<String>() + "\n"
}

/// Scores are from White's point of view, as in books.
fn for_white(board: &Board, score: Score) -> String {
    match board.side_to_move() {
        Color::White => score.to_string(),
        Color::Black => (-score).to_string(),
    }
}

fn verdict(board: &Board, outcome: &Outcome, castling: Castling) -> String {
    let Some(best) = outcome.best else {
        let mated = !board.checkers().is_empty();
        return if mated { "Checkmate: the game is over." } else { "Stalemate: the game is drawn." }
            .to_owned();
    };
    format!(
        "Best move: {} ({}), score {} (positive: White is better), depth {}, {} nodes in {:.2} s",
        san::show(board, best),
        castling.uci(board, best),
        for_white(board, outcome.score),
        outcome.depth,
        outcome.nodes,
        outcome.elapsed.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use argali_search::{Engine, Limits, StopHandle};

    fn analyse_lines(fen: &str, lines: usize) -> (String, String) {
        let position = argali_search::Position::new(fen.parse().unwrap());
        let board = position.board();
        let mut printer = Printer { out: Vec::new(), board, lines, last: Vec::new(), error: None };
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let limits = Limits::new().depth(5).multi_pv(lines);
        let outcome = engine.search_observed(&position, &limits, &StopHandle::new(), &mut printer).unwrap();
        let verdict = final_lines(board, &outcome) + &verdict(board, &outcome, Castling::Standard);
        (String::from_utf8(printer.out).unwrap(), verdict)
    }

    fn analyse(fen: &str) -> (String, String) {
        analyse_lines(fen, 1)
    }

    #[test]
    fn several_lines_carry_their_number_and_are_shown_again_at_the_end() {
        let (rows, _) = analyse_lines("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 3);
        let last_group: Vec<_> = rows.rsplit("\n\n").next().unwrap().lines().collect();
        assert_eq!(last_group.len(), 3, "{rows}");
        for (number, row) in (1..).zip(last_group) {
            assert_eq!(row.split_whitespace().nth(1), Some(number.to_string().as_str()), "{rows}");
        }
        let (_, verdict) = analyse_lines("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3);
        assert!(
            verdict.starts_with("  1      #1  1. Ra8#\n  2 ") && verdict.contains("\n\nBest move: "),
            "{verdict}"
        );
    }

    #[test]
    fn a_proven_mate_is_shown_again_at_the_end() {
        let (_, verdict) = analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        assert!(verdict.starts_with("  1      #1  1. Ra8#\n\nBest move: Ra8#"), "{verdict}");
        let (_, verdict) = analyse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!(verdict.starts_with("Best move: "), "{verdict}");
    }

    #[test]
    fn people_read_moves_and_whites_score() {
        let (rows, verdict) = analyse("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 30");
        assert!(rows.lines().next().unwrap().contains("  30... Ra1#"), "{rows}");
        assert!(verdict.contains("\nBest move: Ra1# (a8a1), score #-1 (positive"), "{verdict}");
    }

    #[test]
    fn what_is_no_news_is_not_written_again() {
        let (rows, _) = analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        assert_eq!(rows.matches("Ra8#").count(), 1, "{rows}");
    }

    #[test]
    fn a_finished_game_is_said_to_be_one() {
        let (rows, verdict) = analyse("7k/7p/7P/8/1K6/8/B7/8 b - - 0 53");
        assert_eq!((rows.as_str(), verdict.as_str()), ("", "Stalemate: the game is drawn."));
    }
}
