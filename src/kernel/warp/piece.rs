//! Parts of rows, straight from the axes' tables to where their samples move.

use crate::kernel::points::chunk::{CHUNK, Chunk};
use crate::simd::{Job, Lanes};
use crate::tables::curves::fades;
use crate::tables::octaves::Octave;

/// Where samples lie along an axis before they move.
#[derive(Clone, Copy)]
pub(super) struct Before<'a> {
    /// Fraction and cell of all of them, but along x.
    pub(super) t: f32,
    pub(super) cell: u32,
    /// Along x, fractions and cells; otherwise nothing.
    pub(super) ts: &'a [f32],
    pub(super) cells: &'a [u32],
}

/// Moves samples along an axis, whole vectors of them: from where they lie to fractions, fades and codes.
pub(super) struct Displace<'a> {
    pub(super) octave: &'a Octave,
    pub(super) axis: usize,
    pub(super) before: Before<'a>,
    /// How far each moves, in world units.
    pub(super) moves: &'a [f32],
    /// Cells in a world unit.
    pub(super) world: f32,
    /// What a cell is multiplied by to become a code.
    pub(super) code: u32,
    /// Where they stand in the chunk: a multiple of 16.
    pub(super) at: usize,
    pub(super) chunk: &'a mut Chunk,
}

impl Job for Displace<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        // By reference: of what is copied, whole vectors are read back that were written in parts, which waits until all that was written
        // before is in the cache.
        let (before, chunk) = (&self.before, &mut *self.chunk);
        let (axis, first) = (self.axis, self.at / L::N);
        let (world, factor) = (l.splat(self.world), l.splat_u(self.code));
        let vectors = L::floats(self.moves).len().min((CHUNK / L::N).saturating_sub(first));
        let moves = &L::floats(self.moves)[..vectors];
        let t = &mut L::floats_mut(&mut chunk.t[axis])[first..first + vectors];
        let u = &mut L::floats_mut(&mut chunk.u[axis])[first..first + vectors];
        let [low, high] = &mut chunk.codes[axis];
        let low = &mut L::words_mut(low)[first..first + vectors];
        let high = &mut L::words_mut(high)[first..first + vectors];
        let (mut own, mut cell) = (l.splat(before.t), l.splat_u(before.cell));
        let (ts, cells) = (L::floats(before.ts), L::words(before.cells));
        for v in 0..vectors {
            if let (Some(t), Some(cells)) = (ts.get(v), cells.get(v)) {
                (own, cell) = (l.load(t), l.load_u(cells));
            }
            let (k, fraction) = l.split(l.add(own, l.mul(l.load(&moves[v]), world)));
            l.store(fraction, &mut t[v]);
            let code = l.mul_u(l.add_u(cell, k), factor);
            l.store_u(code, &mut low[v]);
            l.store_u(l.add_u(code, factor), &mut high[v]);
        }
        fades(l, self.octave.fade, t, u);
    }
}
