//! Samples of Perlin noise that are about a cell apart or more, from hashes to samples at once: rows and columns share no corners, or hardly any, so that
//! no corners or coefficients are kept for other samples.
//!
//! Processors look some hundred vector operations ahead, and a vector of samples takes about as many. So a vector's hashes are not made right before its
//! samples, which would wait for them: they are made before the samples of the vector before it or, in long rows of eight lanes, before all samples of the
//! row, in a loop of their own.

mod samples;

use core::mem;
use core::ops::Range;

use super::{RowTable, within};
use crate::hash::link;
use crate::kernel::coefficients::Around;
use crate::kernel::corners::hashes::{self, corner, table_index, xor_shifted};
use crate::kernel::corners::sources::{FewEntries, WithSource, choose};
use crate::kernel::layout::runs::Run;
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::axis::AxisTable;
use crate::tables::corners::FewVectors;
use crate::tables::octave::Folded;
use samples::{Indices, OfRow};

/// Writes or adds an octave of up to 16 gradients to rows along y and, in three dimensions (`D`), planes along z.
pub(crate) struct Own<'a, const D: usize> {
    /// The hash state before z is added, and the key of each step of the hash.
    pub(crate) keys: (u32, u32),
    pub(crate) vectors: &'a FewVectors,
    /// What the octave is added to; if there is nothing, to what the rows hold.
    pub(crate) start: Option<f32>,
    /// How the octave is folded, if it is.
    pub(crate) fold: Option<Folded>,
    /// The codes of each sample's first column and of its second.
    pub(crate) columns: [&'a [u32]; 2],
    pub(crate) row: RowTable<'a>,
    /// Where vectors stand.
    pub(crate) runs: &'a [Run],
    /// Where planes lie along z, and rows along y. In two dimensions, z does not count.
    pub(crate) z: OuterPlaces<'a>,
    pub(crate) y: OuterPlaces<'a>,
    /// Elements from a plane to the next one, and from a row to the next one.
    pub(crate) steps: [usize; 2],
    pub(crate) out: &'a mut [f32],
}

/// Where rows lie along an axis: their first lines, the lines' codes, fractions and fades.
#[derive(Clone, Copy)]
pub(crate) struct OuterPlaces<'a> {
    pub(crate) first: &'a [u32],
    pub(crate) codes: &'a [u32],
    pub(crate) t: &'a [f32],
    pub(crate) u: &'a [f32],
}

impl<'a> OuterPlaces<'a> {
    /// Along an axis that does not exist.
    pub(crate) const NONE: OuterPlaces<'static> = OuterPlaces { first: &[], codes: &[], t: &[], u: &[] };

    /// The places of these rows.
    pub(crate) fn of(axis: &'a AxisTable, rows: &Range<usize>) -> Self {
        let rows = rows.clone();
        OuterPlaces {
            first: &axis.first()[rows.clone()],
            codes: &axis.codes,
            t: &axis.t()[rows.clone()],
            u: &axis.u()[rows],
        }
    }
}

impl<const D: usize> Job for Own<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        choose::<L, _, D>(l, self.vectors, self);
    }
}

impl<const D: usize> WithSource for Own<'_, D> {
    const KNOWS_16: bool = true;

    #[inline(always)]
    fn with<L: Lanes, const USUAL: bool>(mut self, l: L, source: impl FewEntries, len: u32) {
        let (out, source) = (mem::take(&mut self.out), (source, len));
        for run in self.runs {
            let (mut first, vectors) = (run.column as usize, run.vectors as usize);
            let end = first + vectors * L::N;
            if const { USUAL && L::PERMUTES && L::N < WIDEST } && vectors > 4 {
                let mut memory = Memory::EMPTY;
                for from in (first..end).step_by(AT_ONCE) {
                    self.add_long_rows(l, from..end.min(from + AT_ONCE), &mut memory, source, out);
                }
                continue;
            }
            // Two of the widest vectors at a time are faster, but not if rows would be walked twice for three.
            if const { USUAL && L::N == WIDEST } && !matches!(vectors, 1 | 3) {
                let pairs = first + vectors / 2 * 2 * L::N;
                self.add_rows::<L, 2>(l, first..pairs, source, out);
                first = pairs;
            }
            if first < end {
                self.add_rows::<L, 1>(l, first..end, source, out);
            }
        }
    }
}

