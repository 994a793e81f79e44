//! Comma-separated values (RFC 4180, but lines end in a line feed alone).

use super::super::record::{Record, ShownScore};
use csv::{ReaderBuilder, WriterBuilder};

const COLUMNS: [&str; 19] = [
    "line", "id", "fen", "best", "san", "ponder", "solved", "cp", "mate", "win", "draw", "loss", "depth",
    "nodes", "ms", "pv", "ignored", "note", "error",
];

/// The columns' names.
pub fn header() -> String {
    write(COLUMNS.map(str::to_owned))
}

/// A result; what it does not have stays empty.
pub fn row(record: &Record) -> String {
    let mut row = [const { String::new() }; COLUMNS.len()];
    let mut set = |name: &str, value: String| {
        if let Some(place) = COLUMNS.iter().position(|&column| column == name) {
            row[place] = value;
        }
    };
    match record {
        Record::Refused(refused) => {
            set("line", refused.line.to_string());
            set("error", refused.error.clone());
        }
        Record::Found(found) => {
            let words = |moves: &[String]| moves.join(" ");
            set("line", shown(found.line));
            set("id", shown(found.id.as_ref()));
            set("fen", found.fen.clone());
            set("best", shown(found.best.as_ref()));
            set("san", shown(found.san.as_ref()));
            set("ponder", shown(found.ponder.as_ref()));
            set("solved", shown(found.solved.flatten()));
            match found.score {
                ShownScore::Cp(cp) => set("cp", cp.to_string()),
                ShownScore::Mate(moves) => set("mate", moves.to_string()),
            }
            for (name, permille) in ["win", "draw", "loss"].into_iter().zip(found.wdl) {
                set(name, permille.to_string());
            }
            set("depth", found.depth.to_string());
            set("nodes", found.nodes.to_string());
            set("ms", shown(found.ms));
            set("pv", found.lines.first().map(|line| words(&line.pv)).unwrap_or_default());
            set("ignored", found.ignored.join("; "));
            set("note", shown(found.note.as_ref()));
        }
    }
    write(row)
}

/// The number of the line of input and the position, from a row.
pub fn read(row: &str) -> Option<(u64, Option<String>)> {
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(row.as_bytes());
    let fields = reader.records().next()?.ok().filter(|fields| fields.len() == COLUMNS.len())?;
    Some((fields[0].parse().ok()?, Some(fields[2].to_owned()).filter(|fen| !fen.is_empty())))
}

fn shown(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn write(fields: [String; COLUMNS.len()]) -> String {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    // Into memory, and text comes out as text.
    let written = writer.write_record(fields).ok().and_then(|()| writer.into_inner().ok());
    written.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}
