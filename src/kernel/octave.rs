//! What kernels need to fill a grid.

use crate::tables::axis::AxisTable;
use crate::tables::octaves::{Octave, Octaves};

/// Octaves, and the tables of the axes for each of them.
pub(crate) struct Plan<'a> {
    pub(crate) dims: usize,
    pub(crate) octaves: &'a Octaves,
    /// The x axis, an octave each.
    pub(crate) row: &'a [AxisTable],
    /// Axes w, z, y, an octave each; none of an axis that is not there.
    pub(crate) outer: [&'a [AxisTable]; 3],
}

/// The same for one octave.
pub(super) struct OctavePlan<'a> {
    pub(super) dims: usize,
    pub(super) octave: &'a Octave,
    pub(super) row: &'a AxisTable,
    /// Axes w, z, y.
    pub(super) outer: [&'a AxisTable; 3],
}

impl<'a> Plan<'a> {
    /// The octaves, one after the other.
    pub(super) fn octaves(&self) -> impl Iterator<Item = OctavePlan<'a>> {
        let (dims, outer) = (self.dims, self.outer);
        self.octaves.octaves.iter().zip(self.row).enumerate().map(move |(o, (octave, row))| OctavePlan {
            dims,
            octave,
            row,
            outer: outer.map(|tables| tables.get(o).unwrap_or(AxisTable::none())),
        })
    }
}
