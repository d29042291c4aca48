//! Places of points on the lattice: fractions, their fades, and codes of the lines on both sides.

use super::chunk::{CHUNK, Cells, Chunk};
use super::world::prefetch_next;
use crate::hash::WEYL;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::corners::Corners;
use crate::tables::fades::{faded, set_faded};
use crate::tables::octave::Octave;
use crate::tables::place::{Near, halves_of};
use crate::tables::scale::Scale;

/// Places up to [`CHUNK`] points, whole vectors of them, along an axis. `near` says that all are known to be near.
pub(in crate::kernel) fn set(
    backend: Backend,
    chunk: &mut Chunk,
    octave: &Octave,
    axis: usize,
    world: &[f64],
    near: bool,
) {
    match octave.scales[axis] {
        Scale::Free { offset, frequency } if near || Near::holds_all(world, offset, frequency) => {
            let near = Near { offset, frequency, base: 0.0 };
            backend.run(PlacePoints { octave, axis, world, near, factor: factor(octave), chunk });
            if let (Corners::Permutation { links, .. }, 0) = (&octave.corners, axis) {
                backend.run(LinkColumns { links, vectors: world.len() / backend.lanes(), chunk });
            }
        }
        scale => set_far(chunk, octave, axis, world, &scale),
    }
}

/// The factor that turns a cell into a code.
pub(super) fn factor(octave: &Octave) -> u32 {
    match &octave.corners {
        Corners::Permutation { .. } => 1, // the next link uses only the low 8 bits of its input
        _ => WEYL,
    }
}

/// Places up to [`CHUNK`] points, whole vectors of them, before they move. Their codes are cells.
pub(super) fn set_cells(
    backend: Backend,
    chunk: &mut Chunk,
    octave: &Octave,
    axis: usize,
    world: &[f64],
    near: bool,
) -> Cells<'static> {
    match octave.scales[axis] {
        Scale::Free { offset, frequency } if near || Near::holds_all(world, offset, frequency) => {
            let near = Near { offset, frequency, base: 0.0 };
            backend.run(PlacePoints { octave, axis, world, near, factor: 1, chunk });
            Cells::Near
        }
        scale => {
            for (i, &w) in world.iter().enumerate().take(CHUNK) {
                let (cell, t) = scale.place(w);
                chunk.t[axis][i] = t;
                for (to, half) in chunk.codes[axis].iter_mut().zip(halves_of(cell)) {
                    to[i] = half;
                }
            }
            Cells::Halves
        }
    }
}

/// Places points anywhere, one by one.
fn set_far(chunk: &mut Chunk, octave: &Octave, axis: usize, world: &[f64], scale: &Scale) {
    for (i, &w) in world.iter().enumerate().take(CHUNK) {
        let (cell, t) = scale.place(w);
        chunk.t[axis][i] = t;
        chunk.u[axis][i] = faded(octave.fade, t);
        for side in 0..2 {
            chunk.codes[axis][side][i] = octave.code(axis, cell + side as i64);
        }
    }
}

/// Places points that are near, in lanes.
struct PlacePoints<'a> {
    octave: &'a Octave,
    axis: usize,
    world: &'a [f64],
    near: Near,
    /// The factor that turns a cell into a code.
    factor: u32,
    chunk: &'a mut Chunk,
}

impl Job for PlacePoints<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let (octave, axis) = (self.octave, self.axis);
        let Chunk { t, u, codes, .. } = self.chunk;
        let world = L::doubles(self.world);
        let count = world.len();
        let (t, u) = (&mut L::floats_mut(&mut t[axis])[..count], &mut L::floats_mut(&mut u[axis])[..count]);
        let [first, second] = &mut codes[axis];
        let (first, second) = (&mut L::words_mut(first)[..count], &mut L::words_mut(second)[..count]);
        let Near { offset, frequency, base } = self.near;
        let factor = l.splat_u(self.factor);
        for v in 0..count {
            prefetch_next(world[v].as_ref());
            let (cell, fraction) = l.place(&world[v], offset, frequency, base);
            l.store(fraction, &mut t[v]);
            store_codes(l, cell, factor, (&mut first[v], &mut second[v]));
        }
        set_faded(l, octave.fade, t, u);
    }
}

/// Stores the codes of the lines on both sides of cells, which are multiples of this factor.
#[inline(always)]
pub(super) fn store_codes<L: Lanes>(l: L, cell: L::U, factor: L::U, to: (&mut L::Words, &mut L::Words)) {
    let code = l.mul_u(cell, factor);
    l.store_u(code, to.0);
    l.store_u(l.add_u(code, factor), to.1);
}

/// Looks up the first link of a permutation's chain, for the columns on both sides of points.
pub(super) struct LinkColumns<'a> {
    pub(super) links: &'a [u32; 256],
    pub(super) vectors: usize,
    pub(super) chunk: &'a mut Chunk,
}

impl Job for LinkColumns<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        for side in &mut self.chunk.codes[0] {
            for code in L::words_mut(side).iter_mut().take(self.vectors) {
                l.store_u(l.pick256_u(self.links, l.load_u(code)), code);
            }
        }
    }
}
