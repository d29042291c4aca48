//! Where points lie along an axis, whatever that is found from: what is done with their cells is up to the pass that places them.

use core::ops::Range;

use crate::simd::Lanes;

/// Where points lie along an axis, in rows.
pub(in crate::kernel) trait Positions: Copy {
    /// Stores the fractions of each vector of parts of rows, one row after the other. Calls `put` with the vector's cells, and
    /// with the words of its samples.
    fn put<L: Lanes>(
        &self,
        l: L,
        part: &Part,
        to: (&mut [L::Floats], &mut [L::Words]),
        put: impl FnMut(L::U, &mut L::Words),
    );
}

/// Parts of rows: at most as many samples as a chunk has.
pub(in crate::kernel) struct Part {
    pub(in crate::kernel) rows: Range<usize>,
    /// Whole vectors.
    pub(in crate::kernel) columns: Range<usize>,
}
