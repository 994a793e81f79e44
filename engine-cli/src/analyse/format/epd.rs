//! Extended Position Description: the position and, in the order of their codes, the operations that the search gives.

use super::super::record::{Found, Record, ShownScore};

/// What `ce` says of a mate on the board; one that is to come is worth a point less for each ply.
const MATE: i32 = 32767;

/// A result without the end of its line. What was not understood becomes a comment.
pub fn line(record: &Record) -> String {
    match record {
        Record::Refused(refused) => format!("{COMMENT}{}: {}", refused.line, refused.error),
        Record::Found(found) => position(found),
    }
}

const COMMENT: &str = "# line ";

/// The number of a line that was not understood, from its comment.
pub fn refused(line: &str) -> Option<u64> {
    line.strip_prefix(COMMENT)?.split_once(": ")?.0.parse().ok()
}

/// Whether a result may begin like this.
pub fn may_begin(text: &str) -> bool {
    let men = text.split(' ').next().unwrap_or_default();
    COMMENT.starts_with(text)
        || text.starts_with(COMMENT)
        || men.chars().all(|c| "pnbrqkPNBRQK12345678/".contains(c))
}

fn position(found: &Found) -> String {
    let mut fields: Vec<&str> = found.fen.split(' ').collect();
    let counters = fields.split_off(fields.len().min(4));
    let mut operations = vec![("acd", found.depth.to_string()), ("acn", found.nodes.to_string())];
    operations.extend(found.ms.map(|ms| ("acs", (ms / 1000).to_string())));
    operations.extend(found.san.clone().map(|san| ("bm", san)));
    operations.extend(found.note.as_deref().map(|note| ("c0", quoted(note))));
    operations.push(("ce", evaluation(found.score).to_string()));
    if let ShownScore::Mate(moves @ 1..) = found.score {
        operations.push(("dm", moves.to_string()));
    }
    for (code, counter, usual) in [("fmvn", counters.get(1), "1"), ("hmvc", counters.first(), "0")] {
        operations.extend(
            counter.filter(|&&counter| counter != usual).map(|counter| (code, (*counter).to_owned())),
        );
    }
    operations.extend(found.id.as_deref().map(|id| ("id", quoted(id))));
    if !found.pv_san.is_empty() {
        operations.push(("pv", found.pv_san.join(" ")));
    }
    let operations = operations.into_iter().map(|(code, operand)| format!(" {code} {operand};"));
    fields.join(" ") + &operations.collect::<String>()
}

fn evaluation(score: ShownScore) -> i32 {
    match score {
        ShownScore::Cp(cp) => cp,
        ShownScore::Mate(moves @ 1..) => MATE - (2 * moves - 1),
        ShownScore::Mate(moves) => -MATE - 2 * moves,
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
