//! What was seen: counts, extremes, and every fault.

use crate::trail::Ending;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    TimeLoss,
    /// A `bestmove` or ponder move.
    IllegalMove,
    /// A line that is illegal, goes on too long or is not the one that is played.
    Line,
    /// Something else that the protocol does not allow, or a refused option.
    Protocol,
    /// A process ended or hangs.
    Crash,
    /// A process grew.
    Memory,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::TimeLoss, "time losses"),
    (Kind::IllegalMove, "illegal moves"),
    (Kind::Line, "PV faults"),
    (Kind::Protocol, "protocol faults"),
    (Kind::Crash, "crashes"),
    (Kind::Memory, "memory faults"),
];

/// The least that was left on a clock when the move came.
#[derive(Clone, Debug)]
pub struct Margin {
    /// Milliseconds; below zero if the clock ran out.
    pub left: f64,
    /// Where that was.
    pub place: String,
}

/// The record of games, of one pair of processes or of all.
#[derive(Debug, Default)]
pub struct Journal {
    pub faults: Vec<String>,
    counts: BTreeMap<Kind, usize>,
    endings: BTreeMap<&'static str, usize>,
    games: usize,
    pub plies: usize,
    /// Answers to `go`.
    pub answers: usize,
    /// Lines with moves that were checked.
    pub lines: usize,
    /// Searches on the other's time that were hit, and that missed.
    pub ponder_hits: usize,
    pub ponder_misses: usize,
    pub margin: Option<Margin>,
    /// The longest that `stop` waited for its answer.
    pub slowest_stop: Duration,
    /// Resident memory.
    pub memory: Vec<String>,
}

impl Journal {
    pub fn games(&self) -> usize {
        self.games
    }

    pub fn count(&self, kind: Kind) -> usize {
        self.counts.get(&kind).copied().unwrap_or(0)
    }

    /// Notes a fault, and tells it at once, because a run may be ended before its summary.
    pub fn note_fault(&mut self, kind: Kind, text: String) {
        let text = format!("{kind:?}: {text}");
        eprintln!("{text}");
        *self.counts.entry(kind).or_default() += 1;
        self.faults.push(text);
    }

    pub fn note_game(&mut self, ending: Ending) {
        self.games += 1;
        let name = match ending {
            Ending::Mate => "mates",
            Ending::Stalemate => "stalemates",
            Ending::FiftyMoves => "fifty-move draws",
            Ending::Repetition => "repetitions",
            Ending::BareKings => "without mating material",
            Ending::Cut => "cut",
            Ending::Forfeit(_) => "forfeited",
        };
        *self.endings.entry(name).or_default() += 1;
    }

    pub fn note_margin(&mut self, left: f64, place: impl FnOnce() -> String) {
        if self.margin.as_ref().is_none_or(|least| left < least.left) {
            self.margin = Some(Margin { left, place: place() });
        }
    }

    #[must_use]
    pub fn merge(mut self, mut other: Journal) -> Journal {
        self.faults.append(&mut other.faults);
        self.memory.append(&mut other.memory);
        for (kind, count) in other.counts {
            *self.counts.entry(kind).or_default() += count;
        }
        for (name, count) in other.endings {
            *self.endings.entry(name).or_default() += count;
        }
        self.games += other.games;
        self.plies += other.plies;
        self.answers += other.answers;
        self.lines += other.lines;
        self.ponder_hits += other.ponder_hits;
        self.ponder_misses += other.ponder_misses;
        self.slowest_stop = self.slowest_stop.max(other.slowest_stop);
        if let Some(Margin { left, place }) = other.margin {
            self.note_margin(left, || place);
        }
        self
    }
}

impl fmt::Display for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Journal { games, plies, answers, lines, ponder_hits, ponder_misses, .. } = self;
        let endings: Vec<_> = self.endings.iter().map(|(name, count)| format!("{count} {name}")).collect();
        writeln!(f, "{games} games, {plies} plies: {}", endings.join(", "))?;
        writeln!(
            f,
            "{answers} answers and {lines} lines checked; {ponder_hits} ponder hits, {ponder_misses} misses"
        )?;
        let counts: Vec<_> = KINDS.map(|(kind, name)| format!("{} {name}", self.count(kind))).into();
        writeln!(f, "{}", counts.join(", "))?;
        if let Some(Margin { left, place }) = &self.margin {
            writeln!(f, "least left on a clock: {left:.1} ms ({place})")?;
        }
        write!(f, "slowest answer to stop: {:.1} ms", self.slowest_stop.as_secs_f64() * 1e3)?;
        self.memory.iter().try_for_each(|memory| write!(f, "\nresident memory, {memory}"))
    }
}

#[test]
fn journals_add_up() {
    let journal = |left: f64, kind| {
        let mut journal = Journal { plies: 10, ..Journal::default() };
        journal.note_game(Ending::Mate);
        journal.note_margin(left, || format!("at {left}"));
        journal.note_margin(left + 1.0, || unreachable!("not the least"));
        journal.note_fault(kind, "a trial of the journal, not a fault".to_owned());
        journal
    };
    let both = journal(5.0, Kind::Line).merge(journal(-2.0, Kind::TimeLoss));
    assert_eq!((both.games(), both.plies, both.faults.len()), (2, 20, 2));
    assert_eq!((both.count(Kind::Line), both.count(Kind::TimeLoss), both.count(Kind::Crash)), (1, 1, 0));
    let text = both.to_string();
    assert!(text.contains("2 games, 20 plies: 2 mates") && text.contains("-2.0 ms (at -2)"), "{text}");
}
