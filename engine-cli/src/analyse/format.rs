//! Formats of results: JSON lines, CSV and EPD. Each result is one line.

mod csv;
mod epd;

use super::record::Record;
use super::request::Request;
use argali_search::Castling;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// One JSON object on each line
    #[default]
    Json,
    /// Comma-separated values, with a header before line 1
    Csv,
    /// The position with the operations acd, acn, bm, ce and pv
    Epd,
}

/// The parts of a result that tell to which line of input it belongs.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Done {
    /// The number of the line, if the result has it.
    line: Option<u64>,
    /// The position, if there is one.
    fen: Option<String>,
}

/// The beginning of every JSON result.
const JSON: &str = r#"{"line":"#;

impl Format {
    /// The header before the results of an input whose first line has the number `first`. Only the first part of a split input has one.
    pub fn header(self, first: u64) -> Option<String> {
        (self == Format::Csv && first == 1).then(csv::header)
    }

    /// A result as a line.
    pub fn show(self, record: &Record) -> String {
        match self {
            Format::Json => record.to_json() + "\n",
            Format::Csv => csv::row(record),
            Format::Epd => epd::line(record) + "\n",
        }
    }

    /// Reads a line of output.
    pub fn read(self, line: &str, castling: Castling) -> Option<Done> {
        match self {
            Format::Json => serde_json::from_str(line).ok().filter(|done: &Done| done.line.is_some()),
            Format::Csv => csv::read(line).map(|(line, fen)| Done { line: Some(line), fen }),
            Format::Epd => match epd::refused(line) {
                Some(line) => Some(Done { line: Some(line), fen: None }),
                None => Some(Done { line: None, fen: Some(Request::parse(line, castling).ok()?.fen()) }),
            },
        }
    }

    /// Whether a result may begin like this.
    pub fn may_begin(self, text: &str) -> bool {
        match self {
            Format::Json => JSON.starts_with(text) || text.starts_with(JSON),
            Format::Csv => csv::header().starts_with(text) || text.starts_with(|c: char| c.is_ascii_digit()),
            Format::Epd => epd::may_begin(text),
        }
    }
}

impl Done {
    /// Whether this is the result of a line of input.
    pub fn belongs_to(&self, line: u64, text: &str, castling: Castling) -> bool {
        let fen = Request::parse(text, castling).ok().map(|request| request.fen());
        self.line.is_none_or(|number| number == line) && self.fen == fen
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::searched;
    use super::*;

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 30";
    const ALL: [Format; 3] = [Format::Json, Format::Csv, Format::Epd];

    #[test]
    fn a_result_is_known_again_in_every_format() {
        for text in [BACK_RANK, "startpos moves e2e4", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"] {
            let record = searched(text, 7);
            for format in ALL {
                let line = format.show(&record);
                assert_eq!(line.matches('\n').count(), 1, "{line}");
                let done = format.read(line.trim_end(), Castling::Standard).unwrap();
                assert!(done.belongs_to(7, text, Castling::Standard), "{done:?}");
                assert!(!done.belongs_to(7, "startpos moves d2d4", Castling::Standard), "{done:?}");
                assert!(format == Format::Epd || !done.belongs_to(8, text, Castling::Standard), "{done:?}");
                assert!((0..line.len()).all(|length| format.may_begin(&line[..length])), "{line}");
            }
        }
    }

    #[test]
    fn a_line_that_was_not_understood_has_its_place_in_every_format() {
        let record = Record::refused(3, "it is \"nothing\", and no more");
        for format in ALL {
            let line = format.show(&record);
            let done = format.read(line.trim_end(), Castling::Standard).unwrap();
            assert!(
                done.belongs_to(3, "nothing", Castling::Standard)
                    && !done.belongs_to(4, "nothing", Castling::Standard),
                "{line}"
            );
            assert!(!done.belongs_to(3, BACK_RANK, Castling::Standard), "{line}");
        }
        assert_eq!(Format::Epd.show(&record), "# line 3: it is \"nothing\", and no more\n");
        assert_eq!(
            Format::Csv.show(&record),
            format!("3{},\"it is \"\"nothing\"\", and no more\"\n", ",".repeat(17))
        );
    }

    #[test]
    fn anything_else_is_no_result() {
        for format in ALL {
            for text in ["precious", "{\"a\":1}", "x,y,z", "# a note"] {
                assert_eq!(format.read(text, Castling::Standard), None, "{format:?} {text}");
            }
            assert!(!format.may_begin("precious") && !format.may_begin("Dear"), "{format:?}");
        }
    }

    #[test]
    fn an_epd_has_the_engines_operations() {
        let line = Format::Epd.show(&searched(&format!("{BACK_RANK} id \"back \\\"rank\";"), 1));
        assert!(line.starts_with("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acd 4; acn "), "{line}");
        let rest = "; bm Ra8#; ce 32766; dm 1; fmvn 30; hmvc 3; id \"back \\\"rank\"; pv Ra8#;\n";
        assert!(line.ends_with(rest), "{line}");
        let mated = Format::Epd.show(&searched("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1));
        assert_eq!(mated, "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - acd 0; acn 0; ce -32767;\n");
    }

    #[test]
    fn a_row_has_a_value_for_each_column() {
        let (header, row) =
            (csv::header(), Format::Csv.show(&searched(&format!("{BACK_RANK} bm Ra8; id \"a,b\";"), 1)));
        assert_eq!(header.matches(',').count(), row.replace("a,b", "").matches(',').count());
        let start = format!("1,\"a,b\",{BACK_RANK},a1a8,Ra8#,,true,,1,1000,0,0,4,");
        assert!(row.starts_with(&start), "{row}");
        assert!(row.ends_with(",,a1a8,,,\n"), "{row}");
        assert_eq!(
            (Format::Csv.header(1), Format::Csv.header(101), Format::Json.header(1)),
            (Some(header), None, None)
        );
    }
}
