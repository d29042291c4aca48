//! Warped octaves of a block with few cells: samples move, and are looked up in the box of the cells that they may reach.

use super::parts::{self, Samples, Target};
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::points::boxed::{Memory, Rows};
use crate::kernel::points::boxes::CornersOfBox;
use crate::kernel::points::chunk::Chunk;
use crate::kernel::points::positions::{Part, Positions};
use crate::simd::Backend;
use crate::tables::octave::Octave;

/// Adds an octave whose corners are in a box.
pub(super) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    cells: &CornersOfBox<'_>,
    samples: Samples<'_, '_>,
    chunk: &mut Chunk,
) {
    let (memory, ..) = Memory::of(chunk);
    let OctavePlan { octave: of_plan, dims, .. } = *octave;
    let base = [cells.base[0], cells.base[1], cells.base[2], 0];
    parts::add(octave, base, samples, &mut InBox { backend, octave: of_plan, cells, dims, memory });
}

struct InBox<'a> {
    backend: Backend,
    octave: &'a Octave,
    cells: &'a CornersOfBox<'a>,
    dims: usize,
    memory: Memory<'a>,
}

impl Target for InBox<'_> {
    fn place(&mut self, axis: usize, positions: impl Positions, part: &Part) {
        self.memory.place(self.backend, self.cells, axis, positions, part);
    }

    fn add(&mut self, rows: Rows<'_>) {
        self.memory.add(self.backend, self.octave, self.cells, self.dims, rows);
    }
}
