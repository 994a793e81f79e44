//! A result as a JSON object.
//!
//! Scores are from the side to move's point of view. With one thread, limits of depth or nodes, and no timing, a record depends only on the
//! position, the limits and the version.

use super::request::Request;
use super::solution::Solution;
use argali_search::{Castling, Line, Outcome, Score, ScoreKind, san};
use cozy_chess::Board;
use serde::Serialize;

/// The result of one line of input.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Record {
    /// The result of a search.
    Found(Box<Found>),
    /// An error for an invalid line.
    Refused(Refused),
}

/// The result of a search.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The number of the input line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The position's `id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    pub fen: String,
    /// Parts of the line that do not fit the board and were ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
    /// The best move, or null at the end of the game.
    pub best: Option<String>,
    /// The best move in algebraic notation.
    pub san: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// Whether the best move solves the problem; null if the solution cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<Option<bool>>,
    /// A remark about this result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The score for the side to move.
    pub score: ShownScore,
    /// Chances to win, draw and lose in permille.
    pub wdl: [u32; 3],
    /// The depth that was completed (plies).
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// The time of the search in milliseconds, with `--timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// The best lines.
    pub lines: Vec<ShownLine>,
    /// The best line in algebraic notation.
    #[serde(skip)]
    pub pv_san: Vec<String>,
}

/// An error for an invalid line.
#[derive(Debug, Serialize)]
pub struct Refused {
    /// The number of the input line.
    pub line: u64,
    /// The error.
    pub error: String,
}

/// A score in the form of the JSON output.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShownScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if the side to move is mated.
    Mate(i32),
}

/// A line of play.
#[derive(Debug, Serialize)]
pub struct ShownLine {
    score: ShownScore,
    depth: u32,
    /// Its moves in coordinates.
    pub pv: Vec<String>,
}

impl Record {
    /// The record of a search, with a note if the guard stopped it.
    pub fn new(
        request: &Request,
        line: Option<u64>,
        outcome: &Outcome,
        timing: bool,
        stopped: Option<String>,
    ) -> Record {
        let (board, castling) = (request.position.board(), request.castling);
        let wdl = outcome.wdl;
        let ponder = outcome.best.zip(outcome.ponder).and_then(|(best, ponder)| {
            let mut after = board.clone();
            after.try_play(best).ok()?;
            Some(castling.uci(&after, ponder))
        });
        let unread = request.solution.as_ref().and_then(Solution::unread);
        let notes: Vec<String> = unread.into_iter().chain(stopped).collect();
        Record::Found(Box::new(Found {
            line,
            id: request.id.clone(),
            fen: request.fen(),
            ignored: request.ignored.iter().map(ToString::to_string).collect(),
            best: outcome.best.map(|mv| castling.uci(board, mv)),
            san: outcome.best.map(|mv| san::show(board, mv)),
            ponder,
            solved: request.solution.as_ref().map(|solution| solution.is(outcome.best)),
            note: (!notes.is_empty()).then(|| notes.join("; ")),
            score: ShownScore::of(outcome.score),
            wdl: [wdl.win, wdl.draw, wdl.loss],
            depth: outcome.depth,
            nodes: outcome.nodes,
            ms: timing.then_some(outcome.elapsed.as_millis() as u64),
            lines: outcome.lines.iter().map(|line| ShownLine::of(board, line, castling)).collect(),
            pv_san: outcome.lines.first().map(Line::san).unwrap_or_default(),
        }))
    }

    /// The record of an invalid line.
    pub fn refused(line: u64, error: impl std::fmt::Display) -> Record {
        Record::Refused(Refused { line, error: error.to_string() })
    }

    /// The record on one line.
    pub fn to_json(&self) -> String {
        // Strings and numbers always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl ShownScore {
    fn of(score: Score) -> ShownScore {
        match score.kind() {
            ScoreKind::Mate(moves) => ShownScore::Mate(moves),
            _ => ShownScore::Cp(score.centipawns().unwrap_or_default()),
        }
    }
}

impl ShownLine {
    fn of(board: &Board, line: &Line, castling: Castling) -> ShownLine {
        let pv = castling.uci_line(board, &line.moves);
        ShownLine { score: ShownScore::of(line.score), depth: line.depth, pv }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use argali_search::{Engine, Limits};
    use serde_json::{Value, json};

    /// The record of a short search.
    pub fn searched(text: &str, line: u64) -> Record {
        let request = Request::parse(text, Castling::Standard).unwrap();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let limits = Limits::new().depth(4).multi_pv(2);
        let outcome = engine.search(&request.position, &limits);
        Record::new(&request, Some(line), &outcome, false, None)
    }

    fn analyse(text: &str) -> Value {
        serde_json::from_str(&searched(text, 7).to_json()).unwrap()
    }

    #[test]
    fn a_record_says_what_was_found() {
        let record = analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"back rank\";");
        assert_eq!(record["id"], json!("back rank"));
        assert_eq!(record["line"], json!(7));
        assert_eq!((&record["best"], &record["san"]), (&json!("a1a8"), &json!("Ra8#")));
        assert_eq!(record["score"], json!({ "mate": 1 }));
        assert_eq!(record["wdl"], json!([1000, 0, 0]));
        assert_eq!(record["lines"].as_array().unwrap().len(), 2);
        assert_eq!(record["lines"][0]["pv"], json!(["a1a8"]));
        assert!(record.get("ms").is_none());
    }

    #[test]
    fn a_problem_is_solved_or_not() {
        assert_eq!(analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate\";")["solved"], json!(true));
        assert_eq!(analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra7;")["solved"], json!(false));
        assert!(analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -").get("solved").is_none());
    }

    #[test]
    fn a_solution_that_is_not_understood_costs_no_position() {
        let record = analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rb9; id \"x\";");
        assert_eq!((&record["best"], record.get("solved")), (&json!("a1a8"), Some(&Value::Null)));
        assert_eq!(record["note"], json!("bm: 'Rb9' is no legal move here"));
        let record = analyse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rb9 Ra8;");
        assert_eq!(record["solved"], json!(true), "one of the best moves was found");
        assert!(record["note"].as_str().unwrap().contains("Rb9"));
    }

    #[test]
    fn a_finished_game_has_no_best_move() {
        let record = analyse("7k/7p/7P/8/1K6/8/B7/8 b - - 0 53");
        assert_eq!((&record["best"], &record["score"]), (&Value::Null, &json!({ "cp": 0 })));
        assert_eq!(record["wdl"], json!([0, 1000, 0]));
    }

    #[test]
    fn what_was_left_out_is_told() {
        assert_eq!(analyse("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1")["ignored"], json!(["castling right K"]));
        assert!(analyse("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").get("ignored").is_none());
    }

    #[test]
    fn a_refused_line_says_why() {
        let error = Request::parse("startpos moves e2e5", Castling::Standard).unwrap_err();
        let record: Value = serde_json::from_str(&Record::refused(3, error).to_json()).unwrap();
        assert_eq!(record["line"], json!(3));
        assert!(record["error"].as_str().unwrap().contains("e2e5"));
    }
}
