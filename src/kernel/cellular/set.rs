//! How large tiles and what is stored for them may be, and the points around a tile.

use crate::simd::WIDEST;
use crate::tables::cellular::MOST_RADIUS;

/// Rows of a tile, at most.
pub(super) const GROUP: usize = 16;

/// Cells from a segment's first sample to its last one, at most, unless it is sparse.
pub(super) const MOST_CELLS: usize = 4;

/// Lattice lines around a segment that is not sparse, at most.
pub(super) const MOST_LINES: usize = MOST_CELLS + 2 + 2 * MOST_RADIUS;

/// Elements of what is stored for them: whole vectors.
pub(super) const LINES: usize = 16;

/// Groups of samples in a segment that is not sparse, at most.
pub(super) const MOST_GROUPS: usize = 16;

/// Samples of a sparse segment, at most.
pub(super) const MOST_SPARSE: usize = 128;

/// Points of a set, at most, and what is read and written beyond them.
pub(super) const MOST_POINTS: usize = LINES * MOST_LINES * MOST_LINES + WIDEST;

/// Points in the order of their cells' (z, y, x).
pub(super) struct Set {
    pub(super) len: usize,
    /// Their cells along x, y, z, counted from the least ones of the tile's segments.
    pub(super) cells: [[f32; MOST_POINTS]; 3],
    /// Where they lie in their cells.
    pub(super) points: [[f32; MOST_POINTS]; 3],
    /// Their cells' random values.
    pub(super) values: [f32; MOST_POINTS],
}

impl Set {
    pub(super) const EMPTY: Set = Set {
        len: 0,
        cells: [[0.0; MOST_POINTS]; 3],
        points: [[0.0; MOST_POINTS]; 3],
        values: [0.0; MOST_POINTS],
    };
}
