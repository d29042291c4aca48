//! The schedule across: coefficients for groups of 16 rows, then samples.

mod coefficients;
mod planes;
mod samples;

use super::memory::{FACTORS, Memory, OfOctaves};
use super::target::{Target, planes_collide};
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::corners::by_line;
use crate::kernel::corners::sources::Components;
use crate::kernel::layout::budgets::MOST_PIECES;
use crate::kernel::layout::runs::{Runs, Vectors};
use crate::kernel::layout::work::Work;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::across::{MOST_VECTORS, Piece};
use crate::kernel::schedules::across::{self, GroupRows, PlaneRows};
use crate::kernel::scratch::stages::StageMemory;
use crate::simd::Backend;
use crate::tables::scale::Scale;
use coefficients::Coefficients;
use samples::Samples;

/// The most dimensions for which rows may be computed across. Programs that must be small compute rows of four dimensions along.
pub(super) const MOST_ACROSS: usize = if cfg!(perlane_small) { 3 } else { 4 };

/// Adds an octave to the rows of a block, by the schedule across.
pub(super) fn add(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    vectors: Vectors,
    target: &mut Target<'_, '_>,
    memory: &mut OfOctaves<'_>,
) {
    let Work { octave, block, .. } = work;
    let StageMemory { cells, corners, planes, pieces, runs, .. } = &mut *memory.stages;
    by_line(backend, work, axis, corners.floats_mut());
    runs.set(vectors, &octave.row.first()[block.columns.start..], MOST_VECTORS);
    let Memory { fade_slopes, factors, .. } = &mut *memory.derivatives;
    let column = block.columns.start;
    let mut rows = RowsAcross { target, column, runs, pieces, fade_slopes, folded: factors };
    across::add_to(backend, work, axis, &mut rows, across::Memory::new(cells, corners, planes));
}

/// Rows whose coefficients are computed 16 at a time.
struct RowsAcross<'a, 'b, 'c> {
    target: &'a mut Target<'b, 'c>,
    /// The block's first column.
    column: usize,
    runs: &'a Runs,
    pieces: &'a mut [Piece; MOST_PIECES],
    fade_slopes: &'a [f32],
    folded: &'a mut [f32; FACTORS],
}

impl across::Target for RowsAcross<'_, '_, '_> {
    fn quantities(&self) -> usize {
        self.target.planes.len() - 1
    }

    fn at(&self, wzy: [usize; 3]) -> usize {
        self.target.at(wzy, self.column)
    }

    fn steps(&self) -> [usize; 3] {
        self.target.steps()
    }

    fn set_coefficients(&self, backend: Backend, rows: PlaneRows<'_>) {
        set_coefficients(backend, rows);
    }

    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>) {
        let Work { octave, block, .. } = work;
        let step = self.target.steps()[rows.axis];
        let count = rows.cut(few_rows(step), step, self.pieces);
        backend.run(Samples {
            factors: octave.octave.scales.each_ref().map(Scale::factor),
            fold: octave.octave.fold,
            row: RowTable::of(octave.row, &block.columns),
            fade_slopes: self.fade_slopes,
            runs: self.runs.as_slice(),
            pieces: &self.pieces[..count],
            cells: rows.cells,
            quantity: rows.quantity(),
            step,
            planes: &mut *self.target.planes,
            folded: self.folded,
        });
    }
}

/// Rows that are computed at a time. Each has several planes, all of which should stay in the first-level cache while vectors walk down the rows.
fn few_rows(step: usize) -> usize {
    if planes_collide(step) { 4 } else { GROUP }
}

/// Computes the coefficients of rows by the schedule across, for values and derivatives.
pub(super) fn set_coefficients(backend: Backend, rows: PlaneRows<'_>) {
    match rows.work.octave.dims {
        2 => backend.run(coefficients_across::<2>(rows)),
        3 => backend.run(coefficients_across::<3>(rows)),
        _ => backend.run(coefficients_across::<MOST_ACROSS>(rows)),
    }
}

/// The job that does so.
fn coefficients_across<const D: usize>(rows: PlaneRows<'_>) -> Coefficients<'_, D> {
    let octave = rows.work.octave.octave;
    Coefficients {
        octave,
        components: Components::of(octave, D),
        around: rows.work.lattice.around(),
        steps: rows.steps(),
        axis: rows.axis(),
        lanes: rows.lanes(),
        corners: rows.corners,
        planes: rows.planes,
        each: rows.each,
        to: rows.to,
    }
}
