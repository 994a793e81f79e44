//! The options: one table, from which they are advertised and by which they are read.

use crate::error::{Name, OptionError};
use argali_search::{Strength, TablebaseRules};
use std::fmt;
use std::time::Duration;

/// Hash size before anything is set (MiB).
pub const DEFAULT_HASH_MIB: usize = 64;

/// The most lines that can be asked for; no position has more moves.
const MAX_LINES: i64 = 256;

/// Time kept for GUI and transport unless set otherwise (ms).
const DEFAULT_OVERHEAD_MS: i64 = 10;

/// An option that was read and is in range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Setting {
    /// Table size (MiB).
    Hash(usize),
    /// Forget the table's contents.
    ClearHash,
    /// Search threads.
    Threads(usize),
    /// Lines to report.
    MultiPv(usize),
    /// Whether the GUI will let the engine ponder; pondering needs no preparation.
    Ponder(bool),
    /// Time kept for GUI and transport at each move.
    MoveOverhead(Duration),
    /// Castling in and out as king takes rook, and X-FEN.
    Chess960(bool),
    /// Chances to win, draw and lose in info lines.
    ShowWdl(bool),
    /// Whether the GUI analyses rather than plays; the search is the same.
    AnalyseMode(bool),
    /// Whether to play weaker than possible.
    LimitStrength(bool),
    /// How strong to play then (Elo).
    Elo(u32),
    /// Whether to play from the book while it has moves.
    OwnBook(bool),
    /// The opening book's file; empty for none.
    BookFile(String),
    /// The evaluator's file; empty for what the program began with.
    EvalFile(String),
    /// Folders with Syzygy tablebases; empty for none.
    SyzygyPath(String),
    /// [`TablebaseRules::probe_depth`]
    SyzygyProbeDepth(u32),
    /// [`TablebaseRules::probe_limit`]
    SyzygyProbeLimit(u32),
    /// [`TablebaseRules::fifty_move_rule`]
    Syzygy50MoveRule(bool),
    /// A search parameter, for tuning.
    Parameter(
        #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::search_parameter"))] Name,
        i32,
    ),
}

/// A named option.
#[derive(Clone, Debug)]
pub struct Entry {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Check { default: bool, set: fn(bool) -> Setting },
    Spin { default: i64, min: i64, max: i64, set: SpinSetter },
    Button(Setting),
    Text { default: String, set: fn(String) -> Setting },
}

#[derive(Clone, Debug)]
enum SpinSetter {
    Plain(fn(i64) -> Setting),
    Parameter,
}

/// All options of a session, in the order in which they are shown.
#[derive(Clone, Debug)]
pub struct OptionTable {
    entries: Vec<Entry>,
}

impl OptionTable {
    /// The options that every session has.
    #[must_use]
    pub fn new(max_threads: usize) -> OptionTable {
        let mut table = OptionTable { entries: Vec::new() };
        table.spin(
            "Hash",
            DEFAULT_HASH_MIB as i64,
            argali_tt::MIN_MIB as i64,
            argali_tt::MAX_MIB as i64,
            |mib| Setting::Hash(mib as usize),
        );
        table.add("Clear Hash", Kind::Button(Setting::ClearHash));
        table.spin("Threads", 1, 1, max_threads as i64, |threads| Setting::Threads(threads as usize));
        table.spin("MultiPV", 1, 1, MAX_LINES, |lines| Setting::MultiPv(lines as usize));
        table.check("Ponder", false, Setting::Ponder);
        table.spin("Move Overhead", DEFAULT_OVERHEAD_MS, 0, 10_000, |ms| {
            Setting::MoveOverhead(Duration::from_millis(ms.unsigned_abs()))
        });
        table.check("UCI_Chess960", false, Setting::Chess960);
        table.check("UCI_ShowWDL", false, Setting::ShowWdl);
        table.check("UCI_AnalyseMode", false, Setting::AnalyseMode);
        table.check("UCI_LimitStrength", false, Setting::LimitStrength);
        let [default, min, max] = [Strength::DEFAULT, Strength::MIN, Strength::MAX].map(i64::from);
        table.spin("UCI_Elo", default, min, max, |elo| Setting::Elo(elo as u32));
        table
    }

