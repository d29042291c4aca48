//! The coefficients of a row, in memory.

use crate::simd::WIDEST;
use crate::tables::axis::MOST_COLUMNS;

/// Columns of a block, padded so that a vector may be loaded at any of them.
pub(crate) const STRIDE: usize = MOST_COLUMNS + 2 * WIDEST;

/// S, O, DS, DO of the lattice columns of a block: four arrays of [`STRIDE`], one after the other.
pub(crate) type Coefficients = [f32; 4 * STRIDE];
