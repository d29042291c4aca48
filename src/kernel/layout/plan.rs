//! Octaves, and the tables of a grid's axes for them.

use crate::tables::axis::AxisTable;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;

/// All octaves.
pub(crate) struct Plan<'a> {
    pub(crate) dims: usize,
    pub(crate) octaves: &'a Octaves,
    /// The tables of the x axis, one for each octave.
    pub(crate) row: &'a [AxisTable],
    /// The tables of the axes w, z, y, one for each octave; none for an axis that the grid does not have.
    pub(crate) outer: [&'a [AxisTable]; 3],
}

/// One octave.
pub(in crate::kernel) struct OctavePlan<'a> {
    pub(in crate::kernel) dims: usize,
    pub(in crate::kernel) octave: &'a Octave,
    pub(in crate::kernel) row: &'a AxisTable,
    /// Axes w, z, y.
    pub(in crate::kernel) outer: [&'a AxisTable; 3],
}

impl<'a> Plan<'a> {
    /// The plan of the noise that moves samples along axis `a`, counted from x.
    pub(in crate::kernel) fn displacement(&self, warp: usize, a: usize) -> Plan<'a> {
        let Plan { dims, octaves, row, outer } = *self;
        let first = octaves.first_of(warp, a);
        let tables = |tables: &'a [AxisTable]| tables.get(first..).unwrap_or_default();
        Plan { dims, octaves: &octaves.warps[warp][a], row: tables(row), outer: outer.map(tables) }
    }

    /// The octaves, one after the other.
    pub(in crate::kernel) fn octaves(&self) -> impl Iterator<Item = OctavePlan<'a>> {
        let (dims, outer) = (self.dims, self.outer);
        self.octaves.octaves.iter().zip(self.row).enumerate().map(move |(o, (octave, row))| OctavePlan {
            dims,
            octave,
            row,
            outer: outer.map(|tables| tables.get(o).unwrap_or(AxisTable::none())),
        })
    }
}
