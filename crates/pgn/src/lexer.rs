//! Splits the text of a game into tokens.

use crate::error::Reason;
use crate::game::{GameResult, Tag};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Tag(Tag),
    Comment(String),
    Glyph(u8),
    Open,
    Close,
    Result(GameResult),
    /// A word that should be a move.
    Move(&'a str),
}

/// Reads tokens from a text.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Line of the text that the last token began in, from 0.
    line: u64,
    /// The offset up to which lines were counted.
    counted: usize,
    /// Whether the tags have ended.
    moves: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, line: 0, counted: 0, moves: false }
    }

    /// Line of the text that the last token began in, from 0.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, Reason> {
        loop {
            self.skip_blanks();
            let rest = &self.text[self.at..];
            let Some(first) = rest.chars().next() else { return Ok(None) };
            return Ok(Some(match first {
                '[' if !self.moves => self.tag()?,
                '{' => {
                    self.moves = true;
                    let length = rest.find('}').ok_or(Reason::UnclosedComment)?;
                    self.at += length + 1;
                    Token::Comment(comment(&rest[1..length]))
                }
                ';' => {
                    let length = rest.find('\n').unwrap_or(rest.len());
                    self.at += length;
                    Token::Comment(comment(&rest[1..length]))
                }
                '(' => self.sign(Token::Open),
                ')' => self.sign(Token::Close),
                '$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    let word = &rest[..=digits];
                    self.at += word.len();
                    Token::Glyph(word[1..].parse().map_err(|_| Reason::Word(word.to_owned()))?)
                }
                '!' | '?' => {
                    let length = rest.bytes().take_while(|byte| b"!?".contains(byte)).count();
                    self.at += length;
                    match assessment(&rest[..length]) {
                        Some(glyph) => Token::Glyph(glyph),
                        None => continue,
                    }
                }
                _ => match self.word()? {
                    Some(token) => token,
                    None => continue,
                },
            }));
        }
    }

    fn sign(&mut self, token: Token<'a>) -> Token<'a> {
        self.moves = true;
        self.at += 1;
        token
    }

    /// Skips blanks, and lines that begin with a percent sign.
    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let begins_line = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            if !begins_line || !self.text[self.at..].starts_with('%') {
                break;
            }
            let rest = &self.text[self.at..];
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
        let passed = &self.text.as_bytes()[self.counted..self.at];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.counted = self.at;
    }

    /// Reads `[Name "value"]`. A quote belongs to the value unless the tag ends after it.
    fn tag(&mut self) -> Result<Token<'a>, Reason> {
        let rest = &self.text[self.at..];
        let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
        let refuse = || Reason::Tag(line.trim_end().to_owned());
        let inner = line[1..].trim_start();
        let name_length = inner.find(|c: char| c.is_whitespace() || c == '"').ok_or_else(refuse)?;
        let (name, behind) = inner.split_at(name_length);
        let behind = behind.trim_start();
        if name.is_empty() || !behind.starts_with('"') {
            return Err(refuse());
        }
        let mut value = String::new();
        let mut letters = behind[1..].char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                '\\' => match letters.clone().next() {
                    Some((_, next @ ('"' | '\\'))) => {
                        letters.next();
                        value.push(next);
                    }
                    _ => value.push(letter),
                },
                '"' => {
                    let after = behind[1 + place + 1..].trim_start();
                    if let Some(after) = after.strip_prefix(']') {
                        self.at += line.len() - after.len();
                        return Ok(Token::Tag(Tag { name: name.to_owned(), value }));
                    }
                    value.push('"');
                }
                _ => value.push(letter),
            }
        }
        Err(refuse())
    }

    /// Reads a word; `None` if it is a move number.
    fn word(&mut self) -> Result<Option<Token<'a>>, Reason> {
        self.moves = true;
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let dots =
            rest[digits..].chars().take_while(|c| matches!(c, '.' | '…')).map(char::len_utf8).sum::<usize>();
        if dots > 0 {
            self.at += digits + dots;
            return Ok(None);
        }
        let ends = |c: char| c.is_whitespace() || "{}();[]$!?".contains(c);
        // A promotion may stand in parentheses: e8(Q).
        let length = match rest.find(ends) {
            Some(length) if is_promotion(&rest[length..]) && length > 0 => length + 3,
            Some(length) => length.max(rest.chars().next().map_or(1, char::len_utf8)),
            None => rest.len(),
        };
        let word = &rest[..length];
        self.at += length;
        if digits == word.len() {
            return Ok(None);
        }
        if let Some(result) = GameResult::from_word(word) {
            return Ok(Some(Token::Result(result)));
        }
        if let Some(glyph) = glyph(word) {
            return Ok(Some(Token::Glyph(glyph)));
        }
        match word.chars().next() {
            Some(first) if first.is_alphanumeric() || first == '-' || first == '@' => {
                Ok(Some(Token::Move(word)))
            }
            // Anything else is not an element of a game.
            _ => Err(Reason::Word(word.to_owned())),
        }
    }
}

