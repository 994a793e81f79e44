//! Splits a stream into the texts of its games.
//!
//! A game ends at its result, or where the tags of the next game begin. The text is not parsed, so a damaged game does not affect the
//! others.

use crate::error::{PgnError, Reason};
use crate::game::GameResult;
use std::io::{self, BufRead, Read};

/// The longest game that is read (bytes). Known studies with thousands of variations are shorter.
pub const LONGEST_GAME: usize = 8 << 20;

/// The text of a game, and its place in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RawGame {
    /// The game's number in the stream, from 1.
    pub number: u64,
    /// The line of the stream where it begins, from 1.
    pub line: u64,
    /// The text. If it is not UTF-8, it is read as ISO 8859-1, the standard's encoding.
    pub text: String,
    /// The offset in the stream after its last line (bytes).
    pub end: u64,
    /// Whether it is complete: it has a result, and the line of the result ends.
    pub complete: bool,
}

impl RawGame {
    /// A game from a text without a stream.
    #[must_use]
    pub fn new(text: impl Into<String>) -> RawGame {
        let text = text.into();
        RawGame { number: 1, line: 1, end: text.len() as u64, text, complete: true }
    }
}

/// The games of a stream, one after the other.
///
/// An error of the stream itself ends the iteration. A game that is too long is an error, and the next one follows.
#[derive(Debug)]
pub struct RawGames<R> {
    input: R,
    /// A line that was read and belongs to the next game.
    kept: Option<Vec<u8>>,
    number: u64,
    /// Lines that were read, without the kept one.
    lines: u64,
    /// Bytes that were read, without the kept line.
    bytes: u64,
    ended: bool,
}

impl<R: BufRead> RawGames<R> {
    /// The games in `input`.
    pub fn new(input: R) -> RawGames<R> {
        RawGames { input, kept: None, number: 0, lines: 0, bytes: 0, ended: false }
    }

    /// The next line with its end. At most the longest length of a game is kept.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(line) = self.kept.take() {
            return Ok(Some(line));
        }
        let mut line = Vec::new();
        self.input.by_ref().take(LONGEST_GAME as u64 + 1).read_until(b'\n', &mut line)?;
        if line.len() > LONGEST_GAME && !line.ends_with(b"\n") {
            self.bytes += self.input.skip_until(b'\n')? as u64;
        }
        if self.bytes == 0 && self.number == 0 && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
            self.bytes += 3;
        }
        Ok((!line.is_empty()).then_some(line))
    }

    fn game(&mut self) -> Result<Option<RawGame>, PgnError> {
        let mut text = Vec::new();
        let mut scan = Scan::default();
        let mut first = self.lines + 1;
        let mut too_long = false;
        let number = self.number + 1;
        let error = |line, reason: Reason| PgnError { game: number, line, reason };
        let mut complete = false;
        while let Some(line) = self.line().map_err(|failed| error(self.lines + 1, failed.into()))? {
            if text.is_empty() && line.trim_ascii().is_empty() {
                self.pass(line.len());
                first = self.lines + 1;
                continue;
            }
            if scan.begins_next(&line) {
                self.kept = Some(line);
                break;
            }
            let end = scan.end(&line);
            let own = &line[..end.unwrap_or(line.len())];
            too_long |= text.len() + own.len() > LONGEST_GAME;
            if !too_long {
                text.extend_from_slice(own);
            }
            match end {
                None => self.pass(line.len()),
                Some(end) if line[end..].trim_ascii().is_empty() => {
                    complete = line.ends_with(b"\n");
                    self.pass(line.len());
                    break;
                }
                Some(end) => {
                    self.bytes += end as u64;
                    self.kept = Some(line[end..].to_vec());
                    complete = true;
                    break;
                }
            }
        }
        if text.is_empty() && !too_long {
            return Ok(None);
        }
        self.number += 1;
        if too_long {
            return Err(error(first, Reason::TooLong));
        }
        let text = String::from_utf8(text).unwrap_or_else(|error| latin1(error.as_bytes()));
        Ok(Some(RawGame { number, line: first, text, end: self.bytes, complete }))
    }

    fn pass(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        self.lines += 1;
    }
}

