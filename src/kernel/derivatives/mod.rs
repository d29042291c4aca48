//! Samples with their derivatives by each world coordinate, and what is made of both: `bits.md` section 6.
//!
//! ```text
//! for each block of rows and columns, whose planes (value, then one for each axis) stay in cache:
//!     for each octave:
//!         corners         as for samples alone
//!         coefficients    corners × (t, u, u') → S, O, DS, DO of the value, and of each derivative along y, z, w
//!         samples         value and derivative along x; then each other derivative
//!     made        normals, slopes, hillshade or curl from the planes
//!     copy        each plane to its place, where it has not been summed there
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

use core::ops::Range;

use super::along;
use super::band::Band;
use super::block::{Block, Cut, SAMPLES, row_of};
use super::copy;
use super::corners;
use super::lattice::Lattice;
use super::octave::{OctavePlan, Plan};
use super::runs::Vectors;
use super::samples::RowTable;
use super::samples::across::MOST_CELLS;
use super::scratch::{CORNER_BUDGET, MOST_CELLS_AT_ONCE, ROWS, Scratch, Tables};
use super::sources::Components;
use super::work::Work;
use crate::quantity::{Derived, Quantity};
use crate::simd::{Backend, WIDEST};
use crate::tables::octaves::Scale;
use coefficients::{At, WithDerivatives};
use made::Made;
use memory::{COEFFICIENTS, Memory};
use samples::{FadeSlopes, Samples, Shape};

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
    // Programs that must be small have one way.
    if !cfg!(perlane_small) && derived.quantity == Quantity::Gradient && in_place(backend, band) {
        let mut planes: [&mut [f32]; 5] = Default::default();
        for (to, plane) in planes
            .iter_mut()
            .zip(core::iter::once(&mut *band.out).chain(band.more.iter_mut().map(|plane| &mut **plane)))
        {
            *to = plane;
        }
        let planes = &mut planes[..staged];
        let mut target = Target { outer: &outer, column: columns.start, stride: band.stride, planes };
        return cut.for_each(&outer, &columns, |block| {
            fill_block(backend, plan, 0..plan.octaves.octaves.len(), block, &mut target, tables);
        });
    }
    cut.for_each(&outer, &columns, |block| {
        let width = block.columns.len().next_multiple_of(16);
        let stride = if collides(width) && !cfg!(perlane_small) { width + 16 } else { width };
        let padded =
            Block { outer: block.outer.clone(), columns: block.columns.start..block.columns.start + width };
        let plane = padded.rows() * stride;
        let staging = &mut staging.0[..plane * staged];
        let octaves = plan.octaves.octaves.len() / derived.sets(plan.dims);
        for (set, staging) in staging.chunks_exact_mut(plane * (1 + plan.dims)).enumerate() {
            let mut planes: [&mut [f32]; 5] = Default::default();
            for (to, plane) in planes.iter_mut().zip(staging.chunks_exact_mut(plane)) {
                *to = plane;
            }
            let planes = &mut planes[..1 + plan.dims];
            let mut target = Target { outer: &block.outer, column: block.columns.start, stride, planes };
            let octaves = set * octaves..(set + 1) * octaves;
            fill_block(backend, plan, octaves, &padded, &mut target, tables);
        }
        // What is between rows goes through the same arithmetic, again and again: it may not become denormal.
        if stride > width && derived.quantity != Quantity::Gradient {
            staging.chunks_exact_mut(stride).for_each(|row| row[width..].fill(0.0));
        }
        backend.run(Made { derived, dims: plan.dims, staging, plane });
        for (n, plane) in staging.chunks_exact(plane).enumerate().take(derived.planes(plan.dims)) {
            copy::copy_block(backend, block, plane, stride, &mut band.plane(n));
        }
    });
}

/// Whether octaves are added to a band's own planes: its rows are whole vectors, which neither collide nor go past the caches.
fn in_place(backend: Backend, band: &Band<'_>) -> bool {
    band.is_whole_vectors(WIDEST)
        && !collides(band.stride)
        && !(band.past_caches && backend.vectors().streams)
}

/// Whether rows so many elements apart are in the same few places of a first-level cache, where those of several planes push each other out.
fn collides(stride: usize) -> bool {
    stride.is_multiple_of(256)
}

/// Fills a block with the sums of some octaves.
fn fill_block(
    backend: Backend,
    plan: &Plan<'_>,
    octaves: Range<usize>,
    block: &Block,
    target: &mut Target<'_, '_>,
    tables: &mut Tables,
) {
    target.fill(block, plan.octaves.bias);
    for octave in plan.octaves().skip(octaves.start).take(octaves.len()) {
        add_octave(backend, &octave, block, target, tables);
    }
}

