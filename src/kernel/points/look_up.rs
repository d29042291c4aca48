//! Octaves whose corners are looked up in a separate pass, component by component: values, gradients with constants, and up to 16 gradients in four
//! dimensions; in programs that must be small, other gradients too. They share one arithmetic, with zeros for what a kind lacks. Derivatives at points
//! look up the corners of all octaves so.

use core::ops::Range;

use super::chunk::{Chunk, Components as Looked, LOOKED_UP, LOOKED_UP_ROW, ROW};
use crate::kernel::coefficients::{self, Around, Columns, Corners, Perlin, between, rolled};
use crate::kernel::corners::sources::{AnyOfFew, AnyOfMany, Components, Source, Values, ZEROS};
use crate::noise::Kind;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::corners;
use crate::tables::octave::Octave;

/// Looks up the components at the corners around a range of points, at most [`LOOKED_UP`] of them.
pub(in crate::kernel) fn look_up(
    backend: Backend,
    octave: &Octave,
    dims: usize,
    chunk: &mut Chunk,
    points: Range<usize>,
) {
    let Chunk { corners, components, .. } = chunk;
    let corners = &corners[..if octave.kind == Kind::Cell { 1 } else { 1 << dims }];
    let count = if octave.kind == Kind::Perlin { octave.components() } else { 1 };
    let components = &mut components[..count];
    match &octave.corners {
        corners::Corners::MixFew { vectors, .. } => {
            backend.run(LookUp { source: AnyOfFew(&vectors.table), corners, components, points });
        }
        corners::Corners::MixMany { table, .. } | corners::Corners::Permutation { table, .. } => {
            backend.run(LookUp { source: AnyOfMany(table), corners, components, points });
        }
        corners::Corners::MixValue { amplitude, .. } => {
            backend.run(LookUp { source: Values(*amplitude), corners, components, points });
        }
    }
}

/// Looks up corners, and stores each component in its own array.
struct LookUp<'a, S> {
    source: S,
    /// Places in the source's table, or the hashes themselves.
    corners: &'a [[u32; ROW]],
    components: &'a mut [[[f32; LOOKED_UP_ROW]; 16]],
    points: Range<usize>,
}

impl<S: Source> Job for LookUp<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let LookUp { source, corners, components, points } = self;
        for (c, components) in components.iter_mut().enumerate() {
            for (places, to) in corners.iter().zip(components) {
                let (places, to) =
                    (L::words(&places[points.clone()]), L::floats_mut(&mut to[..points.len()]));
                for (places, to) in places.iter().zip(to) {
                    l.store(source.component(l, l.load_u(places), c), to);
                }
            }
        }
    }
}

/// Adds an octave to the sums of `vectors` vectors of points, given the hashes or places of the corners around them.
pub(super) fn add<const D: usize>(backend: Backend, chunk: &mut Chunk, octave: &Octave, vectors: usize) {
    let points = vectors * backend.lanes();
    for first in (0..points).step_by(LOOKED_UP) {
        let end = points.min(first + LOOKED_UP);
        look_up(backend, octave, D, chunk, first..end);
        backend.run(Add::<D> { octave, first, vectors: (end - first) / backend.lanes(), chunk });
    }
}

/// Adds an octave whose corners have been looked up.
struct Add<'a, const D: usize> {
    octave: &'a Octave,
    /// The index of the first point.
    first: usize,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl<const D: usize> Job for Add<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Add { octave, first, vectors, chunk } = self;
        let slots = Components::of(octave, D).slots;
        // (`vectors` has no bound here: if it had a small one, compilers would unroll the whole loop.)
        for v in 0..vectors {
            let at = v * L::N;
            let n = if octave.kind == Kind::Cell {
                l.load_at(&chunk.components[0][0], at)
            } else {
                sample::<L, D>(l, chunk, slots, (first, at))
            };
            chunk.add_to_sum(l, octave, first / L::N + v, n);
        }
    }
}

/// The samples at a vector of points, which starts `at` points after the first that was looked up.
#[inline(always)]
fn sample<L: Lanes, const D: usize>(
    l: L,
    chunk: &Chunk,
    slots: [Option<usize>; 5],
    (first, at): (usize, usize),
) -> L::F {
    let place = first + at;
    let mut around = Around::splat(l, [0.0; 3], [0.0; 3]);
    for a in 1..D {
        around.set(l, a - 1, l.load_at(&chunk.t[a], place), l.load_at(&chunk.u[a], place));
    }
    let components = &chunk.components;
    let mut sides = [(l.splat(0.0), l.splat(0.0)); 2];
    for k in 0..rolled::<D>(2) {
        let corners = LookedUp::<D> { components, slots, k: k & 1, at };
        sides[k & 1] = Perlin::<L, _, D, true> { around: &around, corners }.line(l, 0);
    }
    let line = between(l, sides[0], sides[1]);
    coefficients::sample(l, line, l.load_at(&chunk.t[0], place), l.load_at(&chunk.u[0], place))
}

/// The corners around a vector of points, on one side of x.
struct LookedUp<'a, const D: usize> {
    components: &'a Looked,
    slots: [Option<usize>; 5],
    k: usize,
    /// The index of the first point.
    at: usize,
}

impl<L: Lanes, const D: usize> Corners<L> for LookedUp<'_, D> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, _: usize, c: usize) -> L::F {
        // The constant is stored after the components along D axes.
        let slot = match c {
            0 => 0,
            _ if c == D => 1,
            _ => c + 1,
        };
        of_corner(l, self.components, self.slots[slot], 2 * b + self.k, self.at)
    }
}

/// One component of a vector of corners.
#[inline(always)]
pub(in crate::kernel) fn of_corner<L: Lanes>(
    l: L,
    components: &Looked,
    slot: Option<usize>,
    corner: usize,
    at: usize,
) -> L::F {
    match slot {
        Some(slot) => l.load_at(&components[slot][corner], at),
        None => l.load_at(&ZEROS, 0),
    }
}
