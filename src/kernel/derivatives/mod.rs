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
//! A derivative along y, z or w has the arithmetic of a value with coefficients of its own; that along x comes from the value's. There are the
//! two schedules of values: `across`, and along, which is what the other files here have.

mod across;
mod coefficients;
mod made;
pub(super) mod memory;
pub(crate) mod points;
mod samples;

use super::along;
use super::band::Band;
use super::block::{Block, Cut, SAMPLES};
use super::copy;
use super::corners;
use super::lattice::Lattice;
use super::octave::{OctavePlan, Plan};
use super::runs::Vectors;
use super::samples::RowTable;
use super::samples::across::MOST_CELLS;
use super::scratch::{CORNER_BUDGET, MOST_CELLS_AT_ONCE, Scratch, Tables};
use super::sources::Components;
use super::work::Work;
use crate::quantity::Derived;
use crate::simd::Backend;
use coefficients::WithDerivatives;
use made::Made;
use memory::Memory;
use samples::{FadeSlopes, Outer, Shape, ValueAndX};

/// The most dimensions in which rows are done across where that suits them: programs that must be small do those of four along.
const MOST_ACROSS: usize = if cfg!(perlane_small) { 3 } else { 4 };

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
    let fits = octave.dims * lattice.columns.len() <= MOST_CELLS_AT_ONCE - MOST_CELLS;
    if lattice.lane_axis.is_some() && (octave.dims > MOST_ACROSS || !fits) {
        lattice = Lattice::along(octave, part);
    }
    if lattice.floats > CORNER_BUDGET
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
        return across::add(backend, &work, axis, vectors, target, tables);
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
