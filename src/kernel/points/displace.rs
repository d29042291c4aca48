//! Warped octaves: from the places of points on the lattice to the places to which they move.

use super::chunk::{Cells, Chunk, vectors_of_row};
use super::place::{LinkColumns, factor, store_codes};
use super::positions::{Part, Positions};
use crate::simd::{Backend, Job, Lanes};
use crate::tables::corners::Corners;
use crate::tables::fades::{faded, set_faded};
use crate::tables::octave::{Form, Octave};
use crate::tables::place::{cell_of, halves_of};

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
            backend.run(DisplacePlaced { octave, axis, world, code, vectors, chunk });
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
                let cell = cell_of([0, 1].map(|half| chunk.codes[axis][half][i]));
                let (cell, t) = warped.displace(axis, (cell, chunk.t[axis][i]), chunk.moves[axis][i]);
                chunk.t[axis][i] = t;
                chunk.u[axis][i] = faded(octave.fade, t);
                let codes =
                    if lattice { [0, 1].map(|side| octave.code(axis, cell + side)) } else { halves_of(cell) };
                for (to, code) in chunk.codes[axis].iter_mut().zip(codes) {
                    to[i] = code;
                }
            }
        }
    }
}

/// The factor that turns a near cell into a code after a point has moved; 1 if codes are listed, or the octave needs cells.
fn code(octave: &Octave, cells: Cells<'_>) -> u32 {
    if matches!(octave.form, Form::Lattice) && matches!(cells, Cells::Near) { factor(octave) } else { 1 }
}

/// Moves points that have been placed, whose cells are near or listed, in lanes: computes fractions, fades and codes.
struct DisplacePlaced<'a> {
    octave: &'a Octave,
    axis: usize,
    /// Cells in a world unit.
    world: f32,
    /// The factor that turns a cell into a code.
    code: u32,
    vectors: usize,
    chunk: &'a mut Chunk,
}

impl Job for DisplacePlaced<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let DisplacePlaced { octave, axis, world, code, vectors, chunk } = self;
        let vectors = vectors.min(vectors_of_row::<L>());
        let Chunk { t, u, codes, moves, .. } = chunk;
        let [low, high] = &mut codes[axis];
        let t = &mut L::floats_mut(&mut t[axis])[..vectors];
        let (world, factor) = (l.splat(world), l.splat_u(code));
        let codes = L::words_mut(low).iter_mut().zip(L::words_mut(high));
        for ((moves, t), (low, high)) in L::floats(&moves[axis]).iter().zip(t.iter_mut()).zip(codes) {
            let (cell, fraction) = moved(l, (l.load_u(low), l.load(t)), l.load(moves), world);
            l.store(fraction, t);
            store_codes(l, cell, factor, (low, high));
        }
        set_faded(l, octave.fade, t, &mut L::floats_mut(&mut u[axis])[..vectors]);
    }
}

/// Places parts of rows in lanes, where cells are near: computes fractions, fades and codes.
pub(in crate::kernel) struct PlaceMoved<'a, P> {
    pub(in crate::kernel) octave: &'a Octave,
    pub(in crate::kernel) axis: usize,
    /// Where the samples lie after they have moved.
    pub(in crate::kernel) positions: P,
    pub(in crate::kernel) part: &'a Part,
    pub(in crate::kernel) chunk: &'a mut Chunk,
}

impl<P: Positions> Job for PlaceMoved<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let PlaceMoved { octave, axis, positions, part, chunk } = self;
        let vectors = part.rows.len() * part.columns.len() / L::N;
        let Chunk { t, u, codes, .. } = chunk;
        let [low, high] = &mut codes[axis];
        let (t, low) = (&mut L::floats_mut(&mut t[axis])[..vectors], &mut L::words_mut(low)[..vectors]);
        let factor = l.splat_u(code(octave, Cells::Near));
        let mut highs = L::words_mut(high).iter_mut();
        positions.put(l, part, (&mut *t, &mut *low), |cell, low| {
            if let Some(high) = highs.next() {
                store_codes(l, cell, factor, (low, high));
            }
        });
        set_faded(l, octave.fade, t, &mut L::floats_mut(&mut u[axis])[..vectors]);
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
