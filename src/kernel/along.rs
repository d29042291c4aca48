//! The schedule along: a few rows at a time, one after the other along y.

use super::band::Band;
use super::coefficients::along::Along;
use super::coefficients::row::Coefficients;
use super::runs::{Runs, Vectors};
use super::samples::along::Along as Samples;
use super::samples::{RowTable, Shape};
use super::scratch::{ROWS, Tables};
use super::work::Work;
use crate::simd::Backend;

/// Rows that are too few for their vectors' cells to be looked at beforehand: it takes less to permute the coefficients of all vectors.
const FEW_ROWS: usize = 2;

/// Adds an octave to a block whose corners stand by columns.
pub(super) fn add(backend: Backend, work: &Work<'_>, band: &mut Band<'_>, scratch: &mut Tables) {
    let Work { block, .. } = work;
    let vectors = band.vectors(block, backend.lanes(), work.start.is_some());
    set_runs(backend, work, vectors, &mut scratch.runs);
    let [ws, zs, ys] = block.outer.clone();
    for w in ws {
        for z in zs.clone() {
            for y in ys.clone().step_by(ROWS) {
                let rows = ROWS.min(ys.end - y);
                add_rows(backend, work, [w, z, y], rows, band, scratch);
            }
        }
    }
}

/// Finds the runs of the vectors of a block's rows.
pub(super) fn set_runs(backend: Backend, work: &Work<'_>, vectors: Vectors, runs: &mut Runs) {
    let Work { octave, block, .. } = work;
    if octave.row.is_own() || (block.rows() <= FEW_ROWS && backend.vectors().permutes) {
        runs.set_alike(vectors);
    } else {
        runs.set(vectors, &octave.row.first()[block.columns.start..], u32::MAX);
    }
}

/// The same for a few rows from `at` (along w, z, y) on.
fn add_rows(
    backend: Backend,
    work: &Work<'_>,
    [w, z, y]: [usize; 3],
    rows: usize,
    band: &mut Band<'_>,
    scratch: &mut Tables,
) {
    let Work { octave, block, start, .. } = work;
    let Tables { corners, coefficients, runs, .. } = scratch;
    let coefficients = &mut coefficients[..rows];
    for (r, to) in coefficients.iter_mut().enumerate() {
        let at = [w, z, y + r];
        match octave.dims {
            1 => backend.run(coefficients_of::<1>(work, at, corners, to)),
            2 => backend.run(coefficients_of::<2>(work, at, corners, to)),
            3 => backend.run(coefficients_of::<3>(work, at, corners, to)),
            _ => backend.run(coefficients_of::<4>(work, at, corners, to)),
        }
    }
    let first = band.row([w, z, y]) + (block.columns.start - band.columns.start);
    backend.run(Samples {
        shape: Shape { start: *start, fold: octave.octave.fold },
        row: RowTable::of(octave.row, &block.columns),
        runs: runs.as_slice(),
        own: octave.row.is_own(),
        coefficients,
        stride: band.stride,
        out: &mut band.out[first..],
    });
}

/// The job that computes the coefficients of a row.
fn coefficients_of<'a, const D: usize>(
    work: &'a Work<'_>,
    at: [usize; 3],
    corners: &'a [f32],
    to: &'a mut Coefficients,
) -> Along<'a, D> {
    let Work { octave, lattice, .. } = work;
    let (t, u) = work.fractions(at);
    Along {
        kind: octave.octave.kind,
        constants: octave.octave.has_constants(D),
        corners,
        at: work.corners_around(work.first_lines(at)),
        right: lattice.two_sides.then_some(lattice.floats_of_side()),
        t,
        u,
        columns: lattice.columns.len(),
        to,
    }
}
