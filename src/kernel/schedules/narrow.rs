//! Grids of few columns: rows are in lanes in all stages. Samples are stored column by column, in memory of their own, until all octaves are added. A
//! single column of whole groups is computed in the output itself. (`series` has most single columns of Perlin noise. Those with a period along them, listed
//! coordinates, a negative spacing or tables that are held come here.)

use core::ops::Range;

use super::across::{GroupRows, PlaneRows, Target, lane_axis};
use super::by_column::{BeforeSamples, add_octave};
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::copy::columns::Columns;
use crate::kernel::layout::band::Band;
use crate::kernel::layout::block::{Block, SAMPLES, parts, row_of, steps_of};
use crate::kernel::layout::lattice::{Lattice, longest_axis};
use crate::kernel::layout::plan::{OctavePlan, Plan};
use crate::kernel::layout::work::Work;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::narrow::Narrow;
use crate::kernel::samples::thin::{Thin, ThinRows};
use crate::kernel::scratch::stages::StageMemory;
use crate::kernel::scratch::zeroed::Zeroed;
use crate::kernel::shaping;
use crate::noise::Kind;
use crate::simd::Backend;

/// The most columns of a narrow grid: a vector of the fewest lanes.
const MOST_COLUMNS: usize = 8;

/// The most rows of a block along the lane axis: their coefficients and samples stay in the second-level cache.
const MOST_ROWS: usize = 2048;

/// The axis (w, z, y as 0, 1, 2) whose rows are put in lanes, if this is the best way to compute a band.
pub(in crate::kernel) fn axis(plan: &Plan<'_>, band: &Band<'_>, lanes: usize) -> Option<usize> {
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
pub(in crate::kernel) fn fill(
    backend: Backend,
    plan: &Plan<'_>,
    axis: usize,
    band: &mut Band<'_>,
    (stages, staging, shaping): (&mut StageMemory, &mut Zeroed, &mut shaping::Memory),
) {
    let outer = band.outer.clone();
    let most = most_rows(&outer, axis, band.columns.len());
    for w in parts(&outer[0], most[0]) {
        for z in parts(&outer[1], most[1]) {
            for y in parts(&outer[2], most[2]) {
                let block = Block { outer: [w.clone(), z.clone(), y.clone()], columns: band.columns.clone() };
                if let Some(out) = column_of(band, &block, axis) {
                    let mut column = ColumnsOfBlock::new(&block, axis, out);
                    fill_block(backend, plan, &mut column, (&mut *stages, &mut *shaping));
                    continue;
                }
                let mut columns = ColumnsOfBlock::new(&block, axis, staging.floats_mut());
                fill_block(backend, plan, &mut columns, (&mut *stages, &mut *shaping));
                columns.copy_to(backend, band);
            }
        }
    }
}

/// The elements of the band that are a block's only column, if they stand as the block's memory would have them: next to each other, in whole groups.
fn column_of<'a>(band: &'a mut Band<'_>, block: &Block, axis: usize) -> Option<&'a mut [f32]> {
    let rows = block.outer[axis].len();
    let is_column = block.columns.len() == 1 && block.rows() == rows && rows.is_multiple_of(GROUP);
    let first = band.row(block.outer.each_ref().map(|range| range.start));
    (is_column && band.steps()[axis] == 1).then(|| &mut band.out[first..first + rows])
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
    columns: &mut ColumnsOfBlock<'_>,
    (stages, shaping): (&mut StageMemory, &mut shaping::Memory),
) {
    let StageMemory { cells, corners, planes, .. } = stages;
    let mut before = BeforeSamples { cells, corners, planes };
    let (block, axis) = (columns.block, columns.axis);
    let mut start = Some(plan.octaves.bias);
    for octave in plan.octaves() {
        let Some(shaped) = &octave.octave.shaped else {
            add_octave(backend, &octave, start.take(), block, axis, columns, &mut before);
            continue;
        };
        if let Some(bias) = start.take() {
            columns.out.fill(bias);
        }
        let mut beside = ColumnsOfBlock::new(block, axis, shaping.samples());
        add_octave(backend, &octave, Some(0.0), block, axis, &mut beside, &mut before);
        shaping.add_all(backend, shaped, columns.out);
    }
    if let Some(bias) = start {
        columns.out.fill(bias);
    }
}

/// The samples of a block, column by column. In a column, rows along the lane axis are next to each other, padded to whole groups.
struct ColumnsOfBlock<'a> {
    block: &'a Block,
    axis: usize,
    /// Elements from a column to the next one.
    stride: usize,
    out: &'a mut [f32],
}

impl<'a> ColumnsOfBlock<'a> {
    fn new(block: &'a Block, axis: usize, out: &'a mut [f32]) -> Self {
        let len = block.outer[axis].len();
        let stride = len.next_multiple_of(GROUP);
        let rows = block.rows();
        let floats = rows / len * stride * block.columns.len();
        ColumnsOfBlock { block, axis, stride, out: &mut out[..floats] }
    }

    fn width(&self) -> usize {
        self.block.columns.len()
    }

    fn planes(&self) -> [Range<usize>; 3] {
        self.block.planes(self.axis)
    }

    /// Copies the samples to the rows of a band.
    fn copy_to(&self, backend: Backend, band: &mut Band<'_>) {
        let (rows, step) = (self.block.outer[self.axis].len(), band.steps()[self.axis]);
        let (width, stride) = (self.width(), self.stride);
        let [ws, zs, ys] = self.planes();
        for w in ws {
            for z in zs.clone() {
                for y in ys.clone() {
                    let from = &self.out[self.at([w, z, y])..][..width * stride];
                    let to = band.row([w, z, y]);
                    backend.run(Columns { from, stride, rows, to: &mut band.out[to..], step });
                }
            }
        }
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
        let (start, fold) = (work.start, work.octave.octave.fold);
        let row = RowTable::of(work.octave.row, &self.block.columns);
        let (width, stride, skipped) = (self.width(), self.stride, rows.first_group * GROUP);
        if is_thin(backend, work.octave) {
            // The rows to add may be a half of the block.
            let Work { octave, lattice, block, .. } = work;
            let first = block.outer[self.axis].start + skipped;
            let (table, line) = (octave.outer[self.axis], lattice.lines[self.axis].start);
            let lanes = lane_axis(table, line, &(first..first + rows.rows));
            let thin = ThinRows { start, fold, row, width, axis: 2 - self.axis, lanes, skipped, stride };
            return match work.octave.dims {
                2 => backend.run(self.thin::<2>(work, rows, thin)),
                _ => backend.run(self.thin::<3>(work, rows, thin)),
            };
        }
        let groups = rows.rows.div_ceil(GROUP);
        let GroupRows { planes, cells, each, .. } = *rows;
        let out = &mut *self.out;
        backend.run(Narrow { start, fold, row, width, planes, groups, cells, each, skipped, stride, out });
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
