//! Random commands at random moments: every `go` has one `bestmove`, in order, and what is said before it is sound for its
//! own root; every other command has its answer; nothing hangs, however the conversation ends. The seed is printed, so
//! that a failure can be repeated.

#![expect(clippy::print_stderr, reason = "the seed belongs to a failure's report")]
#![allow(clippy::disallowed_methods, reason = "the environment may choose the seed")]

mod referee;
mod talk;

use argali_search::Position;
use argali_uci::Castling;
use cozy_chess::Board;
use referee::Referee;
use std::collections::VecDeque;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};
use talk::Talk;

/// Whoever is silent for so long with something to answer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/k7/p7/8/K7 w - - 99 200",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/7p/7P/8/1K6/8/B7/8 b - - 0 53",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "r1k4r/8/8/8/8/8/8/RK3R2 w FAha - 3 20",
];

const GOES: &[&str] = &[
    "go infinite",
    "go infinite",
    "go depth 1",
    "go depth 5",
    "go depth 200",
    "go nodes 1",
    "go nodes 5000",
    "go movetime 0",
    "go movetime 5",
    "go movetime 30000",
    "go ponder wtime 500 btime 500",
    "go ponder depth 4",
    "go wtime 0 btime 0",
    "go wtime 60 btime 60 winc 1 binc 1",
    "go wtime 100000 btime 100000 movestogo 3",
    "go mate 2",
    "go",
    "go depth x",
    "go infinite searchmoves a1a2 e2e4 h8g8",
];

const OTHERS: &[&str] = &[
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "isready",
    "ucinewgame",
    "uci",
    "setoption name Hash value 1",
    "setoption name Hash value 3",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 4",
    "setoption name Clear Hash",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 3",
    "setoption name Move Overhead value 0",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name Ponder value true",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_AnalyseMode value true",
    "setoption name UCI_AnalyseMode value false",
    "setoption name Hash value 99999999999",
    "position startpos moves e2e5",
    "position fen 8/8/8/8/8/8/8/8 w - -",
    "joho",
    "",
    "d",
    "eval",
    "perft 2",
    LONG_PERFT,
    "debug on",
];

/// Ends only if it is stopped.
const LONG_PERFT: &str = "perft 12";

/// Marsaglia's xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// What the session was told, and what it still owes for it.
struct Ledger {
    /// `None` after a position that was refused.
    board: Option<Board>,
    castling: Castling,
    lines: usize,
    is_limited: bool,
    /// Analysis is at full strength.
    analyses: bool,
    /// Each search with its referee, if there was a position to search.
    searches: VecDeque<Option<Referee>>,
    /// FENs of boards that are to be shown.
    shown: VecDeque<String>,
    readyoks: usize,
    introductions: usize,
    counts: usize,
    evaluations: usize,
}

impl Ledger {
    fn new() -> Ledger {
        Ledger {
            board: Some(Board::startpos()),
            castling: Castling::Standard,
            lines: 1,
            is_limited: false,
            analyses: false,
            searches: VecDeque::new(),
            shown: VecDeque::new(),
            readyoks: 0,
            introductions: 0,
            counts: 0,
            evaluations: 0,
        }
    }

    /// Notes a command.
    fn tell(&mut self, command: &str) {
        let words: Vec<_> = command.split(' ').collect();
        match words[..] {
            ["go", ..] => self.go(&words),
            ["isready"] => self.readyoks += 1,
            ["uci"] => self.introductions += 1,
            ["eval"] => self.evaluations += usize::from(self.board.is_some()),
            ["perft", _] => self.counts += usize::from(self.board.is_some()),
            ["d"] => self.shown.extend(self.board.as_ref().map(|board| match self.castling {
                Castling::Chess960 => format!("Fen: {board:#}"),
                Castling::Standard => format!("Fen: {board}"),
            })),
            // Of the moves none can be played.
            ["position", "startpos", ..] => self.board = Some(Board::startpos()),
            ["position", "fen", ..] => {
                let read = self.castling.read_fen(&command["position fen ".len()..]);
                self.board = read.ok().map(|read| read.position.board().clone());
            }
            ["setoption", "name", name, "value", value] => match name {
                "MultiPV" => self.lines = value.parse().unwrap(),
                "UCI_Chess960" => self.castling = (value == "true").into(),
                "UCI_LimitStrength" => self.is_limited = value == "true",
                "UCI_AnalyseMode" => self.analyses = value == "true",
                _ => {}
            },
            _ => {}
        }
    }

