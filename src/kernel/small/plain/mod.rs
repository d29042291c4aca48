//! Small grids of most noises: those in two or three dimensions whose octaves are plain (`Octaves::is_plain`) and done across.
//!
//! One job places the samples of all axes, hashes the corners and computes the coefficients of all rows. If cells are narrow, rows are in lanes up to the
//! samples, as in `schedules::transposed`. If the last octaves have cells that are too narrow for this, they are left to
//! [`add_octaves`](crate::kernel::add_octaves), which makes tables for them and adds them to what the buffer has.

mod cells;
mod lines;
pub(in crate::kernel) mod memory;
mod plan;

use super::shapes::Planned;
use crate::grid::Axis;
use crate::kernel::coefficients::cells::Plane;
use crate::kernel::copy::transpose::Transpose;
use crate::kernel::layout::runs::Vectors;
use crate::kernel::samples;
use crate::kernel::samples::across::MOST_VECTORS;
use crate::kernel::samples::transposed::Groups;
use crate::kernel::schedules::across::{GroupRows, SampleRows};
use crate::kernel::schedules::transposed::parts::floats_of_plane;
use crate::kernel::scratch::Scratch;
use crate::kernel::scratch::stages::StageMemory;
use crate::kernel::scratch::zeroed::Zeroed;
use crate::simd::Backend;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use cells::SetCells;
use lines::{Lines, OctaveLines};
use memory::Memory;
use plan::Plan;

/// What is in the buffer of a grid that may be small.
pub(crate) enum Filled {
    All,
    /// The sum of some octaves: others are left.
    But(Left),
    /// The grid must be filled otherwise, or has coordinates that may be invalid.
    Nothing,
}

/// Octaves of narrow cells, which are left.
#[derive(Clone, Copy)]
pub(crate) struct Left {
    /// The first of them.
    pub(crate) first: usize,
    /// The rows of the grid are whole vectors of its lanes.
    pub(crate) backend: Backend,
}

