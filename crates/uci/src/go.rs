//! The parameters of `go`, and their conversion to limits.

use crate::error::GoError;
use argali_search::{Clock, Limits};
use cozy_chess::{Board, Color, Move};
use std::time::Duration;

/// The largest time, in ms (35 years). Longer times are clamped, so that later arithmetic cannot overflow.
const LONGEST_MS: i64 = 1 << 40;

/// The parameters of `go`. Times are in ms and may be negative, because GUIs send negative times after the flag fell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Go {
    /// White's clock (ms).
    pub white_time: Option<i64>,
    /// Black's clock (ms).
    pub black_time: Option<i64>,
    /// White's increment (ms).
    pub white_increment: Option<i64>,
    /// Black's increment (ms).
    pub black_increment: Option<i64>,
    /// Moves until the next time control.
    pub moves_to_go: Option<i64>,
    /// Depth (plies).
    pub depth: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// Mate in this many moves.
    pub mate: Option<i64>,
    /// Time for this move (ms).
    pub move_time: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The only root moves to search, as written.
    pub search_moves: Vec<String>,
    /// The first invalid parameter, which is ignored.
    pub problem: Option<GoError>,
    /// Words that belong to no parameter, as written.
    pub unknown: Vec<String>,
}

impl Go {
    /// Reads the words after `go`. Unknown words are collected in [`Go::unknown`]; the list of `searchmoves` ends at the first
    /// word that does not look like a move.
    #[must_use]
    pub fn parse(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            let (name, slot) = match word {
                "wtime" => ("wtime", &mut go.white_time),
                "btime" => ("btime", &mut go.black_time),
                "winc" => ("winc", &mut go.white_increment),
                "binc" => ("binc", &mut go.black_increment),
                "movestogo" => ("movestogo", &mut go.moves_to_go),
                "depth" => ("depth", &mut go.depth),
                "nodes" => ("nodes", &mut go.nodes),
                "mate" => ("mate", &mut go.mate),
                "movetime" => ("movetime", &mut go.move_time),
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "ponder" => {
                    go.ponder = true;
                    continue;
                }
                "searchmoves" => {
                    while let Some(mv) = rest.next_if(|word| looks_like_move(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                    continue;
                }
                _ => {
                    go.unknown.push(word.to_owned());
                    continue;
                }
            };
            match rest.peek().copied() {
                Some(text) if !is_keyword(text) => {
                    rest.next();
                    match number(text) {
                        Some(value) => *slot = Some(value),
                        None => go.note(GoError::Number { name, text: text.to_owned() }),
                    }
                }
                _ => go.note(GoError::Missing { name }),
            }
        }
        go
    }

    /// A note about words that belong to no parameter, if there are any.
    pub(crate) fn unknown_words(&self) -> Option<GoError> {
        (!self.unknown.is_empty()).then(|| GoError::Unknown(self.unknown.join(" ")))
    }

    fn note(&mut self, problem: GoError) {
        self.problem.get_or_insert(problem);
    }

    /// The limits that the parameters describe, for a search of `board`.
    ///
    /// Zero and negative values are the smallest limit, not no limit. If only some parameters of the clock are given, a missing
    /// time counts as 0. A clock of zeros alone is ignored if there is another limit, because GUIs send it along with a fixed
    /// depth. If all limits are invalid, the search ends at once, because otherwise the GUI would wait forever.
    #[must_use]
    pub fn limits(&self, board: &Board) -> Limits {
        let at_least_one = |number: i64| number.max(1);
        let small = |number: i64| u32::try_from(at_least_one(number)).unwrap_or(u32::MAX);
        let mut limits = Limits::new();
        limits.depth = self.depth.map(small);
        limits.nodes = self.nodes.map(|nodes| at_least_one(nodes).unsigned_abs());
        limits.mate = self.mate.map(small);
        limits.move_time = self.move_time.map(milliseconds);
        limits.infinite = self.infinite;
        limits.ponder = self.ponder;
        let other = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.move_time.is_some()
            || limits.infinite;
        limits.clock = self.clock(board.side_to_move(), other);
        if self.problem.is_some() && !other && limits.clock.is_none() {
            limits.depth = Some(1);
        }
        limits
    }

    fn clock(&self, us: Color, other_limit: bool) -> Option<Clock> {
        let words =
            [self.white_time, self.black_time, self.white_increment, self.black_increment, self.moves_to_go];
        if words.iter().all(Option::is_none) {
            return None;
        }
        let (time, increment) = match us {
            Color::White => (self.white_time, self.white_increment),
            Color::Black => (self.black_time, self.black_increment),
        };
        let silent = words[..4].iter().all(|word| word.is_none_or(|ms| ms == 0));
        if silent && other_limit {
            return None;
        }
        let mut clock = Clock::new(milliseconds(time.unwrap_or(0)), milliseconds(increment.unwrap_or(0)));
        if let Some(moves) = self.moves_to_go.filter(|&moves| moves > 0) {
            clock = clock.moves_to_go(u32::try_from(moves).unwrap_or(u32::MAX));
        }
        Some(clock)
    }
}

fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(ms.clamp(0, LONGEST_MS).unsigned_abs())
}

/// The parameters of `go`.
pub(crate) const KEYWORDS: [&str; 12] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
];

