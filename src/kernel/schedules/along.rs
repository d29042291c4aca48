//! The schedule along: a few rows at a time, in order along y.

use core::ops::Range;

use super::across::{PlaceOfRow, PlacesOfRows};
use crate::kernel::coefficients::along::Along;
use crate::kernel::coefficients::cells::Plane;
use crate::kernel::coefficients::row::Coefficients;
use crate::kernel::layout::band::Band;
use crate::kernel::layout::budgets::ROWS;
use crate::kernel::layout::runs::{Runs, Vectors};
use crate::kernel::layout::work::Work;
use crate::kernel::samples::along::Along as Samples;
use crate::kernel::samples::{RowTable, Shape};
use crate::kernel::scratch::stages::StageMemory;
use crate::simd::Backend;

/// The most rows of a block for which cells of vectors are not examined first: permuting the coefficients of all vectors takes less time then.
const FEW_ROWS: usize = 2;

/// Adds an octave to a block whose corners are stored by columns.
pub(in crate::kernel) fn add(
    backend: Backend,
    work: &Work<'_>,
    band: &mut Band<'_>,
    stages: &mut StageMemory,
) {
    let Work { block, .. } = work;
    let vectors = band.vectors(block, backend.lanes(), work.start.is_some());
    set_runs(backend, work, vectors, &mut stages.runs);
    let first =
        band.row(block.outer.each_ref().map(|range| range.start)) + block.columns.start - band.columns.start;
    for_each_rows(work, band.steps(), first, ROWS, |rows| add_rows(backend, work, rows, band, stages));
}

/// Calls `each` with the rows of a block, up to `at_once` rows along y at a time. The samples of the block's first row go to `first`; those of the
/// next rows along w, z, y are `steps` elements further.
pub(in crate::kernel) fn for_each_rows(
    work: &Work<'_>,
    steps: [usize; 3],
    first: usize,
    at_once: usize,
    mut each: impl FnMut(&[Plane]),
) {
    let lens = work.block.outer.each_ref().map(Range::len);
    let places = PlacesOfRows { work, lane_axis: None, steps };
    for w in 0..lens[0] {
        let at_w = places.along(0, w);
        for z in 0..lens[1] {
            let at_z = places.along(1, z);
            let mut y = 0;
            while y < lens[2] {
                let mut rows = [Plane::NONE; ROWS];
                let rows = &mut rows[..at_once.min(lens[2] - y)];
                for (r, row) in rows.iter_mut().enumerate() {
                    *row = PlaceOfRow::plane([places.along(2, y + r), at_z, at_w], first);
                }
                each(rows);
                y += rows.len();
            }
        }
    }
}

/// Finds runs among the vectors of a block's rows.
pub(in crate::kernel) fn set_runs(backend: Backend, work: &Work<'_>, vectors: Vectors, runs: &mut Runs) {
    let Work { octave, block, .. } = work;
    if octave.row.is_own() || (block.rows() <= FEW_ROWS && backend.vectors().permutes) {
        runs.set_alike(vectors);
    } else {
        runs.set(vectors, &octave.row.first()[block.columns.start..], usize::MAX);
    }
}

/// Adds a few rows.
fn add_rows(
    backend: Backend,
    work: &Work<'_>,
    rows: &[Plane],
    band: &mut Band<'_>,
    stages: &mut StageMemory,
) {
    let Work { octave, block, start, .. } = work;
    let StageMemory { corners, coefficients, runs, .. } = stages;
    let corners = corners.floats();
    let coefficients = &mut coefficients[..rows.len()];
    match octave.dims {
        1 => backend.run(coefficients_of::<1>(work, rows, corners, coefficients)),
        2 => backend.run(coefficients_of::<2>(work, rows, corners, coefficients)),
        3 => backend.run(coefficients_of::<3>(work, rows, corners, coefficients)),
        _ => backend.run(coefficients_of::<4>(work, rows, corners, coefficients)),
    }
    backend.run(Samples {
        shape: Shape { start: *start, fold: octave.octave.fold },
        row: RowTable::of(octave.row, &block.columns),
        runs: runs.as_slice(),
        own: octave.row.is_own(),
        coefficients,
        stride: band.stride,
        out: &mut band.out[rows[0].out..],
    });
}

/// The job that computes the coefficients of rows.
fn coefficients_of<'a, const D: usize>(
    work: &'a Work<'_>,
    rows: &'a [Plane],
    corners: &'a [f32],
    to: &'a mut [Coefficients],
) -> Along<'a, D> {
    let Work { octave, lattice, .. } = work;
    Along {
        kind: octave.octave.kind,
        constants: octave.octave.has_constants(D),
        corners,
        around: lattice.around(),
        right: lattice.two_sides.then_some(lattice.floats_of_side()),
        columns: lattice.columns.len(),
        rows,
        to,
    }
}
