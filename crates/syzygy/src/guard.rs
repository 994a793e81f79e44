//! Holds off the panics of a table reader that meets a damaged file.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `ask`; a panic becomes its message.
///
/// The reader checks much of what it reads, but not all. It keeps no state that a panic could leave half changed: tables
/// are set once, when they are read completely. A program built with `panic = "abort"` is not protected.
pub(crate) fn guarded<T>(ask: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(ask)).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown reason");
    format!("the reader gave up: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guarded(|| 7), Ok(7));
        let zero = std::hint::black_box(0);
        let message = guarded(|| 1 / zero).unwrap_err();
        assert!(message.contains("divide by zero"), "{message}");
    }
}