impl<R: BufRead> Iterator for RawGames<R> {
    type Item = Result<RawGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game().transpose();
        self.ended = match &game {
            None => true,
            Some(Err(error)) => error.is_io(),
            Some(Ok(_)) => false,
        };
        game
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The state of a game after the lines read so far.
#[derive(Default)]
struct Scan {
    /// A tag was seen.
    tags: bool,
    /// A blank line was seen after tags.
    blank: bool,
    /// Moves or comments were seen.
    moves: bool,
    /// A comment is open.
    comment: bool,
    /// How many variations are open.
    depth: usize,
}

impl Scan {
    /// Whether a line is a tag of the next game. In an open comment, only the tag `Event` counts.
    fn begins_next(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii_start();
        if self.comment {
            return line.starts_with(b"[Event \"");
        }
        is_tag(line) && (self.moves || (self.tags && self.blank && line.starts_with(b"[Event ")))
    }

    /// Reads a line. If the game ends in it, returns the offset after the result and the comments that follow it.
    fn end(&mut self, line: &[u8]) -> Option<usize> {
        if !self.comment {
            if line.starts_with(b"%") {
                return None;
            }
            if line.trim_ascii().is_empty() {
                self.blank |= self.tags;
                return None;
            }
            if !self.moves && is_tag(line.trim_ascii_start()) {
                self.tags = true;
                return None;
            }
        }
        self.moves = true;
        let mut at = 0;
        let mut end = None;
        while at < line.len() {
            let rest = &line[at..];
            if self.comment {
                match rest.iter().position(|&byte| byte == b'}') {
                    None => break,
                    Some(length) => {
                        self.comment = false;
                        at += length + 1;
                        end = end.map(|_| at);
                    }
                }
                continue;
            }
            match rest[0] {
                b'{' => {
                    self.comment = true;
                    at += 1;
                }
                b';' => {
                    end = end.map(|_| line.len());
                    break;
                }
                byte if byte.is_ascii_whitespace() => at += 1,
                // After the result, the next game begins.
                _ if end.is_some() => break,
                b'(' => {
                    self.depth += 1;
                    at += 1;
                }
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    at += 1;
                }
                _ => {
                    let stop = |byte: &u8| byte.is_ascii_whitespace() || b"{}();".contains(byte);
                    let length = rest.iter().position(stop).unwrap_or(rest.len()).max(1);
                    let word = std::str::from_utf8(&rest[..length]).unwrap_or_default();
                    at += length;
                    if self.depth == 0 && GameResult::from_word(word).is_some() {
                        end = Some(at);
                    }
                }
            }
        }
        // A comment after the result that continues in the next line is read as part of the next game, before its moves.
        if end.is_some() && self.comment {
            self.comment = false;
        }
        end
    }
}

