//! The parts of a block, whose samples are stored column by column before they are copied.

use core::ops::Range;

use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::layout::block::{Block, PADDED_SAMPLES, SAMPLES, parts, strips};
use crate::kernel::samples::transposed::{COLUMNS, MOST_COLUMNS};

/// The axis whose rows are in lanes: y.
pub(in crate::kernel) const AXIS: usize = 2;

/// Samples of a part, if its columns are not more than [`COLUMNS`].
pub(super) const MOST_SAMPLES: usize = SAMPLES;
const _: () = assert!(
    MOST_SAMPLES / COLUMNS * MOST_COLUMNS <= PADDED_SAMPLES,
    "the memory for samples has room for a part"
);

/// Elements from a plane to the next one.
pub(in crate::kernel) fn floats_of_plane(rows: usize, width: usize) -> usize {
    rows.next_multiple_of(GROUP) * width
}

/// Calls a function for each part of a block, of which `planes` planes of samples are summed together.
pub(in crate::kernel) fn for_each_part(block: &Block, planes: usize, mut each: impl FnMut(&Block)) {
    let [ws, zs, ys] = &block.outer;
    let most = MOST_SAMPLES / (planes * block.columns.len().min(COLUMNS) * ys.len().next_multiple_of(GROUP));
    for w in parts(ws, 1) {
        for z in parts(zs, most) {
            for columns in parts_of(&block.columns) {
                each(&Block { outer: [w.clone(), z.clone(), ys.clone()], columns });
            }
        }
    }
}

/// The columns of each part of a row.
pub(super) fn parts_of(columns: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    strips(columns, columns.len().div_ceil(COLUMNS), 0)
}
