//! Reads lines of input, which may contain any bytes.

use super::retry;
use std::io::{self, BufRead};

/// The longest accepted line, in bytes: a game of 100,000 moves.
const LONGEST: usize = 1 << 20;

/// The byte order mark, in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Its text; bytes that are not UTF-8 are replaced.
    Text(String),
    /// The line is too long and was skipped.
    TooLong,
}

/// Reads lines.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// Whether nothing has been read yet.
    is_new: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, is_new: true }
    }

    /// Moves a part of the line into `line`; returns whether the line has ended, and how many bytes were read.
    fn read_part(&mut self, line: &mut Vec<u8>) -> io::Result<(bool, usize)> {
        if retry(|| self.input.fill_buf().map(<[u8]>::is_empty))? {
            return Ok((true, 0));
        }
        let part = self.input.fill_buf()?;
        let (ended, used) = match part.iter().position(|&byte| byte == b'\n') {
            Some(at) => (true, at + 1),
            None => (false, part.len()),
        };
        let room = (LONGEST + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..used.min(room)]);
        self.input.consume(used);
        Ok((ended, used))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let mut line = Vec::new();
        let mut read = 0;
        loop {
            // An input error counts as the end of input.
            let (ended, used) = self.read_part(&mut line).unwrap_or((true, 0));
            read += used;
            if ended {
                break;
            }
        }
        // Some editors write a byte order mark at the beginning of a file.
        if std::mem::take(&mut self.is_new) && line.starts_with(MARK) {
            line.drain(..MARK.len());
        }
        match read {
            0 => None,
            _ if line.len() > LONGEST => Some(Line::TooLong),
            _ => Some(Line::Text(String::from_utf8_lossy(&line).into_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<Line> {
        Lines::new(BufReader::with_capacity(buffer, bytes)).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn lines_end_at_line_breaks_and_at_the_end_of_input() {
        for buffer in [1, 2, 3, 100] {
            assert_eq!(
                lines(b"a\n\r\nbc\r\nd", buffer),
                [text("a\n"), text("\r\n"), text("bc\r\n"), text("d")]
            );
            assert_eq!(lines(b"", buffer), []);
            assert_eq!(lines(b"\n", buffer), [text("\n")]);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"\xff\0go\n", 8), [text("\u{fffd}\0go\n")]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_start_alone() {
        for buffer in [1, 2, 3, 100] {
            assert_eq!(
                lines(b"\xef\xbb\xbfuci\n\xef\xbb\xbfgo", buffer),
                [text("uci\n"), text("\u{feff}go")]
            );
        }
        assert_eq!(lines(b"\xef\xbb\n", 8), [text("\u{fffd}\n")]);
    }

    #[test]
    fn a_line_without_end_is_skipped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; 3 * LONGEST];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(lines(&bytes, 4096), [Line::TooLong, text("isready\n")]);
        assert_eq!(lines(&bytes[..2 * LONGEST], 4096), [Line::TooLong]);
    }

    #[test]
    fn an_error_ends_the_input() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        assert_eq!(Lines::new(BufReader::new(Broken)).next(), None);
    }
}
