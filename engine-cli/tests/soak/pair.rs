//! Two processes that play game after game.

use crate::game::{Game, place};
use crate::journal::{Journal, Kind};
use crate::options::Options;
use crate::player::{Failure, Player};
use crate::random::Random;
use crate::trail::Trail;
use cozy_chess::Color;
use std::mem;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// After so many games, or half of them, everything that is kept from game to game has been needed.
const WARM_UP: usize = 20;

/// What a process may grow by after that (MiB). Its allocator gives back not all that was freed, but not ever more.
const GROWTH_MIB: f64 = 16.0;

/// A pair that fails so often is given up.
const MAX_CRASHES: usize = 10;

/// How the games are.
#[derive(Debug)]
pub struct Plan {
    pub seed: u64,
    /// Each side's time for the game, and what it gets for each move.
    pub time: Duration,
    pub increment: Duration,
    /// After so many plies a game is cut.
    pub plies: usize,
    /// Whether time and memory count.
    pub is_strict: bool,
    /// The folder of tablebases.
    pub tables: Option<PathBuf>,
}

/// A pair of processes, and what they have gone through.
pub struct Pair<'a> {
    plan: &'a Plan,
    players: [Player; 2],
    /// Games since the processes were started.
    age: usize,
    /// How old the processes are when their memory is looked at first.
    warm_up: usize,
    /// Resident memory after the first games (MiB).
    before: [Option<f64>; 2],
    journal: Journal,
}

impl<'a> Pair<'a> {
    pub fn start(plan: &'a Plan) -> Pair<'a> {
        Pair {
            plan,
            players: start_players(),
            age: 0,
            warm_up: WARM_UP,
            before: [None; 2],
            journal: Journal::default(),
        }
    }

    /// Plays the games of these numbers.
    pub fn play(mut self, games: Range<usize>) -> Journal {
        self.warm_up = WARM_UP.min(games.len() / 2);
        for number in games {
            if self.age == self.warm_up && self.plan.is_strict {
                match self.memory() {
                    Ok(memory) => self.before = memory,
                    Err(failure) => self.start_again(format!("before game {number}: {failure}")),
                }
            }
            let mut random = Random::new(Random::new(self.plan.seed).next() ^ number as u64);
            let chess960 = number % 2 == 1;
            let options =
                [(); 2].map(|()| Options::random(&mut random, chess960, self.plan.tables.as_deref()));
            let place = place(self.plan, number, &options);
            if let Err(failure) = self.play_one(number, options, &mut random) {
                self.start_again(format!("{place}\n  {failure}"));
            }
            self.age += 1;
            if self.journal.count(Kind::Crash) >= MAX_CRASHES {
                break;
            }
        }
        if let Err(failure) = self.compare_memory() {
            self.journal.note_fault(Kind::Crash, format!("after the games: {failure}"));
        }
        for player in self.players {
            if let Err(failure) = player.quit() {
                self.journal.note_fault(Kind::Crash, format!("at the end: {failure}"));
            }
        }
        self.journal
    }

    fn play_one(
        &mut self,
        number: usize,
        options: [Options<'a>; Color::NUM],
        random: &mut Random,
    ) -> Result<(), String> {
        let trail = Trail::random(random, number % 2 == 1);
        let [first, second] = &mut self.players;
        let mut players = [first, second];
        if random.once_in(2) {
            players.reverse();
        }
        for (player, options) in players.iter_mut().zip(&options) {
            let said =
                set(player, options, random).map_err(|failure| format!("{failure}, given {options}"))?;
            for line in said {
                self.journal.note_fault(Kind::Protocol, format!("game {number}, {options}: said {line}"));
            }
        }
        let mut game = Game::new(self.plan, number, players, options, trail, &mut self.journal);
        game.play().map_err(|failure| format!("{failure}\n  {}", game.trail))
    }

    /// Notes a failure and goes on with new processes.
    fn start_again(&mut self, what: String) {
        self.journal.note_fault(Kind::Crash, what);
        drop(mem::replace(&mut self.players, start_players()));
        (self.age, self.before) = (0, [None; 2]);
    }

    /// Resident memory of both (MiB), in the same state each time.
    fn memory(&mut self) -> Result<[Option<f64>; 2], Failure> {
        let mut memory = [None; 2];
        for (player, memory) in self.players.iter_mut().zip(&mut memory) {
            for command in Options::FRUGAL.commands() {
                player.say(command)?;
            }
            player.say("ucinewgame")?;
            player.say("position startpos")?;
            player.say("go depth 8")?;
            while !player.hear()?.line.starts_with("bestmove") {}
            player.say("setoption name Clear Hash")?;
            player.wait_until_ready()?;
            *memory = player.resident_kib().map(|kib| kib as f64 / 1024.0);
        }
        Ok(memory)
    }

    fn compare_memory(&mut self) -> Result<(), Failure> {
        if !self.plan.is_strict {
            return Ok(());
        }
        let now = self.memory()?;
        for index in 0..2 {
            let name = self.players[index].name;
            let games = self.age.saturating_sub(self.warm_up);
            let (Some(before), Some(now)) = (self.before[index], now[index]) else {
                self.journal
                    .memory
                    .push(format!("{name} process: not compared, for want of games or figures"));
                continue;
            };
            let text = format!(
                "{name} process: {before:.1} MiB after {} games, {now:.1} MiB {games} games later",
                self.warm_up
            );
            if now - before > GROWTH_MIB {
                self.journal
                    .note_fault(Kind::Memory, format!("{text}, more than {GROWTH_MIB} MiB of growth"));
            }
            self.journal.memory.push(text);
        }
        Ok(())
    }
}

/// Sets the options in any order, and returns what there is to object to in what is said to them.
fn set(player: &mut Player, options: &Options<'_>, random: &mut Random) -> Result<Vec<String>, Failure> {
    let mut commands = options.commands();
    random.shuffle(&mut commands);
    for command in commands.into_iter().chain(["ucinewgame".to_owned()]) {
        player.say(command)?;
    }
    let mut said = player.wait_until_ready()?;
    // Opening tables is the one thing that deserves a comment.
    said.retain(|line| options.tables.is_none() || !line.contains(" win-draw-loss tables and "));
    Ok(said)
}

fn start_players() -> [Player; 2] {
    ["first", "second"].map(|name| Player::start(name).unwrap_or_else(|failure| panic!("{failure}")))
}
