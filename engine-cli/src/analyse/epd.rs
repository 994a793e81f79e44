//! Splits a line of EPD into the position and its operations.
//!
//! An operation is a code with operands, up to a semicolon. Strings are in quotes
//! (<https://www.chessprogramming.org/Extended_Position_Description>).

/// An operation of an EPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The code: `bm`, `id`, ...
    pub code: &'a str,
    /// The text after the code.
    pub operands: &'a str,
}

/// The number of fields of a position: pieces, side to move, castling, en passant.
const FIELDS: usize = 4;

/// Codes that begin an operation anywhere outside of quotes, because the semicolon before them is often missing.
const CODES: [&str; 26] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "title",
];

/// The code that a text begins with, and what stands behind it: of `bm e4`, and also of `BM e4`, `bm: e4` and `bm=e4`.
fn split_code(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ';' | ':' | '=')).unwrap_or(text.len());
    let code = CODES.into_iter().find(|code| code.eq_ignore_ascii_case(&text[..end]))?;
    Some((code, text[end..].trim_start().trim_start_matches([':', '='])))
}

/// Comments `c0` to `c9` and variables `v0` to `v9`. `c4` can also be a move.
fn is_numbered(word: &str) -> bool {
    matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9'])
}

/// Splits a line into position and operations. The position is a FEN with the counters of the line, which may also be given by the
/// operations `hmvc` and `fmvn`. A line with `moves`, or one that begins with `startpos`, has no operations.
pub fn split(line: &str) -> (String, Vec<Operation<'_>>) {
    let mut rest = line;
    let mut fields: Vec<&str> = Vec::new();
    while let Some((word, after)) = next_word(rest) {
        let is_counter = fields.len() < FIELDS + 2 && word.parse::<i64>().is_ok();
        if (fields.len() >= FIELDS && !is_counter) || (fields.len() > 1 && split_code(rest).is_some()) {
            break;
        }
        fields.push(word);
        rest = after;
    }
    let first = next_word(rest).map_or("", |(word, _)| word);
    if fields.first() == Some(&"startpos") || fields.contains(&"moves") || first == "moves" {
        return (line.to_owned(), Vec::new());
    }
    let operations = operations(rest);
    let number = |code| operations.iter().find(|operation: &&Operation| operation.code == code);
    let mut position = fields.join(" ");
    if fields.len() <= FIELDS && !operations.is_empty() {
        position.extend(["w", "-", "-"].iter().skip(fields.len() - 1).flat_map(|field| [" ", field]));
        fields.resize(FIELDS, "");
    }
    if fields.len() == FIELDS {
        for (code, default) in [("hmvc", "0"), ("fmvn", "1")] {
            position.push(' ');
            position.push_str(number(code).map_or(default, |operation| operation.operands));
        }
    }
    (position, operations)
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// The operations of a text. A missing semicolon is recognised by the code of the next operation.
fn operations(text: &str) -> Vec<Operation<'_>> {
    let mut operations = Vec::new();
    for part in parts(text) {
        let Some((mut code, mut rest)) = split_code(part).or_else(|| next_word(part)) else { continue };
        // The operands of `code` so far are the part of this before `rest`.
        let mut operands = rest;
        while let Some((word, after)) = next_operand(rest) {
            let is_remark = is_numbered(word) && after.trim_start().starts_with('"');
            let next = split_code(rest).or(is_remark.then_some((word, after)));
            rest = match next {
                // Comments without quotes may contain any word.
                Some((next, behind)) if !is_numbered(code) => {
                    let length = operands.len() - rest.trim_start().len();
                    operations.push(Operation { code, operands: operands[..length].trim() });
                    (code, operands) = (next, behind);
                    behind
                }
                _ => after,
            };
        }
        operations.push(Operation { code, operands: operands.trim() });
    }
    operations
}

/// The parts between semicolons outside of quotes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(move |c: char| {
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = c == '\\' && !escaped;
        c == ';' && !quoted
    })
}

