//! The planes to which octaves are added.

use core::ops::Range;

use crate::kernel::layout::band::places_in_page;
use crate::kernel::layout::block::{Block, row_of, steps_of};

/// The planes that octaves are added to: the value, then the derivatives by w, z, y, x, for the axes that exist.
pub(super) struct Target<'a, 'b> {
    /// The rows of the planes along w, z, y, and their first column.
    pub(super) outer: &'a [Range<usize>; 3],
    pub(super) column: usize,
    /// Elements from a row to the next one.
    pub(super) stride: usize,
    pub(super) planes: &'a mut [&'b mut [f32]],
}

impl Target<'_, '_> {
    /// The index in each plane of the sample at this column of the row at `wzy`.
    pub(super) fn at(&self, wzy: [usize; 3], column: usize) -> usize {
        row_of(self.outer, wzy) * self.stride + column - self.column
    }

    /// Elements of a plane from a row to the next one along w, z, y.
    pub(super) fn steps(&self) -> [usize; 3] {
        steps_of(self.outer).map(|rows| rows * self.stride)
    }

    /// Fills a block: the value with `value`, the derivatives with 0.
    pub(super) fn fill(&mut self, block: &Block, value: f32) {
        let [ws, zs, ys] = block.outer.clone();
        for w in ws {
            for z in zs.clone() {
                for y in ys.clone() {
                    let at = self.at([w, z, y], block.columns.start);
                    for (n, plane) in self.planes.iter_mut().enumerate() {
                        plane[at..at + block.columns.len()].fill(if n == 0 { value } else { 0.0 });
                    }
                }
            }
        }
    }
}

/// Whether rows at this distance, in elements, push each other out of a first-level cache where several planes have rows there: twice as many places as
/// those of one plane need are too few.
pub(super) fn planes_collide(stride: usize) -> bool {
    places_in_page(stride) <= 4
}
