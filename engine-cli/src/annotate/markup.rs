//! Writes evaluations into a game.

use super::analysis::{Analysis, Judged};
use super::judge::{Error, Summary};
use crate::openings::Opening;
use argali_pgn::{Game, Line, MoveNode};
use argali_search::san;

/// What is written.
#[derive(Clone, Copy)]
pub struct Style {
    /// The chances to win, draw and lose.
    pub wdl: bool,
    /// Plies of a better line.
    pub line: usize,
}

/// The words after the better move.
const BETTER: &str = "was better.";

/// The name of the annotator.
const ANNOTATOR: &str = concat!("Argali ", env!("CARGO_PKG_VERSION"));

/// Writes evaluations, errors, better lines, and tags into a game. Everything else in the game is kept.
pub fn annotate(game: &mut Game, analysis: &Analysis, opening: Option<Opening>, style: Style) {
    for (index, node) in game.line.moves.iter_mut().enumerate() {
        let [before, after] = &analysis.positions[index..index + 2] else { return };
        mark(node, index, analysis, before, after, style);
    }
    if let Some(opening) = opening {
        set_if_unknown(game, "ECO", opening.eco);
        set_if_unknown(game, "Opening", opening.name);
    }
    set_if_unknown(game, "Annotator", ANNOTATOR);
    for (color, summary) in ["White", "Black"].into_iter().zip(analysis.summaries) {
        if let Some(Summary { accuracy, loss, .. }) = summary {
            game.set_tag(&format!("{color}Accuracy"), &format!("{accuracy:.1}"));
            game.set_tag(&format!("{color}ACPL"), &format!("{loss:.0}"));
        }
    }
}

fn mark(
    node: &mut MoveNode,
    index: usize,
    analysis: &Analysis,
    before: &Judged,
    after: &Judged,
    style: Style,
) {
    node.comments =
        node.comments.iter().map(|text| without_commands(text)).filter(|text| !text.is_empty()).collect();
    let mut words = commands(after, style);
    // Other commands, such as the clock's, are kept.
    if let Some(first) = node.comments.first().filter(|first| first.starts_with("[%")).cloned() {
        words.push(first);
        node.comments.remove(0);
    }
    let verdict = &analysis.moves[index];
    if let Some((error, &better)) = verdict.error.zip(before.line.first()) {
        words.push(format!("{}. {} {BETTER}", error.name(), san::show(&before.board, better)));
        if !node.glyphs.iter().any(|glyph| (1..=6).contains(glyph)) {
            node.glyphs.insert(0, error.glyph());
        }
        let known = node
            .variations
            .iter()
            .any(|line| line.moves.first().is_some_and(|first| first.mv == Some(better)));
        if !known {
            node.variations.push(variation(before, style));
        }
    }
    if !words.is_empty() {
        node.comments.insert(0, words.join(" "));
    }
}

/// The commands with the evaluation of a position.
fn commands(judged: &Judged, style: Style) -> Vec<String> {
    let Some(eval) = judged.eval.command() else { return Vec::new() };
    let [win, draw, loss] = judged.wdl;
    let wdl = style.wdl.then(|| format!("[%wdl {win},{draw},{loss}]"));
    [format!("[%eval {eval}]")].into_iter().chain(wdl).collect()
}

/// The better line, with its evaluation at its first move.
fn variation(before: &Judged, style: Style) -> Line {
    let mut board = before.board.clone();
    let mut moves = Vec::new();
    for &mv in before.line.iter().take(style.line) {
        if board.try_play(mv).is_err() {
            break;
        }
        moves.push(MoveNode { mv: Some(mv), ..MoveNode::default() });
    }
    if let Some(first) = moves.first_mut() {
        first.comments.extend(before.eval.command().map(|eval| format!("[%eval {eval}]")));
    }
    Line { moves, ..Line::default() }
}

/// A comment without earlier evaluations.
fn without_commands(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some(start) = ["[%eval ", "[%wdl "].iter().filter_map(|command| rest.find(command)).min() {
        kept.push_str(&rest[..start]);
        let end = rest[start..].find(']').map_or(rest.len(), |length| start + length + 1);
        rest = &rest[end..];
    }
    kept.push_str(rest);
    without_verdict(&kept.split_whitespace().collect::<Vec<_>>().join(" ")).trim().to_owned()
}

