//! Samples with their derivatives by each world coordinate, and what is made of both: `bits.md` section 6.
//!
//! ```text
//! for each block of rows and columns, whose planes (value, then one for each axis) stay in cache:
//!     for each octave:
//!         corners         as for samples alone
//!         coefficients    corners × (t, u, u') → S, O, DS, DO of the value, and of each derivative along y, z, w
//!         samples         value and derivative along x; then each other derivative
//!     made        normals, slopes, hillshade or curl from the planes
//!     copy        each plane to its place
//! ```
//!
//! A derivative along y, z or w has the arithmetic of a value with coefficients of its own; that along x comes from the value's.

mod across;
mod coefficients;
mod made;
pub(super) mod memory;
pub(crate) mod points;
mod samples;

use super::across::{GroupRows, Rows};
use super::along;
use super::band::Band;
use super::block::{Block, Cut, SAMPLES};
use super::coefficients::cells::GROUP;
use super::copy;
use super::corners;
use super::lattice::Lattice;
use super::octave::{OctavePlan, Plan};
use super::runs::{Runs, Vectors};
use super::samples::RowTable;
use super::samples::across::{MOST_CELLS, MOST_VECTORS, Piece};
use super::scratch::{CORNER_BUDGET, MOST_CELLS_AT_ONCE, MOST_PIECES, Scratch, Tables};
use super::sources::Components;
use super::work::Work;
use crate::quantity::Derived;
use crate::simd::Backend;
use crate::tables::octaves::Scale;
use coefficients::WithDerivatives;
use made::Made;
use memory::Memory;
use samples::{FadeSlopes, Outer, Shape, ValueAndX};

/// Fills the planes of a band with what is derived from samples.
pub(crate) fn fill(
    backend: Backend,
    plan: &Plan<'_>,
    derived: &Derived,
    band: &mut Band<'_>,
    scratch: &mut Scratch,
) {
    let (outer, columns) = (band.outer.clone(), band.columns.clone());
    let staged = derived.staged(plan.dims);
    let cut = Cut::of(SAMPLES / staged, plan.dims, &outer, columns.len());
    let Scratch { tables, staging, .. } = scratch;
    cut.for_each(&outer, &columns, |block| {
        let stride = block.columns.len().next_multiple_of(16);
        let padded = block.columns.start..block.columns.start + stride;
        let padded = Block { outer: block.outer.clone(), columns: padded };
        let plane = padded.rows() * stride;
        let staging = &mut staging.0[..plane * staged];
        let planes = 1 + plan.dims;
        let octaves = plan.octaves.octaves.len() / derived.sets(plan.dims);
        for (set, staging) in staging.chunks_exact_mut(plane * planes).enumerate() {
            staging.fill(0.0);
            staging[..plane].fill(plan.octaves.bias);
            let mut target = Target { dims: plan.dims, block: &padded, stride, plane, planes: staging };
            for octave in plan.octaves().skip(set * octaves).take(octaves) {
                add_octave(backend, &octave, &padded, &mut target, tables);
            }
        }
        backend.run(Made { derived, dims: plan.dims, staging, plane });
        for (n, plane) in staging.chunks_exact(plane).enumerate().take(derived.planes(plan.dims)) {
            copy::copy_block(backend, block, plane, stride, &mut band.plane(n));
        }
    });
}

/// The planes that octaves are added to, one after the other: the value, then the derivatives by w, z, y, x, as far as there are these axes.
struct Target<'a> {
    dims: usize,
    block: &'a Block,
    /// Elements from a row to the next one, and from a plane to the next one.
    stride: usize,
    plane: usize,
    planes: &'a mut [f32],
}

impl Target<'_> {
    /// The index of the first sample of the row at `wzy` in each plane.
    fn row(&self, wzy: [usize; 3]) -> usize {
        self.block.row(wzy) * self.stride
    }
}

/// Adds an octave to some rows of the target's block; a part whose corners do not fit is cut.
fn add_octave(
    backend: Backend,
    octave: &OctavePlan<'_>,
    part: &Block,
    target: &mut Target<'_>,
    tables: &mut Tables,
) {
    let mut lattice = Lattice::new(octave, part, backend.vectors());
    if lattice.lane_axis.is_some() && octave.dims * lattice.columns.len() > MOST_CELLS_AT_ONCE - MOST_CELLS {
        lattice = Lattice::along(octave, part);
    }
    if lattice.floats() > CORNER_BUDGET
        && let Some(halves) = part.halves()
    {
        for half in &halves {
            add_octave(backend, octave, half, target, tables);
        }
        return;
    }
    let work = Work { octave, start: None, block: part, lattice: &lattice };
    let row = RowTable::of(octave.row, &part.columns);
    let slopes = &mut Memory::of(&mut tables.derivatives).fade_slopes[..part.columns.len()];
    backend.run(FadeSlopes { fade: octave.octave.fade, t: &row.t[..slopes.len()], to: slopes });
    let vectors = Vectors { lanes: backend.lanes(), width: part.columns.len(), lead: 0 };
    if let Some(axis) = lattice.lane_axis {
        return add_across(backend, &work, axis, vectors, target, tables);
    }
    corners::by_column(backend, &work, &mut tables.corners);
    along::set_runs(backend, &work, vectors, &mut tables.runs);
    let [ws, zs, ys] = part.outer.clone();
    for w in ws {
        for z in zs.clone() {
            for y in ys.clone() {
                add_row(backend, &work, [w, z, y], target, tables);
            }
        }
    }
}

