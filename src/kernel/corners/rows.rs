//! Corners a lattice row at a time, with a column in each lane.

use super::codes::{line_code, splat_each};
use super::fill::{Fill, fill_from};
use super::hashes::LatticeHash;
use super::sources::Source;
use crate::kernel::layout::work::Work;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::octave::Octave;

/// Corners for the schedule along: row by row, left side then right, vector of columns by vector, and of each vector component by component.
pub(in crate::kernel) fn by_column(backend: Backend, work: &Work<'_>, corners: &mut [f32]) {
    let Work { octave, lattice, .. } = work;
    let [ws, zs, ys] = &lattice.lines;
    for w in ws.clone() {
        for z in zs.clone() {
            for y in ys.clone() {
                let lines = [line_code(octave, 0, w), line_code(octave, 1, z), line_code(octave, 2, y)];
                let (from, side) = (lattice.corners_at([w, z, y]), lattice.floats_of_side());
                let sides = [&octave.row.codes, &octave.row.seconds];
                for (n, codes) in sides.into_iter().enumerate().take(if lattice.two_sides { 2 } else { 1 }) {
                    let to = &mut corners[from + n * side..][..side];
                    let (columns, count) = (&codes[lattice.columns.start..], lattice.columns.len());
                    let octave = octave.octave;
                    backend.run(RowCorners { octave, dims: work.octave.dims, lines, columns, count, to });
                }
            }
        }
    }
}

/// The corners of one lattice row, a vector of columns at a time.
pub(in crate::kernel) struct RowCorners<'a> {
    pub(in crate::kernel) octave: &'a Octave,
    pub(in crate::kernel) dims: usize,
    /// The codes of the row's lines along w, z, y.
    pub(in crate::kernel) lines: [u32; 3],
    /// The codes of columns, which vectors may be loaded from, and how many count.
    pub(in crate::kernel) columns: &'a [u32],
    pub(in crate::kernel) count: usize,
    pub(in crate::kernel) to: &'a mut [f32],
}

impl Job for RowCorners<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        fill_from(l, self.octave, self.dims, self);
    }
}

impl<L: Lanes> Fill<L> for RowCorners<'_> {
    #[inline(always)]
    fn fill(self, l: L, hash: impl LatticeHash<L>, source: impl Source) {
        let state = hash.state(l, splat_each(l, self.lines));
        let vectors = L::floats_mut(self.to).chunks_exact_mut(self.octave.components());
        for (columns, to) in L::words(self.columns).iter().zip(vectors).take(self.count.div_ceil(L::N)) {
            let h = hash.corners(l, &state, l.load_u(columns));
            for (c, to) in to.iter_mut().enumerate() {
                l.store(source.component(l, h, c), to);
            }
        }
    }
}
