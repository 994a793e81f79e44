//! Serialisation of public data types for which a derived form is not suitable (feature `serde`).
//!
//! Moves are written as text: `e2e4`, `e7e8q`. Castling is king takes rook, as everywhere in this crate, so that the text means the
//! same in Chess960.

use crate::{FenError, IterationReport, Line, Outcome, Params, Position};
use cozy_chess::Move;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A move in its text form.
struct Text(Move);

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        deserializer.deserialize_str(MoveVisitor)
    }
}

struct MoveVisitor;

impl Visitor<'_> for MoveVisitor {
    type Value = Text;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move like \"e2e4\" or \"e7e8q\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
        text.parse().map(Text).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// A move.
pub(crate) mod one {
    use super::{Deserialize, Deserializer, Move, Serialize, Serializer, Text};

    pub(crate) fn serialize<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
        Text(*mv).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        Text::deserialize(deserializer).map(|text| text.0)
    }
}

/// A list of moves.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, Move, Serializer, Text};

    pub(crate) fn serialize<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(moves.iter().map(|&mv| Text(mv)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Move>, D::Error> {
        Ok(Vec::<Text>::deserialize(deserializer)?.into_iter().map(|text| text.0).collect())
    }
}

/// A position as it is read: a FEN, or a FEN and the moves from there.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(untagged, rename = "Position")]
pub(crate) enum Game {
    Line(GameLine),
    Fen(String),
}

/// A position and the moves that led from it to another.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameLine {
    fen: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
}

impl From<Position> for Game {
    fn from(position: Position) -> Game {
        let (start, moves) = position.line();
        Game::Line(GameLine {
            fen: start.to_fen(),
            moves: crate::position::line(start.board(), moves, crate::position::uci),
        })
    }
}

impl TryFrom<Game> for Position {
    type Error = Box<dyn std::error::Error>;

    fn try_from(game: Game) -> Result<Position, Self::Error> {
        let (fen, moves) = match game {
            Game::Line(GameLine { fen, moves }) => (fen, moves),
            Game::Fen(fen) => (fen, Vec::new()),
        };
        let mut position: Position = fen.parse()?;
        for text in moves {
            position.play_uci(&text)?;
        }
        Ok(position)
    }
}

/// An error is written as its message.
impl Serialize for FenError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A line, with its moves as in UCI.
impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("Line", 6)?;
        line.serialize_field("score", &self.score)?;
        line.serialize_field("raw_score", &self.raw_score)?;
        line.serialize_field("bound", &self.bound)?;
        line.serialize_field("wdl", &self.wdl)?;
        line.serialize_field("depth", &self.depth)?;
        line.serialize_field("moves", &self.uci())?;
        line.end()
    }
}

/// An outcome, with its moves as in UCI. `best` and `ponder` begin one of the lines.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_best = |line: &&Line| line.moves.first() == self.best.as_ref();
        let line = self.lines.iter().find(is_best).map(Line::uci).unwrap_or_default();
        let mut outcome = serializer.serialize_struct("Outcome", 12)?;
        outcome.serialize_field("best", &self.best.and(line.first()))?;
        outcome.serialize_field("ponder", &self.ponder.and(line.get(1)))?;
        outcome.serialize_field("score", &self.score)?;
        outcome.serialize_field("wdl", &self.wdl)?;
        outcome.serialize_field("depth", &self.depth)?;
        outcome.serialize_field("nodes", &self.nodes)?;
        outcome.serialize_field("busiest_worker_nodes", &self.busiest_worker_nodes)?;
        outcome.serialize_field("elapsed_ms", &whole_millis(self.elapsed))?;
        outcome.serialize_field("tablebase_hits", &self.tablebase_hits)?;
        outcome.serialize_field("hashfull", &self.hashfull)?;
        outcome.serialize_field("stop_reason", &self.stop_reason)?;
        outcome.serialize_field("lines", &self.lines)?;
        outcome.end()
    }
}