/// A comment without the sentence of an earlier run.
fn without_verdict(text: &str) -> String {
    for error in [Error::Inaccuracy, Error::Mistake, Error::Blunder] {
        let beginning = format!("{}. ", error.name());
        let Some((before, behind)) = text.split_once(&beginning) else { continue };
        if let Some((_, after)) = behind.split_once(' ').filter(|(_, after)| after.starts_with(BETTER)) {
            return format!("{} {}", before.trim_end(), after[BETTER.len()..].trim_start());
        }
    }
    text.to_owned()
}

fn set_if_unknown(game: &mut Game, name: &str, value: &str) {
    if game.tag(name).is_none_or(|known| matches!(known, "" | "?")) {
        game.set_tag(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::analysis::tests::{FOOLS_MATE, example};
    use super::*;

    const STYLE: Style = Style { wdl: false, line: 4 };

    fn annotated(text: &str, style: Style) -> Game {
        let (mut game, analysis) = example(text);
        annotate(&mut game, &analysis, Some(Opening { eco: "A00", name: "Barnes Opening" }), style);
        game
    }

    #[test]
    fn a_blunder_gets_its_glyph_its_comment_and_the_better_line() {
        let game = annotated(FOOLS_MATE, STYLE);
        let blunder = &game.line.moves[2];
        assert_eq!(blunder.glyphs, [4]);
        assert!(blunder.comments[0].starts_with("[%eval #-1] Blunder. "), "{:?}", blunder.comments);
        assert!(blunder.comments[0].ends_with(" was better."));
        let better = blunder.variations.last().unwrap();
        assert!(better.moves[0].comments.is_empty() || better.moves[0].comments[0].starts_with("[%eval "));
        assert!(!better.moves.is_empty() && better.moves.len() <= 4);
    }

    #[test]
    fn what_the_game_had_stays() {
        let game = annotated(FOOLS_MATE, STYLE);
        assert!(game.line.moves[0].comments.iter().any(|comment| comment == "why"));
        assert_eq!(game.line.moves[2].variations[0].moves[0].mv.unwrap().to_string(), "e2e4");
        assert_eq!([game.tag("White"), game.tag("Result")], [Some("A"), Some("0-1")]);
        let commented = "1. f3 $5 {[%clk 0:01:00]} e5 2. g4 $1 {brave} *";
        let game = annotated(commented, STYLE);
        assert!(game.line.moves[0].comments[0].contains("] [%clk 0:01:00]"), "{game}");
        assert_eq!(game.line.moves[2].glyphs, [1]);
    }

    #[test]
    fn tags_say_how_both_played() {
        let game = annotated(FOOLS_MATE, STYLE);
        assert_eq!([game.tag("ECO"), game.tag("Opening")], [Some("A00"), Some("Barnes Opening")]);
        assert_eq!(game.tag("Annotator"), Some(ANNOTATOR));
        let accuracy = |name| game.tag(name).unwrap().parse::<f64>().unwrap();
        assert!(accuracy("BlackAccuracy") > accuracy("WhiteAccuracy"));
        assert!(accuracy("WhiteACPL") > accuracy("BlackACPL"));
        let named = annotated("[ECO \"?\"]\n[Opening \"Mine\"]\n\n1. e4 *", STYLE);
        assert_eq!([named.tag("ECO"), named.tag("Opening")], [Some("A00"), Some("Mine")]);
    }

    #[test]
    fn annotating_again_changes_nothing() {
        let once = annotated(FOOLS_MATE, Style { wdl: true, ..STYLE }).to_string();
        assert_eq!(annotated(&once, Style { wdl: true, ..STYLE }).to_string(), once);
    }

    #[test]
    fn foreign_evaluations_are_replaced_and_nothing_else() {
        assert_eq!(without_commands("[%eval 0.3] good [%clk 1] [%wdl 1,2,3]"), "good [%clk 1]");
        assert_eq!(without_commands("[%evaluation] fine"), "[%evaluation] fine");
        assert_eq!(without_commands("[%eval 0.3"), "");
        assert_eq!(without_commands("[%eval 0.3] Mistake. Nf3 was better. Indeed"), "Indeed");
        assert_eq!(without_commands("Mistake. Nf3 is better."), "Mistake. Nf3 is better.");
    }
}