/// The next word or string in quotes.
fn next_operand(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if !text.starts_with('"') {
        return next_word(text);
    }
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    Some(text.split_at(end.map_or(text.len(), |(index, _)| index + 1)))
}

impl Operation<'_> {
    /// The operands as text: without the quotes and backslashes of a string.
    pub fn text(&self) -> String {
        let inner = self.operands.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest));
        let Some(inner) = inner else { return self.operands.to_owned() };
        let mut escaped = false;
        inner
            .chars()
            .filter(|&c| {
                escaped = c == '\\' && !escaped;
                !escaped
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn read(operations: &str) -> (String, Vec<(String, String)>) {
        let line = format!("{START} {operations}");
        let (position, operations) = split(&line);
        (position, operations.iter().map(|found| (found.code.to_owned(), found.text())).collect())
    }

    #[test]
    fn a_semicolon_ends_an_operation_with_or_without_a_blank() {
        let expected = vec![("id".to_owned(), "x".to_owned()), ("bm".to_owned(), "e4 d4".to_owned())];
        for text in ["id \"x\"; bm e4 d4;", "id \"x\";bm e4 d4", " id x ;  bm   e4 d4 ;;"] {
            assert_eq!(read(text), (format!("{START} 0 1"), expected.clone()), "{text}");
        }
    }

    #[test]
    fn a_semicolon_that_is_left_out_is_seen_by_the_next_code() {
        for (text, expected) in [
            ("bm Ra8+ id \"no semicolon\";", [("bm", "Ra8+"), ("id", "no semicolon")]),
            ("bm e4 am d4", [("bm", "e4"), ("am", "d4")]),
            ("id \"bm am\" bm e4;", [("id", "bm am"), ("bm", "e4")]),
            ("bm c4 c5 c0 \"id bm\";", [("bm", "c4 c5"), ("c0", "id bm")]),
            ("c3 the id is bm e4; bm c3", [("c3", "the id is bm e4"), ("bm", "c3")]),
        ] {
            let expected = expected.map(|(code, operands)| (code.to_owned(), operands.to_owned()));
            assert_eq!(read(text).1, expected, "{text}");
        }
    }

    #[test]
    fn fields_that_are_left_out_are_the_usual_ones() {
        let men = "6k1/5ppp/8/8/8/8/5PPP/R5K1";
        for text in ["w - -", "w -", "w"] {
            let line = format!("{men} {text} bm Ra8;");
            let (position, operations) = split(&line);
            assert_eq!((position, operations.len()), (format!("{men} w - - 0 1"), 1), "{text}");
        }
    }

    #[test]
    fn strings_may_hold_anything() {
        let (_, operations) = read(r#"c0 "bm e4; am d4"; id "a \"b\" \\ ö";"#);
        assert_eq!(operations[0].1, "bm e4; am d4");
        assert_eq!(operations[1].1, r#"a "b" \ ö"#);
        assert_eq!(operations.len(), 2);
        assert_eq!(read("id \"unfinished; bm e4;").1, [("id".to_owned(), "unfinished; bm e4;".to_owned())]);
    }

    #[test]
    fn counters_are_taken_from_fields_or_operations() {
        assert_eq!(read("7 30 bm e4;").0, format!("{START} 7 30"));
        assert_eq!(read("7 30; bm e4;"), (format!("{START} 7 30"), vec![("bm".to_owned(), "e4".to_owned())]));
        assert_eq!(read("hmvc 7; fmvn 30; bm e4;").0, format!("{START} 7 30"));
        assert_eq!(read("fmvn 30;").0, format!("{START} 0 30"));
        assert_eq!(read("").0, format!("{START} 0 1"));
    }

    #[test]
    fn other_lines_are_left_as_they_are() {
        let moves = format!("{START} 0 1 moves e2e4");
        for line in ["startpos", "startpos moves e2e4 e7e5 g1f3", &moves, "8/8/8/8/8/8/8/8 w", "hello", ""] {
            assert_eq!(split(line), (line.to_owned(), Vec::new()), "{line}");
        }
    }
}
