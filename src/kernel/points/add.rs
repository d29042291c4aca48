//! Samples at points, from the components at the corners around them. Gradients are looked up where they are needed.

use super::chunk::{Chunk, ROW, vectors_of_row};
use super::{hash, look_up};
use crate::kernel::coefficients::{self, between, reduce};
use crate::kernel::corners::sources::{Many, Source, WithSource, choose, components};
use crate::noise::Kind;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::corners::{Corners, FewVectors};
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
    add::<D>(backend, chunk, octave, vectors);
}

/// Adds an octave to the sums of `vectors` vectors of points, whose corners have been hashed.
fn add<const D: usize>(backend: Backend, chunk: &mut Chunk, octave: &Octave, vectors: usize) {
    let gradients = octave.kind == Kind::Perlin && !octave.has_constants(D);
    match &octave.corners {
        // In four dimensions, only custom sets have so few gradients. They are looked up in a pass of their own, as those of one dimension are in programs
        // that must be small. The condition is a constant, so that no kernel is compiled for them.
        Corners::MixFew { vectors: few, .. }
            if const { matches!(D, 2 | 3) || (D == 1 && !cfg!(perlane_small)) } =>
        {
            backend.run(AddOfFew::<D> { few, octave, vectors, chunk });
        }
        Corners::MixMany { table, .. } | Corners::Permutation { table, .. }
            if gradients && !cfg!(perlane_small) =>
        {
            backend.run(AddOfMany::<D> { table: components(table), octave, vectors, chunk });
        }
        _ => look_up::add::<D>(backend, chunk, octave, vectors),
    }
}

/// Finds the table places of the corners around a vector of points.
pub(super) trait CornerPlaces<L: Lanes> {
    /// The places of corner `i`, whose bits 0, 1, 2, 3 are x, y, z, w.
    fn of(&self, l: L, i: usize) -> L::U;
}

/// Places in a vector of a chunk.
struct InChunk<'a> {
    corners: &'a [[u32; ROW]; 16],
    v: usize,
}

impl<L: Lanes> CornerPlaces<L> for InChunk<'_> {
    #[inline(always)]
    fn of(&self, l: L, i: usize) -> L::U {
        l.load_u(&L::words(&self.corners[i])[self.v])
    }
}

/// Perlin noise of up to 16 gradients.
struct AddOfFew<'a, const D: usize> {
    few: &'a FewVectors,
    octave: &'a Octave,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl<const D: usize> Job for AddOfFew<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        choose::<L, _, D>(l, self.few, self);
    }
}

impl<const D: usize> WithSource for AddOfFew<'_, D> {
    #[inline(always)]
    fn with<L: Lanes, const USUAL: bool>(self, l: L, source: impl Source, _: u32) {
        add_perlin::<L, _, D>(l, source, self.octave, self.vectors, self.chunk);
    }
}

/// Perlin noise of up to 256 gradients.
struct AddOfMany<'a, const D: usize> {
    table: [&'a [f32; 256]; D],
    octave: &'a Octave,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl<const D: usize> Job for AddOfMany<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        add_perlin::<L, _, D>(l, Many(self.table), self.octave, self.vectors, self.chunk);
    }
}

/// Adds an octave of Perlin noise.
#[inline(always)]
fn add_perlin<L: Lanes, S: Source, const D: usize>(
    l: L,
    source: S,
    octave: &Octave,
    vectors: usize,
    chunk: &mut Chunk,
) {
    for v in 0..vectors.min(vectors_of_row::<L>()) {
        let point = Point::<L, _, D>::load(l, chunk, v, InChunk { corners: &chunk.corners, v });
        let n = point.sample(source);
        chunk.add_to_sum(l, octave, v, n);
    }
}

/// A vector of points.
pub(super) struct Point<L: Lanes, P, const D: usize> {
    pub(super) l: L,
    /// The table places of the corners around the points.
    pub(super) places: P,
    pub(super) t: [L::F; D],
    pub(super) u: [L::F; D],
}

impl<L: Lanes, P: CornerPlaces<L>, const D: usize> Point<L, P, D> {
    /// Vector `v` of a chunk.
    #[inline(always)]
    fn load(l: L, chunk: &Chunk, v: usize, places: P) -> Self {
        let mut point = Point { l, places, t: [l.splat(0.0); D], u: [l.splat(0.0); D] };
        for a in 0..D {
            point.t[a] = l.load(&L::floats(&chunk.t[a])[v]);
            point.u[a] = l.load(&L::floats(&chunk.u[a])[v]);
        }
        point
    }

    /// The place of the corner on side `k` of x whose bits `b` are y, z, w.
    #[inline(always)]
    fn corner(&self, k: usize, b: usize) -> L::U {
        self.places.of(self.l, 2 * b + k)
    }

    /// Slope and offset of column `k`.
    #[inline(always)]
    fn line<S: Source>(&self, k: usize, source: S) -> (L::F, L::F) {
        let l = self.l;
        let one = l.splat(1.0);
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            let h = self.corner(k, b);
            s[b] = source.component(l, h, 0);
            for a in 1..D {
                let t = if b >> (a - 1) & 1 == 0 { self.t[a] } else { l.sub(self.t[a], one) };
                let term = l.mul(source.component(l, h, a), t);
                o[b] = if a == 1 { term } else { l.add(o[b], term) };
            }
        }
        reduce::<L, D>(l, &mut s, self.fades());
        reduce::<L, D>(l, &mut o, self.fades());
        (s[0], o[0])
    }

    /// Fades along y, z, w.
    #[inline(always)]
    fn fades(&self) -> [L::F; 3] {
        let mut u = [self.u[0]; 3];
        u[..D - 1].copy_from_slice(&self.u[1..]);
        u
    }

    /// The lines through the two columns, from which samples are made later.
    #[inline(always)]
    pub(super) fn lines<S: Source>(&self, source: S) -> Lines<L> {
        Lines { left: self.line(0, source), right: self.line(1, source), t: self.t[0], u: self.u[0] }
    }

    /// The samples.
    #[inline(always)]
    pub(super) fn sample<S: Source>(&self, source: S) -> L::F {
        self.lines(source).sample(self.l)
    }
}

/// The lines through the columns on both sides of a vector of points, and where these lie between them.
#[derive(Clone, Copy)]
pub(super) struct Lines<L: Lanes> {
    /// Slope and offset.
    left: (L::F, L::F),
    right: (L::F, L::F),
    t: L::F,
    u: L::F,
}

impl<L: Lanes> Lines<L> {
    /// The samples: between the two columns.
    #[inline(always)]
    pub(super) fn sample(self, l: L) -> L::F {
        coefficients::sample(l, between(l, self.left, self.right), self.t, self.u)
    }
}
