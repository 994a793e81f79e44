//! Replaces the generated part of a page.

use std::error::Error;

const BEGIN: &str = "<!-- figures: what follows is written by the program figures -->\n";
const END: &str = "<!-- end of figures -->\n";

/// The page with these figures between its two marks.
///
/// # Errors
/// If the marks are not there.
pub fn with_figures(page: &str, figures: &str) -> Result<String, Box<dyn Error>> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        parts.ok_or_else(|| format!("the page has no place for figures, between {BEGIN:?} and {END:?}"))?;
    Ok(format!("{before}{BEGIN}\n{figures}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_replaced_and_the_rest_stays() {
        let page = format!("# Page\n{BEGIN}old\n{END}\nThe end.\n");
        let new = with_figures(&page, "1\n").expect("the marks are there");
        assert_eq!(new, format!("# Page\n{BEGIN}\n1\n\n{END}\nThe end.\n"));
        assert_eq!(with_figures(&new, "1\n").expect("the marks are still there"), new);
        assert!(with_figures("# Page\n", "1\n").is_err());
        assert!(with_figures(include_str!("../README.md"), "1\n").is_ok());
    }
}
