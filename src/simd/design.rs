//! What plans know about processors beyond their instruction sets.

/// Processors' ways to compute vectors. Times were measured for each, and differ so much that plans differ, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Design {
    /// Zen 3 and Zen 5 are such processors. All that were not measured are taken for such.
    Usual,
    /// The processor computes a vector in two halves, so that it permutes lanes slowly.
    Halving,
    /// The processor has one unit that permutes lanes, where others have two, and gathers fast.
    Intel,
}

#[cfg(has_avx2)]
impl Design {
    /// The designs that are told apart.
    pub(crate) const ALL: [Design; 3] = [Design::Usual, Design::Halving, Design::Intel];
}

/// The design that a test's thread takes in place of the processor's.
#[cfg(all(test, feature = "std", has_avx2, not(perlane_small)))]
pub(crate) mod forced {
    use std::cell::Cell;

    use super::Design;

    std::thread_local! {
        static FORCED: Cell<Option<Design>> = const { Cell::new(None) };
    }

    pub(crate) fn get() -> Option<Design> {
        FORCED.get()
    }

    pub(crate) fn set(design: Design) {
        FORCED.set(Some(design));
    }
}
