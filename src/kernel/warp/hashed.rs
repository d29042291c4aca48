//! Warped octaves whose cells are near, but have no box: each sample's corners are hashed, or its cellular points found.

use alloc::boxed::Box;

use super::parts::{self, Samples, Target};
use super::placed;
use crate::kernel::cellular;
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::points::boxed::Rows;
use crate::kernel::points::chunk::{Cells, Chunk};
use crate::kernel::points::displace::PlaceMoved;
use crate::kernel::points::positions::{Part, Positions};
use crate::simd::Backend;

/// Adds an octave.
pub(super) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    samples: Samples<'_, '_>,
    (chunk, cellular): (&mut Chunk, &mut Option<Box<cellular::Memory>>),
) {
    parts::add(octave, [0; 4], samples, &mut Hashed { backend, octave, chunk, cellular });
}

struct Hashed<'a> {
    backend: Backend,
    octave: &'a OctavePlan<'a>,
    chunk: &'a mut Chunk,
    cellular: &'a mut Option<Box<cellular::Memory>>,
}

impl Target for Hashed<'_> {
    fn place(&mut self, axis: usize, positions: impl Positions, part: &Part) {
        let (octave, chunk) = (self.octave.octave, &mut *self.chunk);
        self.backend.run(PlaceMoved { octave, axis, positions, part, chunk });
    }

    fn add(&mut self, Rows { start, out, stride, width }: Rows<'_>) {
        let mut count = 0;
        for row in out.chunks(stride) {
            let sums = &mut self.chunk.sums[count..count + width];
            match start {
                Some(start) => sums.fill(start),
                None => sums.copy_from_slice(&row[..width]),
            }
            count += width;
        }
        placed::add(self.backend, self.octave, [Cells::Near; 4], count, (self.chunk, self.cellular));
        for (row, sums) in out.chunks_mut(stride).zip(self.chunk.sums.chunks(width)) {
            row[..width].copy_from_slice(sums);
        }
    }
}
