//! Derived quantities at scattered points: some points at a time, octave by octave.

use super::coefficients::{OfColumn, Row, lines};
use super::made::Made;
use super::memory::{Memory, Planes};
use super::samples::{FadeSlopes, value_and_x};
use crate::kernel::coefficients::{Around, between, rolled, sample};
use crate::kernel::corners::sources::Components;
use crate::kernel::points::chunk::{self, Chunk, LOOKED_UP, LOOKED_UP_ROW};
use crate::kernel::points::look_up::{look_up, of_corner};
use crate::kernel::points::memory::Memory as OfPoints;
use crate::kernel::points::{hash, place};
use crate::kernel::samples::fold::Fold;
use crate::kernel::scratch::Scratch;
use crate::quantity::Derived;
use crate::scattered::Scattered;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;

/// Fills planes with a quantity that is derived from samples at points. Each plane has one element for each point.
pub(crate) fn fill(
    backend: Backend,
    octaves: &Octaves,
    derived: &Derived,
    points: &Scattered<'_>,
    planes: &mut [&mut [f32]],
    scratch: &mut Scratch,
) {
    let (dims, samples) = (points.dims(), points.len());
    let Scratch { pointwise, derivatives, .. } = scratch;
    let OfPoints { chunk, world } = OfPoints::of(&mut pointwise.points);
    let memory = &mut Memory::of(derivatives).points;
    for start in (0..samples).step_by(LOOKED_UP) {
        let count = (samples - start).min(LOOKED_UP);
        let whole = count.next_multiple_of(backend.lanes());
        let xyzw = world.of(backend, points, start..start + count, whole);
        let each = 1 + dims;
        let of_set = octaves.octaves.len() / derived.sets(dims);
        for set in 0..derived.sets(dims) {
            let first = set * each * whole;
            memory.planes[first..first + each * whole].fill(0.0);
            memory.planes[first..first + whole].fill(octaves.bias);
            for octave in &octaves.octaves[set * of_set..][..of_set] {
                for (axis, world) in xyzw.iter().enumerate().take(dims) {
                    // Whether all points are near is not looked up: derivatives take much longer than places.
                    place::set(backend, chunk, octave, axis, world, false);
                    let (t, to) = (&chunk.t[axis][..whole], &mut memory.fade_slopes[axis][..whole]);
                    backend.run(FadeSlopes { fade: octave.fade, t, to });
                }
                match dims {
                    1 => add_octave::<1>(backend, octave, chunk, memory, first, whole),
                    2 => add_octave::<2>(backend, octave, chunk, memory, first, whole),
                    3 => add_octave::<3>(backend, octave, chunk, memory, first, whole),
                    _ => add_octave::<4>(backend, octave, chunk, memory, first, whole),
                }
            }
        }
        let staging = &mut memory.planes[..derived.staged(dims) * whole];
        backend.run(Made { derived, dims, staging, plane: whole });
        for (plane, from) in planes.iter_mut().zip(memory.planes.chunks_exact(whole)) {
            plane[start..start + count].copy_from_slice(&from[..count]);
        }
    }
}

/// Adds an octave to the planes that start at element `first` of the memory. Each has `points` points, which have been placed.
fn add_octave<const D: usize>(
    backend: Backend,
    octave: &Octave,
    chunk: &mut Chunk,
    memory: &mut Planes,
    first: usize,
    points: usize,
) {
    hash::set::<D>(backend, chunk, octave, points / backend.lanes());
    look_up(backend, octave, D, chunk, 0..points);
    let Planes { fade_slopes, planes } = memory;
    let planes = &mut planes[first..first + (1 + D) * points];
    backend.run(AddOctave::<D> { octave, chunk, fade_slopes, planes, points });
}

/// Adds an octave to values and derivatives.
struct AddOctave<'a, const D: usize> {
    octave: &'a Octave,
    chunk: &'a Chunk,
    fade_slopes: &'a [[f32; LOOKED_UP_ROW]; 4],
    /// The value, then the derivatives by w, z, y, x, for the axes that exist.
    planes: &'a mut [f32],
    points: usize,
}

impl<const D: usize> Job for AddOctave<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let AddOctave { octave, chunk, fade_slopes, planes, points } = self;
        let components = &chunk.components;
        let slots = Components::of(octave, D).slots;
        let mut factors = [l.splat(0.0); D];
        for (factor, scale) in factors.iter_mut().zip(&octave.scales) {
            *factor = l.splat(scale.factor());
        }
        let fold = Fold::new(l, octave.fold);
        let mut row = Row { around: Around::splat(l, [0.0; 3], [0.0; 3]), fade_slopes: [l.splat(0.0); 3] };
        for at in (0..points).step_by(L::N) {
            for a in 1..D {
                row.around.set(l, a - 1, l.load_at(&chunk.t[a], at), l.load_at(&chunk.u[a], at));
                row.fade_slopes[a - 1] = l.load_at(&fade_slopes[a], at);
            }
            let mut sides = [[(row.fade_slopes[0], row.fade_slopes[0]); D]; 2];
            for k in 0..rolled::<D>(2) {
                sides[k & 1] = lines::<L, D>(l, &row, &InMemory { components, slots, k: k & 1, at });
            }
            let [left, right] = sides;
            let along_x =
                (l.load_at(&chunk.t[0], at), l.load_at(&chunk.u[0], at), l.load_at(&fade_slopes[0], at));
            let mut sums = [l.splat(0.0); 5];
            for d in 0..D {
                let line = between(l, left[d], right[d]);
                if d == 0 {
                    (sums[0], sums[D]) = value_and_x(l, line, along_x, factors[0]);
                } else {
                    sums[D - d] = l.mul(sample(l, line, along_x.0, along_x.1), factors[d]);
                }
            }
            if fold.folds {
                let factor = fold.slope(l, sums[0]);
                sums[0] = fold.of(l, sums[0]);
                for a in 0..D {
                    sums[D - a] = l.mul(factor, sums[D - a]);
                }
            }
            for (plane, sum) in planes.chunks_exact_mut(points).zip(sums) {
                let to = &mut L::floats_mut(&mut plane[at..at + L::N])[0];
                l.store(l.add(l.load(to), sum), to);
            }
        }
    }
}

/// The corners around a vector of points, on one side of x.
struct InMemory<'a> {
    components: &'a chunk::Components,
    /// The position of each component.
    slots: [Option<usize>; 5],
    k: usize,
    /// The index of the first point.
    at: usize,
}

impl<L: Lanes> OfColumn<L> for InMemory<'_> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, c: usize) -> L::F {
        of_corner(l, self.components, self.slots[c], 2 * b + self.k, self.at)
    }
}
