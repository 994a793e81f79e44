//! Catches panics of the table reader on damaged files.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `ask`, and turns a panic into an error with its message.
///
/// The reader validates most of its input, but not all. A panic leaves no inconsistent state, because a table is set only once it
/// has been read completely. A program built with `panic = "abort"` is not protected.
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
