//! Corner vectors of a block: for each lattice row that its samples need, and each lattice column of its tile, the hash
//! and the table look-up. Done once for all rows of the block.

use core::ops::Range;

use super::{Block, Columns};
use crate::hash::{self, M1, M2};
use crate::simd::Lanes;
use crate::noise::Kind;
use crate::tables::octaves::{Corners, Table};
use crate::tables::plan::{Layout, OctavePlan};

/// The part of the lattice that a block of samples needs.
pub(super) struct Lattice {
    /// Lines along w, z, y, as indices into the axes' codes.
    pub(super) lines: [Range<usize>; 3],
    /// Columns, as indices into the row's codes.
    pub(super) columns: Range<usize>,
    /// Where their coefficients start.
    pub(super) skipped: usize,
    /// Whether samples have a second set of columns of their own, beside the first.
    pub(super) two_sides: bool,
    /// The columns, padded to whole vectors.
    pub(super) stride: usize,
    pub(super) components: usize,
}

impl Lattice {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new(octave: &OctavePlan<'_>, block: &Block, columns: &Columns<'_>) -> Self {
        let own = matches!(octave.row.layout, Layout::Own { .. });
        let (skipped, two_sides) = (columns.skipped, own && octave.octave.kind != Kind::Cell);
        let mut lines = [0..1, 0..1, 0..1];
        for a in 4 - octave.dims..3 {
            let axis = &octave.outer[a].line;
            let (first, last) = (axis[block.outer[a].start], axis[block.outer[a].end - 1]);
            lines[a] = first as usize..last as usize + 2;
        }
        let columns = columns.lattice.clone();
        let stride = columns.len().next_multiple_of(16);
        Lattice { lines, columns, skipped, two_sides, stride, components: octave.octave.components() }
    }

    /// Floats that the corners take.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn floats(&self) -> usize {
        self.lines[0].len() * self.lines[1].len() * self.lines[2].len() * self.floats_of_row()
    }

    /// Floats that the corners of one lattice row take.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn floats_of_row(&self) -> usize {
        self.floats_of_side() * if self.two_sides { 2 } else { 1 }
    }

    /// Floats from a row's left sides to its right ones.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn floats_of_side(&self) -> usize {
        self.stride * self.components
    }

    /// Where the corners of the lattice row at these lines start.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn row(&self, lines: [usize; 3]) -> usize {
        let mut row = 0;
        for (line, range) in lines.iter().zip(&self.lines) {
            row = row * range.len() + (line - range.start);
        }
        row * self.floats_of_row()
    }
}

/// Writes all corners of the lattice part: row by row, left side then right, vector of columns by vector, and of each vector
/// component by component.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn fill<L: Lanes>(l: L, octave: &OctavePlan<'_>, lattice: &Lattice, corners: &mut [f32]) {
    let [ws, zs, ys] = &lattice.lines;
    for w in ws.clone() {
        for z in zs.clone() {
            for y in ys.clone() {
                let outer = [line_code(octave, 0, w), line_code(octave, 1, z), line_code(octave, 2, y)];
                let (from, side) = (lattice.row([w, z, y]), lattice.floats_of_side());
                let sides = match &octave.row.layout {
                    Layout::Shared { codes, .. } => [codes, codes],
                    Layout::Own { left, right } => [left, right],
                };
                for (n, codes) in sides.into_iter().enumerate().take(if lattice.two_sides { 2 } else { 1 }) {
                    let to = &mut corners[from + n * side..][..side];
                    fill_row(l, octave, outer, &codes[lattice.columns.clone()], to);
                }
            }
        }
    }
}

/// The code of a line along w, z, y; that of an axis that is not there is 0.
#[cfg_attr(not(unoptimized), inline(always))]
fn line_code(octave: &OctavePlan<'_>, axis: usize, line: usize) -> u32 {
    if axis + octave.dims < 4 { 0 } else { octave.outer[axis].codes[line] }
}

/// The corners of one lattice row. `outer` are the codes of its lines along w, z, y.
#[cfg_attr(not(unoptimized), inline(always))]
fn fill_row<L: Lanes>(l: L, octave: &OctavePlan<'_>, outer: [u32; 3], columns: &[u32], to: &mut [f32]) {
    let dims = octave.dims;
    let to = L::floats_mut(to);
    let row = Row { l, codes: [outer[2], outer[1], outer[0]], dims };
    match &octave.octave.corners {
        Corners::MixTable { keys, len, table, .. } => row.mix_table(*keys, *len, table, columns, to),
        Corners::MixValue { keys, amplitude } => row.mix_value(*keys, *amplitude, columns, to),
        Corners::Permutation { links, table } => row.permutation(links, table, columns, to),
    }
}