/// The row that is being added.
#[derive(Clone, Copy)]
struct Row {
    z: usize,
    y: usize,
    /// The hash states before y is added, at each of the two lines along z.
    planes: [u32; 2],
}

/// The states of the lattice rows around a row; bits 0 and 1 of the index are y and z.
type States<L> = [(<L as Lanes>::U, <L as Lanes>::U); 4];

impl<const D: usize> Own<'_, D> {
    /// The first row of a plane, if there is one.
    #[inline(always)]
    fn first_row(&self, z: usize) -> Option<Row> {
        let mut planes = [self.keys.0; 2];
        if D == 3 {
            let line = *self.z.first.get(z)? as usize;
            planes = [line, line + 1].map(|line| link(self.keys.0, self.z.codes[line], self.keys.1));
        }
        let is_row = !self.y.first.is_empty() && (D == 3 || z == 0);
        is_row.then_some(Row { z, y: 0, planes })
    }

    /// The row after this one, in this plane or the next one.
    #[inline(always)]
    fn row_after(&self, row: Row) -> Option<Row> {
        if row.y + 1 < self.y.first.len() {
            Some(Row { y: row.y + 1, ..row })
        } else {
            self.first_row(row.z + 1)
        }
    }

    /// Where the samples of a row go.
    #[inline(always)]
    fn place(&self, row: Row) -> usize {
        row.z * self.steps[0] + row.y * self.steps[1]
    }

    /// The states of the lattice rows around a row.
    #[inline(always)]
    fn states<L: Lanes>(&self, l: L, Row { y, planes, .. }: Row) -> States<L> {
        let line = self.y.first[y] as usize;
        let codes = [self.y.codes[line], self.y.codes[line + 1]];
        let mut states = [(l.splat_u(0), l.splat_u(0)); 4];
        for b in 0..1 << (D - 1) {
            states[b] = hashes::row(l, l.splat_u(link(planes[b >> 1], codes[b & 1], self.keys.1)));
        }
        states
    }

    /// Where a row lies along y and z.
    #[inline(always)]
    fn around<L: Lanes>(&self, l: L, row: Row) -> Around<L> {
        let (mut t_z, mut u_z) = (0.0, 0.0);
        if D == 3 {
            (t_z, u_z) = (self.z.t[row.z], self.z.u[row.z]);
        }
        Around::splat(l, [self.y.t[row.y], t_z, 0.0], [self.y.u[row.y], u_z, 0.0])
    }

    /// Adds some columns of all rows. Each row's hashes are made before its samples.
    #[inline(always)]
    fn add_long_rows<L: Lanes>(
        &self,
        l: L,
        columns: Range<usize>,
        Memory { codes, hashes }: &mut Memory,
        (source, len): (impl FewEntries, u32),
        out: &mut [f32],
    ) {
        for k in 0..2 {
            let columns = L::words(&self.columns[k][columns.clone()]);
            for (codes, to) in columns.iter().zip(L::words_mut(&mut codes[k])) {
                l.store_u(xor_shifted(l, l.load_u(codes)), to);
            }
        }
        let mut next = self.first_row(0);
        while let Some(row) = next {
            set_hashes::<L, D>(l, &self.states(l, row), codes, columns.len() / L::N, hashes);
            let of_row = OfRow::<L, _, D>::new(l, self.around(l, row), source, (self.fold, self.start));
            let out = L::floats_mut(&mut out[self.place(row)..][columns.clone()]);
            let t = &L::floats(&self.row.t[columns.clone()])[..out.len()];
            let u = &L::floats(&self.row.u[columns.clone()])[..out.len()];
            for v in 0..out.len() {
                let mut at = [[l.splat_u(0); 4]; 2];
                for k in 0..2 {
                    for b in 0..1 << (D - 1) {
                        at[k][b] = table_index(l, l.load_u(&L::words(&hashes[2 * b + k])[v]), len);
                    }
                }
                let n = of_row.at(l, &at, l.load(&t[v]), l.load(&u[v]));
                of_row.onto.add(l, n, &mut out[v]);
            }
            next = self.row_after(row);
        }
    }

    /// Adds some columns of all rows, `W` vectors of a row at a time: their number is a multiple of `W`. The hashes of the next ones, in this row or the row
    /// after it, are made before the samples of these.
    #[inline(always)]
    fn add_rows<L: Lanes, const W: usize>(
        &self,
        l: L,
        columns: Range<usize>,
        (source, len): (impl FewEntries, u32),
        out: &mut [f32],
    ) {
        let count = columns.len() / L::N;
        let codes = self.columns.each_ref().map(|codes| &L::words(&codes[columns.clone()])[..count]);
        let t = &L::floats(&self.row.t[columns.clone()])[..count];
        let u = &L::floats(&self.row.u[columns.clone()])[..count];
        let Some(mut row) = self.first_row(0) else { return };
        let mut states = self.states(l, row);
        let mut at = indices::<L, D, W>(l, &states, codes, 0, len);
        loop {
            let of_row = OfRow::<L, _, D>::new(l, self.around(l, row), source, (self.fold, self.start));
            let out = &mut L::floats_mut(&mut out[self.place(row)..][columns.clone()])[..count];
            let after = self.row_after(row);
            for v in (0..count).step_by(W) {
                let mut next = v + W;
                if next == count {
                    next = 0;
                    if let Some(row) = after {
                        states = self.states(l, row);
                    }
                }
                let ahead = indices::<L, D, W>(l, &states, codes, next, len);
                let mut n = [l.splat(0.0); W];
                for w in 0..W {
                    n[w] = of_row.at(l, &at[w], l.load(&t[v + w]), l.load(&u[v + w]));
                }
                for w in 0..W {
                    of_row.onto.add(l, n[w], &mut out[v + w]);
                }
                at = ahead;
            }
            let Some(after) = after else { return };
            row = after;
        }
    }
}

