//! Judges what is said about one search, as strictly as the strictest GUI.
//!
//! Every line is well formed and legal from the root; the lines of a depth come in order, each once, as many as were asked
//! for or as there are moves, with exact scores that do not rise; and what is played heads the last first line.

use argali_search::Position;
use argali_suite::legal_moves;
use argali_uci::Castling;
use cozy_chess::{Board, Move};

/// What a search was asked for, and what it has said.
pub struct Referee {
    root: Board,
    castling: Castling,
    /// How many lines each depth shows.
    lines: usize,
    /// The best line is played. At limited strength another one may be, which heads the only line if one is shown.
    plays_the_best: bool,
    /// Head, depth and rank of the lines of the newest depth.
    newest: Vec<Said>,
}

struct Said {
    head: Option<Move>,
    depth: u32,
    /// Higher is better.
    rank: i64,
}

impl Referee {
    /// For a search of `root` with `lines` lines, or with as many as there are of `only` moves, if there are any.
    pub fn new(
        root: Board,
        castling: Castling,
        lines: usize,
        only: &[Move],
        plays_the_best: bool,
    ) -> Referee {
        let legal = legal_moves(&root);
        let chosen = legal.iter().filter(|mv| only.contains(mv)).count();
        let lines = lines.min(if chosen > 0 { chosen } else { legal.len() }).max(1);
        Referee { root, castling, lines, plays_the_best, newest: Vec::new() }
    }

    /// Hears a line that came before the answer.
    pub fn hear(&mut self, text: &str) {
        let Some(words) = text.strip_prefix("info ") else { return };
        if words.starts_with("string ") {
            return;
        }
        let info = Info::parse(text, words);
        if let Some(mv) = info.current {
            self.read(text, mv, &self.root);
            return;
        }
        let mut board = self.root.clone();
        let mut head = None;
        for mv in &info.moves {
            let mv = self.read(text, mv, &board);
            head.get_or_insert(mv);
            board.play(mv);
        }
        let is_over = !self.root.generate_moves(|_| true);
        assert_eq!(head.is_none(), is_over, "{text}");
        assert!(info.rank != Some(MATE) || is_over, "{text}");
        let rank = info.rank.unwrap_or_else(|| panic!("no score: {text}"));
        assert!(self.lines == 1 || !info.is_bound, "{text}");
        if info.line == 1 {
            self.check_is_complete(text);
            self.newest.clear();
        } else {
            let last = self.newest.last().unwrap_or_else(|| panic!("no first line: {text}"));
            assert_eq!((info.line, info.depth), (self.newest.len() + 1, last.depth), "{text}");
            assert!(rank <= last.rank, "better than the line before: {text}");
            assert!(self.newest.iter().all(|said| said.head != head), "said twice: {text}");
        }
        self.newest.push(Said { head, depth: info.depth, rank });
    }

    /// Hears the answer.
    pub fn hear_best(&mut self, text: &str) {
        let words: Vec<_> = text.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best, None),
            ["bestmove", best, "ponder", ponder] => (best, Some(ponder)),
            _ => panic!("{text}"),
        };
        self.check_is_complete(text);
        if best == "(none)" {
            assert!(ponder.is_none() && !self.root.generate_moves(|_| true), "{text} in {}", self.root);
            return;
        }
        let best = self.read(text, best, &self.root);
        let mut after = self.root.clone();
        after.play(best);
        if let Some(ponder) = ponder {
            self.read(text, ponder, &after);
        }
        // A move of the book comes without a line.
        if let Some(first) = self.newest.first()
            && (self.plays_the_best || self.lines == 1)
        {
            assert_eq!(first.head, Some(best), "{text}");
        }
    }

    fn check_is_complete(&self, text: &str) {
        let said = self.newest.len();
        assert!(said == 0 || said == self.lines, "{said} of {} lines before {text}", self.lines);
    }

    /// A move that is legal and written as it should be.
    fn read(&self, text: &str, mv: &str, board: &Board) -> Move {
        let read =
            Position::new(board.clone()).parse_uci(mv).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(self.castling.uci(board, read), mv, "{text}");
        read
    }
}

/// The rank of a mate in no moves; and that of a score that is no mate is far below.
const MATE: i64 = 1_000_000;

#[derive(Default)]
struct Info<'a> {
    depth: u32,
    line: usize,
    rank: Option<i64>,
    is_bound: bool,
    current: Option<&'a str>,
    moves: Vec<&'a str>,
}

impl<'a> Info<'a> {
    fn parse(text: &str, words: &'a str) -> Info<'a> {
        let mut info = Info { line: 1, ..Info::default() };
        let mut rest = words.split(' ');
        while let Some(word) = rest.next() {
            let mut number = |max: i64| {
                let number = rest.next().and_then(|word| word.parse::<i64>().ok());
                number.filter(|number| (0..=max).contains(number)).unwrap_or_else(|| panic!("{word}: {text}"))
            };
            match word {
                "depth" => info.depth = number(255) as u32,
                "seldepth" => assert!(number(255) >= i64::from(info.depth > 0), "{text}"),
                "multipv" => info.line = number(256) as usize,
                "hashfull" => drop(number(1_000)),
                "nodes" | "nps" | "tbhits" | "time" | "currmovenumber" => drop(number(1 << 50)),
                "wdl" => assert_eq!((0..3).map(|_| number(1_000)).sum::<i64>(), 1_000, "{text}"),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "currmove" => info.current = rest.next(),
                "score" => {
                    let kind = rest.next();
                    let value: i64 = rest.next().and_then(|word| word.parse().ok()).expect(text);
                    info.rank = Some(match kind {
                        Some("cp") => value,
                        Some("mate") if value > 0 => MATE - value,
                        // Mated at once is the worst; it is told apart by being the only one of its value.
                        Some("mate") if value == 0 => MATE,
                        Some("mate") => -MATE - value,
                        _ => panic!("{text}"),
                    });
                }
                "pv" => info.moves = rest.by_ref().collect(),
                _ => panic!("{word}: {text}"),
            }
        }
        info
    }
}
