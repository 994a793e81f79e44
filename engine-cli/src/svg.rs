//! Pictures as SVG: boards with arrows, and the curve of an evaluation.

mod board;
mod curve;
mod pieces;

pub use board::{Arrow, Picture, Tint, king_target};
pub use curve::{Curve, Mark, Point};
pub use pieces::definitions;

/// Escapes a text for XML and HTML, also for attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Not allowed in XML, not even escaped.
            control if control.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_means_something_in_html_is_escaped() {
        let text = super::escape("<b> & \"c\" 'd'\u{0}é");
        assert_eq!(text, "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; é");
    }
}