/// Whether a line begins as a tag does: `[Name "`.
fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let rest = rest.trim_ascii_start();
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && rest[name..].trim_ascii_start().starts_with(b"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &[u8]) -> Vec<RawGame> {
        RawGames::new(text).map(Result::unwrap).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        split(text.as_bytes()).into_iter().map(|raw| raw.text.trim().to_owned()).collect()
    }

    #[test]
    fn a_game_ends_at_its_result_or_where_tags_begin() {
        let one = "[Event \"a\"]\n[White \"x\"]\n\n1. e4 e5\n2. Nf3 1-0";
        let two = "[Event \"b\"]\n\n1. d4 d5";
        let three = "[Event \"c\"]\n\n1. c4 *";
        assert_eq!(texts(&format!("\n{one}\n\n{two}\n\n\n{three}")), [one, two, three]);
        assert_eq!(texts(&format!("{one}\r\n{two}\n{three}\n")), [one, two, three]);
    }

    #[test]
    fn games_without_tags_are_told_apart_even_on_a_line() {
        assert_eq!(texts("1. e4 e5 1-0\n1. d4 *"), ["1. e4 e5 1-0", "1. d4 *"]);
        assert_eq!(texts("1. e4 1-0 1. d4 0-1"), ["1. e4 1-0", "1. d4 0-1"]);
    }

    #[test]
    fn results_and_tags_within_comments_and_variations_are_none() {
        let text =
            "[Event \"a\"]\n\n1. e4 {drawn 1/2-1/2\n[White \"x\"]\n} (1. d4 1-0) 1... e5 ; 0-1\n2. Nf3 *";
        assert_eq!(texts(text), [text]);
    }

    #[test]
    fn comments_behind_the_result_belong_to_the_game() {
        assert_eq!(
            texts("1. e4 1-0 {resigns} ; quickly\n1. d4 *"),
            ["1. e4 1-0 {resigns} ; quickly", "1. d4 *"]
        );
    }

    #[test]
    fn an_open_comment_or_variation_does_not_take_the_next_game() {
        let text = "[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 (1. c4 1-0\n\n[Event \"c\"]\n\n1. f4 *";
        let games = texts(text);
        assert_eq!(games.len(), 3, "{games:?}");
        assert!(games[2].ends_with("1. f4 *"));
    }

    #[test]
    fn games_of_tags_alone_are_told_apart() {
        assert_eq!(texts("[Event \"a\"]\n\n[Event \"b\"]\n\n*\n"), ["[Event \"a\"]", "[Event \"b\"]\n\n*"]);
        assert_eq!(texts("[Event \"a\"]\n\n[White \"b\"]\n\n*\n").len(), 1);
    }

    #[test]
    fn each_knows_its_place() {
        let text = "\u{feff}\n[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *";
        let games = split(text.as_bytes());
        let places: Vec<_> = games.iter().map(|game| (game.number, game.line, game.complete)).collect();
        assert_eq!(places, [(1, 2, true), (2, 6, false)]);
        assert_eq!(&text[..games[0].end as usize], "\u{feff}\n[Event \"a\"]\n\n1. e4 *\n");
        assert_eq!(games[1].end as usize, text.len());
    }

    #[test]
    fn what_is_not_utf8_is_iso_8859_1() {
        assert_eq!(split(b"[White \"H\xfcbner\"]\n\n*\n")[0].text, "[White \"Hübner\"]\n\n*");
        assert_eq!(split("[White \"Hübner\"]\n\n*\n".as_bytes())[0].text, "[White \"Hübner\"]\n\n*");
    }

    #[test]
    fn a_game_that_is_too_long_is_an_error_and_the_next_one_follows() {
        let mut text = "[Event \"a\"]\n\n1. e4 {".to_owned();
        for _ in 0..=LONGEST_GAME / 64 {
            text.push_str(&"x".repeat(63));
            text.push('\n');
        }
        text.push_str("} 1-0\n\n1. d4 *\n");
        let mut games = RawGames::new(text.as_bytes());
        let error = games.next().unwrap().unwrap_err();
        assert!(matches!(error.reason, Reason::TooLong) && error.game == 1, "{error}");
        assert_eq!(games.next().unwrap().unwrap().text, "1. d4 *");
        assert!(games.next().is_none());
        // Also without an end of line.
        let long = format!("{{{}", "x".repeat(LONGEST_GAME + 5));
        assert!(RawGames::new(long.as_bytes()).next().unwrap().is_err());
    }

    #[test]
    fn an_error_of_the_stream_is_told_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("unplugged"))
            }
        }
        let mut games = RawGames::new(io::BufReader::new(Broken));
        let error = games.next().unwrap().unwrap_err();
        assert!(error.is_io() && error.to_string().ends_with("unplugged"), "{error}");
        assert!(games.next().is_none());
    }
}
