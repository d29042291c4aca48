//! Warped octaves: from the places of points on the lattice to the places to which they move.

use super::chunk::{Cells, Chunk, vectors_of_row};
use super::place::{LinkColumns, factor};
use crate::simd::{Backend, Job, Lanes};
use crate::tables::corners::Corners;
use crate::tables::fades::{faded, set_faded};
use crate::tables::octave::{Form, Octave};

/// Moves `count` points of a chunk, whole vectors of them, along an axis. It turns fractions and cells into the fractions, fades and codes that
/// [`set`](super::place::set) computes from coordinates. If the octave is not made from lattice lines, the results are fractions and cells.
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
        Cells::Near | Cells::Listed(_) => {
            let (world, code) = (warped.factors[axis], code(octave, cells));
            let before = Before::Placed;
            backend.run(Displace { octave, axis, before, moves: None, world, code, at: 0, vectors, chunk });
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
                chunk.u[axis][i] = faded(octave.fade, t);
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

/// The factor that turns a near cell into a code after a point has moved; 1 if codes are listed, or the octave needs cells.
pub(in crate::kernel) fn code(octave: &Octave, cells: Cells<'_>) -> u32 {
    if matches!(octave.form, Form::Lattice) && matches!(cells, Cells::Near) { factor(octave) } else { 1 }
}

/// Where points lie along an axis before they move.
#[derive(Clone, Copy)]
pub(in crate::kernel) enum Before<'a> {
    /// Where the chunk says, as they have been placed.
    Placed,
    /// All at the same fraction and cell.
    Same(f32, u32),
    /// At these fractions and cells.
    Each(&'a [f32], &'a [u32]),
}

/// Moves points whose cells are near or listed, in lanes: computes fractions, fades and codes.
pub(in crate::kernel) struct Displace<'a> {
    pub(in crate::kernel) octave: &'a Octave,
    pub(in crate::kernel) axis: usize,
    pub(in crate::kernel) before: Before<'a>,
    /// How far each point moves, in world units; `None`: as far as the chunk says.
    pub(in crate::kernel) moves: Option<&'a [f32]>,
    /// Cells in a world unit.
    pub(in crate::kernel) world: f32,
    /// The factor that turns a cell into a code.
    pub(in crate::kernel) code: u32,
    /// Where the points start in the chunk: a multiple of 16.
    pub(in crate::kernel) at: usize,
    pub(in crate::kernel) vectors: usize,
    pub(in crate::kernel) chunk: &'a mut Chunk,
}

impl Job for Displace<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        // By reference: a copy would be written in parts and then read as whole vectors, and such a read waits until all earlier writes are in the
        // cache.
        let (before, chunk) = (&self.before, &mut *self.chunk);
        let (axis, first) = (self.axis, self.at / L::N);
        let vectors = self.vectors.min(vectors_of_row::<L>().saturating_sub(first));
        let Chunk { t, u, codes, moves, .. } = chunk;
        let [low, high] = &mut codes[axis];
        let mut moving = Moving::<L> {
            world: l.splat(self.world),
            factor: l.splat_u(self.code),
            moves: &L::floats(self.moves.unwrap_or(&moves[axis]))[..vectors],
            t: &mut L::floats_mut(&mut t[axis])[first..first + vectors],
            low: &mut L::words_mut(low)[first..first + vectors],
            high: &mut L::words_mut(high)[first..first + vectors],
        };
        match before {
            Before::Placed => {
                for v in 0..vectors {
                    let (t, cell) = (l.load(&moving.t[v]), l.load_u(&moving.low[v]));
                    moving.set(l, v, t, cell);
                }
            }
            Before::Same(t, cell) => {
                for v in 0..vectors {
                    moving.set(l, v, l.splat(*t), l.splat_u(*cell));
                }
            }
            Before::Each(t, cells) => {
                let (t, cells) = (&L::floats(t)[..vectors], &L::words(cells)[..vectors]);
                for v in 0..vectors {
                    moving.set(l, v, l.load(&t[v]), l.load_u(&cells[v]));
                }
            }
        }
        set_faded(l, self.octave.fade, moving.t, &mut L::floats_mut(&mut u[axis])[first..first + vectors]);
    }
}

/// Points that move, and where the results go.
struct Moving<'a, L: Lanes> {
    world: L::F,
    factor: L::U,
    moves: &'a [L::Floats],
    t: &'a mut [L::Floats],
    low: &'a mut [L::Words],
    high: &'a mut [L::Words],
}

impl<L: Lanes> Moving<'_, L> {
    /// Moves vector `v`, from a fraction and a cell.
    #[inline(always)]
    fn set(&mut self, l: L, v: usize, t: L::F, cell: L::U) {
        let (cell, fraction) = moved(l, (cell, t), l.load(&self.moves[v]), self.world);
        l.store(fraction, &mut self.t[v]);
        let code = l.mul_u(cell, self.factor);
        l.store_u(code, &mut self.low[v]);
        l.store_u(l.add_u(code, self.factor), &mut self.high[v]);
    }
}

/// The cells and fractions of points after they move by `moves` world units; a world unit is `world` cells.
#[inline(always)]
pub(in crate::kernel) fn moved<L: Lanes>(
    l: L,
    (cell, t): (L::U, L::F),
    moves: L::F,
    world: L::F,
) -> (L::U, L::F) {
    let (k, t) = l.split(l.add(t, l.mul(moves, world)));
    (l.add_u(cell, k), t)
}

/// Turns cells into the codes of the lines on both sides of them.
struct LookUp<'a> {
    /// The codes of all listed lines.
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
