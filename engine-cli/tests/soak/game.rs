//! One game: whose turn it is, what the clocks say, who thinks on whose time.

use crate::check::{self, Verdict};
use crate::journal::{Journal, Kind};
use crate::options::Options;
use crate::pair::Plan;
use crate::player::{Failure, Player};
use crate::reply::Reply;
use crate::trail::{Ending, Trail};
use cozy_chess::Color;
use std::time::{Duration, Instant};

/// A game between two processes. Arrays are by color.
pub struct Game<'a> {
    pub plan: &'a Plan,
    /// Which game of the plan.
    pub number: usize,
    pub players: [&'a mut Player; Color::NUM],
    pub options: [Options<'a>; Color::NUM],
    pub trail: Trail,
    pub journal: &'a mut Journal,
    clocks: [Duration; Color::NUM],
    /// Whoever searches on the other's time, and the game as it is if the other plays what is expected.
    pondering: [Option<Trail>; Color::NUM],
}

/// An answer to `go`.
struct Answer {
    said: Vec<String>,
    /// When `bestmove` was read.
    at: Instant,
}

impl<'a> Game<'a> {
    pub fn new(
        plan: &'a Plan,
        number: usize,
        players: [&'a mut Player; Color::NUM],
        options: [Options<'a>; Color::NUM],
        trail: Trail,
        journal: &'a mut Journal,
    ) -> Game<'a> {
        Game {
            plan,
            number,
            players,
            options,
            trail,
            journal,
            clocks: [plan.time; Color::NUM],
            pondering: [const { None }; Color::NUM],
        }
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    /// [`Failure`] of a process, after which the pair is of no use.
    pub fn play(&mut self) -> Result<(), Failure> {
        let ending = loop {
            if let Some(ending) = self.trail.ending() {
                break ending;
            }
            if self.trail.moves().len() >= self.plan.plies {
                break Ending::Cut;
            }
            if let Some(forfeit) = self.turn(self.trail.board().side_to_move())? {
                break forfeit;
            }
        };
        for us in Color::ALL {
            if let Some(expected) = self.pondering[us as usize].take() {
                self.stop_pondering(us, &expected)?;
            }
            self.wait_until_ready(us)?;
        }
        self.journal.plies += self.trail.moves().len();
        self.journal.note_game(ending);
        Ok(())
    }

    /// Has a side make its move.
    fn turn(&mut self, us: Color) -> Result<Option<Ending>, Failure> {
        let root = self.trail.clone();
        let mut used = Duration::ZERO;
        let (hit, missed) = match self.pondering[us as usize].take() {
            Some(expected) if expected.moves() == root.moves() => (true, None),
            missed => (false, missed),
        };
        if let Some(expected) = missed {
            // The other has moved: it is our time that the answer to stop takes.
            used = self.stop_pondering(us, &expected)?;
            self.journal.ponder_misses += 1;
        }
        let command = if hit { "ponderhit".to_owned() } else { self.prepare(us, &root, used, "go")? };
        let asked = Instant::now();
        self.players[us as usize].say(command)?;
        let answer = self.hear_answer(us)?;
        if hit {
            self.journal.ponder_hits += 1;
            self.check_patience(us, &answer, asked, &root);
        }
        used += answer.at.saturating_duration_since(asked);
        let Verdict { best, ponder, .. } = self.judge(us, &answer, &root);
        let is_in_time = self.stop_clock(us, used, &answer);
        let Some(best) = best.filter(|_| is_in_time) else { return Ok(Some(Ending::Forfeit(us))) };
        self.trail.play(&best).unwrap_or_else(|error| panic!("a legal move is illegal: {error}"));
        if let Some(ponder) = ponder.filter(|_| self.options[us as usize].ponders) {
            self.start_pondering(us, &ponder)?;
        }
        Ok(None)
    }

    /// Sets up a position and returns the command that starts the clock there.
    fn prepare(&mut self, us: Color, root: &Trail, used: Duration, go: &str) -> Result<String, Failure> {
        self.players[us as usize].say(root.to_string())?;
        self.wait_until_ready(us)?;
        let mut clocks = self.clocks;
        clocks[us as usize] = clocks[us as usize].saturating_sub(used);
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let increment = self.plan.increment.as_millis();
        Ok(format!("{go} wtime {white} btime {black} winc {increment} binc {increment}"))
    }

    fn start_pondering(&mut self, us: Color, expected: &str) -> Result<(), Failure> {
        let mut root = self.trail.clone();
        root.play(expected).unwrap_or_else(|error| panic!("a legal move is illegal: {error}"));
        if self.trail.ending().is_none() {
            let command = self.prepare(us, &root, Duration::ZERO, "go ponder")?;
            self.players[us as usize].say(command)?;
            self.pondering[us as usize] = Some(root);
        }
        Ok(())
    }

    /// Ends a ponder search whose move was not played, and returns how long that took.
    fn stop_pondering(&mut self, us: Color, expected: &Trail) -> Result<Duration, Failure> {
        let asked = Instant::now();
        self.players[us as usize].say("stop")?;
        let answer = self.hear_answer(us)?;
        self.check_patience(us, &answer, asked, expected);
        self.judge(us, &answer, expected);
        let used = answer.at.saturating_duration_since(asked);
        self.journal.slowest_stop = self.journal.slowest_stop.max(used);
        Ok(used)
    }

    /// Whoever ponders must not answer before `ponderhit` or `stop`.
    fn check_patience(&mut self, us: Color, answer: &Answer, asked: Instant, root: &Trail) {
        if answer.at < asked {
            let early = asked - answer.at;
            let text = format!("pondering ended by itself, {early:.1?} before it was asked to");
            self.note_fault(Kind::Protocol, us, &text, root);
        }
    }

    fn hear_answer(&mut self, us: Color) -> Result<Answer, Failure> {
        let mut said = Vec::new();
        loop {
            let next = self.players[us as usize].hear()?;
            let is_last = next.line.starts_with("bestmove");
            said.push(next.line);
            if is_last {
                return Ok(Answer { said, at: next.at });
            }
        }
    }

    fn judge(&mut self, us: Color, answer: &Answer, root: &Trail) -> Verdict {
        let said = answer.said.iter().map(String::as_str);
        let verdict = check::judge(said, root, &self.options[us as usize]);
        self.journal.answers += 1;
        self.journal.lines += verdict.lines;
        for (kind, text) in &verdict.faults {
            self.note_fault(*kind, us, text, root);
        }
        verdict
    }

    /// Takes the time used from the clock; whether there was enough of it.
    fn stop_clock(&mut self, us: Color, used: Duration, answer: &Answer) -> bool {
        let clock = self.clocks[us as usize];
        let [left, had, took] =
            [clock.as_secs_f64() - used.as_secs_f64(), clock.as_secs_f64(), used.as_secs_f64()]
                .map(|seconds| seconds * 1e3);
        let number = self.number;
        let ply = self.trail.moves().len();
        self.journal.note_margin(left, || format!("game {number}, ply {ply}, {}", self.options[us as usize]));
        let is_in_time = used <= clock || !self.plan.is_strict;
        if !is_in_time {
            // Tells a search that was too long from an answer that was on its way for too long.
            let own = answer.said.iter().rev().find_map(|line| match Reply::read(line) {
                Ok(Reply::Info(info)) => info.time,
                _ => None,
            });
            let own = own.map_or_else(|| "none".to_owned(), |ms| format!("{ms} ms"));
            let text = format!("took {took:.1} of {had:.1} ms; time in its last line, with pondering: {own}");
            self.note_fault(Kind::TimeLoss, us, &text, &self.trail.clone());
        }
        self.clocks[us as usize] = clock.saturating_sub(used) + self.plan.increment;
        is_in_time
    }

    /// Waits until a side is at rest. It has answered all that it was asked, so it has nothing to say.
    fn wait_until_ready(&mut self, us: Color) -> Result<(), Failure> {
        let said = self.players[us as usize].wait_until_ready()?;
        for line in said {
            self.note_fault(Kind::Protocol, us, &format!("said unasked: {line}"), &self.trail.clone());
        }
        Ok(())
    }

    fn note_fault(&mut self, kind: Kind, us: Color, text: &str, root: &Trail) {
        let name = self.players[us as usize].name;
        let side = if us == Color::White { "white" } else { "black" };
        let place = place(self.plan, self.number, &self.options);
        self.journal.note_fault(kind, format!("{place}\n  {side}, the {name} process: {text}\n  {root}"));
    }
}

/// Which game it was.
pub fn place(plan: &Plan, number: usize, [white, black]: &[Options<'_>; Color::NUM]) -> String {
    format!("game {number}, seed {}\n  white: {white}\n  black: {black}", plan.seed)
}
