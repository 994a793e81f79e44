//! The options of one side in one game.

use crate::random::Random;
use argali_search::Strength;
use std::fmt;
use std::path::Path;

/// What is set before a game.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    pub chess960: bool,
    pub threads: u32,
    /// MiB.
    pub hash: u32,
    /// `MultiPV`
    pub lines: usize,
    /// `UCI_ShowWDL`
    pub wdl: bool,
    /// `UCI_Elo`, if strength is limited.
    pub elo: Option<usize>,
    /// `Move Overhead` (ms).
    pub overhead: u32,
    /// Whether `Clear Hash` is pressed.
    pub clears: bool,
    /// `SyzygyPath`
    pub tables: Option<&'a Path>,
    /// Whether this side thinks on the other's time.
    pub ponders: bool,
}

impl<'a> Options<'a> {
    /// The state in which processes are compared: nothing that takes memory.
    pub const FRUGAL: Options<'static> = Options {
        chess960: false,
        threads: 1,
        hash: 1,
        lines: 1,
        wdl: false,
        elo: None,
        overhead: 10,
        clears: true,
        tables: None,
        ponders: false,
    };

    /// Options by chance. `Move Overhead` is never below its default, which a clock over pipes needs.
    pub fn random(random: &mut Random, chess960: bool, tables: Option<&'a Path>) -> Options<'a> {
        Options {
            chess960,
            threads: random.pick(&[1, 2, 4]),
            hash: random.pick(&[1, 64]),
            lines: random.pick(&[1, 1, 1, 3]),
            wdl: random.once_in(2),
            elo: random
                .once_in(4)
                .then(|| Strength::MIN as usize + random.below((Strength::MAX - Strength::MIN + 1) as usize)),
            overhead: random.pick(&[10, 10, 20, 50]),
            clears: random.once_in(4),
            tables: tables.filter(|_| random.once_in(2)),
            ponders: random.once_in(3),
        }
    }

    /// The commands, in the order in which they are listed here.
    pub fn commands(&self) -> Vec<String> {
        let set = |name: &str, value: &dyn fmt::Display| format!("setoption name {name} value {value}");
        let mut commands = vec![
            set("UCI_Chess960", &self.chess960),
            set("Threads", &self.threads),
            set("Hash", &self.hash),
            set("MultiPV", &self.lines),
            set("UCI_ShowWDL", &self.wdl),
            set("UCI_LimitStrength", &self.elo.is_some()),
            set("Move Overhead", &self.overhead),
            set("Ponder", &self.ponders),
        ];
        commands.extend(self.elo.map(|elo| set("UCI_Elo", &elo)));
        commands.extend(self.clears.then(|| "setoption name Clear Hash".to_owned()));
        if cfg!(feature = "syzygy") {
            commands.push(match self.tables {
                Some(folder) => set("SyzygyPath", &folder.display()),
                None => set("SyzygyPath", &"<empty>"),
            });
        }
        commands
    }

    /// Whether the move may come from another line than the first.
    pub fn may_play_other_lines(&self) -> bool {
        self.elo.is_some() && self.lines > 1
    }
}

impl fmt::Display for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { threads, hash, lines, overhead, .. } = self;
        write!(f, "Threads {threads}, Hash {hash}, MultiPV {lines}, Move Overhead {overhead}")?;
        if let Some(elo) = self.elo {
            write!(f, ", UCI_Elo {elo}")?;
        }
        for (name, on) in [
            ("UCI_Chess960", self.chess960),
            ("UCI_ShowWDL", self.wdl),
            ("Ponder", self.ponders),
            ("SyzygyPath", self.tables.is_some()),
            ("Clear Hash", self.clears),
        ] {
            if on {
                write!(f, ", {name}")?;
            }
        }
        Ok(())
    }
}

#[test]
fn every_option_takes_every_value() {
    let mut random = Random::new(1);
    let tables = Path::new("/tables");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let options = Options::random(&mut random, false, Some(tables));
        seen.extend(options.commands().into_iter().filter(|command| !command.contains("UCI_Elo")));
    }
    for command in [
        "Threads value 1",
        "Threads value 2",
        "Threads value 4",
        "Hash value 1",
        "Hash value 64",
        "MultiPV value 3",
        "UCI_ShowWDL value true",
        "UCI_LimitStrength value true",
        "UCI_LimitStrength value false",
        "Ponder value true",
        "Clear Hash",
    ] {
        assert!(seen.contains(&format!("setoption name {command}")), "{command}: {seen:?}");
    }
}
