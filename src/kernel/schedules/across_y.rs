//! The schedule `across` for most blocks: in two or three dimensions, with y in lanes, where the coefficients of whole planes are computed at
//! once. What `across` does for other axes and other sizes takes longer than the samples of a small grid.

use super::across::{GroupRows, LongRows, Target, lane_axis};
use crate::kernel::coefficients::across::Across;
use crate::kernel::coefficients::cells::{Cell, GROUP, Plane};
use crate::kernel::corners::LineCorners;
use crate::kernel::layout::band::Band;
use crate::kernel::layout::block::Block;
use crate::kernel::layout::budgets::at_once;
use crate::kernel::layout::corner_sizes::CornerSizes;
use crate::kernel::layout::lattice::{WORTH_ROWS, few_cells};
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::samples::walk::MOST_CELLS;
use crate::kernel::scratch::stages::StageMemory;
use crate::simd::Backend;

/// The lattice around a block, and how the block is done.
struct AcrossY<'a> {
    octave: &'a OctavePlan<'a>,
    block: &'a Block,
    /// The first lattice column, and the first lines along y and z.
    column: usize,
    line: usize,
    deep: usize,
    corners: CornerSizes,
    /// How many planes are done together.
    planes_at_once: usize,
}

/// Adds an octave to a block, or writes `start` plus it; `false` where it must be done otherwise.
pub(in crate::kernel) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    block: &Block,
    band: &mut Band<'_>,
    stages: &mut StageMemory,
) -> bool {
    let Some(lattice) = AcrossY::of(octave, block, backend.lanes()) else { return false };
    lattice.set_corners(backend, stages.corners.floats_mut());
    lattice.add(backend, start, band, stages);
    true
}

impl<'a> AcrossY<'a> {
    /// `None` where a block is to be done otherwise.
    fn of(octave: &'a OctavePlan<'a>, block: &'a Block, lanes: usize) -> Option<Self> {
        let [.., zs, ys] = &block.outer;
        let (row, [_, z, y]) = (octave.row, octave.outer);
        let across = row.widest(lanes) <= few_cells(octave.dims, block.columns.len(), lanes)
            && y.widest(lanes) < lanes as u32
            && !row.is_own();
        if !across || !matches!(octave.dims, 2 | 3) || ys.len() < WORTH_ROWS || zs.len().min(GROUP) > ys.len()
        {
            return None;
        }
        let span = |first: &[u32], from: usize, to: usize| {
            let (first, last) = (first[from] as usize, first[to - 1] as usize);
            (first, last + 2 - first)
        };
        let (column, columns) = span(row.first(), block.columns.start, block.columns.end);
        let (line, lines) = span(y.first(), ys.start, ys.end);
        let (deep, depth) = if octave.dims == 3 { span(z.first(), zs.start, zs.end) } else { (0, 1) };
        let corners = CornerSizes::new(octave.octave.components(), [columns, lines, depth]);
        let groups = ys.len().div_ceil(GROUP);
        let (planes_at_once, groups_at_once) = at_once(columns - 1, groups, zs.len());
        let fits = corners.fit() && groups_at_once == groups;
        fits.then_some(AcrossY { octave, block, column, line, deep, corners, planes_at_once })
    }

    /// Computes the corners, lattice line by lattice line along z.
    fn set_corners(&self, backend: Backend, corners: &mut [f32]) {
        let OctavePlan { octave, row, outer: [_, z, y], dims } = *self.octave;
        let CornerSizes { columns, lines: count, depth, stride, step, .. } = self.corners;
        let columns = &row.codes[self.column..][..columns];
        let lanes = &y.codes[self.line..];
        for n in 0..depth {
            let to = &mut corners[n * step..][..step];
            let lines = [0, if dims == 3 { z.codes[self.deep + n] } else { 0 }, 0];
            backend.run(LineCorners { octave, dims, lines, axis: 2, lanes, count, columns, stride, to });
        }
    }

    /// Adds the samples of all planes, some of them at a time.
    fn add(&self, backend: Backend, start: Option<f32>, band: &mut Band<'_>, stages: &mut StageMemory) {
        let AcrossY { octave, block, planes_at_once, .. } = *self;
        let StageMemory { cells, corners, planes, pieces, runs, .. } = stages;
        let (cells, corners) = (cells.lines_mut(), corners.floats());
        let [_, zs, ys] = &block.outer;
        let (groups, each) = (ys.len().div_ceil(GROUP), self.corners.columns - 1);
        let [_, of_z, _] = band.steps();
        let mut to = LongRows::new(backend, octave, block, start.is_some(), band, (runs, pieces));
        let out = to.at(block.outer.each_ref().map(|range| range.start));
        let mut z = zs.start;
        while z < zs.end {
            let planes = &mut planes[..planes_at_once.min(zs.end - z)];
            for (n, plane) in planes.iter_mut().enumerate() {
                *plane = self.plane(z + n, out + (z + n - zs.start) * of_z);
            }
            let planes = &*planes;
            let used = planes.len() * groups * each;
            self.set_coefficients(backend, corners, planes, &mut cells[..used]);
            let cells = &cells[..used + MOST_CELLS];
            let rows = GroupRows { axis: 2, planes, first_group: 0, rows: ys.len(), corners, cells, each };
            to.add_samples(backend, octave, block, start, &rows);
            z += planes.len();
        }
    }

    /// The rows along y at `z`, whose samples go to `out`.
    fn plane(&self, z: usize, out: usize) -> Plane {
        if self.octave.dims == 2 {
            return Plane { out, ..Plane::NONE };
        }
        let table = self.octave.outer[1];
        let at = (table.first()[z] as usize - self.deep) * self.corners.step;
        Plane { at, t: [0.0, table.t()[z], 0.0], u: [0.0, table.u()[z], 0.0], out }
    }

    fn set_coefficients(&self, backend: Backend, corners: &[f32], planes: &[Plane], to: &mut [Cell]) {
        match self.octave.dims {
            2 => backend.run(self.coefficients::<2>(corners, planes, to)),
            _ => backend.run(self.coefficients::<3>(corners, planes, to)),
        }
    }

    /// The job that computes the coefficients of some planes.
    fn coefficients<'b, const D: usize>(
        &'b self,
        corners: &'b [f32],
        planes: &'b [Plane],
        to: &'b mut [Cell],
    ) -> Across<'b, D> {
        let OctavePlan { octave, outer: [.., y], .. } = *self.octave;
        let columns = self.corners.columns;
        Across {
            kind: octave.kind,
            constants: octave.has_constants(D),
            around: self.corners.around(),
            steps: self.corners.steps(),
            axis: 0,
            lanes: lane_axis(y, self.line, &self.block.outer[2]),
            corners,
            planes,
            each: columns - 1,
            to,
        }
    }
}
