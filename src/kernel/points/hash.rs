//! Hashes of the corners around points, turned into places in the octave's table.

use super::chunk::{Chunk, vectors_of_row};
use crate::kernel::corners::hashes::{corner, link, row, table_index, xor_shifted};
use crate::noise::Kind;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::corners::{Corners, FewVectors};
use crate::tables::octave::Octave;

/// Hashes the corners around `vectors` vectors of points; for cell noise, the first corner only.
pub(in crate::kernel) fn set<const D: usize>(
    backend: Backend,
    chunk: &mut Chunk,
    octave: &Octave,
    vectors: usize,
) {
    let cell = octave.kind == Kind::Cell;
    match &octave.corners {
        Corners::MixFew { keys, vectors: FewVectors { len, .. } } | Corners::MixMany { keys, len, .. } => {
            mix::<D>(backend, chunk, *keys, Some(*len), cell, vectors);
        }
        Corners::MixValue { keys, .. } => mix::<D>(backend, chunk, *keys, None, cell, vectors),
        Corners::Permutation { links, .. } => backend.run(Permute::<D> { links, cell, vectors, chunk }),
    }
}

/// `Hash::Mix`. `len` is the number of entries of the table from which hashes choose; `None` if the hashes themselves are needed.
fn mix<const D: usize>(
    backend: Backend,
    chunk: &mut Chunk,
    keys: (u32, u32),
    len: Option<u32>,
    cell: bool,
    vectors: usize,
) {
    let (rows, sides) = if cell { (1, 1) } else { (1 << (D - 1), 2) };
    backend.run(MixRows::<D> { keys, rows, vectors, chunk });
    backend.run(MixCorners { len, rows, sides, vectors, chunk });
}

/// Computes the states of lattice rows. They are stored where the first corner of each row will be.
struct MixRows<'a, const D: usize> {
    keys: (u32, u32),
    rows: usize,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl<const D: usize> Job for MixRows<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let MixRows { keys, rows, vectors, chunk } = self;
        let vectors = vectors.min(vectors_of_row::<L>());
        if const { D == 3 && !cfg!(perlane_small) } {
            return rows_of_planes(l, chunk, keys, rows, vectors);
        }
        for v in 0..vectors {
            let states = states::<L, D>(l, chunk, keys, v);
            for b in 0..rows.min(1 << (D - 1)) {
                l.store_u(states[b], &mut L::words_mut(&mut chunk.corners[2 * b])[v]);
            }
        }
    }
}

/// The states of lattice rows in three dimensions: those of planes in a loop of their own. (In one loop, rows wait for planes, and a processor does not look
/// ahead far enough to do others in the meantime.)
#[inline(always)]
fn rows_of_planes<L: Lanes>(l: L, chunk: &mut Chunk, keys: (u32, u32), rows: usize, vectors: usize) {
    // The states of planes are stored in the places of corners that are hashed after the rows.
    let place = |side: usize| 4 * side + 1;
    for v in 0..vectors {
        for side in 0..2 {
            let plane = link(l, l.splat_u(keys.0), code(l, chunk, 2, side, v), keys.1);
            l.store_u(plane, &mut L::words_mut(&mut chunk.corners[place(side)])[v]);
        }
    }
    for v in 0..vectors {
        for b in 0..rows.min(4) {
            let plane = l.load_u(&L::words(&chunk.corners[place(b >> 1)])[v]);
            let row = link(l, plane, code(l, chunk, 1, b & 1, v), keys.1);
            l.store_u(row, &mut L::words_mut(&mut chunk.corners[2 * b])[v]);
        }
    }
}

/// Turns the states of rows into the hashes of their corners.
struct MixCorners<'a> {
    /// The entries of the table from which hashes choose; `None` if the hashes themselves are needed.
    len: Option<u32>,
    rows: usize,
    /// How many sides of x: 1 or 2.
    sides: usize,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl Job for MixCorners<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let MixCorners { len, rows, sides, vectors, chunk } = self;
        let counts = (rows, sides, vectors.min(vectors_of_row::<L>()));
        match len {
            Some(16) if !cfg!(perlane_small) => corners(l, chunk, counts, Some(16)),
            len => corners(l, chunk, counts, len),
        }
    }
}

/// `hash::row_state` for the lattice rows around a vector of points.
#[inline(always)]
fn states<L: Lanes, const D: usize>(l: L, chunk: &Chunk, keys: (u32, u32), v: usize) -> [L::U; 8] {
    let mut rows = [l.splat_u(keys.0); 8];
    if D == 1 {
        rows[0] = link(l, rows[0], l.splat_u(0), keys.1); // y is 0, whose code is 0
    }
    for a in 1..D {
        let axis = D - a;
        for i in (0..1 << (a - 1)).rev() {
            let r = rows[i];
            rows[2 * i + 1] = link(l, r, code(l, chunk, axis, 1, v), keys.1);
            rows[2 * i] = link(l, r, code(l, chunk, axis, 0, v), keys.1);
        }
    }
    rows
}

/// The codes of the lattice lines on one side of a vector of points.
#[inline(always)]
fn code<L: Lanes>(l: L, chunk: &Chunk, axis: usize, side: usize, v: usize) -> L::U {
    l.load_u(&L::words(&chunk.codes[axis][side])[v])
}

/// Turns the states of rows into the hashes of their corners, or into places in a table of `len` entries.
#[inline(always)]
fn corners<L: Lanes>(
    l: L,
    chunk: &mut Chunk,
    (rows, sides, vectors): (usize, usize, usize),
    len: Option<u32>,
) {
    let Chunk { codes, corners, .. } = chunk;
    for corners in corners.as_chunks_mut::<2>().0.iter_mut().take(rows) {
        for v in 0..vectors {
            let r = l.load_u(&L::words(&corners[0])[v]);
            let of_row = row(l, r);
            for (to, codes) in corners.iter_mut().zip(&codes[0]).take(sides) {
                let h = corner(l, of_row, xor_shifted(l, l.load_u(&L::words(codes)[v])));
                let h = match len {
                    Some(len) => table_index(l, h, len),
                    None => h,
                };
                l.store_u(h, &mut L::words_mut(to)[v]);
            }
        }
    }
}

/// `Hash::Permutation`, whose chain starts with x.
struct Permute<'a, const D: usize> {
    links: &'a [u32; 256],
    cell: bool,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl<const D: usize> Job for Permute<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Permute { links, cell, vectors, chunk } = self;
        for v in 0..vectors.min(vectors_of_row::<L>()) {
            let mut h = [l.splat_u(0); 16];
            (h[0], h[1]) = (code(l, chunk, 0, 0, v), code(l, chunk, 0, 1, v));
            for axis in 1..D {
                for i in 0..if cell { 1 } else { 1 << axis } {
                    h[(1 << axis) + i] = l.pick256_u(links, l.add_u(h[i], code(l, chunk, axis, 1, v)));
                    h[i] = l.pick256_u(links, l.add_u(h[i], code(l, chunk, axis, 0, v)));
                }
            }
            for (corner, h) in chunk.corners.iter_mut().zip(h).take(if cell { 1 } else { 1 << D }) {
                l.store_u(h, &mut L::words_mut(corner)[v]);
            }
        }
    }
}
