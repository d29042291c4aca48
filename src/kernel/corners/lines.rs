//! Corners a lattice column at a time, with a line of another axis in each lane.

use core::ops::Range;

use super::codes::{line_code, splat_each};
use super::fill::{Fill, fill_from};
use super::hashes::{LatticeHash, Mix};
use super::sources::{AnyOfFew, ByHash, Source};
use crate::kernel::layout::work::Work;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::corners::{Corners, FewVectors};
use crate::tables::octave::Octave;

/// Corners for the schedule across: for each line of the other axes, column by column, and of each column component by component, all lines of
/// the lane axis.
pub(in crate::kernel) fn by_line(backend: Backend, work: &Work<'_>, axis: usize, corners: &mut [f32]) {
    let Work { octave, lattice, .. } = work;
    let columns = &octave.row.codes[lattice.columns.clone()];
    let lanes = &octave.outer[axis].codes[lattice.lines[axis].start..];
    let count = lattice.lines[axis].len();
    let (dims, stride, floats) = (octave.dims, lattice.stride, lattice.floats_of_lines());
    let mut lens = lattice.lines.each_ref().map(Range::len);
    lens[axis] = 1;
    let code = |a: usize, line: usize| line_code(octave, a, lattice.lines[a].start + line);
    let [of_w, of_z, of_y] = lattice.steps;
    for w in 0..lens[0] {
        for z in 0..lens[1] {
            for y in 0..lens[2] {
                let lines = [code(0, w), code(1, z), code(2, y)];
                let to = &mut corners[w * of_w + z * of_z + y * of_y..][..floats];
                let octave = octave.octave;
                backend.run(LineCorners { octave, dims, lines, axis, lanes, count, columns, stride, to });
            }
        }
    }
}

/// The corners of all lines of the lane axis, a vector of lines at a time.
pub(in crate::kernel) struct LineCorners<'a> {
    pub(in crate::kernel) octave: &'a Octave,
    pub(in crate::kernel) dims: usize,
    /// The codes of lines along w, z, y; that of the lane axis does not count.
    pub(in crate::kernel) lines: [u32; 3],
    pub(in crate::kernel) axis: usize,
    /// The codes of the lane axis, which vectors may be loaded from, and how many count.
    pub(in crate::kernel) lanes: &'a [u32],
    pub(in crate::kernel) count: usize,
    pub(in crate::kernel) columns: &'a [u32],
    /// Floats from a component to the next one.
    pub(in crate::kernel) stride: usize,
    pub(in crate::kernel) to: &'a mut [f32],
}

impl Job for LineCorners<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        fill_from(l, self.octave, self.dims, self);
    }
}

impl<L: Lanes> Fill<L> for LineCorners<'_> {
    #[inline(always)]
    fn fill(self, l: L, hash: impl LatticeHash<L>, source: impl Source) {
        let (to, components, step) = (L::floats_mut(self.to), self.octave.components(), self.stride / L::N);
        for (n, lanes) in L::words(self.lanes).iter().enumerate().take(self.count.div_ceil(L::N)) {
            let mut codes = splat_each(l, self.lines);
            codes[self.axis] = l.load_u(lanes);
            let state = hash.state(l, codes);
            let mut at = n;
            for column in self.columns {
                let h = hash.corners(l, &state, l.splat_u(*column));
                for c in 0..components {
                    debug_assert!(at < to.len(), "there is room for all corners");
                    let Some(to) = to.get_mut(at) else { return };
                    l.store(source.component(l, h, c), to);
                    at += step;
                }
            }
        }
    }
}

impl LineCorners<'_> {
    /// The same within another job, of an octave that hashes by `Mix` and looks up in a table of up to 16, as plain octaves do.
    #[inline(always)]
    pub(in crate::kernel) fn set_few<L: Lanes>(self, l: L) {
        if let Corners::MixFew { keys, vectors: FewVectors { len, table, .. } } = &self.octave.corners {
            let hash = Mix { keys: *keys, dims: self.dims };
            return self.fill(l, hash, ByHash { source: AnyOfFew(table), len: *len });
        }
        debug_assert!(false, "the octave is plain");
    }
}
