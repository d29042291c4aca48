//! Grids of few columns: rows are in lanes in all stages. Samples are stored column by column, in memory of their own, until all octaves are added.

use core::ops::Range;

use super::across::{self, GroupRows, Memory, PlaneRows, Target, lane_axis};
use super::band::Band;
use super::block::{Block, SAMPLES, parts, row_of, steps_of};
use super::coefficients::cells::GROUP;
use super::corners;
use super::lattice::{Lattice, longest_axis};
use super::octave::{OctavePlan, Plan};
use super::samples::RowTable;
use super::samples::narrow::Narrow;
use super::samples::thin::{Thin, ThinRows};
use super::scratch::{CORNER_BUDGET, Scratch, Tables};
use super::shaping;
use super::work::Work;
use crate::noise::Kind;
use crate::simd::Backend;

/// The most columns of a narrow grid: a vector of the fewest lanes.
const MOST_COLUMNS: usize = 8;

/// The most rows of a block along the lane axis: their coefficients and samples stay in the second-level cache.
const MOST_ROWS: usize = 2048;

/// The axis (w, z, y as 0, 1, 2) whose rows are put in lanes, if this is the best way to compute a band.
pub(super) fn axis(plan: &Plan<'_>, band: &Band<'_>, lanes: usize) -> Option<usize> {
    let width = band.columns.len();
    if width > MOST_COLUMNS || plan.dims == 1 {
        return None;
    }
    let all = Block { outer: band.outer.clone(), columns: band.columns.clone() };
    let axis = longest_axis(plan.dims, &all)?;
    // Rows that are one vector wide need no copy if there is one octave. Planes of a few rows are copied in less time than they are transposed.
    let rows = all.outer[axis].len();
    let few_in_planes = rows < GROUP && rows < all.rows();
    if width == MOST_COLUMNS && (plan.octaves.octaves.len() == 1 || few_in_planes) {
        return None;
    }
    plan.octaves().all(|octave| Lattice::has_lanes(&octave, &all, axis, lanes)).then_some(axis)
}

/// Fills a band, with rows along an axis in lanes.
pub(super) fn fill(
    backend: Backend,
    plan: &Plan<'_>,
    axis: usize,
    band: &mut Band<'_>,
    scratch: &mut Scratch,
) {
    let outer = band.outer.clone();
    let most = most_rows(&outer, axis, band.columns.len());
    for w in parts(&outer[0], most[0]) {
        for z in parts(&outer[1], most[1]) {
            for y in parts(&outer[2], most[2]) {
                let block = Block { outer: [w.clone(), z.clone(), y.clone()], columns: band.columns.clone() };
                let mut columns = ColumnsOfBlock::new(block.clone(), axis, scratch.staging.floats_mut());
                fill_block(backend, plan, &block, &mut columns, (&mut scratch.tables, &mut scratch.shaping));
                columns.copy_to(band);
            }
        }
    }
}

/// How many rows along w, z, y are computed together.
fn most_rows(outer: &[Range<usize>; 3], axis: usize, width: usize) -> [usize; 3] {
    let mut most = [1; 3];
    most[axis] = outer[axis].len().min(MOST_ROWS);
    let mut left = SAMPLES / (width * most[axis].next_multiple_of(GROUP));
    for a in (0..3).rev().filter(|a| *a != axis) {
        most[a] = outer[a].len().clamp(1, left);
        left /= most[a];
    }
    most
}

fn fill_block(
    backend: Backend,
    plan: &Plan<'_>,
    block: &Block,
    columns: &mut ColumnsOfBlock<'_>,
    (scratch, shaping): (&mut Tables, &mut shaping::Memory),
) {
    columns.out.fill(plan.octaves.bias);
    for octave in plan.octaves() {
        let Some(shaped) = &octave.octave.shaped else {
            add_octave(backend, &octave, block, columns, scratch);
            continue;
        };
        let mut beside = ColumnsOfBlock::new(block.clone(), columns.axis, shaping.samples());
        beside.out.fill(0.0);
        add_octave(backend, &octave, block, &mut beside, scratch);
        shaping.add_all(backend, shaped, columns.out);
    }
}

/// Adds an octave to a part of a block. A part whose corners do not fit into memory is cut.
fn add_octave(
    backend: Backend,
    octave: &OctavePlan<'_>,
    part: &Block,
    columns: &mut ColumnsOfBlock<'_>,
    scratch: &mut Tables,
) {
    let axis = columns.axis;
    let lattice = Lattice::across(octave, part, axis);
    if lattice.floats > CORNER_BUDGET
        && let Some(halves) = part.halves(Some(axis))
    {
        for half in &halves {
            add_octave(backend, octave, half, columns, scratch);
        }
        return;
    }
    let work = Work { octave, start: None, block: part, lattice: &lattice };
    corners::by_line(backend, &work, axis, scratch.corners.floats_mut());
    let Tables { cells, corners, planes, .. } = scratch;
    across::add_to(backend, &work, axis, columns, Memory::new(cells, corners, planes));
}

/// The samples of a block, column by column. In a column, rows along the lane axis are next to each other, padded to whole groups.
struct ColumnsOfBlock<'a> {
    block: Block,
    axis: usize,
    /// Elements from a column to the next one.
    stride: usize,
    out: &'a mut [f32],
}