    fn go(&mut self, words: &[&str]) {
        let in_full = self.analyses || words.contains(&"infinite") || words.contains(&"mate");
        let plays_the_best = in_full || !self.is_limited;
        self.searches.push_back(self.board.as_ref().map(|board| {
            let named = words.iter().skip_while(|word| **word != "searchmoves");
            let only: Vec<_> =
                named.filter_map(|word| Position::new(board.clone()).parse_uci(word).ok()).collect();
            Referee::new(board.clone(), self.castling, self.lines, &only, plays_the_best)
        }));
    }

    /// Crosses out what `line` answers.
    fn hear(&mut self, line: &str) {
        let pay = |debt: &mut usize| *debt = debt.checked_sub(1).unwrap_or_else(|| panic!("unasked: {line}"));
        match line.split(' ').next().unwrap() {
            "bestmove" => match self.searches.pop_front().unwrap_or_else(|| panic!("unasked: {line}")) {
                Some(mut search) => search.hear_best(line),
                None => assert_eq!(line, "bestmove (none)"),
            },
            "info" if line == "info string perft stopped" => pay(&mut self.counts),
            "info" if !line.starts_with("info string") => {
                let search = self.searches.front_mut().and_then(Option::as_mut);
                search.unwrap_or_else(|| panic!("unasked: {line}")).hear(line);
            }
            "readyok" => pay(&mut self.readyoks),
            "uciok" => pay(&mut self.introductions),
            "Nodes" => pay(&mut self.counts),
            "evaluation" => pay(&mut self.evaluations),
            "Fen:" => assert_eq!(self.shown.pop_front().as_deref(), Some(line)),
            _ => {}
        }
    }

    fn is_paid(&self) -> bool {
        let owed = self.searches.len() + self.shown.len();
        owed + self.readyoks + self.introductions + self.counts + self.evaluations == 0
    }
}

/// How a session ends.
#[derive(Clone, Copy, Debug)]
enum Ending {
    /// Everything is answered first.
    Settled,
    /// The end of input, in the middle of a search.
    Silence,
    /// `quit` likewise, with commands behind it.
    Quit,
}

/// Says `commands` random commands; now and then waits until everything is answered.
fn stress(seed: u64, commands: usize) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let ending = [Ending::Settled, Ending::Silence, Ending::Quit][random.below(3)];
    eprintln!("seed {seed}: {commands} commands, {ending:?}");
    let talk = Talk::new(|session| session);
    let mut ledger = Ledger::new();
    let say = |ledger: &mut Ledger, command: &str| {
        ledger.tell(command);
        talk.say(command);
    };
    for _ in 0..commands {
        match random.below(10) {
            0..3 => say(&mut ledger, random.pick(GOES)),
            3 => say(&mut ledger, &format!("position fen {}", random.pick(FENS))),
            _ => say(&mut ledger, random.pick(OTHERS)),
        }
        match random.below(8) {
            0 => thread::sleep(Duration::from_micros(random.below(4_000) as u64)),
            1 => settle(&talk, &mut ledger),
            _ => {}
        }
        talk.output.try_iter().for_each(|line| ledger.hear(&line));
    }
    if !matches!(ending, Ending::Settled) {
        // What ends by itself would be finished, and some of it takes for ever.
        say(&mut ledger, "stop");
        say(&mut ledger, "go infinite");
    }
    match ending {
        Ending::Settled => settle(&talk, &mut ledger),
        Ending::Silence => {}
        Ending::Quit => talk.say("quit\ngo depth 1\nisready"),
    }
    // The session must end by itself, and pay its debts before.
    talk.end().iter().for_each(|line| ledger.hear(line));
    assert!(
        ledger.is_paid(),
        "{} bestmoves, {} boards, {} readyoks, {} introductions, {} counts, {} evaluations are missing",
        ledger.searches.len(),
        ledger.shown.len(),
        ledger.readyoks,
        ledger.introductions,
        ledger.counts,
        ledger.evaluations
    );
}

/// Stops everything and waits until all is answered.
fn settle(talk: &Talk, ledger: &mut Ledger) {
    for command in ["stop", "isready"] {
        ledger.tell(command);
        talk.say(command);
    }
    let deadline = Instant::now() + PATIENCE;
    while !ledger.is_paid() {
        match talk.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => ledger.hear(&line),
            Err(RecvTimeoutError::Timeout) => panic!("it hangs"),
            Err(RecvTimeoutError::Disconnected) => panic!("it ended"),
        }
    }
}

/// `ARGALI_STRESS_SEED` chooses another run.
#[test]
fn ten_thousand_random_commands_at_random_moments() {
    let first = std::env::var("ARGALI_STRESS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1_000);
    for seed in first..first + 40 {
        stress(seed, 250);
    }
}