    /// Adds the options for opening books.
    pub fn add_books(&mut self) {
        self.check("OwnBook", false, Setting::OwnBook);
        self.add("BookFile", Kind::Text { default: String::new(), set: Setting::BookFile });
    }

    /// Adds the option for the evaluator's file.
    pub fn add_evaluation(&mut self) {
        self.add("EvalFile", Kind::Text { default: String::new(), set: Setting::EvalFile });
    }

    /// Adds the options for tablebases.
    pub fn add_tablebases(&mut self) {
        let rules = TablebaseRules::default();
        self.add("SyzygyPath", Kind::Text { default: String::new(), set: Setting::SyzygyPath });
        self.spin("SyzygyProbeDepth", i64::from(rules.probe_depth), 1, 100, |depth| {
            Setting::SyzygyProbeDepth(depth as u32)
        });
        self.spin("SyzygyProbeLimit", i64::from(rules.probe_limit), 0, 7, |men| {
            Setting::SyzygyProbeLimit(men as u32)
        });
        self.check("Syzygy50MoveRule", rules.fifty_move_rule, Setting::Syzygy50MoveRule);
    }

    /// Adds a search parameter: name, default and range.
    pub fn add_parameter(&mut self, name: &'static str, default: i32, min: i32, max: i32) {
        let [default, min, max] = [default, min, max].map(i64::from);
        self.add(name, Kind::Spin { default, min, max, set: SpinSetter::Parameter });
    }

    fn check(&mut self, name: &'static str, default: bool, set: fn(bool) -> Setting) {
        self.add(name, Kind::Check { default, set });
    }

    fn spin(&mut self, name: &'static str, default: i64, min: i64, max: i64, set: fn(i64) -> Setting) {
        self.add(name, Kind::Spin { default, min, max, set: SpinSetter::Plain(set) });
    }

    fn add(&mut self, name: &'static str, kind: Kind) {
        self.entries.push(Entry { name, kind });
    }

    /// The options, in order; each is shown as the protocol's `option` line.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// What an option is when nothing was set.
    ///
    /// # Errors
    /// [`OptionError::Unknown`] if there is no such option.
    pub fn default_of(&self, name: &str) -> Result<Setting, OptionError> {
        let default = match &self.find(name)?.kind {
            Kind::Check { default, .. } => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Text { default, .. } => default.clone(),
            Kind::Button(_) => String::new(),
        };
        self.read(name, Some(&default))
    }

    fn find(&self, name: &str) -> Result<&Entry, OptionError> {
        self.entries
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))
    }

    /// Reads an option. Names are told apart without regard to case.
    ///
    /// ```
    /// use argali_uci::{OptionTable, Setting};
    ///
    /// let options = OptionTable::new(8);
    /// assert_eq!(options.read("threads", Some("4")), Ok(Setting::Threads(4)));
    /// let error = options.read("Threads", Some("9")).unwrap_err();
    /// assert_eq!(error.to_string(), "option Threads: '9' is not a number from 1 to 8");
    /// ```
    ///
    /// # Errors
    /// [`OptionError`] for an unknown name, and for a value that is missing or out of range.
    pub fn read(&self, name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
        self.find(name)?.read(value.unwrap_or(""))
    }
}

