//! The schedule `across` for most blocks: in two or three dimensions, with y in lanes, where the coefficients of whole planes are computed at
//! once. What `across` does for other axes and other sizes takes longer than the samples of a small tile.

use super::across::{GroupRows, SampleRows, at_once};
use super::band::Band;
use super::block::Block;
use super::coefficients::across::{Across, LaneAxis};
use super::coefficients::cells::{Cell, GROUP, Plane};
use super::corners::LineCorners;
use super::lattice::{WORTH_ROWS, few_cells, stride_of_lines};
use super::octave::OctavePlan;
use super::runs::Vectors;
use super::samples::across::MOST_VECTORS;
use super::samples::walk::MOST_CELLS;
use super::samples::{RowTable, Shape};
use super::scratch::{CORNER_BUDGET, Tables};
use crate::noise::Kind;
use crate::simd::Backend;
use crate::tables::octaves::Octave;

/// The lattice around a block.
#[derive(Clone, Copy)]
pub(super) struct Corners {
    /// Lattice columns, lines along y, and lines along z: one in two dimensions.
    pub(super) columns: usize,
    pub(super) lines: usize,
    pub(super) depth: usize,
    pub(super) components: usize,
    /// Floats from a component of a column to the next one.
    pub(super) stride: usize,
    /// Floats from a line along z to the next one.
    pub(super) step: usize,
}

impl Corners {
    #[inline(always)]
    pub(super) fn new(components: usize, [columns, lines, depth]: [usize; 3]) -> Self {
        let stride = stride_of_lines(lines);
        Corners { columns, lines, depth, components, stride, step: columns * components * stride }
    }

    /// Whether there is room for them, and for the coefficients of that many planes of so many rows at once.
    pub(super) fn fit(&self, rows: usize, planes: usize) -> bool {
        let groups = rows.div_ceil(GROUP);
        let at_once = at_once(self.columns - 1, groups, planes);
        self.step * self.depth <= CORNER_BUDGET && at_once == (planes, groups)
    }
}

/// Where planes lie along z.
#[derive(Clone, Copy)]
pub(super) struct PlaneAxis<'a> {
    /// Their first lines.
    pub(super) first: &'a [u32],
    /// The first line whose corners there are.
    pub(super) first_line: u32,
    /// Fractions and fades.
    pub(super) t: &'a [f32],
    pub(super) u: &'a [f32],
    pub(super) planes: usize,
}

impl PlaneAxis<'_> {
    /// In two dimensions.
    pub(super) const ONE: PlaneAxis<'static> =
        PlaneAxis { first: &[], first_line: 0, t: &[], u: &[], planes: 1 };
}

/// An octave of a block, and the lattice around it.
pub(super) struct AcrossY<'a> {
    pub(super) octave: &'a Octave,
    pub(super) row: RowTable<'a>,
    pub(super) y: LaneAxis<'a>,
    /// [`PlaneAxis::ONE`] in two dimensions.
    pub(super) z: PlaneAxis<'a>,
    pub(super) corners: Corners,
}

/// Where the samples of a block go.
pub(super) struct Out<'a> {
    pub(super) out: &'a mut [f32],
    /// Those of the first row.
    pub(super) first: usize,
    /// Elements from a row to the next one along y and along z.
    pub(super) step: usize,
    pub(super) of_z: usize,
    pub(super) vectors: Vectors,
}

/// Adds an octave to a block, or writes `start` plus it; `false` where it must be done otherwise.
pub(super) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    block: &Block,
    band: &mut Band<'_>,
    scratch: &mut Tables,
) -> bool {
    let Some(across) = AcrossY::of(octave, block, backend.lanes()) else { return false };
    across.set_corners(backend, octave, block, scratch.corners.floats_mut());
    let first =
        band.row(block.outer.each_ref().map(|range| range.start)) + block.columns.start - band.columns.start;
    let [_, of_z, step] = band.steps();
    let vectors = band.vectors(block, backend.lanes(), start.is_some());
    across.add(backend, start, Out { out: &mut *band.out, first, step, of_z, vectors }, scratch);
    true
}