fn is_promotion(text: &str) -> bool {
    matches!(text.as_bytes(), [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..])
}

/// A comment's text on one line.
fn comment(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The glyph of a sign such as `!`.
fn assessment(word: &str) -> Option<u8> {
    Some(match word {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// The glyph of a sign after a move, as printed in books.
fn glyph(word: &str) -> Option<u8> {
    Some(match word {
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        "N" => 146,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        while let Some(token) = lexer.next().unwrap() {
            tokens.push(token);
        }
        tokens
    }

    fn tag(text: &str) -> (String, String) {
        match tokens(text).remove(0) {
            Token::Tag(tag) => (tag.name, tag.value),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn move_numbers_and_blanks_are_passed_over() {
        let moves = [Token::Move("e4"), Token::Move("e5"), Token::Move("Nf3")];
        for text in
            ["1. e4 e5 2. Nf3", "1.e4 e5 2.Nf3", "1 e4 1... e5\n2. Nf3", "1. e4 1…e5 17.Nf3", "e4 e5 . Nf3"]
        {
            assert_eq!(tokens(text), moves, "{text}");
        }
    }

    #[test]
    fn tags_may_hold_quotes_and_escapes() {
        assert_eq!(tag(r#"[Event "a \"b\" \\ c"]"#), ("Event".into(), r#"a "b" \ c"#.into()));
        assert_eq!(tag(r#"[Event "The "Big" Open"]"#).1, r#"The "Big" Open"#);
        assert_eq!(tag(r#"[ Event  ""  ]"#).1, "");
        assert_eq!(tag(r#"[Event "a]b"]"#).1, "a]b");
        assert_eq!(tokens(r#"[A "1"] [B "2"] *"#).len(), 3);
    }

    #[test]
    fn glyphs_are_read_as_signs_and_numbers() {
        let expected =
            [Token::Move("Qh5"), Token::Glyph(2), Token::Glyph(14), Token::Glyph(16), Token::Glyph(146)];
        assert_eq!(tokens("Qh5? $14 +/- N"), expected);
        assert_eq!(tokens("e8(Q)!?"), [Token::Move("e8(Q)"), Token::Glyph(5)]);
        assert_eq!(tokens("e4!!!"), [Token::Move("e4")]);
    }

    #[test]
    fn results_are_no_castling_and_castling_no_result() {
        let expected = [Token::Move("0-0"), Token::Move("0-0-0"), Token::Result(GameResult::BlackWins)];
        assert_eq!(tokens("0-0 0-0-0 0-1"), expected);
        assert_eq!(tokens("½-½"), [Token::Result(GameResult::Draw)]);
    }

    #[test]
    fn comments_lose_their_line_ends_and_lines_of_percent_signs_are_nothing() {
        let expected = [Token::Move("e4"), Token::Comment("a b".into()), Token::Comment("c".into())];
        assert_eq!(tokens("%x\ne4 {\n a\n b }\n% {\n; c\n"), expected);
    }

    #[test]
    fn what_is_nothing_is_named() {
        for (text, word) in
            [("e4 }", "}"), ("$", "$"), ("$999", "$999"), ("[Event]", "[Event]"), ("e4 ]", "]")]
        {
            let mut lexer = Lexer::new(text);
            let error = loop {
                match lexer.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("{text}"),
                    Err(error) => break error.to_string(),
                }
            };
            assert!(error.contains(&format!("{word:?}")), "{error}");
        }
    }
}