impl<'a> ColumnsOfBlock<'a> {
    fn new(block: Block, axis: usize, out: &'a mut [f32]) -> Self {
        let len = block.outer[axis].len();
        let stride = len.next_multiple_of(GROUP);
        let rows = block.rows();
        let floats = rows / len * stride * block.columns.len();
        ColumnsOfBlock { block, axis, stride, out: &mut out[..floats] }
    }

    fn width(&self) -> usize {
        self.block.columns.len()
    }

    /// The block's planes: each is represented by its first row along the lane axis.
    fn planes(&self) -> [Range<usize>; 3] {
        let mut planes = self.block.outer.clone();
        planes[self.axis].end = planes[self.axis].start + 1;
        planes
    }

    /// Copies the samples to the rows of a band.
    fn copy_to(&self, band: &mut Band<'_>) {
        let (rows, step) = (self.block.outer[self.axis].len(), band.steps()[self.axis]);
        let [ws, zs, ys] = self.planes();
        for w in ws {
            for z in zs.clone() {
                for y in ys.clone() {
                    let from = &self.out[self.at([w, z, y])..][..self.width() * self.stride];
                    let columns = from.chunks_exact(self.stride).map(|column| &column[..rows]);
                    let to = band.row([w, z, y]);
                    copy_columns(columns, &mut band.out[to..], step);
                }
            }
        }
    }
}

/// Copies columns to rows that are `step` elements apart.
fn copy_columns<'a>(columns: impl ExactSizeIterator<Item = &'a [f32]> + Clone, to: &mut [f32], step: usize) {
    match (columns.len(), step) {
        (1, 1) => columns.for_each(|column| to[..column.len()].copy_from_slice(column)),
        (2, 2) => transpose::<2>(columns, to),
        (3, 3) => transpose::<3>(columns, to),
        (4, 4) => transpose::<4>(columns, to),
        (8, 8) => transpose::<8>(columns, to),
        _ => {
            for (x, column) in columns.enumerate() {
                to[x..].iter_mut().step_by(step).zip(column).for_each(|(to, sample)| *to = *sample);
            }
        }
    }
}

/// The same, for rows without gaps between them.
fn transpose<'a, const WIDTH: usize>(mut columns: impl Iterator<Item = &'a [f32]>, to: &mut [f32]) {
    let columns: [&[f32]; WIDTH] = core::array::from_fn(|_| columns.next().unwrap_or(&[]));
    let rows = columns[0].len();
    let columns = columns.map(|column| &column[..rows]);
    for (r, to) in to.as_chunks_mut::<WIDTH>().0.iter_mut().enumerate().take(rows) {
        *to = core::array::from_fn(|x| columns[x][r]);
    }
}

impl Target for ColumnsOfBlock<'_> {
    fn at(&self, wzy: [usize; 3]) -> usize {
        let first = self.block.outer[self.axis].start;
        let mut plane = wzy;
        plane[self.axis] = first;
        row_of(&self.planes(), plane) * self.width() * self.stride + (wzy[self.axis] - first)
    }

    fn steps(&self) -> [usize; 3] {
        steps_of(&self.planes()).map(|planes| planes * self.width() * self.stride)
    }

    fn set_coefficients(&self, backend: Backend, rows: PlaneRows<'_>) {
        if !is_thin(backend, rows.work.octave) {
            rows.set_values(backend);
        }
    }

    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>) {
        let fold = work.octave.octave.fold;
        let row = RowTable::of(work.octave.row, &self.block.columns);
        let (width, stride, skipped) = (self.width(), self.stride, rows.first_group * GROUP);
        if is_thin(backend, work.octave) {
            // The rows to add may be a half of the block.
            let Work { octave, lattice, block, .. } = work;
            let first = block.outer[self.axis].start + skipped;
            let (table, line) = (octave.outer[self.axis], lattice.lines[self.axis].start);
            let lanes = lane_axis(table, line, &(first..first + rows.rows));
            let thin = ThinRows { fold, row, width, axis: 2 - self.axis, lanes, skipped, stride };
            return match work.octave.dims {
                2 => backend.run(self.thin::<2>(work, rows, thin)),
                _ => backend.run(self.thin::<3>(work, rows, thin)),
            };
        }
        let groups = rows.rows.div_ceil(GROUP);
        let GroupRows { planes, cells, each, .. } = *rows;
        let out = &mut *self.out;
        backend.run(Narrow { fold, row, width, planes, groups, cells, each, skipped, stride, out });
    }
}

/// Whether an octave's samples are made directly from corners. This takes code for each kind and each number of dimensions. Only the most common
/// ones have it, and programs that must be small have none.
fn is_thin(backend: Backend, octave: &OctavePlan<'_>) -> bool {
    let perlin = octave.octave.kind == Kind::Perlin && !octave.octave.has_constants(octave.dims);
    !cfg!(perlane_small) && perlin && octave.dims < 4 && backend.vectors().permutes
}

impl ColumnsOfBlock<'_> {
    fn thin<'a, const D: usize>(
        &'a mut self,
        work: &Work<'_>,
        rows: &GroupRows<'a>,
        thin: ThinRows<'a>,
    ) -> Thin<'a, D> {
        Thin {
            rows: thin,
            corners: rows.corners,
            around: work.lattice.around(),
            steps: work.lattice.steps_across(),
            planes: rows.planes,
            out: &mut *self.out,
        }
    }
}