struct Row<L> {
    l: L,
    /// Codes of the lines along y, z, w.
    codes: [u32; 3],
    dims: usize,
}

impl<L: Lanes> Row<L> {
    /// `(r, q)` of `hash::row_state`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn state(&self, keys: (u32, u32)) -> (u32, u32) {
        let mut r = keys.0;
        for a in (0..2.max(self.dims) - 1).rev() {
            r = hash::mix(r ^ self.codes[a]).wrapping_add(keys.1);
        }
        (r, r.rotate_left(16))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn mix_table(&self, keys: (u32, u32), len: u32, table: &Table, columns: &[u32], to: &mut [L::Floats]) {
        let l = self.l;
        let (r, q) = self.state(keys);
        let (r, q) = (l.splat_u(r), l.splat_u(q));
        for (k, to) in to.chunks_exact_mut(table.len()).enumerate().take(columns.len().div_ceil(L::N)) {
            let h = corner_hash(l, r, q, load_columns(l, columns, k * L::N));
            let index = table_index(l, h, len);
            for (to, table) in to.iter_mut().zip(table) {
                let small = len <= 16;
                l.store(if small { l.pick16(first16(table), index) } else { l.pick256(table, index) }, to);
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn mix_value(&self, keys: (u32, u32), amplitude: f32, columns: &[u32], to: &mut [L::Floats]) {
        let l = self.l;
        let (r, q) = self.state(keys);
        let (r, q) = (l.splat_u(r), l.splat_u(q));
        for (k, to) in to.iter_mut().enumerate().take(columns.len().div_ceil(L::N)) {
            let h = corner_hash(l, r, q, load_columns(l, columns, k * L::N));
            l.store(unit_value(l, h, amplitude), to);
        }
    }

    /// Column codes are the first link of the chain already.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn permutation(&self, links: &[u32; 256], table: &Table, columns: &[u32], to: &mut [L::Floats]) {
        let l = self.l;
        for (k, to) in to.chunks_exact_mut(table.len()).enumerate().take(columns.len().div_ceil(L::N)) {
            let mut h = load_columns(l, columns, k * L::N);
            for code in &self.codes[..self.dims - 1] {
                h = l.pick256_u(links, l.add_u(h, l.splat_u(*code)));
            }
            for (to, table) in to.iter_mut().zip(table) {
                l.store(l.pick256(table, h), to);
            }
        }
    }
}

/// The entries of a table that has no more.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn first16(table: &[f32; 256]) -> &[f32; 16] {
    &table.as_chunks().0[0]
}

/// A vector of column codes; beyond their end, zeros.
#[cfg_attr(not(unoptimized), inline(always))]
fn load_columns<L: Lanes>(l: L, columns: &[u32], at: usize) -> L::U {
    if at + L::N <= columns.len() {
        return l.load_u(&L::words(&columns[at..])[0]);
    }
    let mut padded = [0; 16];
    let rest = columns.len() - at;
    padded[..rest].copy_from_slice(&columns[at..]);
    l.load_u(&L::words(&padded)[0])
}

/// `hash::corner` of a vector of columns, rows or both.
#[cfg_attr(not(unoptimized), inline(always))]
fn corner_hash<L: Lanes>(l: L, r: L::U, q: L::U, wx: L::U) -> L::U {
    let mut h = l.xor(r, wx);
    h = l.xor(h, l.shr::<16>(h));
    h = l.add_u(l.mul_u(h, l.splat_u(M1)), q);
    h = l.xor(h, l.shr::<15>(h));
    l.mul_u(h, l.splat_u(M2))
}

/// `hash::table_index`: `(h * len) >> 32`, without a 64-bit product, as `len` is at most 256.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn table_index<L: Lanes>(l: L, h: L::U, len: u32) -> L::U {
    if len == 16 {
        return l.shr::<28>(h);
    }
    let len = l.splat_u(len);
    let low = l.shr::<16>(l.mul_u(l.and(h, l.splat_u(0xFFFF)), len));
    l.shr::<16>(l.add_u(l.mul_u(l.shr::<16>(h), len), low))
}

/// The value noise's values of hashes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn unit_value<L: Lanes>(l: L, h: L::U, amplitude: f32) -> L::F {
    let unit = l.mul(l.to_f32(l.shr::<8>(h)), l.splat(1.0 / 8_388_608.0));
    l.mul(l.sub(unit, l.splat(1.0)), l.splat(amplitude))
}