/// A report, with its moves as in UCI.
impl Serialize for IterationReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("IterationReport", 12)?;
        report.serialize_field("depth", &self.depth)?;
        report.serialize_field("selective_depth", &self.selective_depth)?;
        report.serialize_field("line", &self.line)?;
        report.serialize_field("score", &self.score)?;
        report.serialize_field("raw_score", &self.raw_score)?;
        report.serialize_field("bound", &self.bound)?;
        report.serialize_field("wdl", &self.wdl)?;
        report.serialize_field("nodes", &self.nodes)?;
        report.serialize_field("elapsed_ms", &whole_millis(self.elapsed))?;
        report.serialize_field("hashfull", &self.hashfull)?;
        report.serialize_field("tablebase_hits", &self.tablebase_hits)?;
        report.serialize_field("moves", &self.uci())?;
        report.end()
    }
}

fn whole_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A time in whole milliseconds.
pub(crate) mod millis {
    use super::{Deserialize, Deserializer, Duration, Serializer, whole_millis};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(whole_millis(*time))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

/// A time in whole milliseconds that may be missing.
pub(crate) mod optional_millis {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer, whole_millis};

    // serde's `with` passes a reference to the field.
    pub(crate) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(whole_millis).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}

/// A map from all names to their values.
impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.values().map(|(info, value)| (info.name, value)))
    }
}

