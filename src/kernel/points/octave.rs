//! One octave of points that have been placed.

use super::chunk::Chunk;
use super::{add, hash};
use crate::simd::Backend;
use crate::tables::octave::Octave;

/// Finds the corners around `vectors` vectors of points that have been placed, and adds the octave to the points' sums.
pub(in crate::kernel) fn add_octave(
    backend: Backend,
    chunk: &mut Chunk,
    octave: &Octave,
    dims: usize,
    vectors: usize,
) {
    match dims {
        1 => add_octave_in::<1>(backend, chunk, octave, vectors),
        2 => add_octave_in::<2>(backend, chunk, octave, vectors),
        3 => add_octave_in::<3>(backend, chunk, octave, vectors),
        _ => add_octave_in::<4>(backend, chunk, octave, vectors),
    }
}

fn add_octave_in<const D: usize>(backend: Backend, chunk: &mut Chunk, octave: &Octave, vectors: usize) {
    hash::set::<D>(backend, chunk, octave, vectors);
    add::add::<D>(backend, chunk, octave, vectors);
}
