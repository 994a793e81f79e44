//! Games as text, in the standard's export format, in lines of about 80 characters.

use crate::game::{Game, Line, Tag};
use argali_search::san;
use cozy_chess::Board;
use std::fmt;

/// The length of lines that the standard recommends (characters). Closing parentheses may exceed it.
const WIDTH: usize = 80;

impl fmt::Display for Game {
    /// Tags, an empty line, moves and result, and the end of that line. An empty line has to follow before the next game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            writeln!(f, "{tag}")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut words = Words::default();
        words.line(&self.start, &self.line);
        words.push(self.result.to_string());
        writeln!(f, "{}", words.text)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        write!(f, "[{} \"{value}\"]", self.name)
    }
}

/// Arranges words in lines.
#[derive(Default)]
struct Words {
    text: String,
    /// Characters on the last line.
    column: usize,
    /// Opening parentheses before the next word.
    opens: usize,
}

impl Words {
    fn push(&mut self, word: impl AsRef<str>) {
        let word = "(".repeat(std::mem::take(&mut self.opens)) + word.as_ref();
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&word);
        self.column += length;
    }

    /// Writes a comment. No line of it begins like a tag or an escaped line (`%`).
    fn comment(&mut self, comment: &str) {
        let comment = comment.replace('}', ")");
        let mut unit = "{".to_owned();
        for word in comment.split_whitespace() {
            let open = unit.matches('[').count() > unit.matches(']').count();
            if open || word.starts_with(['[', '%', ';']) {
                unit.push(' ');
                unit.push_str(word);
            } else {
                self.push(&unit);
                word.clone_into(&mut unit);
            }
        }
        self.push(unit + " }");
    }

    fn line(&mut self, start: &Board, line: &Line) {
        line.comments.iter().for_each(|comment| self.comment(comment));
        let mut board = start.clone();
        let mut interrupted = true;
        for node in &line.moves {
            // A number and its move stay on one line.
            let number = san::number(&board, interrupted);
            let before = board.clone();
            match node.mv {
                Some(mv) if board.is_legal(mv) => {
                    self.push(number + &san::show(&board, mv));
                    board.play_unchecked(mv);
                }
                Some(mv) => {
                    // An illegal move in a tree that was built by hand. Nothing after it has a meaning.
                    self.comment(&format!("{mv} is not legal"));
                    return;
                }
                None => match board.null_move() {
                    Some(next) => {
                        self.push(number + "--");
                        board = next;
                    }
                    None => return,
                },
            }
            node.glyphs.iter().for_each(|glyph| self.push(format!("${glyph}")));
            node.comments.iter().for_each(|comment| self.comment(comment));
            for variation in &node.variations {
                self.opens += 1;
                self.line(&before, variation);
                self.text.push(')');
                self.column += 1;
            }
            interrupted = !node.comments.is_empty() || !node.variations.is_empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, GameResult, Line, MoveNode, RawGame, RawGames};
    use cozy_chess::Board;
    use proptest::prelude::*;

    fn again(game: &Game) -> Game {
        let text = game.to_string();
        let raws: Vec<_> = RawGames::new(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(raws.len(), 1, "{text}");
        assert!(raws[0].complete);
        Game::parse(&raws[0]).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn a_game_is_written_in_the_export_format() {
        let text = "[White \"A \\\"B\\\"\"]\n[Black \"\"]\n\n\
            { before } 1. e4 $1 { [%eval 0.3] good } 1... e5 (1... c5 { Sicilian } 2. Nf3\n\
            (2. c3)) (1... e6) 2. Nf3 { resigned } 1-0\n";
        let game = Game::parse(&RawGame::new(text)).unwrap();
        assert_eq!(game.to_string(), text);
    }

    #[test]
    fn no_line_of_a_comment_begins_like_a_tag_or_an_escape() {
        let comment = "[%eval 0.17] [%clk 0:01:00] % ; ".repeat(20);
        let node = MoveNode {
            mv: "e2e4".parse().ok(),
            comments: vec![comment.trim().into()],
            ..MoveNode::default()
        };
        let game = Game { line: Line { moves: vec![node], ..Line::default() }, ..Game::new() };
        let text = game.to_string();
        assert!(text.lines().all(|line| !line.starts_with(['[', '%', ';'])), "{text}");
        assert_eq!(again(&game), game);
    }

    #[test]
    fn braces_in_comments_do_not_close_them() {
        let game = Game::parse(&RawGame::new("1. e4 ; a } b\n*")).unwrap();
        assert_eq!(game.to_string(), "1. e4 { a ) b } *\n");
    }

    /// A tree of legal moves with all kinds of annotations.
    fn line(board: &Board, choices: &[(usize, u8)], depth: usize) -> Line {
        let mut line = Line::default();
        let mut board = board.clone();
        if depth > 0 && choices.len().is_multiple_of(3) {
            line.comments.push("before [%cal Ge2e4]".into());
        }
        for (index, &(choice, extra)) in choices.iter().enumerate() {
            let mut moves = Vec::new();
            board.generate_moves(|some| {
                moves.extend(some);
                false
            });
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice % moves.len()];
            let mut node = MoveNode { mv: Some(mv), ..MoveNode::default() };
            if extra.is_multiple_of(5) {
                node.glyphs = vec![1 + extra % 6, 139];
            }
            if extra.is_multiple_of(7) {
                node.comments =
                    vec!["wörds ".repeat(usize::from(extra) + 1).trim().to_owned(), "[%clk 1]".into()];
            }
            if extra.is_multiple_of(11) && depth < 3 {
                node.variations.push(self::line(&board, &choices[index + 1..], depth + 1));
                node.variations.retain(|line| *line != Line::default());
            }
            line.moves.push(node);
            board.play(mv);
        }
        line
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            number in 0u32..960,
            choices in prop::collection::vec((any::<usize>(), any::<u8>()), 0..60),
            value in "[ -~]{0,30}",
        ) {
            let mut game = Game::from_board(Board::chess960_startpos(number));
            game.set_tag("Event", &value);
            game.line = line(&game.start.clone(), &choices, 0);
            game.result = GameResult::Draw;
            prop_assert_eq!(again(&game), game);
        }

        #[test]
        fn no_text_panics(text in any::<String>(), likely in r#"[\[\]{}()"EevntNf3$!? .1*0-]{0,60}"#) {
            for text in [text, likely] {
                for raw in RawGames::new(text.as_bytes()) {
                    let _ = Game::parse(&raw.unwrap());
                }
                let _ = Game::parse(&RawGame::new(text));
            }
        }
    }
}
