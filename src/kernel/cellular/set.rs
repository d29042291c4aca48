//! The points around a tile, and how large tiles and their tables may be.

use crate::simd::WIDEST;
use crate::tables::cellular::MOST_RADIUS;

/// The most rows of a tile.
pub(super) const GROUP: usize = 16;

/// The most cells from a segment's first sample to its last one, unless it is sparse.
pub(super) const MOST_CELLS: usize = 4;

/// The most lattice lines around a segment that is not sparse.
pub(super) const MOST_LINES: usize = MOST_CELLS + 2 + 2 * MOST_RADIUS;

/// The most of them along z, where a segment is at most a cell long, so that its samples are in at most three cells.
pub(super) const MOST_PLANES: usize = 3 + 2 * MOST_RADIUS;

/// Elements of an array for a row's lines: whole vectors.
pub(super) const LINES: usize = 16;

/// The most samples of a sparse segment.
pub(super) const MOST_SPARSE: usize = 128;

/// The most points of a set, plus what vectors read and write beyond them.
pub(super) const MOST_POINTS: usize = LINES * MOST_LINES * MOST_PLANES + WIDEST;

/// Points in the order of their cells: by z, then y, then x.
pub(super) struct Set {
    pub(super) len: usize,
    /// The first of those that the others are compared with when points are pruned, and the first after them.
    pub(super) rivals: (usize, usize),
    /// Cells of the points along x, y, z, counted from the least cells of the tile's segments.
    pub(super) cells: [[f32; MOST_POINTS]; 3],
    /// Positions of the points in their cells.
    pub(super) points: [[f32; MOST_POINTS]; 3],
    /// Random values of the points' cells.
    pub(super) values: [f32; MOST_POINTS],
}

impl Set {
    pub(super) const EMPTY: Set = Set {
        len: 0,
        rivals: (0, 0),
        cells: [[0.0; MOST_POINTS]; 3],
        points: [[0.0; MOST_POINTS]; 3],
        values: [0.0; MOST_POINTS],
    };
}
