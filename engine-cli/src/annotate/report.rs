//! A report for a browser: one self-contained file.
//!
//! The page has all information, so it can be read without scripts, and printed. The script shows the position of the selected move.

use super::analysis::{Analysis, Judged, Verdict};
use super::judge::{Error, Eval, Summary};
use crate::svg::{Arrow, Curve, Mark, Picture, Point, Tint, definitions, escape, king_target};
use argali_pgn::Game;
use argali_search::san;
use cozy_chess::{Color, Move};
use serde::Serialize;
use std::fmt::Write;

const STYLE: &str = include_str!("report/page.css");
const SCRIPT: &str = include_str!("report/page.js");

/// How many plies of a better line are shown.
const LINE: usize = 8;

/// The games of a report.
#[derive(Default)]
pub struct Report {
    titles: Vec<String>,
    sections: String,
}

impl Report {
    /// Adds a game.
    pub fn add(&mut self, game: &Game, analysis: &Analysis) {
        self.titles.push(title(game));
        let section = Section { game, analysis, number: self.titles.len() };
        self.sections.push_str(&section.html());
    }

    /// The page.
    pub fn page(&self) -> String {
        let title = match self.titles.as_slice() {
            [title] => title.clone(),
            titles => format!("{} games", titles.len()),
        };
        let index = if self.titles.len() > 1 {
            let links = self.titles.iter().enumerate().map(|(index, title)| {
                format!("<li><a href=\"#game-{}\">{}</a></li>", index + 1, escape(title))
            });
            format!("<nav><ol>{}</ol></nav>", links.collect::<String>())
        } else {
            String::new()
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <svg class=\"definitions\" aria-hidden=\"true\">{definitions}</svg>\n{index}\n{sections}\
             <footer>Annotated by Argali {version}. Accuracy and errors after \
             <a href=\"https://lichess.org/page/accuracy\">Lichess's formula</a>.</footer>\n\
             <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            title = escape(&title),
            definitions = definitions(),
            sections = self.sections,
            version = env!("CARGO_PKG_VERSION"),
        )
    }
}

/// The evaluation curve of a game as a separate picture.
pub fn curve(game: &Game, analysis: &Analysis) -> String {
    let points = points(analysis);
    Curve { points: &points, title: &title(game), plies: plies(analysis) }.standalone()
}

fn title(game: &Game) -> String {
    format!("{} – {} {}", player(game, Color::White), player(game, Color::Black), game.result)
}

fn player(game: &Game, color: Color) -> &str {
    let name = if color == Color::White { "White" } else { "Black" };
    known(game, name).unwrap_or(name)
}

/// A tag with a known value.
fn known<'a>(game: &'a Game, name: &str) -> Option<&'a str> {
    game.tag(name).filter(|value| !value.trim_matches(['?', '.', ' ', '-']).is_empty())
}

/// Plies before the first position, by its number.
fn plies(analysis: &Analysis) -> usize {
    let Some(first) = analysis.positions.first() else { return 0 };
    let number = usize::from(first.board.fullmove_number().max(1));
    2 * (number - 1) + usize::from(first.board.side_to_move() == Color::Black)
}

fn points(analysis: &Analysis) -> Vec<Point> {
    let point = |(index, judged): (usize, &Judged)| Point {
        percent: judged.eval.win_percent(),
        text: match index.checked_sub(1) {
            None => format!("Start {}", judged.eval),
            Some(index) => format!("{} {}", shown(analysis, index), judged.eval),
        },
        mark: index.checked_sub(1).and_then(|index| analysis.moves[index].error).map(|error| match error {
            Error::Inaccuracy => Mark::Inaccuracy,
            Error::Mistake => Mark::Mistake,
            Error::Blunder => Mark::Blunder,
        }),
    };
    analysis.positions.iter().enumerate().map(point).collect()
}

/// A move with its number and the sign of its error: `12... Qh4??`.
fn shown(analysis: &Analysis, index: usize) -> String {
    let verdict = &analysis.moves[index];
    let sign = verdict.error.map_or("", Error::sign);
    format!("{}{sign}", san::line(&analysis.positions[index].board, &[verdict.mv]))
}

/// A game in the page.
struct Section<'a> {
    game: &'a Game,
    analysis: &'a Analysis,
    number: usize,
}

/// A position for the script.
#[derive(Serialize)]
struct Frame {
    /// The pieces, as in a FEN.
    men: String,
    eval: String,
    percent: f64,
    /// The move that led to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Played>,
    /// The best move, as squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<[String; 2]>,
    /// The best line.
    line: String,
}

/// A move for the script.
#[derive(Serialize)]
struct Played {
    name: String,
    squares: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    loss: f64,
    /// The better line, if the move is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
}