/// The planes that octaves are added to, one after the other: the value, then the derivatives by w, z, y, x, as far as there are these axes.
struct Target<'a, 'b> {
    /// The rows that there are along w, z, y, and the first column.
    outer: &'a [Range<usize>; 3],
    column: usize,
    /// Elements from a row to the next one.
    stride: usize,
    planes: &'a mut [&'b mut [f32]],
}

impl Target<'_, '_> {
    /// The index in each plane of the sample at this column of the row at `wzy`.
    fn at(&self, wzy: [usize; 3], column: usize) -> usize {
        row_of(self.outer, wzy) * self.stride + column - self.column
    }

    /// Fills a block with a value, and derivatives of 0.
    fn fill(&mut self, block: &Block, value: f32) {
        let [ws, zs, ys] = block.outer.clone();
        for w in ws {
            for z in zs.clone() {
                for y in ys.clone() {
                    let at = self.at([w, z, y], block.columns.start);
                    for (n, plane) in self.planes.iter_mut().enumerate() {
                        plane[at..at + block.columns.len()].fill(if n == 0 { value } else { 0.0 });
                    }
                }
            }
        }
    }
}

/// The lattice of a block which is done by the schedule that suits it best.
fn lattice(octave: &OctavePlan<'_>, block: &Block, backend: Backend) -> Lattice {
    let lattice = Lattice::new(octave, block, backend.vectors());
    let fits = octave.dims * lattice.columns.len() <= MOST_CELLS_AT_ONCE - MOST_CELLS;
    let across = lattice.lane_axis.is_some() && octave.dims <= MOST_ACROSS && fits;
    if across || lattice.lane_axis.is_none() { lattice } else { Lattice::along(octave, block) }
}

/// Adds an octave to some rows of the target's block; a part whose corners do not fit is cut.
fn add_octave(
    backend: Backend,
    octave: &OctavePlan<'_>,
    part: &Block,
    target: &mut Target<'_, '_>,
    tables: &mut Tables,
) {
    let mut backend = backend;
    let mut lattice = lattice(octave, part, backend);
    // Half as many lanes across are faster than all of them along.
    if lattice.lane_axis.is_none()
        && let Some(narrower) = backend.narrower()
        && let across = self::lattice(octave, part, narrower)
        && across.lane_axis.is_some()
    {
        (backend, lattice) = (narrower, across);
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
    let at_once = ROWS.min(COEFFICIENTS / octave.dims);
    for w in ws {
        for z in zs.clone() {
            for y in ys.clone().step_by(at_once) {
                add_rows(backend, &work, [w, z, y], at_once.min(ys.end - y), target, tables);
            }
        }
    }
}

/// Adds an octave to a few rows from `at` (along w, z, y) on.
fn add_rows(
    backend: Backend,
    work: &Work<'_>,
    [w, z, y]: [usize; 3],
    rows: usize,
    target: &mut Target<'_, '_>,
    tables: &mut Tables,
) {
    let Work { octave, block, .. } = work;
    let mut at = [At::default(); ROWS];
    for (r, at) in at.iter_mut().enumerate().take(rows) {
        let wzy = [w, z, y + r];
        let (t, u) = work.fractions(wzy);
        let fade_slopes = t.map(|t| octave.octave.fade_slope(t));
        *at = At { corners: work.corners_around(work.first_lines(wzy)), t, u, fade_slopes };
    }
    match octave.dims {
        1 => set_coefficients::<1>(backend, work, &at[..rows], tables),
        2 => set_coefficients::<2>(backend, work, &at[..rows], tables),
        3 => set_coefficients::<3>(backend, work, &at[..rows], tables),
        _ => set_coefficients::<4>(backend, work, &at[..rows], tables),
    }
    let Tables { runs, derivatives, .. } = tables;
    let Memory { coefficients, fade_slopes, factors, .. } = Memory::of(derivatives);
    backend.run(Samples {
        shape: Shape {
            row: RowTable::of(octave.row, &block.columns),
            runs: runs.as_slice(),
            own: octave.row.is_own(),
            fold: octave.octave.fold,
        },
        coefficients: &coefficients[..rows * octave.dims],
        factors: octave.octave.scales.each_ref().map(Scale::factor),
        fade_slopes,
        folded: factors,
        first: target.at([w, z, y], block.columns.start),
        step: target.stride,
        planes: &mut *target.planes,
    });
}

/// Computes the coefficients of a few rows, for values and derivatives.
fn set_coefficients<const D: usize>(backend: Backend, work: &Work<'_>, rows: &[At], tables: &mut Tables) {
    let Work { octave, lattice, .. } = work;
    let Tables { corners, derivatives, .. } = tables;
    backend.run(WithDerivatives::<D> {
        corners,
        components: Components::of(octave.octave, D),
        right: lattice.two_sides.then_some(lattice.floats_of_side()),
        columns: lattice.columns.len(),
        rows,
        to: &mut Memory::of(derivatives).coefficients,
    });
}