/// Whether a word has the form of a move (`e2e4`, `e7e8q`), legal or not.
fn looks_like_move(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.to_ascii_lowercase().parse::<Move>().is_ok()
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// A whole number. Too large values are clamped, and fractions are truncated.
fn number(text: &str) -> Option<i64> {
    let looks_numeric = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
        && text.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    if !looks_numeric {
        return None;
    }
    // The conversion of a float saturates, and is exact enough for values that do not fit an i64.
    text.parse().ok().or_else(|| text.parse::<f64>().ok().map(|number| number as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::parse(&text.split_whitespace().collect::<Vec<_>>())
    }

    fn limits(text: &str) -> Limits {
        go(text).limits(&Board::startpos())
    }

    fn clock(text: &str) -> Clock {
        limits(text).clock.unwrap()
    }

    #[test]
    fn unknown_words_are_skipped_and_known_ones_count() {
        let go = go("foo depth 4 bar movetime 20 baz");
        assert_eq!((go.depth, go.move_time, go.problem), (Some(4), Some(20), None));
    }

    #[test]
    fn searchmoves_end_at_the_first_word_that_is_no_move() {
        let read = go("searchmoves h2h3 a7a8Q depth 6 e2e4");
        assert_eq!(read.search_moves, ["h2h3", "a7a8Q"]);
        assert_eq!(read.depth, Some(6));
        assert_eq!(go("searchmoves").search_moves, [""; 0]);
    }

    #[test]
    fn zero_is_the_smallest_limit() {
        assert_eq!(limits("depth 0").depth, Some(1));
        assert_eq!(limits("depth -7").depth, Some(1));
        assert_eq!(limits("nodes 0").nodes, Some(1));
        assert_eq!(limits("mate 0").mate, Some(1));
        assert_eq!(limits("movetime 0").move_time, Some(Duration::ZERO));
        assert_eq!(limits("movetime -5").move_time, Some(Duration::ZERO));
    }

    #[test]
    fn huge_numbers_saturate() {
        assert_eq!(limits("depth 99999999999999999999999").depth, Some(u32::MAX));
        assert_eq!(limits("nodes 18446744073709551615").nodes, Some(i64::MAX as u64));
        assert_eq!(clock("wtime 1099511627776").remaining, Duration::from_millis(1 << 40));
        assert_eq!(clock("wtime 9223372036854775808").remaining, Duration::from_millis(1 << 40));
        assert_eq!(clock("wtime -99999999999999999999").remaining, Duration::ZERO);
    }

    #[test]
    fn clocks_that_ran_out_are_zero() {
        assert_eq!(clock("wtime -50 btime 1000").remaining, Duration::ZERO);
        assert_eq!(clock("btime 1000").remaining, Duration::ZERO, "the own clock is not mentioned");
        assert_eq!(clock("winc 100 binc 100").increment, Duration::from_millis(100));
        assert_eq!(clock("wtime 500 movestogo 0").moves_to_go, None);
        assert_eq!(clock("wtime 500 movestogo -3").moves_to_go, None);
        assert_eq!(clock("wtime 500 movestogo 7").moves_to_go, Some(7));
        assert_eq!(clock("wtime 0 btime 0").remaining, Duration::ZERO);
    }

    #[test]
    fn a_clock_of_zeros_does_not_overrule_another_limit() {
        assert!(limits("depth 9 wtime 0 btime 0 winc 0 binc 0").clock.is_none());
        assert!(limits("infinite movestogo 40").clock.is_none());
        assert!(limits("depth 9 wtime 100 btime 100").clock.is_some());
    }

    #[test]
    fn wrong_numbers_are_named_and_never_mean_for_ever() {
        let wrong = go("depth abc");
        assert_eq!(wrong.problem, Some(GoError::Number { name: "depth", text: "abc".into() }));
        assert_eq!(wrong.limits(&Board::startpos()).depth, Some(1));
        let missing = go("depth movetime 50");
        assert_eq!(missing.problem, Some(GoError::Missing { name: "depth" }));
        assert_eq!(missing.move_time, Some(50));
        assert_eq!(missing.limits(&Board::startpos()).depth, None);
        for text in ["depth nan", "depth inf", "depth 0x10", "depth e", "depth -"] {
            assert!(go(text).problem.is_some(), "{text}");
        }
    }

    #[test]
    fn unknown_words_are_set_aside_and_change_nothing() {
        let foo = go("foo depth 1 bar 7 searchmoves e2e4 e9e9");
        assert_eq!(foo.unknown, ["foo", "bar", "7", "e9e9"]);
        assert_eq!((foo.depth, foo.search_moves.len(), foo.problem.clone()), (Some(1), 1, None));
        let message = go("moves e2e4").unknown_words().unwrap().to_string();
        assert_eq!(message, "go does not know 'moves e2e4', which is ignored");
        assert_eq!(go("depth 1 infinite ponder").unknown_words(), None);
        assert_eq!(limits("foo"), Limits::new(), "as without them");
    }

    #[test]
    fn fractions_are_cut_off() {
        assert_eq!(go("movetime 100.7").move_time, Some(100));
        assert_eq!(go("nodes 1e6").nodes, Some(1_000_000));
    }

    #[test]
    fn go_alone_has_no_limits() {
        assert_eq!(limits(""), Limits::new());
    }
}