impl Section<'_> {
    fn html(&self) -> String {
        let points = points(self.analysis);
        let title = title(self.game);
        let curve = Curve { points: &points, title: &title, plies: plies(self.analysis) }.embedded();
        // `</` would end the script.
        let frames = serde_json::to_string(&self.frames()).unwrap_or_default().replace("</", "<\\/");
        format!(
            "<section class=\"game\" id=\"game-{number}\">\n<header>\n<h1>{title}</h1>\n{about}</header>\n\
             {sides}<figure class=\"evaluation\">{curve}</figure>\n\
             <div class=\"play\"><div class=\"view\"><div class=\"stage\"></div><p class=\"said\" aria-live=\"polite\"></p>\
             <div class=\"buttons\"><button data-step=\"first\" aria-label=\"First position\">|◀</button>\
             <button data-step=\"back\" aria-label=\"Back\">◀</button>\
             <button data-step=\"on\" aria-label=\"Forward\">▶</button>\
             <button data-step=\"last\" aria-label=\"Last position\">▶|</button>\
             <button data-step=\"turn\" aria-label=\"Turn the board\">⇅</button></div></div>\n\
             <div class=\"moves\">{moves}</div></div>\n{turning}\
             <script type=\"application/json\">{frames}</script>\n</section>\n",
            number = self.number,
            title = escape(&title),
            about = self.about(),
            sides = self.sides(),
            moves = self.moves(),
            turning = self.turning_points(),
        )
    }

    /// Event, date, opening.
    fn about(&self) -> String {
        let event = ["Event", "Site", "Date"].into_iter().filter_map(|name| known(self.game, name));
        // Only the known parts of a date.
        let event = event.map(|value| value.trim_end_matches(".??"));
        let opening = ["ECO", "Opening"].into_iter().filter_map(|name| known(self.game, name));
        let lines = [event.collect::<Vec<_>>().join(", "), opening.collect::<Vec<_>>().join(" ")];
        lines
            .iter()
            .filter(|line| !line.is_empty())
            .map(|line| format!("<p>{}</p>\n", escape(line)))
            .collect()
    }

    /// The summaries of White's and Black's play.
    fn sides(&self) -> String {
        let rows = [Color::White, Color::Black].into_iter().filter_map(|color| {
            let Summary { accuracy, loss, errors } = self.analysis.summaries[color as usize]?;
            let elo = known(self.game, if color == Color::White { "WhiteElo" } else { "BlackElo" });
            let elo = elo.map_or(String::new(), |elo| format!(" <small>{}</small>", escape(elo)));
            Some(format!(
                "<tr><th scope=\"row\"><span class=\"side {class}\"></span>{player}{elo}</th><td>{accuracy:.1} %</td>\
                 <td>{loss:.0}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                errors[0],
                errors[1],
                errors[2],
                class = if color == Color::White { "white" } else { "black" },
                player = escape(player(self.game, color)),
            ))
        });
        format!(
            "<table class=\"sides\">\n<tr><th scope=\"col\"></th><th scope=\"col\">Accuracy</th>\
             <th scope=\"col\"><abbr title=\"Average loss a move in centipawns\">ACPL</abbr></th>\
             <th scope=\"col\"><abbr title=\"Inaccuracies\">?!</abbr></th>\
             <th scope=\"col\"><abbr title=\"Mistakes\">?</abbr></th>\
             <th scope=\"col\"><abbr title=\"Blunders\">??</abbr></th></tr>\n{}</table>\n",
            rows.collect::<String>()
        )
    }

    fn moves(&self) -> String {
        let mut html = String::new();
        for (index, verdict) in self.analysis.moves.iter().enumerate() {
            let board = &self.analysis.positions[index].board;
            let (class, sign) = verdict.error.map_or(("", ""), |error| (class(error), error.sign()));
            let name = escape(&san::show(board, verdict.mv));
            let button =
                format!("<button class=\"move {class}\" data-ply=\"{}\">{name}{sign}</button>", index + 1);
            let white = board.side_to_move() == Color::White;
            if white || index == 0 {
                // A number never ends a line.
                let dots = if white { "." } else { "…" };
                let number = board.fullmove_number();
                let _ = write!(
                    html,
                    "<span class=\"numbered\"><span class=\"number\">{number}{dots}</span>{button}</span> "
                );
            } else {
                let _ = write!(html, "{button} ");
            }
        }
        let _ = write!(html, "<span class=\"number\">{}</span>", self.game.result);
        html
    }

    /// Mistakes and blunders, with boards.
    fn turning_points(&self) -> String {
        let errors = self.analysis.moves.iter().enumerate();
        let rows: String = errors.filter_map(|(index, verdict)| self.turning_point(index, verdict)).collect();
        if rows.is_empty() {
            return "<p class=\"turning\">No mistakes: nothing turned this game.</p>\n".to_owned();
        }
        format!(
            "<h2>Turning points</h2>\n<table class=\"turning\">\n<tr><th scope=\"col\">Position</th>\
             <th scope=\"col\">Played</th><th scope=\"col\">Evaluation</th><th scope=\"col\">Better</th></tr>\n{rows}</table>\n"
        )
    }

    fn turning_point(&self, index: usize, verdict: &Verdict) -> Option<String> {
        let error = verdict.error.filter(|&error| error >= Error::Mistake)?;
        let [before, after] = &self.analysis.positions[index..index + 2] else { return None };
        let better = before.line.first()?;
        let arrows = [
            Arrow::new(&before.board, *better, Tint::Best),
            Arrow::new(&before.board, verdict.mv, Tint::Played),
        ];
        let title = shown(self.analysis, index);
        let picture = Picture {
            board: &before.board,
            last: index.checked_sub(1).map(|index| self.squares(index)),
            arrows: &arrows,
            flipped: false,
            title: &title,
        };
        Some(format!(
            "<tr data-ply=\"{}\" tabindex=\"0\"><td>{}</td><td><strong class=\"{}\">{}</strong><br>{}</td>\
             <td class=\"numbers\">{} → {}<br>−{:.0} %</td><td>{}</td></tr>\n",
            index + 1,
            picture.embedded(),
            class(error),
            escape(&title),
            error.name(),
            minus(before.eval),
            minus(after.eval),
            verdict.loss,
            escape(&line(before)),
        ))
    }

    /// The squares of a move that was played.
    fn squares(&self, index: usize) -> (cozy_chess::Square, cozy_chess::Square) {
        let mv = self.analysis.moves[index].mv;
        (mv.from, king_target(&self.analysis.positions[index].board, mv))
    }

    fn frames(&self) -> Vec<Frame> {
        let names =
            |judged: &Judged, mv: Move| [mv.from.to_string(), king_target(&judged.board, mv).to_string()];
        let played = |index: usize| {
            let (before, verdict) = (&self.analysis.positions[index], &self.analysis.moves[index]);
            Played {
                name: shown(self.analysis, index),
                squares: names(before, verdict.mv),
                error: verdict.error.map(Error::name),
                loss: verdict.loss.round(),
                better: verdict.error.map(|_| line(before)),
            }
        };
        let frame = |(index, judged): (usize, &Judged)| Frame {
            men: judged.board.to_string().split(' ').next().unwrap_or_default().to_owned(),
            eval: minus(judged.eval),
            percent: (judged.eval.win_percent() * 10.0).round() / 10.0,
            played: index.checked_sub(1).map(played),
            best: judged.line.first().map(|&mv| names(judged, mv)),
            line: line(judged),
        };
        self.analysis.positions.iter().enumerate().map(frame).collect()
    }
}

