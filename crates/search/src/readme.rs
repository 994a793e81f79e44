//! The examples of the README files hold: they are compiled and run as doc tests.

/// The page of this crate.
#[cfg(all(doctest, feature = "threads"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    /// The first example of a page.
    fn example(page: &str) -> Option<&str> {
        page.split("```rust\n").nth(1)?.split("```").next()
    }

    /// The repository's page lies outside the package, so that its example cannot be included; but it is the same one.
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
