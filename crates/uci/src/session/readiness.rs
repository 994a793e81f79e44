//! Whether the engine's memory is there before a clock runs.
//!
//! The system provides memory page by page as it is first touched. Left to the search, a table of 64 MiB can cost the
//! first move tenths of a second; `isready` is where the protocol has time for that.

/// How the engine's memory stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Readiness {
    /// Nothing was learned, and some of the memory was never touched.
    #[default]
    Untouched,
    /// Nothing was learned, and all of the memory was touched.
    Ready,
    /// Something may have been learned, so that touching the memory by clearing it would forget.
    InUse,
}

impl Readiness {
    /// After memory was added.
    pub(super) fn grown(self) -> Readiness {
        match self {
            Readiness::Untouched | Readiness::Ready => Readiness::Untouched,
            Readiness::InUse => Readiness::InUse,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Readiness::{InUse, Ready, Untouched};

    #[test]
    fn what_was_learned_is_worth_more_than_touched_memory() {
        assert_eq!([Untouched, Ready, InUse].map(super::Readiness::grown), [Untouched, Untouched, InUse]);
    }
}
