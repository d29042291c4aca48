//! What the schedules `transposed` and `narrow` have in common: samples stand column by column, in memory of their own, until octaves are added.

use super::across::{self, Memory, Target};
use crate::kernel::coefficients::cells::Plane;
use crate::kernel::corners;
use crate::kernel::layout::block::Block;
use crate::kernel::layout::budgets::{CORNER_BUDGET, CORNERS};
use crate::kernel::layout::lattice::Lattice;
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::layout::work::Work;
use crate::kernel::scratch::zeroed::Zeroed;
use crate::simd::Backend;

/// What the stages before samples compute.
pub(in crate::kernel) struct BeforeSamples<'a> {
    pub(in crate::kernel) cells: &'a mut Zeroed,
    pub(in crate::kernel) corners: &'a mut Zeroed,
    pub(in crate::kernel) planes: &'a mut [Plane],
}

/// Adds an octave to a part of a block whose rows along an axis (w, z, y as 0, 1, 2) are in lanes, or writes `start` plus it. A part whose corners do
/// not fit into memory is cut.
pub(in crate::kernel) fn add_octave(
    backend: Backend,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    part: &Block,
    axis: usize,
    samples: &mut dyn Target,
    before: &mut BeforeSamples<'_>,
) {
    let lattice = Lattice::across(octave, part, axis);
    if lattice.floats > CORNER_BUDGET
        && let Some(halves) = part.halves(Some(axis))
    {
        for half in &halves {
            add_octave(backend, octave, start, half, axis, samples, before);
        }
        return;
    }
    debug_assert!(lattice.floats <= CORNERS, "the schedules ask before they choose this way");
    let work = Work { octave, start, block: part, lattice: &lattice };
    let BeforeSamples { cells, corners, planes } = before;
    corners::by_line(backend, &work, axis, corners.floats_mut());
    across::add_to(backend, &work, axis, samples, Memory::new(cells, corners, planes));
}
