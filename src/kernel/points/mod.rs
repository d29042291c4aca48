//! Scattered points: each lane has a cell of its own on every axis. The same arithmetic as on a grid, with nothing shared.
//!
//! A chunk of points is done octave by octave in short passes (places, hashes, samples), though each stores what the next one loads: a
//! processor looks ahead a few hundred instructions, and of a short pass those are several vectors at once.

mod add;
pub(super) mod chunk;
mod hash;
mod place;

use crate::kernel::scratch::Scratch;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::octaves::{Octave, Octaves};
use chunk::{CHUNK, Chunk};

/// Points to sample.
pub(crate) struct Points<'a> {
    /// World coordinates for each axis in the order x, y, z, w.
    pub(crate) world: &'a [&'a [f64]],
    /// Whether all of them are near in all octaves, as [`Octaves::near`] says.
    pub(crate) near: bool,
}

/// Fills `out` with the samples at points: chunk by chunk, the last one filled up to whole vectors with one of its points, as all of those
/// have been checked.
pub(crate) fn fill(
    backend: Backend,
    octaves: &Octaves,
    points: &Points<'_>,
    out: &mut [f32],
    scratch: &mut Scratch,
) {
    let chunk = &mut scratch.chunk;
    let lanes = backend.vectors().lanes;
    let mut padded = [[0.0; CHUNK]; 4];
    for (n, out) in out.chunks_mut(CHUNK).enumerate() {
        let whole = out.len().next_multiple_of(lanes);
        let mut world = [&[][..]; 4];
        for ((world, padded), all) in world.iter_mut().zip(&mut padded).zip(points.world) {
            *world = &all[n * CHUNK..][..out.len()];
            if whole > out.len() {
                padded.fill(world[0]);
                padded[..out.len()].copy_from_slice(world);
                *world = &padded[..whole];
            }
        }
        chunk.sums[..whole].fill(octaves.bias);
        for octave in &octaves.octaves {
            for (axis, world) in world.iter().enumerate().take(points.world.len()) {
                place::set(backend, chunk, octave, axis, world, points.near);
            }
            let vectors = whole / lanes;
            match points.world.len() {
                1 => add_octave::<1>(backend, chunk, octave, vectors),
                2 => add_octave::<2>(backend, chunk, octave, vectors),
                3 => add_octave::<3>(backend, chunk, octave, vectors),
                _ => add_octave::<4>(backend, chunk, octave, vectors),
            }
        }
        out.copy_from_slice(&chunk.sums[..out.len()]);
    }
}

/// Hashes the corners around so many vectors of points that have been placed, and adds the octave to the points' sums.
fn add_octave<const D: usize>(backend: Backend, chunk: &mut Chunk, octave: &Octave, vectors: usize) {
    hash::set::<D>(backend, chunk, octave, vectors);
    add::add::<D>(backend, chunk, octave, vectors);
}

/// Whether all of these are at most `bound` in magnitude, which is not negative.
pub(crate) fn all_within(backend: Backend, world: &[f64], bound: f64) -> bool {
    backend.run(AllWithin { world, bound })
}

struct AllWithin<'a> {
    world: &'a [f64],
    bound: f64,
}

impl Job for AllWithin<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> bool {
        // The bits of numbers that are not negative are in the numbers' order, and those of a NaN beyond them. A difference below 0 sets the
        // top bit. Without a way out of the loop, compilers do it in lanes.
        let bound = self.bound.to_bits();
        let below = self.world.iter().fold(0, |below, w| below | bound.wrapping_sub(w.abs().to_bits()));
        below >> 63 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_within_a_bound() {
        for bound in [0.0_f64, 1.0, 1e300, f64::MAX] {
            let beyond =
                [bound.next_up(), -bound.next_up(), f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN];
            for (w, within) in
                [bound, -bound, 0.0, -0.0].map(|w| (w, true)).into_iter().chain(beyond.map(|w| (w, false)))
            {
                for at in 0..19 {
                    let mut world = [0.0; 19];
                    world[at] = w;
                    for backend in Backend::available() {
                        assert_eq!(all_within(backend, &world, bound), within, "{w:e} within {bound:e}");
                    }
                }
            }
        }
    }
}
