//! Samples with their derivatives by each world coordinate, and quantities made from both: `bits.md` section 6.
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
//! A derivative along y, z or w has the arithmetic of a value, with its own coefficients. The derivative along x uses the value's coefficients.
//! Derivatives have the same schedules as values: `across` has the schedule across, `transposed` the same to the end, for narrow cells, and
//! `coefficients` and `samples` have the schedule along. `points` does scattered points.

mod across;
mod coefficients;
mod made;
pub(super) mod memory;
pub(crate) mod points;
mod samples;
mod target;
mod transposed;

use core::ops::Range;

use super::coefficients::cells::Plane;
use super::copy;
use super::corners;
use super::corners::sources::Components;
use super::layout::band::{Band, all_planes};
use super::layout::block::{Block, Cut, Most, SAMPLES};
use super::layout::budgets::{CORNER_BUDGET, ROWS};
use super::layout::lattice::Lattice;
use super::layout::plan::{OctavePlan, Plan};
use super::layout::runs::Vectors;
use super::layout::work::Work;
use super::samples::RowTable;
use super::samples::walk::{MOST_CELLS, MOST_CELLS_AT_ONCE};
use super::schedules::along;
use super::scratch::Scratch;
use crate::quantity::{Derived, Quantity};
use crate::simd::{Backend, WIDEST};
use crate::tables::scale::Scale;
use across::MOST_ACROSS;
use coefficients::WithDerivatives;
use made::Made;
use memory::{COEFFICIENTS, Memory, OfOctaves};
use samples::{FadeSlopes, Samples, Shape};
use target::{Target, planes_collide};

/// Fills the planes of a band with a quantity that is derived from samples.
pub(crate) fn fill(
    backend: Backend,
    plan: &Plan<'_>,
    derived: &Derived,
    band: &mut Band<'_>,
    scratch: &mut Scratch,
) {
    let (outer, columns) = (band.outer.clone(), band.columns.clone());
    let most = Most { samples: SAMPLES / derived.staged(plan.dims), ..Most::BESIDE };
    let cut = Cut::of(most, plan.dims, &outer, columns.len());
    let Scratch { stages, staging, shaping, derivatives, .. } = scratch;
    let (samples, derivatives) = (shaping.samples(), Memory::of(derivatives));
    let memory = &mut OfOctaves { samples, stages, derivatives };
    // Programs that must be small have only the other way.
    if !cfg!(perlane_small) && derived.quantity == Quantity::Gradient && in_place(backend, band) {
        let stride = band.stride;
        let mut planes = all_planes(band.out, band.more.each_mut().map(|plane| &mut **plane));
        let planes = &mut planes[..1 + plan.dims];
        let mut target = Target { outer: &outer, column: columns.start, stride, planes };
        return cut.for_each(&outer, &columns, |block| {
            fill_block(backend, plan, 0..plan.octaves.octaves.len(), block, &mut target, memory);
        });
    }
    cut.for_each(&outer, &columns, |block| {
        fill_staged(backend, plan, derived, block, band, (staging.floats_mut(), memory));
    });
}

/// Fills a block in memory of its own, and copies it to the band.
#[inline(never)] // compilers write the caller's loop twice, and this is long
fn fill_staged(
    backend: Backend,
    plan: &Plan<'_>,
    derived: &Derived,
    block: &Block,
    band: &mut Band<'_>,
    (staging, memory): (&mut [f32], &mut OfOctaves<'_>),
) {
    let padded = block.padded();
    let (start, width) = (padded.columns.start, padded.columns.len());
    let stride = if planes_collide(width) && !cfg!(perlane_small) { width + WIDEST } else { width };
    let plane = padded.rows() * stride;
    let staging = &mut staging[..plane * derived.staged(plan.dims)];
    let octaves = plan.octaves.octaves.len() / derived.sets(plan.dims);
    for (set, staging) in staging.chunks_exact_mut(plane * (1 + plan.dims)).enumerate() {
        let mut planes = listed(staging.chunks_exact_mut(plane));
        let planes = &mut planes[..1 + plan.dims];
        let mut target = Target { outer: &block.outer, column: start, stride, planes };
        fill_block(backend, plan, set * octaves..(set + 1) * octaves, &padded, &mut target, memory);
    }
    // The gaps between rows go through the same arithmetic each time, and must not become denormal.
    if stride > width && derived.quantity != Quantity::Gradient {
        staging.chunks_exact_mut(stride).for_each(|row| row[width..].fill(0.0));
    }
    backend.run(Made { derived, dims: plan.dims, staging, plane });
    for (n, plane) in staging.chunks_exact(plane).enumerate().take(derived.planes(plan.dims)) {
        copy::copy_block(backend, block, plane, stride, &mut band.plane(n));
    }
}

/// Puts planes into an array, because a `Vec` would need an allocation: a value, and a derivative by each of up to four axes.
fn listed<'a>(planes: impl Iterator<Item = &'a mut [f32]>) -> [&'a mut [f32]; 5] {
    let mut listed: [&mut [f32]; 5] = Default::default();
    for (to, plane) in listed.iter_mut().zip(planes) {
        *to = plane;
    }
    listed
}

