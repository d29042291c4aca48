//! Warped octaves: from where points lie on the lattice to where they move.

use super::chunk::{CHUNK, Cells, Chunk};
use super::place::{LinkColumns, factor};
use crate::simd::{Backend, Job, Lanes};
use crate::tables::curves::fades;
use crate::tables::octaves::{Corners, Form, Octave};

/// Moves so many points of a chunk, whole vectors of them, along an axis. From fractions and cells it makes what [`set`](super::place::set) makes of
/// coordinates; of an octave that is not made from lattice lines, fractions and cells.
pub(in crate::kernel) fn displace(
    backend: Backend,
    chunk: &mut Chunk,
    octave: &Octave,
    axis: usize,
    cells: Cells<'_>,
    count: usize,
) {
    let Some(warped) = &octave.warp else { return };
    let (lattice, vectors) = (matches!(octave.form, Form::Lattice), count / backend.lanes());
    match cells {
        Cells::Near | Cells::Boxed | Cells::Listed(_) => {
            let code = if lattice && matches!(cells, Cells::Near) { factor(octave) } else { 1 };
            backend.run(Displace { octave, axis, world: warped.factors[axis], code, vectors, chunk });
            match (cells, &octave.corners) {
                (Cells::Near, Corners::Permutation { links, .. }) if axis == 0 => {
                    backend.run(LinkColumns { links, vectors, chunk });
                }
                (Cells::Listed(codes), _) if lattice => backend.run(LookUp { codes, axis, vectors, chunk }),
                _ => {}
            }
        }
        Cells::Halves => {
            for i in 0..count {
                let [low, high] = [0, 1].map(|half| chunk.codes[axis][half][i]);
                let cell = i64::from(high as i32) << 32 | i64::from(low);
                let (cell, t) = warped.displace(axis, (cell, chunk.t[axis][i]), chunk.moves[axis][i]);
                chunk.t[axis][i] = t;
                chunk.u[axis][i] = octave.fade(t);
                let codes = [0, 1].map(|side| {
                    if lattice { octave.code(axis, cell + side) } else { (cell >> (32 * side)) as u32 }
                });
                for (to, code) in chunk.codes[axis].iter_mut().zip(codes) {
                    to[i] = code;
                }
            }
        }
    }
}

/// Moves points whose cells are counted, in lanes.
struct Displace<'a> {
    octave: &'a Octave,
    axis: usize,
    /// Cells in a world unit.
    world: f32,
    /// What a cell is multiplied by to become a code.
    code: u32,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl Job for Displace<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Displace { octave, axis, world, code, vectors, chunk } = self;
        let vectors = vectors.min(CHUNK / L::N);
        let Chunk { t, u, codes, moves, .. } = chunk;
        let (t, u) =
            (&mut L::floats_mut(&mut t[axis])[..vectors], &mut L::floats_mut(&mut u[axis])[..vectors]);
        let [first, second] = &mut codes[axis];
        let (first, second) = (&mut L::words_mut(first)[..vectors], &mut L::words_mut(second)[..vectors]);
        let moves = &L::floats(&moves[axis])[..vectors];
        let (world, factor) = (l.splat(world), l.splat_u(code));
        for v in 0..vectors {
            let s = l.add(l.load(&t[v]), l.mul(l.load(&moves[v]), world));
            let (k, fraction) = l.split(s);
            l.store(fraction, &mut t[v]);
            let code = l.mul_u(l.add_u(l.load_u(&first[v]), k), factor);
            l.store_u(code, &mut first[v]);
            l.store_u(l.add_u(code, factor), &mut second[v]);
        }
        fades(l, octave.fade, t, u);
    }
}

/// From cells to the codes of the lines on either side of them.
struct LookUp<'a> {
    /// The codes of all lines.
    codes: &'a [u32],
    axis: usize,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl Job for LookUp<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        for side in &mut self.chunk.codes[self.axis] {
            for code in L::words_mut(side).iter_mut().take(self.vectors) {
                l.store_u(l.gather(self.codes, l.load_u(code)), code);
            }
        }
    }
}
