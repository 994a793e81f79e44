//! User input and system messages inside output lines: on one line, without control characters, and of limited length.

use std::fmt::{self, Write};

/// The longest quotation of foreign text in a message, in characters.
const QUOTED: usize = 80;
/// The longest note, in characters.
pub(crate) const NOTE: usize = 500;
/// The longest part of a note that is followed by another part, in characters.
const PART: usize = NOTE - 100;

/// Writes text up to a length, counts the rest, and escapes control characters.
struct Cut<'a, W: ?Sized> {
    out: &'a mut W,
    /// Characters that may still be written.
    left: usize,
    /// Characters that were left out.
    more: usize,
}

impl<'a, W: Write + ?Sized> Cut<'a, W> {
    fn new(out: &'a mut W, most: usize) -> Self {
        Cut { out, left: most, more: 0 }
    }

    /// Writes how much was left out.
    fn finish(self) -> fmt::Result {
        match self.more {
            0 => Ok(()),
            more => write!(self.out, " ... and {more} more characters"),
        }
    }
}

impl<W: Write + ?Sized> Write for Cut<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if self.left == 0 {
                self.more += 1;
                continue;
            }
            if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') {
                let escaped = letter.escape_default();
                self.left = self.left.saturating_sub(escaped.len());
                write!(self.out, "{escaped}")?;
            } else {
                self.left -= 1;
                self.out.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// Foreign text, quoted and escaped for one line of output.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        let mut cut = Cut::new(f, QUOTED);
        cut.write_str(self.0)?;
        let ending = if cut.more > 0 { "...'" } else { "'" };
        f.write_str(ending)
    }
}

/// Phrases that make xboard conclude that the engine did not start, and their replacements. They occur in system messages and in
/// foreign text.
const XBOARD_PHRASES: [(&str, &str); 6] = [
    ("No such file", "Nonexistent file"),
    ("Permission denied", "No permission"),
    ("not found", "missing"),
    ("unknown host", "unresolved host"),
    ("can't alloc", "cannot alloc"),
    ("No remote directory", "Missing remote directory"),
];

/// Writes a note: reworded for xboard, escaped and cut.
pub(crate) fn write_note(f: &mut fmt::Formatter<'_>, text: &dyn fmt::Display) -> fmt::Result {
    let mut text = text.to_string();
    for (phrase, instead) in XBOARD_PHRASES {
        if text.contains(phrase) {
            text = text.replace(phrase, instead);
        }
    }
    let mut cut = Cut::new(f, NOTE);
    cut.write_str(&text)?;
    cut.finish()
}

/// Joins foreign text of several lines into one line.
pub(crate) fn single_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Why something new is not used, and what is used instead. A long reason is cut, so that the second part is shown.
pub(crate) fn kept(reason: &str, instead: &str) -> String {
    let mut text = String::new();
    let mut cut = Cut::new(&mut text, PART);
    // Writing to a string does not fail.
    let _ = cut.write_str(&single_line(reason)).and_then(|()| cut.finish());
    format!("{text}; {instead}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::CommandError;
    use crate::reply::Note;

    #[test]
    fn foreign_text_stays_on_one_line_and_is_cut() {
        let message = CommandError::Unknown(format!("a\nb\r\t{}", "x".repeat(1_000))).to_string();
        assert!(message.starts_with("unknown command: 'a\\nb\\r\\txxx"), "{message}");
        assert!(message.len() < 130 && message.contains("..."), "{message}");
        assert!(!message.contains(char::is_control));
    }

    #[test]
    fn a_note_is_cut_and_says_how_much_is_missing() {
        let long = "é".repeat(1_000_000);
        let note = Note(format_args!("{long}!")).to_string();
        let expected =
            format!("info string {} ... and {} more characters", "é".repeat(NOTE), 1_000_001 - NOTE);
        assert_eq!(note, expected);
        assert_eq!(Note("é".repeat(NOTE)).to_string(), format!("info string {}", "é".repeat(NOTE)));
    }

    #[test]
    fn a_note_has_no_control_characters() {
        let note = Note("a\u{1b}[31mb\0c\nd\u{85}e\u{2028}f").to_string();
        assert_eq!(note, "info string a\\u{1b}[31mb\\u{0}c\\nd\\u{85}e\\u{2028}f");
    }

    #[test]
    fn what_is_used_instead_is_told_after_a_long_reason() {
        let note = Note(kept(&"a\nfolder ".repeat(10_000), "the old one stays")).to_string();
        assert!(note.starts_with("info string a folder a folder "), "{note}");
        assert!(note.ends_with(" more characters; the old one stays"), "{note}");
    }
}
