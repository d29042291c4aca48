//! The schedule across: groups of 16 rows along the lane axis.

use super::band::Band;
use super::coefficients::across::{Across, Cell, CornerTable};
use super::lattice::GROUP;
use super::samples::across::MOST_CELLS;
use super::samples::{Shape, across};
use super::scratch::Tables;
use super::work::Work;
use crate::simd::Backend;

/// Adds an octave to a block whose corners stand by lines.
pub(super) fn add(backend: Backend, work: &Work<'_>, axis: usize, band: &mut Band<'_>, scratch: &mut Tables) {
    let mut others = work.block.outer.clone();
    let lanes = others[axis].clone();
    others[axis] = 0..1;
    let [ws, zs, ys] = others;
    for w in ws {
        for z in zs.clone() {
            for y in ys.clone() {
                for first in lanes.clone().step_by(GROUP) {
                    let mut at = [w, z, y];
                    at[axis] = first;
                    let rows = GROUP.min(lanes.end - first);
                    add_group(backend, work, axis, at, rows, band, scratch);
                }
            }
        }
    }
}

/// The same for up to [`GROUP`] rows from `at` (along w, z, y) on.
fn add_group(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    at: [usize; 3],
    rows: usize,
    band: &mut Band<'_>,
    scratch: &mut Tables,
) {
    let Work { octave, lattice, part, block, .. } = work;
    let cells = lattice.columns.len() - 1;
    let coefficients = &mut scratch.cells[..cells + MOST_CELLS];
    let to = &mut coefficients[..cells];
    match octave.dims {
        2 => backend.run(coefficients_of::<2>(work, axis, at, rows, &scratch.corners, to)),
        3 => backend.run(coefficients_of::<3>(work, axis, at, rows, &scratch.corners, to)),
        _ => backend.run(coefficients_of::<4>(work, axis, at, rows, &scratch.corners, to)),
    }
    let stride = band.steps()[axis];
    let first = band.row(at) + (block.columns.start - band.columns.start);
    let samples = Samples {
        row: part.columns(octave, &block.columns, backend.vectors().lanes),
        segments: part.segments,
        first_vector: block.columns.start / backend.vectors().lanes,
        cells: coefficients,
        skipped: part.skipped,
        rows,
        stride,
        out: &mut band.out[first..],
    };
    let shape = Shape { start: work.start.unwrap_or(0.0), fold: octave.octave.fold.unwrap_or((0.0, 0.0)) };
    match (work.start, octave.octave.fold) {
        (Some(_), _) => backend.run(samples.job::<true, false>(shape)),
        (None, None) => backend.run(samples.job::<false, false>(shape)),
        (None, Some(_)) => backend.run(samples.job::<false, true>(shape)),
    }
}

/// The job that computes the coefficients of a group.
fn coefficients_of<'a, const D: usize>(
    work: &'a Work<'_>,
    axis: usize,
    at: [usize; 3],
    rows: usize,
    corners: &'a [f32],
    to: &'a mut [Cell],
) -> Across<'a, D> {
    let Work { octave, lattice, .. } = work;
    let lanes = &octave.outer[axis];
    let group = at[axis]..at[axis] + GROUP;
    let mut first = work.first_lines(at);
    first[axis] = lattice.lines[axis].start;
    Across {
        kind: octave.octave.kind,
        corners: CornerTable {
            corners,
            at: work.corners_around(first),
            steps: (lattice.components * lattice.stride, lattice.stride),
        },
        axis: 2 - axis,
        line: &lanes.line[group.clone()],
        first_line: lattice.lines[axis].start as u32,
        t: &lanes.fractions.t()[group.clone()],
        u: &lanes.fractions.u()[group],
        others: work.fractions(at),
        rows,
        to,
    }
}

/// The samples of a group, but for what they are added to.
struct Samples<'a> {
    row: super::samples::RowColumns<'a>,
    segments: &'a [crate::tables::plan::Segment],
    first_vector: usize,
    cells: &'a [Cell],
    skipped: usize,
    rows: usize,
    stride: usize,
    out: &'a mut [f32],
}

impl<'a> Samples<'a> {
    fn job<const FIRST: bool, const FOLD: bool>(self, shape: Shape) -> across::Across<'a, FIRST, FOLD> {
        let Samples { row, segments, first_vector, cells, skipped, rows, stride, out } = self;
        across::Across { shape, row, segments, first_vector, cells, skipped, rows, stride, out }
    }
}