/// Adds an octave to the rows of a block by the schedule across.
fn add_across(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    vectors: Vectors,
    target: &mut Target<'_>,
    tables: &mut Tables,
) {
    let Work { octave, block, .. } = work;
    let Tables { cells, corners, planes, pieces, runs, derivatives, .. } = tables;
    corners::by_line(backend, work, axis, corners);
    runs.set(vectors, &octave.row.first()[block.columns.start..], MOST_VECTORS);
    let fade_slopes = &Memory::of(derivatives).fade_slopes;
    let mut rows = RowsAcross { target, runs, pieces, fade_slopes };
    super::across::add_to(backend, work, axis, &mut rows, super::across::Memory { cells, corners, planes });
}

/// Rows whose coefficients are computed 16 at a time.
struct RowsAcross<'a, 'b> {
    target: &'a mut Target<'b>,
    runs: &'a Runs,
    pieces: &'a mut [Piece; MOST_PIECES],
    fade_slopes: &'a [f32],
}

impl super::across::Target for RowsAcross<'_, '_> {
    fn quantities(&self) -> usize {
        self.target.dims
    }

    fn at(&self, wzy: [usize; 3]) -> usize {
        self.target.row(wzy)
    }

    fn set_coefficients(&self, backend: Backend, rows: Rows<'_>) {
        match self.target.dims {
            2 => backend.run(coefficients_across::<2>(rows)),
            3 => backend.run(coefficients_across::<3>(rows)),
            _ => backend.run(coefficients_across::<4>(rows)),
        }
    }

    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>) {
        let Work { octave, block, .. } = work;
        let Target { block: all, stride, plane, dims, .. } = *self.target;
        let step = match rows.axis {
            2 => stride,
            1 => stride * all.outer[2].len(),
            _ => stride * all.outer[2].len() * all.outer[1].len(),
        };
        let count = rows.cut(few_rows(step), step, self.pieces);
        backend.run(across::Samples {
            dims,
            factors: octave.octave.scales.each_ref().map(Scale::factor),
            fold: octave.octave.fold,
            row: RowTable::of(octave.row, &block.columns),
            fade_slopes: self.fade_slopes,
            runs: self.runs.as_slice(),
            pieces: &self.pieces[..count],
            cells: rows.cells,
            quantity: rows.quantity(),
            step,
            plane,
            planes: &mut *self.target.planes,
        });
    }
}

/// Rows that are done at a time. There are some planes of them, all of which should stay in the first-level cache while vectors walk down: rows
/// and planes at a distance of a large power of two are in the same places of it.
fn few_rows(step: usize) -> usize {
    if step.is_multiple_of(256) { 4 } else { GROUP }
}

/// The job that computes the coefficients of rows across.
fn coefficients_across<const D: usize>(rows: Rows<'_>) -> across::Coefficients<'_, D> {
    let octave = rows.work.octave.octave;
    across::Coefficients {
        fade: octave.fade,
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

/// Adds an octave to one row.
fn add_row(backend: Backend, work: &Work<'_>, at: [usize; 3], target: &mut Target<'_>, tables: &mut Tables) {
    let Work { octave, block, .. } = work;
    match octave.dims {
        1 => set_coefficients::<1>(backend, work, at, tables),
        2 => set_coefficients::<2>(backend, work, at, tables),
        3 => set_coefficients::<3>(backend, work, at, tables),
        _ => set_coefficients::<4>(backend, work, at, tables),
    }
    let Tables { coefficients, runs, derivatives, .. } = tables;
    let Memory { fade_slopes, factors, .. } = Memory::of(derivatives);
    let shape = Shape {
        row: RowTable::of(octave.row, &block.columns),
        runs: runs.as_slice(),
        own: octave.row.is_own(),
        fold: octave.octave.fold,
    };
    let (first, width) = (target.row(at), block.columns.len());
    let mut planes =
        target.planes.chunks_exact_mut(target.plane).map(|plane| &mut plane[first..first + width]);
    let (Some(value), Some(x)) = (planes.next(), planes.next_back()) else { return };
    backend.run(ValueAndX {
        shape,
        coefficients: &coefficients[0],
        factor: octave.octave.scales[0].factor(),
        fade_slopes,
        factors,
        value,
        x,
    });
    // Planes of y, z, w come last to first.
    for (a, to) in planes.rev().enumerate() {
        let factor = octave.octave.scales[a + 1].factor();
        backend.run(Outer { shape, coefficients: &coefficients[a + 1], factor, factors, to });
    }
}

/// Computes the coefficients of one row, for values and derivatives.
fn set_coefficients<const D: usize>(backend: Backend, work: &Work<'_>, at: [usize; 3], tables: &mut Tables) {
    let Work { octave, lattice, .. } = work;
    let Tables { corners, coefficients, derivatives, .. } = tables;
    let (t, u) = work.fractions(at);
    backend.run(WithDerivatives::<D> {
        corners,
        components: Components::of(octave.octave, D),
        at: work.corners_around(work.first_lines(at)),
        right: lattice.two_sides.then_some(lattice.floats_of_side()),
        t,
        u,
        fade_slopes: t.map(|t| octave.octave.fade_slope(t)),
        columns: lattice.columns.len(),
        beside: &mut Memory::of(derivatives).beside,
        to: coefficients,
    });
}
