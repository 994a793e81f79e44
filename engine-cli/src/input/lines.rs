//! Lines of text with any line ending.

use std::io::{self, BufRead};
use thiserror::Error;

/// The longest line that is read (bytes), as in a UCI session.
const LONGEST: usize = 1 << 20;

/// A line that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the line is longer than {LONGEST} bytes")]
pub struct TooLong;

/// Lines that end in a line feed, a carriage return, or both.
pub struct Lines<R> {
    reader: R,
    /// Whether the last line ended in a carriage return, to which a following line feed belongs.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a text.
    pub fn new(reader: R) -> Lines<R> {
        Lines { reader, after_return: false }
    }

    /// The next line without its ending, with invalid UTF-8 replaced; `None` at the end. Only the beginning of a line that is too long is
    /// kept in memory.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn next(&mut self) -> io::Result<Option<Result<String, TooLong>>> {
        let mut line = Vec::new();
        let (mut begun, mut too_long) = (false, false);
        loop {
            let bytes = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if bytes.is_empty() {
                break;
            }
            if std::mem::take(&mut self.after_return) && bytes[0] == b'\n' {
                self.reader.consume(1);
                continue;
            }
            begun = true;
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &bytes[..end.unwrap_or(bytes.len())];
            too_long |= line.len() + part.len() > LONGEST;
            if !too_long {
                line.extend_from_slice(part);
            }
            self.after_return = end.is_some_and(|end| bytes[end] == b'\r');
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        let text = || String::from_utf8_lossy(&line).into_owned();
        Ok(begun.then(|| if too_long { Err(TooLong) } else { Ok(text()) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// Read with buffers of every small size, so that an end is divided between two of them.
    fn lines(text: &[u8]) -> Vec<String> {
        let all = (1..=text.len().max(1)).map(|capacity| {
            let mut lines = Lines::new(BufReader::with_capacity(capacity, text));
            std::iter::from_fn(|| lines.next().unwrap()).map(Result::unwrap).collect::<Vec<_>>()
        });
        let mut all: Vec<_> = all.collect();
        all.dedup();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    #[test]
    fn every_end_of_a_line_is_one() {
        for text in ["a\n\nb\n", "a\r\n\r\nb\r\n", "a\r\rb\r", "a\n\nb", "a\r\n\rb", "a\r\r\nb"] {
            assert_eq!(lines(text.as_bytes()), ["a", "", "b"], "{text:?}");
        }
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\r\n"), [""]);
        assert_eq!(lines(b"caf\xe9"), ["caf\u{fffd}"]);
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let text = [vec![b'a'; LONGEST + 1], b"\rb\n".to_vec(), vec![b'c'; LONGEST]].concat();
        let mut lines = Lines::new(&text[..]);
        assert_eq!(lines.next().unwrap(), Some(Err(TooLong)));
        assert_eq!(lines.next().unwrap(), Some(Ok("b".to_owned())));
        assert_eq!(lines.next().unwrap().unwrap().unwrap().len(), LONGEST);
        assert_eq!(lines.next().unwrap(), None);
    }
}