/// A map from names to values. Parameters may be missing, but unknown names and values out of range are errors.
impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Params, D::Error> {
        let mut params = Params::default();
        for (name, value) in BTreeMap::<String, i32>::deserialize(deserializer)? {
            params.set(&name, value).map_err(D::Error::custom)?;
        }
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Bound, Clock, Engine, EngineError, Limits, MoveError, RootMoveReport, RootRank, Score, ScoreKind,
        StopHandle, StopReason, Strength, TablebaseRules, TablebaseValue, Wdl,
        research::{Stagger, Voting},
    };
    use cozy_chess::Board;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;
    use std::time::Duration;

    /// Writes a value, reads it back, and returns the text.
    fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
        let text = serde_json::to_string(value).unwrap();
        assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
        text
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn limits_survive_and_leave_out_what_is_not_set() {
        let clock = Clock::new(Duration::from_secs(60), Duration::from_millis(600)).moves_to_go(40);
        let limits = Limits::new()
            .depth(9)
            .nodes(1_000)
            .soft_nodes(900)
            .move_time(Duration::from_millis(1))
            .clock(clock)
            .mate(3)
            .infinite()
            .ponder()
            .search_moves([mv("e2e4"), mv("e7e8n"), mv("e1h1")])
            .multi_pv(3)
            .overhead(Duration::from_millis(10));
        assert!(round_trip(&limits).contains(r#""search_moves":["e2e4","e7e8n","e1h1"]"#));
        assert_eq!(serde_json::from_str::<Limits>(r#"{"depth":9}"#).unwrap(), Limits::new().depth(9));
        let typing_error = serde_json::from_str::<Limits>(r#"{"depht":9}"#).unwrap_err();
        assert!(typing_error.to_string().contains("depht"), "{typing_error}");
    }

    #[test]
    fn results_are_written_as_clients_expect_them() {
        let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
        let mut reports = Vec::new();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let limits = Limits::new().depth(4).multi_pv(2).search_moves([mv("e1h1"), mv("e1a1")]);
        let outcome = engine
            .search_with(&position, &limits, &StopHandle::new(), |report| reports.push(report.clone()))
            .unwrap();
        let json = serde_json::to_value(&outcome).unwrap();
        let best = json["best"].as_str().unwrap();
        assert!(["e1g1", "e1c1"].contains(&best), "{json}");
        assert_eq!(json["lines"][0]["moves"][0], best);
        assert_eq!(json["lines"][1]["moves"][0], if best == "e1g1" { "e1c1" } else { "e1g1" });
        assert_eq!(json["score"]["cp"], outcome.score.centipawns().unwrap());
        assert_eq!(json["elapsed_ms"], outcome.elapsed.as_millis() as u64);
        assert_eq!((&json["stop_reason"], &json["lines"][0]["bound"]), (&"depth".into(), &"exact".into()));
        assert_eq!(json["wdl"]["win"], outcome.wdl.win);
        for report in &reports {
            let json = serde_json::to_value(report).unwrap();
            assert!(["e1g1", "e1c1"].contains(&json["moves"][0].as_str().unwrap()), "{json}");
        }
    }

    #[test]
    fn a_mate_is_written_in_moves_and_a_finished_game_without_any() {
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let mate: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
        let json = serde_json::to_value(engine.search(&mate, &Limits::new().depth(3))).unwrap();
        assert_eq!((&json["best"], &json["score"]), (&"a1a8".into(), &serde_json::json!({"mate": 1})));
        let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
        let json = serde_json::to_value(engine.search(&stalemate, &Limits::new())).unwrap();
        assert!(json["best"].is_null() && json["stop_reason"] == "no_legal_move", "{json}");
    }

    #[test]
    fn scores_and_times_have_the_form_of_protocols() {
        let text = |score: Score| serde_json::to_string(&score).unwrap();
        assert_eq!(text(Score::cp(31)), r#"{"cp":31}"#);
        assert_eq!(text(Score::mate_in_plies(1)), r#"{"mate":1}"#);
        assert_eq!(text(Score::mated_in_plies(4)), r#"{"mate":-2}"#);
        assert_eq!(text(Score::tablebase_win(3)), r#"{"tablebase_win":3}"#);
        let limits: Limits = serde_json::from_str(
            r#"{"move_time_ms":500,"clock":{"remaining_ms":60000,"increment_ms":600,"moves_to_go":null}}"#,
        )
        .unwrap();
        assert_eq!(limits.move_time, Some(Duration::from_millis(500)));
        assert_eq!(limits.clock.unwrap().remaining, Duration::from_secs(60));
    }

    #[test]
    fn small_types_survive() {
        for score in [Score::cp(-35), Score::mate_in_plies(5), Score::tablebase_loss(7)] {
            round_trip(&score);
            round_trip(&score.kind());
        }
        round_trip(&ScoreKind::Mate(-2));
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            round_trip(&bound);
        }
        for voting in Voting::ALL {
            round_trip(&voting);
        }
        for stagger in Stagger::ALL {
            round_trip(&stagger);
        }
        round_trip(&StopReason::OnlyMove);
        round_trip(&Wdl::of_raw(Score::cp(50), Position::startpos().board()));
        assert_eq!(round_trip(&Strength::new(1_500)), "1500");
        assert_eq!(serde_json::from_str::<Strength>("9999").unwrap().elo(), Strength::MAX);
        round_trip(&TablebaseRules::default());
        round_trip(&RootRank::new(mv("a7a8q"), 3, TablebaseValue::CursedWin));
        let elapsed = Duration::from_millis(7);
        round_trip(&RootMoveReport { depth: 3, mv: mv("g1f3"), number: 2, elapsed });
    }

    #[test]
    fn positions_survive_with_their_history() {
        let mut position = Position::startpos();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            position.play(mv(text)).unwrap();
        }
        let text = serde_json::to_string(&position).unwrap();
        let startpos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(text, format!(r#"{{"fen":"{startpos}","moves":["g1f3","g8f6","f3g1","f6g8"]}}"#));
        let again: Position = serde_json::from_str(&text).unwrap();
        assert_eq!((again.board(), again.repetitions()), (position.board(), 1), "{text}");
        for number in [0, 356, 959] {
            let position = Position::new(Board::chess960_startpos(number));
            let text = serde_json::to_string(&position).unwrap();
            assert_eq!(serde_json::from_str::<Position>(&text).unwrap().board(), position.board(), "{text}");
            assert!(!text.contains("moves") && text.contains(" w KQkq "), "{text}");
        }
        for by_hand in
            [r#"{"fen":"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 9"}"#, r#""r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 9""#]
        {
            let read: Position = serde_json::from_str(by_hand).unwrap();
            assert_eq!(read.to_fen(), "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 9");
        }
        for (broken, reason) in [
            (r#"{"fen":"8/8 w"}"#, "has 2 ranks"),
            (r#"{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","moves":["e1e3"]}"#, "illegal move 'e1e3'"),
        ] {
            let error = serde_json::from_str::<Position>(broken).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn errors_are_data() {
        let error = "8/8 w".parse::<Position>().unwrap_err();
        assert_eq!(serde_json::to_string(&error).unwrap(), "\"'8/8' has 2 ranks, a board has 8\"");
        let illegal: MoveError = Position::startpos().play(mv("e2e5")).unwrap_err();
        assert!(round_trip(&illegal).contains(r#""text":"e2e5""#));
        for error in [
            Engine::builder().hash_mib(0).build().unwrap_err(),
            Engine::builder().threads(0).build().unwrap_err(),
            EngineError::Memory { asked: 3, mib: 40 },
        ] {
            round_trip(&error);
        }
        let range = Params::default().set("rfp_depth", 99).unwrap_err();
        let text = serde_json::to_string(&range).unwrap();
        assert_eq!(text, r#"{"Range":{"name":"rfp_depth","value":99,"min":3,"max":14}}"#);
        let info = serde_json::to_string(&Params::TABLE[0]).unwrap();
        assert!(info.contains(r#""default":"#) && info.contains(r#""step":"#), "{info}");
    }

    #[test]
    fn the_explanation_of_an_evaluation_survives() {
        let text = round_trip(&crate::eval::Classical.explain(Position::startpos().board()));
        assert!(text.contains(r#""term":"bishop_pair""#), "{text}");
    }

    #[cfg(feature = "nnue")]
    #[test]
    fn networks_are_described() {
        use crate::eval::{Kernel, Network, Shape};
        for kernel in Kernel::ALL {
            assert_eq!(round_trip(&kernel), format!("{:?}", kernel.name()));
        }
        assert_eq!(round_trip(&Shape::new(64, 8).unwrap()), r#"{"hidden":64,"buckets":8}"#);
        let error = serde_json::from_str::<Shape>(r#"{"hidden":63,"buckets":8}"#).unwrap_err();
        assert!(error.to_string().contains("63"), "{error}");
        round_trip(&Network::embedded().parameters());
        round_trip(&"sse9".parse::<Kernel>().unwrap_err());
        let wrong = Network::from_bytes(b"GIF89a").unwrap_err();
        assert_eq!(serde_json::to_string(&wrong).unwrap(), r#"{"Header":{"found":6}}"#);
    }

    #[test]
    fn params_survive_under_their_names() {
        let mut params = Params::default();
        params.set("rfp_depth", 5).unwrap();
        let text = round_trip(&params);
        assert!(text.contains(r#""rfp_depth":5"#), "{text}");
        assert_eq!(text.matches(':').count(), Params::TABLE.len());
    }

    #[test]
    fn params_are_read_by_name_and_range() {
        let read = |text| serde_json::from_str::<Params>(text);
        assert_eq!(read("{}").unwrap(), Params::default());
        assert_eq!(read(r#"{"rfp_depth":5}"#).unwrap().rfp_depth, 5);
        for (text, complaint) in [
            (r#"{"rfp_depth":99}"#, "rfp_depth = 99 is outside"),
            (r#"{"no_such_thing":1}"#, "no_such_thing"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn what_no_search_says_is_refused() {
        for text in [r#"{"cp":40000}"#, r#"{"mate":2147483647}"#, "31", "\"e2e4\""] {
            assert!(serde_json::from_str::<Score>(text).is_err(), "{text}");
        }
        for text in [r#"{"search_moves":["e2e9"]}"#, r#"{"search_moves":[""]}"#, r#"{"search_moves":[7]}"#] {
            let error = serde_json::from_str::<Limits>(text).unwrap_err();
            assert!(error.to_string().contains("a move like"), "{error}");
        }
    }
}
