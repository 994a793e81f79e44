//! The evaluation curve: the expected score after each move. White's share is light, below the curve; Black's is dark, above it.

use super::escape;
use std::fmt::Write;

/// The curve of a game.
pub struct Curve<'a> {
    /// The positions, the one before the first move included.
    pub points: &'a [Point],
    /// The alternative text.
    pub title: &'a str,
    /// Plies that were played before the first position, so that moves are numbered as in the game.
    pub plies: usize,
}

/// A position on the curve.
pub struct Point {
    /// White's share of the expected score (percent).
    pub percent: f64,
    /// The text that is shown when the pointer is over it.
    pub text: String,
    /// Whether the move that led here is an error.
    pub mark: Option<Mark>,
}

/// The colour of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An inaccuracy: yellow.
    Inaccuracy,
    /// A mistake: orange.
    Mistake,
    /// A blunder: red.
    Blunder,
}

impl Mark {
    fn color(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "#e0a800",
            Mark::Mistake => "#e8710a",
            Mark::Blunder => "#d3281c",
        }
    }
}

/// Width and height of the plot, and the height of the move numbers below it.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 180.0;
const FOOT: f64 = 24.0;

impl Curve<'_> {
    /// The picture as a separate file.
    pub fn standalone(&self) -> String {
        let height = HEIGHT + FOOT;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">{}</svg>
"#,
            self.contents()
        )
    }

    /// The picture within a page.
    pub fn embedded(&self) -> String {
        let height = HEIGHT + FOOT;
        format!(r#"<svg class="curve" viewBox="0 0 {WIDTH} {height}" role="img">{}</svg>"#, self.contents())
    }

    fn x(&self, index: usize) -> f64 {
        WIDTH * index as f64 / (self.points.len().saturating_sub(1)).max(1) as f64
    }

    fn y(point: &Point) -> f64 {
        HEIGHT * (1.0 - point.percent / 100.0)
    }

    fn contents(&self) -> String {
        let mut svg = format!("<title>{}</title>", escape(self.title));
        let places: Vec<String> = self
            .points
            .iter()
            .enumerate()
            .map(|(index, point)| format!("{:.1} {:.1}", self.x(index), Self::y(point)))
            .collect();
        let line = places.join("L");
        let _ = write!(
            svg,
            r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#4a4a4a"/><path fill="#f4f4f4" d="M0 {HEIGHT}L{line}L{WIDTH} {HEIGHT}z"/>"##
        );
        let middle = HEIGHT / 2.0;
        let _ = write!(
            svg,
            r##"<path stroke="#888" stroke-dasharray="6 5" d="M0 {middle}h{WIDTH}"/><path fill="none" stroke="#2f7ed8" stroke-width="2.5" stroke-linejoin="round" d="M{line}"/>"##
        );
        self.numbers(&mut svg);
        for (index, point) in self.points.iter().enumerate() {
            if let Some(mark) = point.mark {
                let (x, y) = (self.x(index), Self::y(point));
                let _ = write!(
                    svg,
                    r##"<circle cx="{x:.1}" cy="{y:.1}" r="6" fill="{}" stroke="#fff" stroke-width="1.5"/>"##,
                    mark.color()
                );
            }
        }
        // The page moves it to where one points.
        let _ = write!(
            svg,
            r##"<path class="cursor" stroke="#2f7ed8" stroke-width="2" d="M0 0v{HEIGHT}" visibility="hidden"/>"##
        );
        // They take clicks and are not seen. Simple renderers ignore `fill-opacity`, and would paint them black.
        svg.push_str(r#"<g fill="none" stroke="none" pointer-events="all">"#);
        let step = self.x(1).min(WIDTH);
        for (index, point) in self.points.iter().enumerate() {
            let left = (self.x(index) - step / 2.0).max(0.0);
            let right = (self.x(index) + step / 2.0).min(WIDTH);
            let _ = write!(
                svg,
                r#"<rect class="ply" data-ply="{index}" x="{left:.1}" width="{:.1}" height="{HEIGHT}"><title>{}</title></rect>"#,
                right - left,
                escape(&point.text)
            );
        }
        svg.push_str("</g>");
        svg
    }

    /// About ten move numbers below the plot.
    fn numbers(&self, svg: &mut String) {
        let moves = self.points.len() / 2;
        let every = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|every| moves / every <= 12).unwrap_or(200);
        svg.push_str(r##"<g font-family="sans-serif" font-size="14" fill="#808080" text-anchor="middle">"##);
        for index in 1..self.points.len() {
            // White's move: the ply before it is even.
            let ply = self.plies + index - 1;
            let number = ply / 2 + 1;
            let room = (20.0..=WIDTH - 20.0).contains(&self.x(index));
            if ply.is_multiple_of(2) && number.is_multiple_of(every) && room {
                let x = self.x(index);
                let _ = write!(svg, r#"<text x="{x:.1}" y="{}">{number}</text>"#, HEIGHT + FOOT - 6.0);
            }
        }
        svg.push_str("</g>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(percents: &[f64]) -> String {
        let mark = |percent| (percent < 30.0).then_some(Mark::Blunder);
        let point = |&percent: &f64| Point { percent, text: format!("{percent} <%>"), mark: mark(percent) };
        let points: Vec<Point> = percents.iter().map(point).collect();
        Curve { points: &points, title: "game", plies: 0 }.standalone()
    }

    #[test]
    fn the_curve_goes_through_its_points() {
        let svg = curve(&[50.0, 75.0, 25.0]);
        assert!(svg.contains("M0.0 90.0L450.0 45.0L900.0 135.0"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 1);
        assert_eq!(svg.matches("class=\"ply\"").count(), 3);
        assert!(svg.contains("<title>75 &lt;%&gt;</title>"));
    }

    #[test]
    fn a_game_without_moves_has_a_picture() {
        for percents in [&[][..], &[50.0]] {
            let svg = curve(percents);
            assert!(svg.starts_with("<svg ") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn moves_are_numbered_sparsely() {
        let svg = curve(&[50.0; 161]);
        let numbers: Vec<&str> =
            svg.split("<text").skip(1).filter_map(|part| part.split(['>', '<']).nth(1)).collect();
        assert_eq!(numbers, ["10", "20", "30", "40", "50", "60", "70"]);
    }
}