/// Whether octaves are added to a band's own planes: its rows are whole vectors, do not collide, and are not written past the caches.
fn in_place(backend: Backend, band: &Band<'_>) -> bool {
    band.is_whole_vectors(WIDEST)
        && !planes_collide(band.stride)
        && !(band.past_caches && backend.vectors().streams())
}

/// Fills a block with the sums of some octaves.
fn fill_block(
    backend: Backend,
    plan: &Plan<'_>,
    octaves: Range<usize>,
    block: &Block,
    target: &mut Target<'_, '_>,
    memory: &mut OfOctaves<'_>,
) {
    // Programs that must be small have one way for cells of all widths.
    let done = match cfg!(perlane_small) {
        true => 0,
        false => transposed::fill(backend, plan, &octaves, block, target, memory),
    };
    if done == 0 {
        target.fill(block, plan.octaves.bias);
    }
    for octave in plan.octaves().take(octaves.end).skip(octaves.start + done) {
        add_octave(backend, &octave, block, target, memory);
    }
}

/// The lattice of a block, for the schedule that suits the block best.
fn lattice(octave: &OctavePlan<'_>, block: &Block, backend: Backend) -> Lattice {
    let lattice = Lattice::new(octave, block, backend.vectors());
    let fits = octave.dims * lattice.columns.len() <= MOST_CELLS_AT_ONCE - MOST_CELLS;
    let across = lattice.lane_axis.is_some() && octave.dims <= MOST_ACROSS && fits;
    if across || lattice.lane_axis.is_none() { lattice } else { Lattice::along(octave, block) }
}

/// Adds an octave to some rows of the target's block. A part whose corners do not fit into memory is cut.
fn add_octave(
    backend: Backend,
    octave: &OctavePlan<'_>,
    part: &Block,
    target: &mut Target<'_, '_>,
    memory: &mut OfOctaves<'_>,
) {
    let mut backend = backend;
    let mut lattice = lattice(octave, part, backend);
    // Half as many lanes across are faster than all lanes along.
    if lattice.lane_axis.is_none()
        && let Some(narrower) = backend.narrower()
        && let across = self::lattice(octave, part, narrower)
        && across.lane_axis.is_some()
    {
        (backend, lattice) = (narrower, across);
    }
    if lattice.floats > CORNER_BUDGET
        && let Some(halves) = part.halves(None)
    {
        for half in &halves {
            add_octave(backend, octave, half, target, memory);
        }
        return;
    }
    let work = Work { octave, start: None, block: part, lattice: &lattice };
    let row = RowTable::of(octave.row, &part.columns);
    let slopes = &mut memory.derivatives.fade_slopes[..part.columns.len()];
    backend.run(FadeSlopes { fade: octave.octave.fade, t: &row.t[..slopes.len()], to: slopes });
    let vectors = Vectors { lanes: backend.lanes(), width: part.columns.len(), lead: 0 };
    if let Some(axis) = lattice.lane_axis {
        return across::add(backend, &work, axis, vectors, target, memory);
    }
    corners::by_column(backend, &work, memory.stages.corners.floats_mut());
    along::set_runs(backend, &work, vectors, &mut memory.stages.runs);
    let first = target.at(part.outer.each_ref().map(|range| range.start), part.columns.start);
    let at_once = ROWS.min(COEFFICIENTS / octave.dims);
    along::for_each_rows(&work, target.steps(), first, at_once, |rows| {
        add_rows(backend, &work, rows, target, memory);
    });
}

/// Adds an octave to a few rows.
fn add_rows(
    backend: Backend,
    work: &Work<'_>,
    rows: &[Plane],
    target: &mut Target<'_, '_>,
    memory: &mut OfOctaves<'_>,
) {
    let Work { octave, block, .. } = work;
    match octave.dims {
        1 => set_coefficients::<1>(backend, work, rows, memory),
        2 => set_coefficients::<2>(backend, work, rows, memory),
        3 => set_coefficients::<3>(backend, work, rows, memory),
        _ => set_coefficients::<4>(backend, work, rows, memory),
    }
    let OfOctaves { stages, derivatives, .. } = memory;
    let Memory { coefficients, fade_slopes, factors, .. } = &mut **derivatives;
    backend.run(Samples {
        shape: Shape {
            row: RowTable::of(octave.row, &block.columns),
            runs: stages.runs.as_slice(),
            own: octave.row.is_own(),
            fold: octave.octave.fold,
        },
        coefficients: &coefficients[..rows.len() * octave.dims],
        factors: octave.octave.scales.each_ref().map(Scale::factor),
        fade_slopes,
        folded: factors,
        first: rows[0].out,
        step: target.stride,
        planes: &mut *target.planes,
    });
}

/// Computes the coefficients of a few rows, for values and derivatives.
fn set_coefficients<const D: usize>(
    backend: Backend,
    work: &Work<'_>,
    rows: &[Plane],
    memory: &mut OfOctaves<'_>,
) {
    let Work { octave, lattice, .. } = work;
    let OfOctaves { stages, derivatives, .. } = memory;
    let corners = stages.corners.floats();
    backend.run(WithDerivatives::<D> {
        octave: octave.octave,
        corners,
        around: lattice.around(),
        components: Components::of(octave.octave, D),
        right: lattice.two_sides.then_some(lattice.floats_of_side()),
        columns: lattice.columns.len(),
        rows,
        to: &mut derivatives.coefficients,
    });
}