/// The most columns whose hashes are made at once.
const AT_ONCE: usize = 256;

/// A word for each of some columns.
type Words = [u32; AT_ONCE];

/// What is made before the samples of a row.
struct Memory {
    /// The codes of columns, shifted as all rows need them.
    codes: [Words; 2],
    hashes: [Words; 8],
}

impl Memory {
    const EMPTY: Memory = Memory { codes: [[0; AT_ONCE]; 2], hashes: [[0; AT_ONCE]; 8] };
}

/// Stores the hashes of the corners around `count` vectors of a row.
#[inline(always)]
fn set_hashes<L: Lanes, const D: usize>(
    l: L,
    states: &States<L>,
    codes: &[Words; 2],
    count: usize,
    to: &mut [Words; 8],
) {
    for v in 0..within(count, AT_ONCE / L::N) {
        for k in 0..2 {
            let codes = l.load_u(&L::words(&codes[k])[v]);
            for b in 0..1 << (D - 1) {
                l.store_u(corner(l, states[b], codes), &mut L::words_mut(&mut to[2 * b + k])[v]);
            }
        }
    }
}

/// Where the corners around `W` vectors of these columns are in the source's table, from vector `v` on.
#[inline(always)]
fn indices<L: Lanes, const D: usize, const W: usize>(
    l: L,
    states: &States<L>,
    codes: [&[L::Words]; 2],
    v: usize,
    len: u32,
) -> [Indices<L>; W] {
    let mut at = [[[l.splat_u(0); 4]; 2]; W];
    for w in 0..W {
        for k in 0..2 {
            let codes = xor_shifted(l, l.load_u(&codes[k][v + w]));
            for b in 0..1 << (D - 1) {
                at[w][k][b] = table_index(l, corner(l, states[b], codes), len);
            }
        }
    }
    at
}
