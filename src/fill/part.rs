//! `Part`: indices of a grid's samples, and where they go.

use core::ops::Range;

#[cfg(feature = "rayon")]
use super::parallel::ExtentOfPart;
use crate::grid::Axis;

/// Indices of a grid's samples, and how far apart their rows are in a buffer.
#[derive(Clone)]
pub(super) struct Part {
    /// Along w, z, y: 0..1 for an axis that does not exist.
    pub(super) outer: [Range<usize>; 3],
    /// Along x.
    pub(super) columns: Range<usize>,
    /// Elements of the buffer from a row to the next one, at least one for each column.
    pub(super) stride: usize,
}

impl Part {
    /// From the indices along each axis, slowest first. The rows follow each other without gaps.
    pub(super) fn new(ranges: impl DoubleEndedIterator<Item = Range<usize>>) -> Self {
        let mut fastest_first = ranges.rev();
        let mut next = || fastest_first.next().unwrap_or(0..1);
        let (columns, y, z, w) = (next(), next(), next(), next());
        let stride = columns.len();
        Part { outer: [w, z, y], columns, stride }
    }

    /// A whole grid.
    pub(super) fn all(axes: &[Axis<'_>]) -> Self {
        Part::new(axes.iter().map(|axis| 0..axis.len()))
    }

    /// The same indices for rows that are so many elements apart.
    pub(super) fn with_stride(self, stride: usize) -> Self {
        Part { stride, ..self }
    }

    /// The number of rows, or the greatest number, if it is beyond that.
    pub(super) fn rows(&self) -> usize {
        product(self.outer.iter().map(Range::len))
    }

    /// The number of samples in a row.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// The elements of a buffer from the first sample to the last one, in so many planes one after the other; `None` if these are more than a number
    /// can say.
    pub(super) fn elements(&self, planes: usize) -> Option<usize> {
        match self.samples() {
            0 => Some(0),
            _ => (self.rows().checked_mul(planes)? - 1).checked_mul(self.stride)?.checked_add(self.width()),
        }
    }

    /// Whether the rows follow each other without gaps.
    pub(super) fn has_no_gaps(&self) -> bool {
        self.stride == self.width() || self.rows() <= 1
    }

    /// The indices along an axis: 0 is x.
    pub(super) fn range(&self, a: usize) -> &Range<usize> {
        if a == 0 { &self.columns } else { &self.outer[3 - a] }
    }

    /// The first of the axes w, z, y that is longer than 1, as 0, 1 or 2. Parts along it lie one after the other in memory.
    pub(super) fn slowest(&self) -> Option<usize> {
        self.outer.iter().position(|range| range.len() > 1)
    }

    /// The first axis that is longer than 1, w, z, y, x as 0 to 3, and how far the part extends along it.
    #[cfg(feature = "rayon")]
    pub(super) fn extent(&self) -> (usize, ExtentOfPart) {
        let row = self.width();
        match self.slowest() {
            Some(axis) => {
                let indices = self.outer[axis].len();
                (axis, ExtentOfPart { indices, of_index: self.samples() / indices, row })
            }
            None => (3, ExtentOfPart { indices: row, of_index: 1, row: 1 }),
        }
    }

    /// Elements of the buffer from an index to the next one along an axis, w, z, y, x as 0 to 3.
    pub(super) fn step(&self, axis: usize) -> usize {
        match self.outer.get(axis + 1..) {
            Some(inner) => product(inner.iter().map(Range::len)) * self.stride,
            None => 1,
        }
    }

    /// The piece with these indices along an axis, counted from the part's first.
    #[cfg(feature = "rayon")]
    pub(super) fn piece(&self, axis: usize, indices: Range<usize>) -> Self {
        let mut piece = self.clone();
        let range = if axis < 3 { &mut piece.outer[axis] } else { &mut piece.columns };
        *range = range.start + indices.start..range.start + indices.end;
        piece
    }

    /// The number of samples of a part of a grid, or the greatest number, if it is beyond that.
    pub(super) fn samples(&self) -> usize {
        product(self.outer.iter().chain([&self.columns]).map(Range::len))
    }
}

/// A product of lengths, or the greatest number, if it is beyond that.
fn product(lens: impl Iterator<Item = usize> + Clone) -> usize {
    // A product may overflow on its way to 0.
    if lens.clone().any(|len| len == 0) { 0 } else { lens.fold(1, usize::saturating_mul) }
}