/// An evaluation with a typographic minus sign.
fn minus(eval: Eval) -> String {
    match eval {
        Eval::Checkmate(_) => eval.to_string(),
        _ => eval.to_string().replace('-', "−"),
    }
}

fn class(error: Error) -> &'static str {
    match error {
        Error::Inaccuracy => "inaccuracy",
        Error::Mistake => "mistake",
        Error::Blunder => "blunder",
    }
}

/// The best line from a position.
fn line(judged: &Judged) -> String {
    san::line(&judged.board, &judged.line[..judged.line.len().min(LINE)])
}

#[cfg(test)]
mod tests {
    use super::super::analysis::tests::{FOOLS_MATE, example};
    use super::*;

    fn page(texts: &[&str]) -> String {
        let mut report = Report::default();
        for text in texts {
            let (game, analysis) = example(text);
            report.add(&game, &analysis);
        }
        report.page()
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = page(&[FOOLS_MATE]);
        for outside in ["src=", "<link", "@import", "url(", "fetch("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains("<table class=\"turning\">") && page.contains("2. g4??"), "{page}");
        assert_eq!(page.matches("class=\"curve\"").count(), 1);
    }

    #[test]
    fn names_do_not_become_markup() {
        let page = page(&["[White \"</script><b>\"]\n[Event \"<i>\"]\n\n1. e4 *"]);
        assert!(!page.contains("<b>") && !page.contains("<i>") && page.contains("&lt;/script&gt;"));
    }

    #[test]
    fn several_games_have_an_index() {
        let page = page(&[FOOLS_MATE, "[White \"C\"]\n\n1. d4 *"]);
        assert!(page.contains("<a href=\"#game-2\">C – Black *</a>"), "{page}");
        assert_eq!(page.matches("<section").count(), 2);
    }

    #[test]
    fn a_game_without_moves_has_a_page() {
        let page = page(&["*"]);
        assert!(page.contains("nothing turned this game"));
    }
}
