//! A line of EPD taken apart: the position, and the operations behind it.
//!
//! An operation is a code with operands, up to a semicolon; strings stand in quotes
//! (<https://www.chessprogramming.org/Extended_Position_Description>).

/// An operation of an EPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// What it is: `bm`, `id`, ...
    pub code: &'a str,
    /// What stands behind the code, as it is written.
    pub operands: &'a str,
}

/// Fields of a position: pieces, side to move, castling, en passant.
const FIELDS: usize = 4;

/// Splits a line into position and operations. The position is a FEN with the counters that the line has, in either way
/// (`hmvc` and `fmvn` are EPD's); a line that goes on with `moves`, or that begins with `startpos`, has no operations.
pub fn split(line: &str) -> (String, Vec<Operation<'_>>) {
    let mut rest = line;
    let mut fields: Vec<&str> = Vec::new();
    while let Some((word, after)) = next_word(rest) {
        let is_counter = fields.len() < FIELDS + 2 && word.parse::<i64>().is_ok();
        if fields.len() >= FIELDS && !is_counter {
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

/// Everything between semicolons that are not in quotes.
fn operations(text: &str) -> Vec<Operation<'_>> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = text.split(move |c: char| {
        match c {
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        c == ';' && !quoted
    });
    parts
        .filter_map(|part| {
            let (code, operands) = next_word(part)?;
            Some(Operation { code, operands: operands.trim() })
        })
        .collect()
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
