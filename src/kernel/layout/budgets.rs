//! How much of a block the stages do at once, so that what they compute stays in cache.

use crate::kernel::coefficients::row::STRIDE;

/// Floats for corner vectors: about what fits a second-level cache beside a block of the output. A block whose corners
/// need more is cut.
pub(in crate::kernel) const CORNER_BUDGET: usize = 32 * 1024;

/// The largest number of corners of a single row of samples, which is done along: 8 lattice rows × 4 components × 2 sides. Blocks are cut
/// until they fit, and across needs more than one row. (`narrow` and `transposed` do not cut groups of rows: `narrow` has few columns, and `transposed`
/// checks the size first.)
const CORNER_LEAST: usize = 8 * 4 * 2 * STRIDE;

/// Floats of the memory for corner vectors.
pub(in crate::kernel) const CORNERS: usize =
    if CORNER_BUDGET > CORNER_LEAST { CORNER_BUDGET } else { CORNER_LEAST };

/// Rows that the schedule along does at a time.
pub(in crate::kernel) const ROWS: usize = 4;

/// Planes of rows that are done at once.
pub(in crate::kernel) const MOST_PLANES: usize = 64;

/// Cells whose coefficients are computed before samples are: few enough to stay in the first-level cache with the samples.
pub(in crate::kernel) const CELLS_AT_ONCE: usize = 128;

/// The most pieces of rows: four for each group, of one cell at least.
pub(in crate::kernel) const MOST_PIECES: usize = 4 * CELLS_AT_ONCE;

/// How many planes are done together, and how many groups of each; a group takes `cells` cells of memory. If all of them fit, nothing is
/// divided: this is asked for each octave of a small grid, and divisions take long.
pub(in crate::kernel) fn at_once(cells: usize, groups: usize, planes: usize) -> (usize, usize) {
    if planes <= MOST_PLANES && cells * groups * planes <= CELLS_AT_ONCE {
        return (planes, groups);
    }
    let units = (CELLS_AT_ONCE / cells).max(1);
    ((units / groups).clamp(1, MOST_PLANES), units.min(groups))
}
