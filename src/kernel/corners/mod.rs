//! The first stage: the corners of a block. For each lattice line and column that its samples need, it hashes the corner and looks up its vector or value,
//! once for all rows of the block. Octaves that hash corners where they need them (`samples::own`, `points`, `cellular`) share `hashes` and `sources`.

pub(super) mod hashes;
pub(super) mod sources;

use core::ops::Range;

use super::layout::plan::OctavePlan;
use super::layout::work::Work;
use crate::simd::{Backend, Job, Lanes, WIDEST};
use crate::tables::corners::{Corners, FewVectors, Table};
use crate::tables::octave::Octave;
use hashes::{corner, link, row, table_index, unit_value, xor_shifted};

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

/// The code of a line along w, z, y; that of an axis that is not there is 0.
fn line_code(octave: &OctavePlan<'_>, axis: usize, line: usize) -> u32 {
    if axis + octave.dims < 4 { 0 } else { octave.outer[axis].codes[line] }
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
    fn fill(self, l: L, hash: impl Hash<L>, table: impl Look<L>) {
        let state = hash.state(l, splat_each(l, self.lines));
        let vectors = L::floats_mut(self.to).chunks_exact_mut(self.octave.components());
        for (columns, to) in L::words(self.columns).iter().zip(vectors).take(self.count.div_ceil(L::N)) {
            let h = hash.corners(l, &state, l.load_u(columns));
            for (c, to) in to.iter_mut().enumerate() {
                l.store(table.component(l, h, c), to);
            }
        }
    }
}

#[inline(always)]
fn splat_each<L: Lanes>(l: L, [w, z, y]: [u32; 3]) -> [L::U; 3] {
    [l.splat_u(w), l.splat_u(z), l.splat_u(y)]
}

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
    fn fill(self, l: L, hash: impl Hash<L>, table: impl Look<L>) {
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
                    l.store(table.component(l, h, c), to);
                    at += step;
                }
            }
        }
    }
}

/// The places in a table of up to 16 vectors that the corners of some rows of the lattice have. A row's state is a chain of operations, which is done
/// for a vector of rows at a time.
pub(in crate::kernel) struct PlacesOfRows<'a> {
    pub(in crate::kernel) keys: (u32, u32),
    /// Entries of the table.
    pub(in crate::kernel) len: u32,
    /// 2 or 3.
    pub(in crate::kernel) dims: usize,
    /// The codes of the rows' lines along y, how many of them count, and the code of their line along z.
    pub(in crate::kernel) y: &'a [u32; WIDEST],
    pub(in crate::kernel) rows: usize,
    pub(in crate::kernel) z: u32,
    /// Codes of columns, in whole vectors.
    pub(in crate::kernel) columns: &'a [u32],
    /// Row `n` begins at `n * stride`.
    pub(in crate::kernel) stride: usize,
    pub(in crate::kernel) to: &'a mut [u32],
}

impl Job for PlacesOfRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let PlacesOfRows { keys, len, dims, y, rows, z, columns, stride, to } = self;
        let hash = Mix { keys, dims };
        let mut states = ([0; WIDEST], [0; WIDEST]);
        let (first, second) = (L::words_mut(&mut states.0), L::words_mut(&mut states.1));
        for ((y, first), second) in L::words(y).iter().zip(first).zip(second).take(rows.div_ceil(L::N)) {
            let state = hash.state(l, [l.splat_u(0), l.splat_u(z), l.load_u(y)]);
            l.store_u(state.0, first);
            l.store_u(state.1, second);
        }
        for (n, to) in to.chunks_exact_mut(stride).enumerate().take(rows.min(WIDEST)) {
            let state = (l.splat_u(states.0[n]), l.splat_u(states.1[n]));
            for (columns, to) in L::words(columns).iter().zip(L::words_mut(to)) {
                let h = hash.corners(l, &state, l.load_u(columns));
                l.store_u(table_index(l, h, len), to);
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
            return self.fill(l, hash, Few { table, len: *len });
        }
        debug_assert!(false, "the octave is plain");
    }
}

/// What a job does with the components of corners, whatever hash and table they come from.
trait Fill<L: Lanes> {
    /// Hashes all corners, and stores the components that the table has for the hashes.
    fn fill(self, l: L, hash: impl Hash<L>, table: impl Look<L>);
}

