//! Parses tokens into a game.

use crate::error::{PgnError, Reason};
use crate::game::{Game, GameResult, Line, MoveNode};
use crate::lexer::{Lexer, Token};
use crate::raw::RawGame;
use crate::start;
use argali_search::{MoveError, san};
use cozy_chess::Board;

/// How deep variations may be nested.
const DEEPEST: usize = 100;

/// Reads a game.
pub fn parse(raw: &RawGame) -> Result<Game, PgnError> {
    let mut lexer = Lexer::new(&raw.text);
    read(&mut lexer).map_err(|reason| PgnError { game: raw.number, line: raw.line + lexer.line(), reason })
}

/// A line of moves that is being read.
struct Open {
    line: Line,
    /// The positions before and after its last move.
    before: Board,
    after: Board,
}

impl Open {
    fn new(board: Board) -> Open {
        Open { line: Line::default(), before: board.clone(), after: board }
    }

    fn play(&mut self, word: &str) -> Result<(), Reason> {
        let passes = matches!(word, "--" | "Z0" | "@@@@" | "0000" | "null");
        let (mv, next) = if passes {
            (None, self.after.null_move().ok_or_else(|| MoveError::Syntax(word.to_owned()))?)
        } else {
            let mv = san::parse(&self.after, word)?;
            let mut next = self.after.clone();
            next.play_unchecked(mv);
            (Some(mv), next)
        };
        self.before = std::mem::replace(&mut self.after, next);
        self.line.moves.push(MoveNode { mv, ..MoveNode::default() });
        Ok(())
    }
}

fn read(lexer: &mut Lexer) -> Result<Game, Reason> {
    let mut game = Game::new();
    let mut token = lexer.next()?;
    while let Some(Token::Tag(tag)) = token {
        // The first of two equal tags counts, as it does for readers that look up tags by name.
        if game.tag(&tag.name).is_none() {
            game.tags.push(tag);
        }
        token = lexer.next()?;
    }
    if let Some(fen) = game.tag("FEN") {
        game.start = start::board(fen)?;
    }
    let mut lines = vec![Open::new(game.start.clone())];
    let mut result = None;
    while let Some(current) = token {
        // There is always one, because a parenthesis that would close the main line is refused.
        let depth = lines.len();
        let Some(open) = lines.last_mut() else { break };
        match current {
            Token::Tag(tag) => return Err(Reason::Tag(tag.name)),
            Token::Comment(text) if text.is_empty() => {}
            Token::Comment(text) => match open.line.moves.last_mut() {
                Some(node) => node.comments.push(text),
                None => open.line.comments.push(text),
            },
            Token::Glyph(glyph) => {
                if let Some(node) = open.line.moves.last_mut()
                    && glyph != 0
                    && !node.glyphs.contains(&glyph)
                {
                    node.glyphs.push(glyph);
                }
            }
            Token::Open if open.line.moves.is_empty() => return Err(Reason::VariationWithoutMove),
            Token::Open if depth > DEEPEST => return Err(Reason::TooDeep(DEEPEST)),
            Token::Open => {
                let variation = Open::new(open.before.clone());
                lines.push(variation);
            }
            Token::Close => {
                let line = lines.pop().map(|open| open.line).unwrap_or_default();
                let parent = lines.last_mut().and_then(|open| open.line.moves.last_mut());
                let parent = parent.ok_or(Reason::Unopened)?;
                if line != Line::default() {
                    parent.variations.push(line);
                }
            }
            // In a variation, a result is that of the variation.
            Token::Result(_) if depth > 1 => {}
            Token::Result(found) => result = Some(found),
            Token::Move(word) if word == "e.p." || word == "ep" => {}
            Token::Move(word) => open.play(word)?,
        }
        token = lexer.next()?;
    }
    if lines.len() > 1 {
        return Err(Reason::Unclosed);
    }
    game.line = lines.pop().map(|open| open.line).unwrap_or_default();
    let tagged = || game.tag("Result").and_then(GameResult::from_word);
    game.result = result.or_else(tagged).unwrap_or_default();
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Game, PgnError> {
        Game::parse(&RawGame::new(text))
    }

    fn moves(line: &Line) -> Vec<String> {
        line.moves.iter().map(|node| node.mv.map_or("--".into(), |mv| mv.to_string())).collect()
    }

    #[test]
    fn a_game_is_a_tree() {
        let game = read(
            "[White \"A\"]\n[Result \"1-0\"]\n\n{before} 1. e4 $1 {good} e5 (1... c5 2. Nf3 (2. c3 {Alapin}) d6 0-1) \
             (1... e6) {and} 2. Nf3! 1-0 {resigned}",
        )
        .unwrap();
        assert_eq!(moves(&game.line), ["e2e4", "e7e5", "g1f3"]);
        assert_eq!(game.line.comments, ["before"]);
        let [first, second, third] = game.line.moves.as_slice() else { panic!() };
        assert_eq!((first.glyphs.as_slice(), first.comments[0].as_str()), ([1].as_slice(), "good"));
        assert_eq!(second.comments, ["and"]);
        assert_eq!(
            second.variations.iter().map(moves).collect::<Vec<_>>(),
            [vec!["c7c5", "g1f3", "d7d6"], vec!["e7e6"]]
        );
        assert_eq!(second.variations[0].moves[1].variations[0].moves[0].comments, ["Alapin"]);
        assert_eq!(third.glyphs, [1]);
        assert_eq!(
            (game.result, third.comments.as_slice()),
            (GameResult::WhiteWins, ["resigned".to_owned()].as_slice())
        );
    }

    #[test]
    fn chess960_is_known_by_its_fen() {
        let game = read(
            "[Variant \"Chess960\"]\n[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\"]\n\n1. Nb3 *",
        )
        .unwrap();
        assert!(game.is_chess960());
        assert_eq!(moves(&game.line), ["a1b3"]);
        assert!(!read("1. e4 *").unwrap().is_chess960());
    }

    #[test]
    fn the_null_move_of_analyses_is_kept() {
        let game = read("1. e4 e5 (1... -- 2. d4 Z0) 2. Nf3 *").unwrap();
        assert_eq!(moves(&game.line.moves[1].variations[0]), ["--", "d2d4", "--"]);
    }

    #[test]
    fn the_result_may_stand_in_the_tag_alone() {
        assert_eq!(read("[Result \"1/2-1/2\"]\n\n1. e4").unwrap().result, GameResult::Draw);
        assert_eq!(read("1. e4").unwrap().result, GameResult::Unknown);
    }

    #[test]
    fn what_makes_no_sense_is_named_with_its_place() {
        for (text, line, part) in [
            ("[White \"A\"]\n\n1. e4\ne5 2. Nf9 *", 4, "'Nf9' is not a move"),
            ("1. e4 e5\n2. Nf4 *", 2, "illegal move 'Nf4'"),
            ("1. e4 {open\n", 1, "not closed by a brace"),
            ("1. e4 (1. d4\n*", 2, "a variation is not closed"),
            ("1. e4 ) *", 1, "without an opening one"),
            ("(1. e4) *", 1, "before any move"),
            ("[FEN \"x\"]\n\n*", 3, "\"x\" is not a position"),
            ("[Event x]\n*", 1, "\"[Event x]\" is not a tag"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
        let deep = format!("1. e4 {} {} *", "(1. d4".repeat(200), ")".repeat(200));
        assert!(matches!(read(&deep).unwrap_err().reason, Reason::TooDeep(_)));
    }
}