/// Fills a grid of exactly the buffer's samples, whose axes are short, if it has a plan and all octaves accept its coordinates. The octaves are plain.
pub(super) fn fill(octaves: &Octaves, axes: &[Axis<'_>], out: &mut [f32], backend: Backend) -> Filled {
    match fill_as::<false>(octaves, axes, out, backend) {
        Filled::Nothing => fill_transposed(octaves, axes, out, backend),
        filled => filled,
    }
}

/// [`fill`] for grids whose plan is transposed. (A function of its own and out of the way: in one with the other, the smallest grids of wide cells take a
/// tenth more time.)
#[cold]
fn fill_transposed(octaves: &Octaves, axes: &[Axis<'_>], out: &mut [f32], backend: Backend) -> Filled {
    fill_as::<true>(octaves, axes, out, backend)
}

/// Fills a grid if its plan says that it is transposed, or if its plan says that it is not.
#[inline(always)]
fn fill_as<const TRANSPOSED: bool>(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    out: &mut [f32],
    backend: Backend,
) -> Filled {
    Scratch::with(|scratch| {
        let Scratch { stages, shaping, small, .. } = scratch;
        let Memory { plans, lines } = &mut **small.get_or_insert_with(Memory::new);
        let suits = |plan: &Plan| plan.is_transposed == TRANSPOSED;
        let Some(planned) = plans.of(octaves, axes, backend, suits) else { return Filled::Nothing };
        let Plan { octaves: count, backend, .. } = *planned.plan;
        let grid = SmallGrid { bias: octaves.bias, octaves: &octaves.octaves[..count], planned };
        match TRANSPOSED {
            true => grid.fill_transposed(out, lines, shaping.samples(), stages),
            false => grid.fill(out, lines, stages),
        }
        match count == octaves.octaves.len() {
            true => Filled::All,
            false => Filled::But(Left { first: count, backend }),
        }
    })
}

/// A grid that is filled this way.
struct SmallGrid<'a> {
    bias: f32,
    octaves: &'a [Octave],
    planned: Planned<'a, Plan>,
}

impl SmallGrid<'_> {
    fn fill(&self, out: &mut [f32], lines: &mut Lines, stages: &mut StageMemory) {
        for (n, octave) in self.octaves.iter().enumerate() {
            let start = octave.start((n == 0).then_some(self.bias), |bias| out.fill(bias));
            self.add(n, octave, start, out, lines, stages);
        }
    }

    /// The same with rows in lanes up to their samples, which are copied when all octaves are added.
    fn fill_transposed(
        &self,
        out: &mut [f32],
        lines: &mut Lines,
        samples: &mut [f32],
        stages: &mut StageMemory,
    ) {
        let Planned { shape, plan, .. } = self.planned;
        let [width, rows, planes] = shape.lens;
        let backend = plan.backend;
        let StageMemory { spans, cells, corners, planes: of_octave, .. } = stages;
        let samples = &mut samples[..planes * floats_of_plane(rows, width)];
        for (n, octave) in self.octaves.iter().enumerate() {
            let start = octave.start((n == 0).then_some(self.bias), |bias| samples.fill(bias));
            let mut lines = lines.of_octave(n, self.planned.same);
            let stages = (&mut *corners, &mut of_octave[..], &mut *cells);
            let each = self.set_cells(backend, octave, &mut lines, stages);
            let planes = &mut of_octave[..planes];
            for (n, plane) in planes.iter_mut().enumerate() {
                plane.out = n * floats_of_plane(rows, width);
            }
            let row = lines.x.as_row(width);
            spans.set(row.first);
            let (spans, cells, out) = (spans.as_slice(), cells.lines_mut(), &mut *samples);
            Groups { row, spans, width, planes, rows, cells, each, skipped: 0, out }
                .add(backend, samples::Shape { start, fold: octave.fold });
        }
        let planes = samples.chunks_exact(floats_of_plane(rows, width));
        for (from, out) in planes.zip(out.chunks_exact_mut(rows * width)) {
            backend.run(Transpose { from, width, rows, out, step: width });
        }
    }

    /// Computes an octave's coefficients. Returns how many cells a row has.
    #[inline(always)]
    fn set_cells(
        &self,
        backend: Backend,
        octave: &Octave,
        lines: &mut OctaveLines<'_>,
        (corners, planes, cells): (&mut Zeroed, &mut [Plane], &mut Zeroed),
    ) -> usize {
        let Planned { shape, starts, .. } = self.planned;
        let (corners, to) = (corners.floats_mut(), cells.lines_mut());
        backend.run(SetCells { octave, shape, starts, lines, corners, planes, to })
    }

    /// Adds octave `n` to the samples, or writes `start` plus it.
    #[inline]
    fn add(
        &self,
        n: usize,
        octave: &Octave,
        start: Option<f32>,
        out: &mut [f32],
        lines: &mut Lines,
        stages: &mut StageMemory,
    ) {
        let Planned { shape, plan, same, .. } = self.planned;
        let [x, rows, _] = shape.lens;
        let backend = plan.suited(shape.rate(octave, 0), shape);
        let mut lines = lines.of_octave(n, same);
        let StageMemory { cells, corners, planes, pieces, runs, .. } = stages;
        let each = self.set_cells(backend, octave, &mut lines, (&mut *corners, &mut *planes, &mut *cells));
        let row = lines.x.as_row(x);
        // Rows are too short to begin with a vector of their own where memory is aligned.
        let vectors = Vectors { lanes: backend.lanes(), width: x, lead: 0 };
        runs.set_across(vectors, row.first, MOST_VECTORS, start.is_some());
        let (planes, cells) = (&planes[..shape.lens[2]], cells.lines_mut());
        let rows =
            GroupRows { axis: 2, planes, first_group: 0, rows, corners: corners.floats(), cells, each };
        SampleRows { row, runs, step: x, rows: rows.rows, out, past_caches: None }.add(
            backend,
            samples::Shape { start, fold: octave.fold },
            &rows,
            pieces,
        );
    }
}

#[cfg(test)]
#[cfg(not(perlane_small))] // such programs fill all grids from tables
mod tests;
