//! Samples of a few columns, with rows in lanes: the columns' fractions are the same for all lanes.

use super::RowTable;
use super::fold::{Fold, Onto};
use crate::kernel::coefficients::cells::{Cell, GROUP, Plane};
use crate::kernel::coefficients::sample;
use crate::simd::{Job, Lanes};
use crate::tables::octave::Folded;

/// Adds an octave to groups of rows, in planes, column by column.
pub(crate) struct Narrow<'a> {
    /// What the octave is added to; `None`: to what `out` holds.
    pub(crate) start: Option<f32>,
    /// How the octave is folded, if it is.
    pub(crate) fold: Option<Folded>,
    pub(crate) row: RowTable<'a>,
    /// Columns.
    pub(crate) width: usize,
    pub(crate) planes: &'a [Plane],
    /// Groups of rows in each plane.
    pub(crate) groups: usize,
    /// S, O, DS, DO: those of each plane's groups, one after the other.
    pub(crate) cells: &'a [Cell],
    /// Cells of a group.
    pub(crate) each: usize,
    /// Elements before the first group, and from a column to the next one.
    pub(crate) skipped: usize,
    pub(crate) stride: usize,
    pub(crate) out: &'a mut [f32],
}

impl Job for Narrow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let (fold, onto) = (Fold::new(l, self.fold), Onto::new(l, self.start));
        for x in 0..self.width {
            let (t, u) = (l.splat(self.row.t[x]), l.splat(self.row.u[x]));
            let cell = (self.row.first[x] - self.row.first[0]) as usize;
            for (p, plane) in self.planes.iter().enumerate() {
                let cells = self.cells[p * self.groups * self.each + cell..].iter().step_by(self.each);
                let to = &mut self.out[plane.out + x * self.stride + self.skipped..][..self.groups * GROUP];
                for (cell, to) in cells.zip(to.as_chunks_mut::<GROUP>().0) {
                    for (v, to) in L::floats_mut(to).iter_mut().enumerate() {
                        let mut line = [t; 4];
                        for i in 0..4 {
                            line[i] = l.load_at(&cell[i], v * L::N);
                        }
                        onto.add(l, fold.of(l, sample(l, line, t, u)), to);
                    }
                }
            }
        }
    }
}
