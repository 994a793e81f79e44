//! The options: one table advertises and parses them.

use crate::error::{Name, OptionError};
use argali_search::{Strength, TablebaseRules};
use std::fmt;
use std::time::Duration;

/// The default hash size (MiB).
pub const DEFAULT_HASH_MIB: usize = 64;

/// The maximum of `MultiPV`; no position has more moves.
const MAX_LINES: i64 = 256;

/// The default of `Move Overhead` (ms).
const DEFAULT_OVERHEAD_MS: i64 = 10;

/// The parsed, valid setting of an option.
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
    /// Time per move reserved for GUI and transport.
    MoveOverhead(Duration),
    /// Castling is read and written as king takes rook, and FENs as X-FEN.
    Chess960(bool),
    /// Show win, draw and loss chances in info lines.
    ShowWdl(bool),
    /// Whether the GUI analyses rather than plays; the search is the same.
    AnalyseMode(bool),
    /// Whether to play below full strength.
    LimitStrength(bool),
    /// The limited strength (Elo).
    Elo(u32),
    /// Whether to play from the book while it has moves.
    OwnBook(bool),
    /// The opening book's file; empty for none.
    BookFile(String),
    /// The evaluator's file; empty for the built-in one.
    EvalFile(String),
    /// Folders with Syzygy tablebases; empty for none.
    SyzygyPath(String),
    /// [`TablebaseRules::probe_depth`]
    SyzygyProbeDepth(u32),
    /// [`TablebaseRules::probe_limit`]
    SyzygyProbeLimit(u32),
    /// [`TablebaseRules::fifty_move_rule`]
    Syzygy50MoveRule(bool),
    /// An option that the host has added: its name, and a value that its [`OptionKind`] allows.
    Own(String, String),
    /// A search parameter, for tuning.
    Parameter(
        #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serial::search_parameter"))] Name,
        i32,
    ),
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value when nothing was set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value when nothing was set.
        default: i64,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// The value when nothing was set.
        default: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// No value: setting it is an action.
    Button,
    /// Any text.
    Text {
        /// The value when nothing was set.
        default: String,
    },
}

/// A value that an [`OptionKind`] allows.
enum Value {
    Check(bool),
    Spin(i64),
    Text(String),
    Nothing,
}

/// A named option.
#[derive(Clone, Debug)]
pub struct Entry {
    name: &'static str,
    kind: OptionKind,
    setter: Setter,
}

/// How a value becomes a setting.
#[derive(Clone, Debug)]
enum Setter {
    Check(fn(bool) -> Setting),
    Spin(fn(i64) -> Setting),
    Text(fn(String) -> Setting),
    Button(Setting),
    Parameter,
    Own,
}

/// All options of a session, in the order in which they are shown.
#[derive(Clone, Debug)]
pub struct OptionTable {
    entries: Vec<Entry>,
}

impl OptionTable {
    /// The options that every session has, with at most `max_threads` threads.
    #[must_use]
    pub fn new(max_threads: usize) -> OptionTable {
        let mut table = OptionTable { entries: Vec::new() };
        let (default, min, max) = (DEFAULT_HASH_MIB, argali_tt::MIN_MIB, argali_tt::MAX_MIB);
        table.spin("Hash", default as i64, min as i64, max as i64, |mib| Setting::Hash(mib as usize));
        table.add("Clear Hash", OptionKind::Button, Setter::Button(Setting::ClearHash));
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

    /// Sets the default and the largest value of `Hash` (MiB). The largest is brought into the range of
    /// [`argali_search::tt`], and the default below it.
    pub fn set_hash(&mut self, default: usize, max: usize) {
        let max = max.clamp(argali_tt::MIN_MIB, argali_tt::MAX_MIB);
        self.set_range("Hash", default.clamp(argali_tt::MIN_MIB, max), max);
    }

    /// Sets the default and the largest value of `Threads`, both at least 1; the default is brought below the largest.
    pub fn set_threads(&mut self, default: usize, max: usize) {
        self.set_range("Threads", default.clamp(1, max.max(1)), max.max(1));
    }

    fn set_range(&mut self, name: &str, new_default: usize, new_max: usize) {
        let entry = self.entries.iter_mut().find(|entry| entry.name == name);
        if let Some(Entry { kind: OptionKind::Spin { default, max, .. }, .. }) = entry {
            (*default, *max) = (new_default as i64, new_max as i64);
        }
    }

    /// Adds the options for opening books.
    pub fn add_books(&mut self) {
        self.check("OwnBook", false, Setting::OwnBook);
        self.text("BookFile", Setting::BookFile);
    }

    /// Adds the option for the evaluator's file.
    pub fn add_evaluation(&mut self) {
        self.text("EvalFile", Setting::EvalFile);
    }

    /// Adds the options for tablebases.
    pub fn add_tablebases(&mut self) {
        let rules = TablebaseRules::default();
        self.text("SyzygyPath", Setting::SyzygyPath);
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
        self.add(name, OptionKind::Spin { default, min, max }, Setter::Parameter);
    }

    /// Adds an option of the host, which is read as [`Setting::Own`]. If several options have the same name, the first one counts.
    pub fn add_own(&mut self, name: &'static str, kind: OptionKind) {
        self.add(name, kind, Setter::Own);
    }

    fn check(&mut self, name: &'static str, default: bool, set: fn(bool) -> Setting) {
        self.add(name, OptionKind::Check { default }, Setter::Check(set));
    }

    fn spin(&mut self, name: &'static str, default: i64, min: i64, max: i64, set: fn(i64) -> Setting) {
        self.add(name, OptionKind::Spin { default, min, max }, Setter::Spin(set));
    }

    fn text(&mut self, name: &'static str, set: fn(String) -> Setting) {
        self.add(name, OptionKind::Text { default: String::new() }, Setter::Text(set));
    }

    fn add(&mut self, name: &'static str, kind: OptionKind, setter: Setter) {
        self.entries.push(Entry { name, kind, setter });
    }

    /// The options, in order; each is shown as the protocol's `option` line.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// The default setting of an option.
    ///
    /// # Errors
    /// [`OptionError::Unknown`] if there is no such option.
    pub fn default_of(&self, name: &str) -> Result<Setting, OptionError> {
        let entry = self.find(name)?;
        let default = match &entry.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
            OptionKind::Button => String::new(),
        };
        entry.read(&default)
    }

