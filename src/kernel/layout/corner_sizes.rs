//! Where the corners around a block stand in memory: line by line along z, then column by column, then component by component.

use super::budgets::CORNER_BUDGET;
use super::lattice::stride_of_lines;

/// How many corners there are around a block, and how far they are from each other.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct CornerSizes {
    /// Lattice columns, lines along y, and lines along z: one in two dimensions.
    pub(in crate::kernel) columns: usize,
    pub(in crate::kernel) lines: usize,
    pub(in crate::kernel) depth: usize,
    pub(in crate::kernel) components: usize,
    /// Floats from a component of a column to the next one.
    pub(in crate::kernel) stride: usize,
    /// Floats from a line along z to the next one.
    pub(in crate::kernel) step: usize,
}

impl CornerSizes {
    #[inline(always)]
    pub(in crate::kernel) fn new(components: usize, [columns, lines, depth]: [usize; 3]) -> Self {
        let stride = stride_of_lines(lines);
        CornerSizes { columns, lines, depth, components, stride, step: columns * components * stride }
    }

    /// How far the corners around rows are from those of their first lines: bits 0 and 1 of an index are y and z.
    pub(in crate::kernel) fn around(&self) -> [usize; 8] {
        [0, 1, self.step, self.step + 1, 0, 0, 0, 0]
    }

    /// Floats from a column to the next one, and from a component to the next one.
    pub(in crate::kernel) fn steps(&self) -> (usize, usize) {
        (self.components * self.stride, self.stride)
    }

    /// Whether there is room for them.
    pub(in crate::kernel) fn fit(&self) -> bool {
        self.step * self.depth <= CORNER_BUDGET
    }
}
