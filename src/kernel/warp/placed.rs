//! Samples of a chunk that have been placed and moved, whichever way: their octave.

use alloc::boxed::Box;

use crate::kernel::cellular;
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::points::add::add_octave;
use crate::kernel::points::chunk::{Cells, Chunk};
use crate::simd::Backend;
use crate::tables::octave::Form;

/// Adds an octave to the sums of `count` samples.
pub(super) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    cells: [Cells<'_>; 4],
    count: usize,
    (chunk, cellular): (&mut Chunk, &mut Option<Box<cellular::Memory>>),
) {
    let OctavePlan { octave, dims, .. } = *octave;
    match &octave.form {
        Form::Lattice => add_octave(backend, chunk, octave, dims, count / backend.lanes()),
        Form::Cellular(kind) => {
            let memory = cellular::Memory::of(cellular);
            let Chunk { t, codes, sums, .. } = chunk;
            let placed = cellular::Placed { t, codes, cells };
            cellular::add_to_placed(backend, octave, kind, placed, &mut sums[..count], memory);
        }
    }
}