/// Runs `fill` with the hash and the table of an octave: the choice is made once, and not for each corner.
#[inline(always)]
fn fill_from<L: Lanes>(l: L, octave: &Octave, dims: usize, fill: impl Fill<L>) {
    match &octave.corners {
        Corners::MixFew { keys, vectors: FewVectors { len, table, .. } } => {
            fill.fill(l, Mix { keys: *keys, dims }, Few { table, len: *len });
        }
        Corners::MixMany { keys, len, table } => {
            fill.fill(l, Mix { keys: *keys, dims }, Many { table, len: *len });
        }
        Corners::MixValue { keys, amplitude } => fill.fill(l, Mix { keys: *keys, dims }, Values(*amplitude)),
        Corners::Permutation { links, table } => fill.fill(l, Chain { links, dims }, Linked { table }),
    }
}

/// What stands for a hash.
trait Look<L: Lanes> {
    /// Component `c` for each hash.
    fn component(&self, l: L, h: L::U, c: usize) -> L::F;
}

/// An entry of a table of up to 16.
struct Few<'a> {
    table: &'a [[f32; 16]; 4],
    len: u32,
}

impl<L: Lanes> Look<L> for Few<'_> {
    #[inline(always)]
    fn component(&self, l: L, h: L::U, c: usize) -> L::F {
        l.pick16(&self.table[c], table_index(l, h, self.len))
    }
}

/// An entry of a table of up to 256.
struct Many<'a> {
    table: &'a Table,
    len: u32,
}

impl<L: Lanes> Look<L> for Many<'_> {
    #[inline(always)]
    fn component(&self, l: L, h: L::U, c: usize) -> L::F {
        l.pick256(&self.table[c], table_index(l, h, self.len))
    }
}

/// A value of this amplitude.
struct Values(f32);

impl<L: Lanes> Look<L> for Values {
    #[inline(always)]
    fn component(&self, l: L, h: L::U, _: usize) -> L::F {
        l.mul(unit_value(l, h), l.splat(self.0))
    }
}

/// The entry that a permutation's last link names.
struct Linked<'a> {
    table: &'a Table,
}

impl<L: Lanes> Look<L> for Linked<'_> {
    #[inline(always)]
    fn component(&self, l: L, h: L::U, c: usize) -> L::F {
        l.pick256(&self.table[c], h)
    }
}

/// A lattice hash over lanes.
trait Hash<L: Lanes>: Copy {
    /// What the corners at the same lines along w, z, y share.
    type State;
    /// From the codes of lines along w, z, y.
    fn state(self, l: L, codes: [L::U; 3]) -> Self::State;
    /// The hashes at a vector of columns.
    fn corners(self, l: L, state: &Self::State, columns: L::U) -> L::U;
}

/// `hash::row_state` and `hash::corner`.
#[derive(Clone, Copy)]
struct Mix {
    keys: (u32, u32),
    dims: usize,
}

impl<L: Lanes> Hash<L> for Mix {
    type State = (L::U, L::U);

    #[inline(always)]
    fn state(self, l: L, codes: [L::U; 3]) -> (L::U, L::U) {
        let mut r = l.splat_u(self.keys.0);
        // In one dimension y is 0, and so is its code.
        for a in 4 - self.dims.max(2)..3 {
            r = link(l, r, codes[a], self.keys.1);
        }
        row(l, r)
    }

    #[inline(always)]
    fn corners(self, l: L, state: &(L::U, L::U), columns: L::U) -> L::U {
        corner(l, *state, xor_shifted(l, columns))
    }
}

/// `hash::permute`. Column codes are the first link of the chain already.
#[derive(Clone, Copy)]
struct Chain<'a> {
    links: &'a [u32; 256],
    dims: usize,
}

impl<L: Lanes> Hash<L> for Chain<'_> {
    type State = [L::U; 3];

    #[inline(always)]
    fn state(self, _: L, [w, z, y]: [L::U; 3]) -> [L::U; 3] {
        [y, z, w]
    }

    #[inline(always)]
    fn corners(self, l: L, codes: &[L::U; 3], columns: L::U) -> L::U {
        let mut h = columns;
        for code in &codes[..self.dims - 1] {
            h = l.pick256_u(self.links, l.add_u(h, *code));
        }
        h
    }
}
