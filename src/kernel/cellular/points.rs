//! Cellular noise at scattered points.

use super::Scratch;
use super::neighbours::{CHUNK, Chunk, Nearest};
use crate::hash::WEYL;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::cellular::{Cellular, MOST_RADIUS};
use crate::tables::octaves::{NEAR, Octave, Scale};

/// Adds an octave to the sums of points: for x, y, z, whole vectors of world coordinates, no more than a chunk; `near` if they are known to
/// be near.
pub(in crate::kernel) fn add(
    backend: Backend,
    octave: &Octave,
    cellular: &Cellular,
    world: &[&[f64]],
    near: bool,
    sums: &mut [f32],
    scratch: &mut Scratch,
) {
    let chunk = &mut scratch.chunk;
    let mut count = 0;
    for (axis, world) in world.iter().enumerate().take(cellular.dims) {
        let world = &world[..world.len().min(CHUNK)];
        count = world.len();
        match octave.scales[axis] {
            Scale::Free { offset, frequency } if near || is_near(world, offset, frequency) => {
                backend.run(Place { axis, world, offset, frequency, chunk });
            }
            scale => {
                for (i, &world) in world.iter().enumerate() {
                    let (cell, t) = scale.place(world);
                    chunk.t[axis][i] = t;
                    chunk.set_codes(axis, i, cellular.radius, octave, cell);
                }
            }
        }
    }
    backend.run(Nearest { cellular, fold: octave.fold, vectors: count / backend.lanes(), chunk });
    for (sum, n) in sums.iter_mut().zip(&chunk.n).take(count) {
        *sum += n;
    }
}

/// Whether all of these are near, and the cells around them.
fn is_near(world: &[f64], offset: f64, frequency: f64) -> bool {
    // Without a way out of the loop, compilers do it in lanes.
    world.iter().fold(true, |near, w| near & (((w + offset) * frequency).abs() < NEAR))
}

/// Places points that are near, in lanes.
struct Place<'a> {
    axis: usize,
    world: &'a [f64],
    offset: f64,
    frequency: f64,
    chunk: &'a mut Chunk,
}

impl Job for Place<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Place { axis, world, offset, frequency, chunk } = self;
        let t = L::floats_mut(&mut chunk.t[axis]);
        for (v, (world, t)) in L::doubles(world).iter().zip(t).enumerate() {
            let (cell, fraction) = l.place(world, offset, frequency, 0.0);
            l.store(fraction, t);
            // All of them, however few are needed: a number that is known makes less code, and takes no more time.
            let first = l.add_u(cell, l.splat_u((MOST_RADIUS as u32).wrapping_neg()));
            let mut code = l.mul_u(first, l.splat_u(WEYL));
            for codes in &mut chunk.codes[axis] {
                l.store_u(code, &mut L::words_mut(codes)[v]);
                code = l.add_u(code, l.splat_u(WEYL));
            }
        }
    }
}
