//! Cellular noise at scattered points.

use core::array;

use super::memory::Memory;
use super::neighbours::{CHUNK, Chunk, Nearest, ROW};
use crate::hash::WEYL;
use crate::kernel::points::chunk::Cells;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::cellular::{Cellular, MOST_RADIUS};
use crate::tables::octave::Octave;
use crate::tables::place::{Near, cell_of};
use crate::tables::scale::Scale;

/// Adds an octave to the sums of points. `world` has whole vectors of coordinates along x, y, z; `near` says that all are known to be near.
pub(in crate::kernel) fn add(
    backend: Backend,
    octave: &Octave,
    cellular: &Cellular,
    world: &[&[f64]],
    near: bool,
    sums: &mut [f32],
    memory: &mut Memory,
) {
    for (n, sums) in sums.chunks_mut(CHUNK).enumerate() {
        let first = n * CHUNK;
        let world =
            array::from_fn(|a| world.get(a).map_or(&[][..], |world| &world[first..first + sums.len()]));
        add_chunk(backend, octave, cellular, &world, near, sums, memory);
    }
}

/// The same for at most one chunk.
fn add_chunk(
    backend: Backend,
    octave: &Octave,
    cellular: &Cellular,
    world: &[&[f64]; 3],
    near: bool,
    sums: &mut [f32],
    memory: &mut Memory,
) {
    let chunk = &mut memory.chunk;
    for (axis, &world) in world.iter().enumerate().take(cellular.dims) {
        match octave.scales[axis] {
            Scale::Free { offset, frequency } if near || Near::holds_all(world, offset, frequency) => {
                backend.run(PlacePoints { axis, world, offset, frequency, chunk });
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
    add_nearest(backend, octave, cellular, sums, chunk);
}

/// Points that have been placed along x, y, z, in arrays of `N` elements. Only the first elements count, as many as there are sums.
pub(in crate::kernel) struct Placed<'a, const N: usize> {
    pub(in crate::kernel) t: &'a [[f32; N]; 4],
    pub(in crate::kernel) codes: &'a [[[u32; N]; 2]; 4],
    /// What the codes stand for.
    pub(in crate::kernel) cells: [Cells<'a>; 4],
}

/// Adds an octave to the sums of points, whole vectors of them, given their fractions and cells along x, y, z.
pub(in crate::kernel) fn add_to_placed<const N: usize>(
    backend: Backend,
    octave: &Octave,
    cellular: &Cellular,
    placed: Placed<'_, N>,
    sums: &mut [f32],
    memory: &mut Memory,
) {
    let chunk = &mut memory.chunk;
    for (n, sums) in sums.chunks_mut(CHUNK).enumerate() {
        let range = n * CHUNK..n * CHUNK + sums.len();
        for axis in 0..cellular.dims {
            let [low, high] = [0, 1].map(|half| &placed.codes[axis][half][range.clone()]);
            let to = &mut chunk.codes[axis];
            chunk.t[axis][..sums.len()].copy_from_slice(&placed.t[axis][range.clone()]);
            match placed.cells[axis] {
                Cells::Listed(list) => backend.run(ListedCodes { cells: low, list, to }),
                Cells::Near => backend.run(Codes { cells: low, to }),
                Cells::Halves => {
                    for (i, (low, high)) in low.iter().zip(high).enumerate() {
                        chunk.set_codes(axis, i, cellular.radius, octave, cell_of([*low, *high]));
                    }
                }
            }
        }
        add_nearest(backend, octave, cellular, sums, chunk);
    }
}

/// Adds an octave to the sums of samples that have been placed.
fn add_nearest(backend: Backend, octave: &Octave, cellular: &Cellular, sums: &mut [f32], chunk: &mut Chunk) {
    let vectors = sums.len() / backend.lanes();
    backend.run(Nearest { cellular, fold: octave.fold, vectors, chunk });
    for (sum, n) in sums.iter_mut().zip(&chunk.n) {
        *sum += n;
    }
}

/// Places points that are near, in lanes.
struct PlacePoints<'a> {
    axis: usize,
    world: &'a [f64],
    offset: f64,
    frequency: f64,
    chunk: &'a mut Chunk,
}

impl Job for PlacePoints<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let PlacePoints { axis, world, offset, frequency, chunk } = self;
        let world = L::doubles(world);
        for v in 0..world.len().min(ROW / L::N) {
            let (cell, fraction) = l.place(&world[v], offset, frequency, 0.0);
            l.store(fraction, &mut L::floats_mut(&mut chunk.t[axis])[v]);
            codes_around(l, cell, &mut chunk.codes[axis], v);
        }
    }
}

/// Computes the codes of the lattice lines around cells that are near.
struct Codes<'a> {
    cells: &'a [u32],
    to: &'a mut [[u32; ROW]; 2 * MOST_RADIUS + 1],
}

impl Job for Codes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let cells = L::words(self.cells);
        for v in 0..cells.len().min(ROW / L::N) {
            codes_around(l, l.load_u(&cells[v]), self.to, v);
        }
    }
}

/// The same for cells that are indices into a list of codes, which includes the codes of the lines around them.
struct ListedCodes<'a> {
    cells: &'a [u32],
    list: &'a [u32],
    to: &'a mut [[u32; ROW]; 2 * MOST_RADIUS + 1],
}

impl Job for ListedCodes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let cells = L::words(self.cells);
        for v in 0..cells.len().min(ROW / L::N) {
            let mut at = l.add_u(l.load_u(&cells[v]), l.splat_u((MOST_RADIUS as u32).wrapping_neg()));
            for codes in &mut *self.to {
                l.store_u(l.gather(self.list, at), &mut L::words_mut(codes)[v]);
                at = l.add_u(at, l.splat_u(1));
            }
        }
    }
}

/// Sets vector `v` of the codes of the lattice lines around cells.
#[inline(always)]
fn codes_around<L: Lanes>(l: L, cell: L::U, codes: &mut [[u32; ROW]; 2 * MOST_RADIUS + 1], v: usize) {
    // All of them, even where fewer are needed: a constant number makes less code, and takes no more time.
    let first = l.add_u(cell, l.splat_u((MOST_RADIUS as u32).wrapping_neg()));
    let mut code = l.mul_u(first, l.splat_u(WEYL));
    for codes in codes {
        l.store_u(code, &mut L::words_mut(codes)[v]);
        code = l.add_u(code, l.splat_u(WEYL));
    }
}