    fn find(&self, name: &str) -> Result<&Entry, OptionError> {
        self.entries
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))
    }

    /// Parses an option. Names are case-insensitive.
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
    /// [`OptionError`] for an unknown name, and for a value that is missing or not allowed.
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

    fn read(&self, text: &str) -> Result<Setting, OptionError> {
        let value = self.kind.read(text).ok_or_else(|| self.wrong(text))?;
        Ok(match (&self.setter, value) {
            (Setter::Check(set), Value::Check(flag)) => set(flag),
            (Setter::Spin(set), Value::Spin(number)) => set(number),
            (Setter::Parameter, Value::Spin(number)) => Setting::Parameter(self.name, number as i32),
            (Setter::Text(set), Value::Text(text)) => set(text),
            (Setter::Button(setting), _) => setting.clone(),
            (_, value) => Setting::Own(self.name.to_owned(), value.to_string()),
        })
    }

    fn wrong(&self, value: &str) -> OptionError {
        let (name, allowed) = (self.name, self.kind.allowed());
        if value.is_empty() {
            OptionError::MissingValue { name, allowed }
        } else {
            OptionError::Value { name, value: value.to_owned(), allowed }
        }
    }
}

impl OptionKind {
    /// Parses a value, if it is allowed.
    fn read(&self, text: &str) -> Option<Value> {
        match self {
            OptionKind::Check { .. } => text.to_ascii_lowercase().parse().ok().map(Value::Check),
            OptionKind::Spin { min, max, .. } => {
                text.parse().ok().filter(|number| (min..=max).contains(&number)).map(Value::Spin)
            }
            OptionKind::Combo { choices, .. } => {
                let choice = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
                choice.map(|choice| Value::Text(choice.clone()))
            }
            OptionKind::Button => Some(Value::Nothing),
            OptionKind::Text { .. } if text == EMPTY => Some(Value::Text(String::new())),
            OptionKind::Text { .. } => Some(Value::Text(text.to_owned())),
        }
    }

    /// Which values are allowed, in words.
    fn allowed(&self) -> String {
        match self {
            OptionKind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
            _ => "true or false".to_owned(),
        }
    }
}

/// The protocol's notation of an empty text.
const EMPTY: &str = "<empty>";

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Check(flag) => write!(f, "{flag}"),
            Value::Spin(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
            Value::Nothing => Ok(()),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
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
                OptionKind::Spin { default, min, max } => assert!(min <= default && default <= max, "{line}"),
                OptionKind::Text { .. } => assert!(line.ends_with("default <empty>"), "{line}"),
                _ => {}
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

    #[test]
    fn the_host_sets_sizes_and_adds_options_of_every_kind() {
        let mut table = OptionTable::new(1024);
        table.set_hash(256, 128);
        table.set_threads(2, 4);
        assert_eq!(table.default_of("Hash"), Ok(Setting::Hash(128)));
        assert!(table.read("Hash", Some("129")).is_err() && table.read("Threads", Some("5")).is_err());
        assert_eq!(table.default_of("Threads"), Ok(Setting::Threads(2)));
        let choices = ["Solid", "Wild"].map(String::from).to_vec();
        table.add_own("Style", OptionKind::Combo { default: "Solid".into(), choices });
        table.add_own("Contempt", OptionKind::Spin { default: 0, min: -100, max: 100 });
        table.add_own("Log", OptionKind::Text { default: "off".into() });
        table.add_own("Forget", OptionKind::Button);
        let lines: Vec<_> = table.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines[lines.len() - 4..],
            [
                "option name Style type combo default Solid var Solid var Wild",
                "option name Contempt type spin default 0 min -100 max 100",
                "option name Log type string default off",
                "option name Forget type button",
            ]
        );
        let own = |name: &str, value: &str| Ok(Setting::Own(name.into(), value.into()));
        assert_eq!(table.read("style", Some("WILD")), own("Style", "Wild"));
        assert_eq!(table.read("Contempt", Some("-7")), own("Contempt", "-7"));
        assert_eq!(table.read("Forget", None), own("Forget", ""));
        let error = table.read("Style", Some("dull")).unwrap_err().to_string();
        assert_eq!(error, "option Style: 'dull' is not one of Solid, Wild");
    }

    proptest! {
        #[test]
        fn no_text_panics(name in any::<String>(), value in any::<Option<String>>()) {
            let _ = table().read(&name, value.as_deref());
        }
    }
}
