//! The shapes of the pieces, drawn for Argali: under its licence, like the code.
//!
//! Each is drawn in a square of 45 units. Fill and stroke are inherited from where a shape is used, and fine lines within it
//! have the colour `color`, so that one shape serves both sides.

use cozy_chess::{Color, Piece};

/// The side of a square (units).
pub const SQUARE: usize = 45;

/// The shapes, in the order of [`Piece::ALL`].
const SHAPES: [&str; 6] = [
    // Pawn.
    concat!(
        r#"<path d="M22.5 19.5c4 4.2 5 9.5 8.6 14.5H13.9c3.6-5 4.6-10.3 8.6-14.5z"/>"#,
        r#"<circle cx="22.5" cy="14.2" r="6.2"/>"#,
        r#"<path d="M12 39.5v-2.8a2.7 2.7 0 0 1 2.7-2.7h15.6a2.7 2.7 0 0 1 2.7 2.7v2.8z"/>"#,
    ),
    // Knight.
    concat!(
        r#"<path d="M14 34c-.4-6.5 3.2-9.2 6.7-12.7-2.8 1.7-5.4 1.4-7.5 3.4-1.3 1.3-1.5 3-3.5 2.9-2.6-.2-3.9-3-2.4-5.4L13 14c.5-2 1.3-3.4 2.8-4.6l-.3-4.4 4.6 3C30.5 8 36.5 17.5 34.5 34z"/>"#,
        r#"<path d="M10 39.5v-2.8a2.7 2.7 0 0 1 2.7-2.7h19.6a2.7 2.7 0 0 1 2.7 2.7v2.8z"/>"#,
        r#"<circle fill="currentColor" stroke="none" cx="16.7" cy="14.7" r="1.7"/>"#,
        r#"<path fill="none" stroke="currentColor" d="M24.5 11.5c4.5 3.5 6.7 9.5 6.6 18"/>"#,
    ),
    // Bishop.
    concat!(
        r#"<circle cx="22.5" cy="7.3" r="2.8"/>"#,
        r#"<path d="M22.5 10.1c-6.8 4.4-9.5 9-9.5 13.3 0 3 1.5 5.6 3.8 7.6h11.4c2.3-2 3.8-4.6 3.8-7.6 0-4.3-2.7-8.9-9.5-13.3z"/>"#,
        r#"<path d="M14.5 31h16v3h-16z"/>"#,
        r#"<path d="M10 39.5v-2.8a2.7 2.7 0 0 1 2.7-2.7h19.6a2.7 2.7 0 0 1 2.7 2.7v2.8z"/>"#,
        r#"<path fill="none" stroke="currentColor" d="M22.5 16.5v8M18.5 20.5h8"/>"#,
    ),
    // Rook.
    concat!(
        r#"<path d="M11 8.5h5.2v3.6h3.7V8.5h5.2v3.6h3.7V8.5H34v7.8l-4 3.7v10.5H15V20l-4-3.7z"/>"#,
        r#"<path d="M12.5 30.5h20V34h-20z"/>"#,
        r#"<path d="M10 39.5v-2.8a2.7 2.7 0 0 1 2.7-2.7h19.6a2.7 2.7 0 0 1 2.7 2.7v2.8z"/>"#,
        r#"<path fill="none" stroke="currentColor" d="M15.5 20h14"/>"#,
    ),
    // Queen.
    concat!(
        r#"<path d="M8 14.5L13.5 31h18L37 14.5l-7.2 9L28.5 11l-6 12-6-12-1.3 12.5z"/>"#,
        r#"<circle cx="7.5" cy="13" r="2.5"/>"#,
        r#"<circle cx="16.3" cy="9" r="2.5"/>"#,
        r#"<circle cx="28.7" cy="9" r="2.5"/>"#,
        r#"<circle cx="37.5" cy="13" r="2.5"/>"#,
        r#"<path d="M13 31h19v3H13z"/>"#,
        r#"<path d="M10 39.5v-2.8a2.7 2.7 0 0 1 2.7-2.7h19.6a2.7 2.7 0 0 1 2.7 2.7v2.8z"/>"#,
    ),
    // King.
    concat!(
        r#"<path stroke-width="2.2" d="M22.5 3.5v8M18.7 6.8h7.6"/>"#,
        r#"<path d="M22.5 11.5c-2.4 0-4 2.3-4 4.4 0 3 2.5 5.1 4 8.1 1.5-3 4-5.1 4-8.1 0-2.1-1.6-4.4-4-4.4z"/>"#,
        r#"<path d="M22.5 31v-7c-.8-5-5.5-8.5-9.7-8.5-4.3 0-6.8 3.5-5.6 7.5 1.1 3.6 5 4.6 5.8 8zm0 0v-7c.8-5 5.5-8.5 9.7-8.5 4.3 0 6.8 3.5 5.6 7.5-1.1 3.6-5 4.6-5.8 8z"/>"#,
        r#"<path d="M12.5 31h20v3h-20z"/>"#,
        r#"<path d="M10 39.5v-2.8a2.7 2.7 0 0 1 2.7-2.7h19.6a2.7 2.7 0 0 1 2.7 2.7v2.8z"/>"#,
    ),
];

/// The shapes as definitions that `<use href="#piece-k">` refers to.
pub fn definitions() -> String {
    let symbols = Piece::ALL.into_iter().zip(SHAPES);
    let symbols = symbols.map(|(piece, shape)| format!(r#"<g id="piece-{}">{shape}</g>"#, char::from(piece)));
    format!("<defs>{}</defs>", symbols.collect::<String>())
}

/// The attributes of the group that contains the pieces of a side.
pub fn style(color: Color) -> &'static str {
    match color {
        Color::White => r##"fill="#fff" stroke="#222" color="#222""##,
        Color::Black => r##"fill="#3a3a3a" stroke="#111" color="#e6e6e6""##,
    }
}
