//! Random commands at random moments: every `go` has one `bestmove` that is legal for its own root, in order; every
//! `isready` has one `readyok`; nothing hangs. The seed is printed, so that a failure can be repeated.

#![expect(clippy::print_stderr, reason = "the seed belongs to a failure's report")]

mod talk;

use argali_uci::notation::{parse_fen, parse_move};
use cozy_chess::Board;
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
    "perft 12",
    "debug on",
];

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

/// What the session still owes.
#[derive(Default)]
struct Debts {
    roots: Vec<Board>,
    bests: Vec<String>,
    asked_ready: usize,
    ready: usize,
}

impl Debts {
    fn hear(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("bestmove ") {
            self.bests.push(rest.split(' ').next().unwrap().to_owned());
        }
        self.ready += usize::from(line == "readyok");
    }

    fn are_paid(&self) -> bool {
        self.bests.len() >= self.roots.len() && self.ready >= self.asked_ready
    }

    fn check(&self) {
        assert_eq!(self.bests.len(), self.roots.len(), "one bestmove for each go");
        assert_eq!(self.ready, self.asked_ready, "one readyok for each isready");
        for (index, (best, root)) in self.bests.iter().zip(&self.roots).enumerate() {
            let legal = match best.as_str() {
                "(none)" => !root.generate_moves(|_| true),
                text => parse_move(root, text).is_ok(),
            };
            assert!(legal, "search {index}: {best} in {root}");
        }
    }
}

/// Sends `commands` random commands; now and then waits until everything is answered.
fn stress(seed: u64, commands: usize) {
    eprintln!("seed {seed}");
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let talk = Talk::new(|session| session);
    let mut debts = Debts::default();
    let mut root = Board::startpos();
    for _ in 0..commands {
        match random.below(10) {
            0..3 => {
                debts.roots.push(root.clone());
                talk.say(random.pick(GOES));
            }
            3 => {
                let fen = random.pick(FENS);
                root = parse_fen(fen, false).unwrap().board;
                talk.say(&format!("position fen {fen}"));
            }
            _ => {
                let command = random.pick(OTHERS);
                debts.asked_ready += usize::from(command == "isready");
                talk.say(command);
            }
        }
        match random.below(8) {
            0 => thread::sleep(Duration::from_micros(random.below(4_000) as u64)),
            1 => settle(&talk, &mut debts),
            _ => {}
        }
        talk.output.try_iter().for_each(|line| debts.hear(&line));
    }
    // The end of input must pay all debts by itself.
    let ends_by_itself = random.below(2) == 0;
    if !ends_by_itself {
        settle(&talk, &mut debts);
    }
    talk.say("stop");
    talk.end().iter().for_each(|line| debts.hear(line));
    debts.check();
}

/// Stops everything and waits until all is answered.
fn settle(talk: &Talk, debts: &mut Debts) {
    talk.say("stop");
    debts.asked_ready += 1;
    talk.say("isready");
    let deadline = Instant::now() + PATIENCE;
    while !debts.are_paid() {
        match talk.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => debts.hear(&line),
            Err(RecvTimeoutError::Timeout) => panic!("it hangs"),
            Err(RecvTimeoutError::Disconnected) => panic!("it ended"),
        }
    }
    debts.check();
}

#[test]
fn random_commands_at_random_moments() {
    for seed in 1..=4 {
        stress(seed, 300);
    }
}

/// `cargo test --release -p argali-uci --test stress -- --ignored`; `ARGALI_STRESS_SEED` chooses another run.
#[test]
#[ignore = "10,000 commands take minutes"]
fn ten_thousand_random_commands() {
    let first = std::env::var("ARGALI_STRESS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1_000);
    for seed in first..first + 20 {
        stress(seed, 500);
    }
}