impl Entry {
    /// The option's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    fn read(&self, value: &str) -> Result<Setting, OptionError> {
        match &self.kind {
            Kind::Button(setting) => Ok(setting.clone()),
            Kind::Text { set, .. } => {
                Ok(set(if value == "<empty>" { String::new() } else { value.to_owned() }))
            }
            Kind::Check { set, .. } => {
                let flag = match value.to_ascii_lowercase().as_str() {
                    "true" => Some(true),
                    "false" => Some(false),
                    _ => None,
                };
                flag.map(set).ok_or_else(|| self.wrong(value))
            }
            Kind::Spin { min, max, set, .. } => {
                let number: Option<i64> = value.parse().ok().filter(|number| (min..=max).contains(&number));
                let number = number.ok_or_else(|| self.wrong(value))?;
                Ok(match set {
                    SpinSetter::Plain(set) => set(number),
                    SpinSetter::Parameter => Setting::Parameter(self.name, number as i32),
                })
            }
        }
    }

    fn wrong(&self, value: &str) -> OptionError {
        let name = self.name;
        let allowed = match self.kind {
            Kind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            _ => "true or false".to_owned(),
        };
        if value.is_empty() {
            OptionError::MissingValue { name, allowed }
        } else {
            OptionError::Value { name, value: value.to_owned(), allowed }
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max, .. } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Button(_) => write!(f, "button"),
            Kind::Text { default, .. } if default.is_empty() => write!(f, "string default <empty>"),
            Kind::Text { default, .. } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table() -> OptionTable {
        let mut table = OptionTable::new(1024);
        table.add_tablebases();
        table.add_books();
        table.add_evaluation();
        table.add_parameter("lmr_base", 70, -10, 200);
        table
    }

    fn read(name: &str, value: &str) -> Result<Setting, OptionError> {
        table().read(name, Some(value))
    }

    #[test]
    fn every_option_is_advertised_with_an_honest_default() {
        for entry in table().iter() {
            let line = entry.to_string();
            assert!(line.starts_with(&format!("option name {} type ", entry.name())), "{line}");
            match &entry.kind {
                Kind::Spin { default, min, max, .. } => assert!(min <= default && default <= max, "{line}"),
                Kind::Text { .. } => assert!(line.ends_with("default <empty>"), "{line}"),
                Kind::Check { .. } | Kind::Button(_) => {}
            }
            // The default reads back.
            let default = line.split(" default ").nth(1).map(|rest| rest.split(' ').next().unwrap());
            assert!(table().read(entry.name(), default).is_ok(), "{line}");
        }
    }

    #[test]
    fn names_and_flags_ignore_case() {
        assert_eq!(read("uci_chess960", "TRUE"), Ok(Setting::Chess960(true)));
        assert_eq!(read("MULTIPV", "3"), Ok(Setting::MultiPv(3)));
        assert_eq!(table().read("clear hash", None), Ok(Setting::ClearHash));
    }

    #[test]
    fn values_out_of_range_are_refused_with_the_range() {
        for value in ["0", "-1", "99999999999999999999", "many", "1.5", "0x10"] {
            let error = read("Threads", value).unwrap_err().to_string();
            assert_eq!(error, format!("option Threads: '{value}' is not a number from 1 to 1024"));
        }
        assert!(matches!(read("UCI_Chess960", "maybe"), Err(OptionError::Value { .. })));
        assert!(matches!(table().read("Hash", None), Err(OptionError::MissingValue { .. })));
        assert!(matches!(read("Hash", ""), Err(OptionError::MissingValue { .. })));
        assert!(matches!(read("UCI_Variant", "chess"), Err(OptionError::Unknown(_))));
    }

    #[test]
    fn an_empty_text_is_written_in_three_ways() {
        let empty = Ok(Setting::SyzygyPath(String::new()));
        assert_eq!(read("SyzygyPath", "<empty>"), empty);
        assert_eq!(read("SyzygyPath", ""), empty);
        assert_eq!(table().read("SyzygyPath", None), empty);
        assert_eq!(read("SyzygyPath", "/a b:/c"), Ok(Setting::SyzygyPath("/a b:/c".into())));
    }

    #[test]
    fn search_parameters_are_options_when_added() {
        assert_eq!(read("lmr_base", "-10"), Ok(Setting::Parameter("lmr_base", -10)));
        assert!(read("lmr_base", "201").is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics(name in any::<String>(), value in any::<Option<String>>()) {
            let _ = table().read(&name, value.as_deref());
        }
    }
}