impl<'a> AcrossY<'a> {
    /// `None` where a block is to be done otherwise.
    #[inline(always)]
    fn of(octave: &OctavePlan<'a>, block: &Block, lanes: usize) -> Option<Self> {
        let [.., zs, ys] = &block.outer;
        let OctavePlan { octave, dims, row, outer: [_, z, y] } = *octave;
        let across = row.widest(lanes) <= few_cells(dims, block.columns.len(), lanes)
            && y.widest(lanes) < lanes as u32
            && !row.is_own();
        if !across || !matches!(dims, 2 | 3) || ys.len() < WORTH_ROWS || zs.len().min(GROUP) > ys.len() {
            return None;
        }
        let row = RowTable::of(row, &block.columns);
        let y = LaneAxis {
            first: &y.first()[ys.start..],
            first_line: y.first()[ys.start],
            t: &y.t()[ys.start..],
            u: &y.u()[ys.start..],
            rows: ys.len(),
        };
        let z = match dims {
            3 => PlaneAxis {
                first: &z.first()[zs.start..],
                first_line: z.first()[zs.start],
                t: &z.t()[zs.start..],
                u: &z.u()[zs.start..],
                planes: zs.len(),
            },
            _ => PlaneAxis::ONE,
        };
        let span = |first: &[u32], len: usize| (first[len - 1] - first[0]) as usize + 2;
        let depth = if dims == 3 { span(z.first, zs.len()) } else { 1 };
        let spans = [span(row.first, block.columns.len()), span(y.first, ys.len()), depth];
        let corners = Corners::new(octave.components(), spans);
        corners.fit(ys.len(), 1).then_some(AcrossY { octave, row, y, z, corners })
    }

    /// Computes the corners, lattice line by lattice line along z.
    fn set_corners(&self, backend: Backend, plan: &OctavePlan<'_>, block: &Block, corners: &mut [f32]) {
        let OctavePlan { octave, row, outer: [_, z, y], dims } = *plan;
        let Corners { columns, lines: count, depth, stride, step, .. } = self.corners;
        let columns = &row.codes[self.row.first[0] as usize..][..columns];
        let lanes = &y.codes[self.y.first_line as usize..];
        debug_assert_eq!(row.first()[block.columns.start], self.row.first[0]);
        for n in 0..depth {
            let to = &mut corners[n * step..][..step];
            let deep = if dims == 3 { z.codes[self.z.first_line as usize + n] } else { 0 };
            let lines = [0, deep, 0];
            backend.run(LineCorners { octave, dims, lines, axis: 2, lanes, count, columns, stride, to });
        }
    }

    /// Adds the samples of all planes, some of them at a time, whose corners are in `scratch`. (Inlined, as what it takes would go through memory.)
    #[inline(always)]
    pub(super) fn add(&self, backend: Backend, start: Option<f32>, to: Out<'_>, scratch: &mut Tables) {
        let Tables { cells, corners, planes, pieces, runs, .. } = scratch;
        let (cells, corners) = (cells.lines_mut(), corners.floats());
        let Out { out, first, step, of_z, vectors } = to;
        let (rows, each) = (self.y.rows, self.corners.columns - 1);
        let groups = rows.div_ceil(GROUP);
        let (planes_at_once, _) = at_once(each, groups, self.z.planes);
        runs.set_across(vectors, self.row.first, MOST_VECTORS, start.is_some());
        let shape = Shape { start, fold: self.octave.fold };
        let mut z = 0;
        while z < self.z.planes {
            let planes = &mut planes[..planes_at_once.min(self.z.planes - z)];
            for (n, plane) in planes.iter_mut().enumerate() {
                *plane = self.plane(z + n, first + (z + n) * of_z);
            }
            let planes = &*planes;
            let used = planes.len() * groups * each;
            self.set_coefficients(backend, corners, planes, &mut cells[..used]);
            let cells = &cells[..used + MOST_CELLS];
            let group_rows = GroupRows { axis: 2, planes, first_group: 0, rows, corners, cells, each };
            let to = SampleRows { row: self.row, runs, step, rows, out: &mut *out };
            to.add(backend, shape, &group_rows, pieces);
            z += planes.len();
        }
    }

    /// The rows along y of a plane, whose samples go to `out`.
    fn plane(&self, n: usize, out: usize) -> Plane {
        let PlaneAxis { first, first_line, t, u, .. } = self.z;
        match first.get(n) {
            Some(first) => Plane {
                at: (first - first_line) as usize * self.corners.step,
                t: [0.0, t[n], 0.0],
                u: [0.0, u[n], 0.0],
                out,
            },
            None => Plane { out, ..Plane::NONE },
        }
    }

    fn set_coefficients(&self, backend: Backend, corners: &[f32], planes: &[Plane], to: &mut [Cell]) {
        match self.z.first {
            [] => backend.run(self.coefficients::<2>(corners, planes, to)),
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
        let Corners { columns, components, stride, step, .. } = self.corners;
        Across {
            kind: self.octave.kind,
            constants: self.octave.kind == Kind::Perlin && components > D,
            around: [0, 1, step, step + 1, 0, 0, 0, 0],
            steps: (components * stride, stride),
            axis: 0,
            lanes: self.y,
            corners,
            planes,
            each: columns - 1,
            to,
        }
    }
}
