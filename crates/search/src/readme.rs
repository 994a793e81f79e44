//! Compiles and runs the examples of the README files as doc tests.

/// The README of this crate.
#[cfg(all(doctest, feature = "threads"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    /// The first example of a README.
    fn example(page: &str) -> Option<&str> {
        page.split("```rust\n").nth(1)?.split("```").next()
    }

    /// The repository's README is outside the package, so its example cannot be included here. It must equal the one of this crate.
    #[test]
    #[allow(clippy::print_stderr)]
    fn the_repository_shows_the_example_that_is_tested_here() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
        match std::fs::read_to_string(path) {
            Ok(page) if page.starts_with("# Argali") => {
                let tested = example(include_str!("../README.md"));
                assert!(tested.is_some_and(|example| example.contains("fn main()")));
                assert_eq!(
                    example(&page),
                    tested,
                    "copy the example of README.md to crates/search/README.md"
                );
            }
            _ => eprintln!("SKIPPED: not in the repository, {path} is not its page"),
        }
    }
}
